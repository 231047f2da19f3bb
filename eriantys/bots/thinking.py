"""Thinking about a decision: which brain does it, and how long it may take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eriantys import games
from eriantys.bots.brain import LEVELS, Brain, Budget, Level, find
from eriantys.bots.seat import Decision
from eriantys.games.contract import BadSetting, Game, excerpt
from eriantys.games.dice import QuickDice

PART_OF_CLOCK = 1 / 4
"""How much of the time that is left goes into one decision: a turn has several, and the last
of them must not come too late on a machine that is busy with other things."""
SHARE_LEAST = 0.02
"""Seconds that every seat gets, however many wait: enough for a first look at the choices."""


def budget(level: Level, left: float, waiting: int) -> Budget:
    """Make the budget of a decision, of which so many wait for the same process."""
    most = max(left, 0.0) * PART_OF_CLOCK
    # The others take their time before this seat is asked for its next step, by the same clock.
    share = max(min(level.seconds, most) / waiting, SHARE_LEAST)
    return Budget(level.iterations, min(share, most))


class Mind:
    """What thinks for one seat: its own brain, and its own dice for what it cannot see."""

    def __init__(self, level: str, seed: int) -> None:
        if level not in LEVELS:
            raise BadSetting(
                f"There is no level {excerpt(level)}; there are: {', '.join(LEVELS)}."
            )
        self._level = level
        self._dice = QuickDice(seed)
        self._match: int | None = None
        """The match that the brain has been thinking about."""
        self._game: Game[Any, Any]
        self._brain: Brain

    def decide(self, decision: Decision, now: float, waiting: int = 1) -> str:
        """Choose one of what is offered; `waiting` counts the seats that wait, this included.

        What the server shows may be nonsense: then the rules or the brain raise whatever they
        raise, and there is nothing to be decided.
        """
        if decision.match != self._match:
            self._game = games.find(decision.game)
            self._brain = find(self._level, self._game)
            self._match = decision.match
        legal = decision.offered if decision.certain else self._likely(decision)
        time = budget(LEVELS[self._level], decision.until - now, waiting)
        chosen = self._brain.choose(decision.view, legal, decision.seat, time, self._dice)
        return chosen if chosen in legal else legal[0]

    def _likely(self, decision: Decision) -> Sequence[str]:
        """Pick those candidates that the rules allow, as far as the seat can tell."""
        guessed = self._game.guess(decision.view, decision.seat, self._dice)
        allowed = set(map(self._game.format, self._game.legal(guessed)))
        return [action for action in decision.offered if action in allowed] or decision.offered
