"""The brain that does not think: any legal action is as good as another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eriantys.bots.brain import Brain, Budget, Thought
from eriantys.games.contract import Game, Seat, View
from eriantys.games.dice import Dice


class RandomBrain(Brain):
    """Chooses by its dice alone."""

    def __init__(self, game: Game[Any, Any]) -> None:
        del game  # whatever is played

    def think(
        self, view: View, legal: Sequence[str], seat: Seat, budget: Budget, dice: Dice
    ) -> Thought:
        """Roll for one of the legal actions."""
        del view, seat, budget
        return Thought(legal[dice.below(len(legal))], None)
