"""What the messages of a server are about: games, matches, people and lines, as data only.

Times are durations that are left or gone, in milliseconds, as in all messages.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from eriantys.wire.fields import Absence, BotsBySeat, Guidance, Level, Parts, Setting

Millis: TypeAlias = int


class GameCard(Struct, frozen=True):
    """A game that this server offers."""

    id: str
    title: str
    version: int
    seats: tuple[int, ...]
    options: dict[str, Setting]
    """The options that can be chosen, with their defaults."""


class Bounds(Struct, frozen=True):
    """The limits that a client must keep to, and the times it can count on."""

    frame_before_login: int
    frame: int
    """The longest content of a frame from the client, in bytes."""
    frame_from_server: int
    ping_ms: Millis
    """Send something at least this often; the server does the same."""
    silence_ms: Millis
    """Whoever says nothing for so long is taken for gone."""
    grace_ms: Millis
    """How long a lost connection may take to come back before the seat counts as gone."""
    restart_grace_ms: Millis
    """The same after a restart, counted from it."""
    clock_least_ms: Millis
    """What whoever comes back to a saved match has at least, if a turn is not shorter."""
    login_ms: Millis
    """How long the server waits for a login."""
    answer_ms: Millis
    """How long it waits for all that the first in line is asked."""
    room_ms: Millis
    """How long a match waits for players."""
    idle_ms: Millis
    """How long one may do nothing in the lobby."""
    after_ms: Millis
    """How long the players of an ended match stay together."""
    frame_wait_ms: Millis
    """How long a frame may take from its first byte to its last."""
    vote_ms: Millis
    """How long players may vote about something."""
    pause_ms: Millis
    """How long a pause of theirs lasts at most."""
    frames_per_second: int
    bytes_per_second: int
    """Who sends more is heard more slowly."""
    chat_per_minute: int
    """Lines of chat that one name may say."""
    login_attempts: int
    """After so many refused logins the connection is closed."""
    name_least: int
    name_most: int
    turn_seconds: int
    """What a turn takes where the creator of a match chooses nothing."""
    turn_least: int
    turn_most: int
    absences: tuple[Absence, ...]
    """The absence policies that a match may have here."""


class RoomCard(Struct, frozen=True):
    """A match that waits for players."""

    match: int
    game: str
    seats: tuple[str | None, ...]
    """By seat: who sits there."""
    options: dict[str, Setting]
    guidance: Guidance
    turn_seconds: int
    absence: Absence
    undo: bool
    standing: bool
    """Whether it is a standing lobby, which `quick` fills."""
    commitment: bytes
    """The server's promise of its share in the luck."""
    title: str
    private: bool
    watchers: bool
    """Whether others may look on once it has begun."""
    bots: BotsBySeat = ()
    bot_level: Level = "normal"
    """How well bots play that sit in for somebody who is gone."""


class SavedCard(Struct, frozen=True):
    """A match in which this name has a seat to go back to."""

    match: int
    game: str
    players: tuple[str, ...]
    seat: int
    suspended: bool
    bots: BotsBySeat = ()


class RunningCard(Struct, frozen=True):
    """A match that is being played."""

    match: int
    game: str
    title: str
    players: tuple[str, ...]
    turn: int | None
    decision: str
    """What is being decided: the phase of the game."""
    number: int
    """How many lines its log has."""
    idle_ms: Millis
    """How long ago the last of them was written."""
    watchers: int
    """How many look on."""
    watchable: bool
    """Whether one more may."""
    bots: BotsBySeat = ()


class PastCard(Struct, frozen=True):
    """A match that is over."""

    match: int
    game: str
    title: str
    players: tuple[str, ...]
    seat: int
    """Where the one sat whose matches these are."""
    reason: str
    ranking: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    ended_by: int | None
    ended_ms: Millis
    """How long ago it ended."""
    number: int
    """How many lines its log has."""
    bots: BotsBySeat = ()


class Tally(Struct, frozen=True):
    """How somebody has fared in one game, as far as the server remembers."""

    game: str
    played: int
    """Matches that were played to an end, by the rules or by resigning."""
    won: int
    """Those with the first place, shared or not."""
    broken_off: int
    """Matches that ended otherwise."""


class Said(Struct, frozen=True, omit_defaults=True):
    """A line of chat."""

    name: str
    text: str
    ago_ms: Millis = 0


class Past(Struct, frozen=True):
    """A line of a match's log: what happened, and the parts of the view that it changed."""

    number: int
    seat: int
    action: str
    events: tuple[Happening, ...]
    changes: Parts
    turn: int | None
    decision: str


class Happening(Struct, frozen=True):
    """Something that happened, in the game's own words."""

    kind: str
    facts: Parts
