"""Every message that a server may send: data only, what it shows is the client's business.

Fields that hold their default are left out on the wire. Times are durations that are left,
in milliseconds, never instants: the clocks of two machines need not agree.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from eriantys.wire.cards import (
    Bounds,
    GameCard,
    Happening,
    Millis,
    Past,
    PastCard,
    RoomCard,
    RunningCard,
    Said,
    SavedCard,
    Tally,
)
from eriantys.wire.fields import Absence, BotsBySeat, Guidance, Level, Parts, Setting


class Welcome(Struct, frozen=True, omit_defaults=True, tag="welcome", tag_field="type"):
    """Greets a new connection."""

    server: str
    version: str
    protocol: int
    nonce: bytes
    limits: Bounds
    games: tuple[GameCard, ...]
    motd: str = ""
    bots: tuple[Level, ...] = ()
    """How well bots can play here; nothing where there are none."""


class Request(Struct, frozen=True, omit_defaults=True, tag="request", tag_field="type"):
    """Asks this client for something, until it is answered or the time is up."""

    id: int
    kind: str
    """`login`, `seats`, `mode` or `move`."""
    left_ms: Millis
    decision: str = ""
    """Of a move: what the game asks for; of a mode: which option."""
    legal: tuple[bool | int | str, ...] | None = None
    """Numbers of seats, values of an option, or actions; these may be longer than a setting."""
    candidates: tuple[str, ...] | None = None
    undo: bool = False
    """Whether `undo` would be accepted now."""


class Named(Struct, frozen=True, omit_defaults=True, tag="named", tag_field="type"):
    """Grants a name."""

    name: str
    guest: bool = False
    muted: tuple[str, ...] = ()
    """Whom this name does not want to hear."""


class Matches(Struct, frozen=True, omit_defaults=True, tag="matches", tag_field="type"):
    """Tells which matches can be joined: all of them, or what has changed."""

    whole: bool = False
    open: tuple[RoomCard, ...] = ()
    gone: tuple[int, ...] = ()
    saved: tuple[SavedCard, ...] = ()
    """Only where `whole`: the matches of this name that can be resumed."""
    running: tuple[RunningCard, ...] | None = None
    """Where it was asked for: what is being played, the most watched first."""


class Seated(Struct, frozen=True, omit_defaults=True, tag="seated", tag_field="type"):
    """Grants a seat in a match that waits for players."""

    match: int
    seat: int
    nonce: bytes
    """One's own share in the luck, as it counts now."""
    room: RoomCard
    code: str = ""
    """What leads others here, if the match is private."""


class Waiting(Struct, frozen=True, omit_defaults=True, tag="waiting", tag_field="type"):
    """Tells for what and with whom this client is waiting; again whenever that changes."""

    present: int
    names: tuple[str, ...]
    code: str
    """`players` where some are missing, `choosing` where the first in line is being asked."""
    reason: str
    """The same as a sentence."""
    left_ms: Millis
    wanted: int = 0
    """How many players the match takes; nothing while that is not chosen."""
    match: int | None = None
    seats: tuple[str | None, ...] = ()
    """By seat: who sits there."""
    bots: BotsBySeat = ()


class Started(Struct, frozen=True, omit_defaults=True, tag="started", tag_field="type"):
    """Shows the whole match: at its start, and to whoever comes to it or back to it."""

    match: int
    game: str
    version: int
    players: tuple[str, ...]
    teams: tuple[tuple[int, ...], ...]
    options: dict[str, Setting]
    guidance: Guidance
    turn_seconds: int
    absence: Absence
    undo: bool
    commitment: bytes
    nonces: tuple[bytes, ...]
    """By seat: what each player brought to the luck of the match."""
    number: int
    view: Parts
    turn: int | None
    decision: str
    left_ms: Millis
    seat: int | None = None
    """The seat of this client; nothing for a watcher."""
    away: tuple[int, ...] = ()
    suspended: bool = False
    paused: bool = False
    pause_ms: Millis = 0
    """Where it is paused: how long that may still last."""
    title: str = ""
    code: str = ""
    """What leads others here, if the match is private."""
    open_to_watchers: bool = False
    watchers: tuple[str, ...] = ()
    """Who looks on."""
    bots: BotsBySeat = ()
    bot_level: Level = "normal"
    """How well bots play that sit in for somebody who is gone."""
    stand_ins: tuple[int, ...] = ()
    """The seats that bots play for people who are gone."""


class State(Struct, frozen=True, omit_defaults=True, tag="state", tag_field="type"):
    """Shows the whole view of this client again."""

    match: int
    number: int
    view: Parts
    turn: int | None
    decision: str
    left_ms: Millis
    away: tuple[int, ...] = ()
    suspended: bool = False
    paused: bool = False
    pause_ms: Millis = 0
    """Where it is paused: how long that may still last."""
    watchers: tuple[str, ...] = ()
    stand_ins: tuple[int, ...] = ()
    """The seats that bots play for people who are gone."""


