"""What travels between somebody at a table and a process that gives advice.

It travels in frames like everything else, but over a line of their own: no server hears it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from eriantys.wire.fields import Number, SeatNumber, Word
from eriantys.wire.frames import decode, encode

FRAME_MOST = 256 * 1024
"""The longest content of a frame, in bytes: as much as a server shows at once."""


class Question(msgspec.Struct, frozen=True):
    """What somebody is asked, as that seat sees it."""

    number: Number
    """Comes back with the answer."""
    game: Word
    view: dict[str, Any]
    legal: tuple[str, ...]
    seat: SeatNumber


class Advice(msgspec.Struct, frozen=True):
    """What a bot would do, and how likely it thinks the seat is to win then."""

    number: Number
    action: str
    """Empty where it has no idea."""
    chance: float | None = None


def write(message: Question | Advice) -> bytes:
    """Make a frame of a message."""
    return encode(msgspec.to_builtins(message, builtin_types=(bytes,)))


def read_question(content: bytes) -> Question:
    """Read the content of a frame that asks."""
    return msgspec.convert(decode(content), Question, builtin_types=(bytes,))


def read_advice(content: bytes) -> Advice:
    """Read the content of a frame that answers."""
    return msgspec.convert(decode(content), Advice, builtin_types=(bytes,))
