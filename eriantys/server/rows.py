"""What the server keeps: the rows that the core writes, and what it reads back.

The core never sees the database. It hands out rows, learns whether all of them are on disk
or none, and reads through `Archive`.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from eriantys.games.contract import Outcome, Seat
from eriantys.wire.fields import Absence, Guidance


class StoreTrouble(Exception):
    """Tells that nothing can be kept or read right now; the sentence says why."""


class Spoilt(StoreTrouble):
    """Tells that something stored cannot be read, now or later."""


class Agreement(Struct, frozen=True):
    """What the creator of a match chose."""

    game: str
    seats: int
    options: dict[str, Any]
    """The game's options as plain data, all of them, defaults included."""
    guidance: Guidance
    turn_seconds: int
    absence: Absence
    undo: bool


class NameKept(Struct, frozen=True):
    """A name now belongs to whoever has this key."""

    name: str
    key: bytes
    guest: bool


class GuestDropped(Struct, frozen=True):
    """A name has nothing to play any more; if it is a guest's, it is free again."""

    name: str


class MatchBegun(Struct, frozen=True):
    """A match has its players and its luck; its first state must be kept with it."""

    match: int
    agreement: Agreement
    version: int
    """The version of the game's rules."""
    players: tuple[str, ...]
    secret: bytes
    nonces: tuple[bytes, ...]


class Acted(Struct, frozen=True):
    """One line of a match's log: an action, or that the one before was taken back."""

    match: int
    number: int
    """Counted from 1, without a gap."""
    seat: Seat
    action: str
    undo: bool
    left_ms: int
    """What was left of the turn's clock."""


class TurnKept(Struct, frozen=True):
    """The whole state after so many lines of the log; the latest takes the place of others."""

    match: int
    number: int
    version: int
    state: dict[str, Any]


class ClockKept(Struct, frozen=True):
    """What is left of a turn's clock, which counts until the log has another line."""

    match: int
    number: int
    """How many lines the log has."""
    left_ms: int


class MatchSuspended(Struct, frozen=True):
    """A match waits for somebody who is missing."""

    match: int


class MatchResumed(Struct, frozen=True):
    """A suspended match goes on."""

    match: int


class MatchEnded(Struct, frozen=True):
    """A match is over: by the rules, then with an outcome; or for another reason."""

    match: int
    reason: str
    outcome: Outcome | None = None
    seat: Seat | None = None
    """Who ended it, if it did not end by the rules."""


Row: TypeAlias = (
    NameKept
    | GuestDropped
    | MatchBegun
    | Acted
    | TurnKept
    | ClockKept
    | MatchSuspended
    | MatchResumed
    | MatchEnded
)


class Unfinished(Struct, frozen=True):
    """As much of a match that is not over as is known without loading it."""

    match: int
    agreement: Agreement
    players: tuple[str, ...]
    suspended: bool


class StoredMatch(Struct, frozen=True):
    """All that is needed to go on with a match."""

    begun: MatchBegun
    kept: TurnKept
    """The latest state, at the end of some turn."""
    since: tuple[Acted, ...]
    """The lines of the log after it, in order."""
    suspended: bool
    left_ms: int | None
    """What is left of the turn's clock; None where the turn has only begun."""


class Archive(Protocol):
    """What the core may read; any of it may raise `StoreTrouble`."""

    def find_name(self, name: str) -> NameKept | None:
        """Look a name up, whatever its capitals."""

    def unfinished(self) -> list[Unfinished]:
        """List every match that is not over, oldest first."""

    def load(self, match: int) -> StoredMatch:
        """Read an unfinished match; any other is a `LookupError`."""

    def next_match(self) -> int:
        """Give a number that no stored match has or had."""
