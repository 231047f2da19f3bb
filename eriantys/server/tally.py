"""What the house has done since its start, counted for its operator."""

from __future__ import annotations

from collections import Counter


class Tally:
    """Numbers that only grow. No name, no text and no address is among what they count by."""

    __slots__ = (
        "begun",
        "byes",
        "ended",
        "errors",
        "lines",
        "logins",
        "moves",
        "opened",
        "resumed",
        "suspended",
    )

    def __init__(self) -> None:
        self.opened = 0
        """Connections that were made."""
        self.logins: Counter[str] = Counter()
        """Logins, by `accepted`, `registered` or `refused`."""
        self.moves: Counter[str] = Counter()
        """Lines of matches, by game."""
        self.lines = 0
        """Lines of chat."""
        self.begun: Counter[str] = Counter()
        """Matches that began, by game."""
        self.ended: Counter[tuple[str, str]] = Counter()
        """Matches that ended, by game and reason."""
        self.suspended = 0
        self.resumed = 0
        self.errors: Counter[str] = Counter()
        """Refusals, by their code."""
        self.byes: Counter[str] = Counter()
        """Connections that were ended from here, by code."""