class Update(Struct, frozen=True, omit_defaults=True, tag="update", tag_field="type"):
    """Tells of one action: what happened, and the parts of the view that changed."""

    match: int
    number: int
    """Its place in the log, and the id of the request that it answered."""
    seat: int
    action: str
    events: tuple[Happening, ...]
    changes: Parts
    turn: int | None
    decision: str
    left_ms: Millis


class Tried(Struct, frozen=True, omit_defaults=True, tag="tried", tag_field="type"):
    """Shows what the tried actions would do; nothing has happened."""

    request: int
    events: tuple[Happening, ...]
    changes: Parts
    decision: str
    legal: tuple[str, ...]


class Error(Struct, frozen=True, omit_defaults=True, tag="error", tag_field="type"):
    """Refuses a message, which has had no effect."""

    code: str
    text: str
    about: str = ""
    """The type of the message that is refused, where it could be read."""
    request: int | None = None
    """The request that the message named."""
    action: str = ""
    step: int | None = None
    """Of a `try`: which of its actions is refused, counted from 0."""


class Presence(Struct, frozen=True, omit_defaults=True, tag="presence", tag_field="type"):
    """Tells that a player is away and why, or back; or that somebody looks on, or left."""

    match: int
    seat: int | None
    """Nothing for one who looks on."""
    name: str
    here: bool
    cause: str
    left_ms: Millis = 0
    """How long the seat is kept before it counts as gone."""
    clock_ms: Millis = 0
    """What is left of the turn that is going on; the clock stands while its player is away."""
    bot: bool = False
    """Whether a bot plays for the one who is away."""


class Ended(Struct, frozen=True, omit_defaults=True, tag="ended", tag_field="type"):
    """Tells how a match ended, and reveals what was secret about its dice."""

    match: int
    reason: str
    text: str
    secret: bytes
    commitment: bytes
    nonces: tuple[bytes, ...]
    ranking: tuple[tuple[int, ...], ...] = ()
    """Places from the first on; nothing if the match was broken off."""
    scores: tuple[int, ...] = ()
    seat: int | None = None
    """Who ended it, if it did not end by the rules."""


class Notice(Struct, frozen=True, omit_defaults=True, tag="notice", tag_field="type"):
    """Tells of something that is nobody's answer."""

    code: str
    text: str
    match: int | None = None
    clock_ms: Millis | None = None
    """Where it concerns the clock of a match: what is left of its turn."""


class ServerVote(Struct, frozen=True, omit_defaults=True, tag="vote", tag_field="type"):
    """Tells what the players are voting about, how it stands, and how it came out."""

    match: int
    about: str
    """`pause`, `go-on`, `time`, `missing` or `rematch`."""
    choices: tuple[str, ...]
    votes: tuple[str | None, ...]
    """By seat: what each has voted for, if anything."""
    needed: int
    """How many votes for the same settle it."""
    left_ms: Millis = 0
    result: str = ""
    """Nothing while it is going on; then what was chosen, or `failed`."""
    room: RoomCard | None = None
    """Of a rematch: the match to be."""


class ServerChat(Struct, frozen=True, omit_defaults=True, tag="chat", tag_field="type"):
    """Tells what was said, now or before this client came."""

    to: str
    """To whom: `lobby`, `match`, `team` or `watchers`."""
    lines: tuple[Said, ...]
    match: int | None = None


class Muted(Struct, frozen=True, tag="muted", tag_field="type"):
    """Tells whom this name does not want to hear."""

    names: tuple[str, ...]


class ServerHistory(Struct, frozen=True, omit_defaults=True, tag="history", tag_field="type"):
    """Tells what has happened in a match, in one or more portions."""

    match: int
    lines: tuple[Past, ...]
    view: Parts | None = None
    """In the first portion: the view before the first of its lines."""
    last: bool = False
    """Whether this is the last portion."""
    ended: Ended | None = None
    """In the last portion, of a match that is over: how it ended."""


class ServerResults(Struct, frozen=True, omit_defaults=True, tag="results", tag_field="type"):
    """Tells of the past matches of a name, the latest first."""

    name: str
    past: tuple[PastCard, ...]
    tally: tuple[Tally, ...]
    """By game: all past matches, also those that are not listed."""
    more: bool = False
    """Whether there are older ones than those listed."""


class ServerPing(Struct, frozen=True, tag="ping", tag_field="type"):
    """Asks for a sign of life."""


class ServerPong(Struct, frozen=True, tag="pong", tag_field="type"):
    """Gives a sign of life."""


class ServerBye(Struct, frozen=True, tag="bye", tag_field="type"):
    """Ends the connection, and says why."""

    code: str
    text: str


FromServer: TypeAlias = (
    Welcome
    | Request
    | Named
    | Matches
    | Seated
    | Waiting
    | Started
    | State
    | Update
    | Tried
    | Error
    | Presence
    | Ended
    | Notice
    | ServerVote
    | ServerChat
    | Muted
    | ServerHistory
    | ServerResults
    | ServerPing
    | ServerPong
    | ServerBye
)
