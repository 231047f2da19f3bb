"""How a command ends: the numbers that scripts see.

Beyond 0, 1 and 2 they are those of BSD's sysexits.h, which mail systems and service
managers have long understood.
"""

from __future__ import annotations

OK = 0
FAILED = 1
"""The question was answered, and the answer is no."""
USAGE = 2
"""The command line makes no sense."""
BAD_DATA = 65
"""A file is not what it should be."""
NO_INPUT = 66
"""A file cannot be read."""
NO_HOST = 68
"""There is no host of that name or address."""
UNAVAILABLE = 69
"""Something that is needed is not to be had now."""
BROKEN = 70
"""The program itself is at fault."""
CANNOT_CREATE = 73
"""A file cannot be made."""
CANNOT_WRITE = 74
"""The output cannot be written."""
NO_PERMISSION = 77
"""The system does not allow it."""
CONFIGURATION = 78
"""A configuration file makes no sense."""
INTERRUPTED = 130
"""Somebody pressed Ctrl-C."""


class Quit(Exception):
    """Ends the command with a sentence for people and a number for scripts."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(code, text)
        self.code = code
        self.text = text
