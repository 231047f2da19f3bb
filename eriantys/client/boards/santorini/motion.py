"""What has just changed in the town, drawn brighter for a moment.

The model is at the final state at once: a glow delays nothing, and the next key ends it.
"""

from __future__ import annotations

from eriantys.client.boards.reading import word
from eriantys.client.match import Line, Match
from eriantys.client.settings import Settings
from eriantys.games.santorini.board import NAMES

GLOW = 0.6
"""Seconds for which a square that has changed is drawn brighter."""
_WHERE = ("square", "to")
"""The facts of an event that name a square where something is otherwise now."""


class Glow:
    """Which squares of one board have just changed."""

    def __init__(self, match: Match, settings: Settings) -> None:
        self._settings = settings
        self._seen = match.number
        self._squares: frozenset[str] = frozenset()
        self._until = 0.0

    def follow(self, match: Match, now: float) -> None:
        """Let what the latest line of the log changed glow, if somebody else did it."""
        if match.number == self._seen:
            return
        next_one = match.number == self._seen + 1
        self._seen = match.number
        self.skip()
        latest = match.story[-1] if match.story else None
        # Whoever has missed something wants to see how things stand, not how they came about.
        if not (self._settings.animations and next_one and isinstance(latest, Line)):
            return
        if latest.seat != match.seat:
            self._squares, self._until = touched(latest), now + GLOW

    def fresh(self, now: float) -> frozenset[str]:
        """Name what is drawn brighter."""
        return self._squares if now < self._until else frozenset()

    def next_due(self, now: float) -> float | None:
        """Tell when it is over, while something glows."""
        return self._until if self._squares and now < self._until else None

    def skip(self) -> None:
        """End it."""
        self._squares = frozenset()


def touched(line: Line) -> frozenset[str]:
    """Find the squares that a step was about."""
    named = (word(event.facts.get(fact)) for event in line.events for fact in _WHERE)
    return frozenset(name for name in named if name in NAMES)
