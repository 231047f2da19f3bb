"""What moves by itself on a board: begun by the latest lines of the log, ended by the next key.

The model is at the final state at once. A motion only says what is drawn otherwise until when,
so that it delays nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from eriantys.client.match import Line, Match
from eriantys.client.settings import Settings

T = TypeVar("T")
GLOW = 0.6
"""Seconds for which something that has changed is drawn brighter."""
TOGETHER = 3
"""So many lines may come at once: what leaves no choice is done right after what led to it."""


class Moving(ABC, Generic[T]):
    """What is under way on one board, and what there has just changed."""

    def __init__(self, match: Match, settings: Settings) -> None:
        self._settings = settings
        self._seen = match.number
        self._glows: dict[T, float] = {}
        """Until when each is drawn brighter."""

    def follow(self, match: Match, now: float) -> None:
        """Begin what the latest lines of the log let move."""
        seen, self._seen = self._seen, match.number
        if match.number == seen:
            return
        self.skip()
        # Whoever has missed something wants to see how things stand, not how they came about.
        if self._settings.animations and match.number <= seen + TOGETHER:
            for entry in match.story[-2 * TOGETHER :]:
                if isinstance(entry, Line) and entry.number > seen:
                    self._begin(match, entry, now)

    @abstractmethod
    def _begin(self, match: Match, line: Line, now: float) -> None:
        """Begin what a line lets move."""

    def fresh(self, now: float) -> frozenset[T]:
        """Name what is drawn brighter."""
        self._glows = {target: until for target, until in self._glows.items() if until > now}
        return frozenset(self._glows)

    def _dues(self, now: float) -> list[float]:
        """List when another picture is due for what else is under way."""
        del now
        return []

    def next_due(self, now: float) -> float | None:
        """Tell when the next picture is due, while anything is under way."""
        glows = (until for until in self._glows.values() if until > now)
        return min((*glows, *self._dues(now)), default=None)

    def skip(self) -> None:
        """End everything that is under way."""
        self._glows.clear()
