"""A match as it is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from eriantys.games.contract import Outcome, Seat


@dataclass(frozen=True, slots=True)
class Move:
    """One action in notation, and whose it was."""

    seat: Seat
    action: str
    line: int = field(default=0, compare=False, repr=False)
    """Where it stands in the text it was read from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """All that makes a match, as it is kept."""

    game: str
    version: int
    date: date
    players: tuple[str, ...]
    options: Mapping[str, str]
    commitment: bytes
    secret: bytes | None = None
    nonces: tuple[bytes, ...] = ()
    moves: tuple[Move, ...] = ()
    outcome: Outcome | None = None
    broken_off: str = ""
    """Why it ended outside the rules, if it did."""
    lines: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)
    """Where each header stands in the text it was read from."""
