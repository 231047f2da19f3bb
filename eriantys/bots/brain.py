"""What a brain is, how long it may think, and which brains there are.

A brain sees what its seat may see and nothing else. Whoever wants to think ahead makes up a
whole table from that with the game's `guess`: there is no other way into a match from here,
so that no brain can peek.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NamedTuple

from eriantys.games.contract import BadSetting, Game, Seat, View, excerpt
from eriantys.games.dice import Dice


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a brain may think about one decision: whatever runs out first.

    Only a budget of iterations alone makes a decision that can be repeated.
    """

    iterations: int | None = None
    seconds: float | None = None
    clock: Callable[[], float] = time.monotonic

    def half(self) -> Budget:
        """Make the budget for a decision that has been thought about before."""
        return Budget(
            None if self.iterations is None else self.iterations // 2,
            None if self.seconds is None else self.seconds / 2,
            self.clock,
        )


class Thought(NamedTuple):
    """What a brain came to: what it would do, and what it expects of that."""

    action: str
    chance: float | None
    """How likely its side is to win then, from 0 to 1; None if it has no idea."""


class Brain(ABC):
    """Chooses for a seat.

    A new brain's choice follows from its arguments alone. One that goes on playing may
    remember what it thought earlier in the same turn, and must forget it as soon as the view
    is not the one that it foresaw.
    """

    @abstractmethod
    def think(
        self, view: View, legal: Sequence[str], seat: Seat, budget: Budget, dice: Dice
    ) -> Thought:
        """Settle on one of the legal actions; `dice` are the brain's own, for its guesses."""

    def choose(
        self, view: View, legal: Sequence[str], seat: Seat, budget: Budget, dice: Dice
    ) -> str:
        """Return the action that it settles on."""
        return self.think(view, legal, seat, budget, dice).action


class Level(NamedTuple):
    """A strength that people can choose: a brain, and how long it usually thinks."""

    brain: str
    iterations: int
    seconds: float

    @property
    def budget(self) -> Budget:
        """Make the usual budget, which ends at the number of iterations if time allows."""
        return Budget(self.iterations, self.seconds)


LEVELS = {
    "easy": Level("greedy", 1, 1.0),
    "normal": Level("mcts", 60, 1.0),
    "hard": Level("mcts", 400, 4.0),
}
"""The strengths for people, the weakest first."""

BRAINS = {"random": "random.RandomBrain", "greedy": "greedy.Greedy", "mcts": "mcts.Mcts"}
"""Where each brain lies in this package, the weakest first."""


def find(name: str, game: Game[Any, Any]) -> Brain:
    """Make a new brain of this name, or of this level, for a game."""
    brain = LEVELS[name].brain if name in LEVELS else name
    if brain not in BRAINS:
        raise BadSetting(
            f"There is no brain {excerpt(name)}; there are: {', '.join((*BRAINS, *LEVELS))}."
        )
    module, kind = BRAINS[brain].split(".")
    made: Brain = getattr(import_module(f"eriantys.bots.brains.{module}"), kind)(game)
    return made
