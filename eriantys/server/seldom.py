"""Things that are worth a line in the log, but not a thousand."""

from __future__ import annotations

INTERVAL = 10.0
"""Seconds between two lines about a trouble that lasts."""


class Seldom:
    """Lets something be said only once in a while."""

    __slots__ = ("_next",)

    def __init__(self) -> None:
        self._next = float("-inf")

    def due(self, now: float) -> bool:
        """Tell whether it may be said now; whoever asks is taken to say it."""
        if now < self._next:
            return False
        self._next = now + INTERVAL
        return True
