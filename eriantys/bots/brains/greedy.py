"""The brain that looks to the end of its own turn and takes what is best there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eriantys.bots import evaluation
from eriantys.bots.brain import Brain, Budget, Thought
from eriantys.games.contract import Game, Seat, View
from eriantys.games.dice import Dice


class Greedy(Brain):
    """Plays the best way to finish its turn, as the game's evaluation sees it."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game
        self._insight = evaluation.find(game)

    def think(
        self, view: View, legal: Sequence[str], seat: Seat, budget: Budget, dice: Dice
    ) -> Thought:
        """Take the first step of the best line that begins with a legal action."""
        del budget  # it takes what it takes: a few milliseconds
        if len(legal) == 1:
            return Thought(legal[0], None)
        state = self._game.guess(view, seat, dice)
        for line in self._insight.lines(state, self._insight.glance):
            action = self._game.format(line.actions[0])
            if action in legal:
                return Thought(action, line.share)
        return Thought(legal[0], None)
