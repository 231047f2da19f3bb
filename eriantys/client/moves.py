"""When a picture has to be drawn anew because something in it moves by itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol


class _Screen(Protocol):
    def next_due(self) -> float | None: ...


class Moves:
    """When the next thing moves in what was drawn last.

    Screens are asked as soon as they are drawn: once it is time, they tell of the time after.
    """

    def __init__(self) -> None:
        self.due: float | None = None
        """None where nothing moves, or somebody was told that it has."""

    def drawn(self, screens: Iterable[_Screen]) -> None:
        """Learn what has been drawn just now."""
        dues = (screen.next_due() for screen in screens)
        self.due = min((due for due in dues if due is not None), default=None)

    def take(self, now: float) -> bool:
        """Tell once that something has moved."""
        moved = self.due is not None and self.due <= now
        if moved:
            self.due = None
        return moved
