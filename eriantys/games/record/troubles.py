"""What can be wrong with a record: each names a line, if there is one, and the reason."""

from __future__ import annotations


class Trouble(ValueError):
    """Something is wrong with a record."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(line, reason)
        self.line = line
        """Where in the text; 0 for a match that was never a text."""
        self.reason = reason

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}" if self.line else self.reason


class Damaged(Trouble):
    """The text is not that of a whole record."""


class Untrue(Trouble):
    """The record claims what did not happen."""


class Unverifiable(Trouble):
    """The record can be neither proved nor disproved here."""
