"""What the server keeps: the rows that the core writes, and what it reads back.

The core never sees the database. It hands out rows, learns whether all of them are on disk
or none, and reads through `Archive`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol, TypeAlias

from msgspec import Struct

from eriantys.games.contract import Outcome, Seat
from eriantys.wire.fields import Absence, Audience, BotsBySeat, Guidance, Level


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
    title: str = ""
    private: bool = False
    watchers: bool = True
    """Whether others may look on."""
    bot_level: Level = "normal"
    """How well bots play that sit in for somebody who is gone."""


def people_among(players: Sequence[str], bots: BotsBySeat) -> tuple[str, ...]:
    """List those players, named by seat, who are no bots."""
    return tuple(name for seat, name in enumerate(players) if not (bots and bots[seat]))


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
    code: str = ""
    """What leads to it, if it is private."""
    bots: BotsBySeat = ()

    @property
    def people(self) -> tuple[str, ...]:
        """The players who are no bots."""
        return people_among(self.players, self.bots)


class Acted(Struct, frozen=True):
    """One line of a match's log: an action, or that the one before was taken back."""

    match: int
    number: int
    """Counted from 1, without a gap."""
    seat: Seat
    action: str
    undo: bool
    left_ms: int
    """What the clock shows after it: a whole turn, if the one before is over."""


class TurnKept(Struct, frozen=True):
    """The whole state after so many lines of the log; the latest takes the place of others.

    It is kept at the end of a turn, but not of each: to play some lines again takes no time.
    """

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


class Spoke(Struct, frozen=True):
    """Somebody said something: in the lobby, or at a match or a room that will be one."""

    match: int | None
    to: Audience
    side: int | None
    """Which side of the match heard it, if it was said to the team alone."""
    name: str
    text: str


class Muting(Struct, frozen=True):
    """A name does not want to hear another any more, or does again."""

    name: str
    other: str
    muted: bool


SanctionKind: TypeAlias = Literal["name", "address", "mute"]


class SanctionKept(Struct, frozen=True):
    """The operator keeps somebody out, or lets nobody hear them."""

    kind: SanctionKind
    who: str
    """A name in lower case, or a network as its standard text."""
    reason: str
    seconds: float | None
    """For how long from now on; for good if there is no number."""


class SanctionLifted(Struct, frozen=True):
    """The operator thinks better of it."""

    kind: SanctionKind
    who: str


class NameForgotten(Struct, frozen=True):
    """A name is nobody's any more, and nothing is known of whose it was."""

    name: str


RareRow: TypeAlias = (
    NameKept
    | GuestDropped
    | MatchBegun
    | TurnKept
    | ClockKept
    | MatchSuspended
    | MatchResumed
    | MatchEnded
    | Spoke
    | Muting
    | SanctionKept
    | SanctionLifted
    | NameForgotten
)
Row: TypeAlias = Acted | RareRow


class Unfinished(Struct, frozen=True):
    """As much of a match that is not over as is known without loading it."""

    match: int
    agreement: Agreement
    players: tuple[str, ...]
    suspended: bool
    code: str = ""
    bots: BotsBySeat = ()

    @property
    def people(self) -> tuple[str, ...]:
        """The players who are no bots."""
        return people_among(self.players, self.bots)


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


class Story(Struct, frozen=True):
    """A match from its beginning, to tell it once more."""

    begun: MatchBegun
    lines: tuple[Acted, ...]
    ended: MatchEnded | None


class Spoken(Struct, frozen=True):
    """Something that was said, and how many seconds ago."""

    spoke: Spoke
    ago: float


class PastMatch(Struct, frozen=True):
    """A match that is over, as far as a list tells of it."""

    match: int
    agreement: Agreement
    players: tuple[str, ...]
    ended: MatchEnded
    ago: float
    """How many seconds ago it ended."""
    number: int
    """How many lines its log has."""
    bots: BotsBySeat = ()


class Record(Struct, frozen=True):
    """How a name has fared in one game."""

    game: str
    played: int
    won: int
    broken_off: int


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

    def tell(self, match: int) -> Story:
        """Read a whole match, over or not; one that is not kept is a `LookupError`."""

    def past(
        self, name: str, before: int | None, most: int, *, private: bool
    ) -> list[PastMatch]:
        """List matches of a name that are over, the latest first; private ones if wanted."""

    def records(self, name: str, *, private: bool) -> list[Record]:
        """Sum up all matches of a name that are over, by game; private ones if wanted."""

    def spoken(self, match: int | None, most: int) -> list[Spoken]:
        """List what was said last at a match, or in the lobby; the oldest first."""

    def muted_by(self, name: str) -> list[str]:
        """List whom a name does not want to hear."""

    def sanctions(self) -> list[SanctionKept]:
        """List who is kept out or not heard, each with the time that is left."""
