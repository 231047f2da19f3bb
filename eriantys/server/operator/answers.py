"""What the house answers to its operator: plain structs, which JSON and tables are made of."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from eriantys.server.rows import SanctionKind


class Done(Struct, frozen=True):
    """It is done, and this is what there is to say about it."""

    text: str


class Refused(Struct, frozen=True):
    """Nothing was done: a stable word for programs, and a sentence for people."""

    code: str
    text: str


class Answer(Struct, frozen=True, omit_defaults=True):
    """A line of JSON: what was found or done, or why nothing was."""

    found: object = None
    refused: Refused | None = None


class House(Struct, frozen=True):
    """What the house itself knows of how things are."""

    connections: int
    people: int
    """Those of them who have a name, bots aside."""
    bots: int
    waiting: int
    running: int
    paused: int
    suspended: int
    watchers: int
    draining: bool
    stops_in: float | None
    """Seconds until a drained server stops at the latest."""


class Outlook(Struct, frozen=True):
    """How things are."""

    version: str
    process: int
    up: float
    """Seconds since the start."""
    doors: tuple[str, ...]
    tls: bool
    store: str
    store_bytes: int
    saving: bool
    """Whether the last that was to be saved was saved."""
    memory_bytes: int
    bot_processes: int
    house: House


class MatchRow(Struct, frozen=True):
    """A match in a list."""

    match: int
    game: str
    state: str
    """`waiting`, `running`, `paused` or `suspended`; also `over` where one is asked for."""
    players: tuple[str | None, ...]
    """By seat; nobody where a seat is free."""
    turn: int | None
    """Which of them, counted from 1, is asked; nobody while it is not loaded."""
    number: int | None
    """How many lines its log has."""
    quiet: float | None
    """Seconds since something happened."""
    watchers: int
    private: bool
    title: str


class MatchList(Struct, frozen=True):
    """All matches that are not over."""

    matches: tuple[MatchRow, ...]


class SeatRow(Struct, frozen=True):
    """A seat of a match."""

    seat: int
    name: str
    bot: str | None
    """The level of the bot that plays there."""
    presence: str
    cause: str
    connection: int | None


class MatchPage(Struct, frozen=True):
    """All that an operator may know of a match; nothing that is hidden from its watchers."""

    row: MatchRow
    options: dict[str, bool | int | str]
    guidance: str
    turn_seconds: int
    absence: str
    undo: bool
    watchers_allowed: bool
    seats: tuple[SeatRow, ...]
    decision: str
    clock_left: float | None
    """Seconds that are left of the turn."""
    watchers: tuple[str, ...]
    reason: str
    """Why it ended, if it did."""
    winners: tuple[int, ...]
    """The seats that won, counted from 1."""


class PlayerRow(Struct, frozen=True):
    """Somebody who is connected."""

    connection: int
    name: str
    kind: str
    """`name`, `guest`, `bot`, or `nobody` before the login."""
    state: str
    match: int | None
    address: str
    silent: float
    """Seconds since anything was heard."""


class PlayerList(Struct, frozen=True):
    """Everybody who is connected."""

    players: tuple[PlayerRow, ...]


class SanctionRow(Struct, frozen=True):
    """Somebody who is kept out, or not heard."""

    kind: SanctionKind
    who: str
    reason: str
    left: float | None
    """Seconds until it is over; nothing where it is for good."""


class SanctionList(Struct, frozen=True):
    """All who are kept out or not heard."""

    sanctions: tuple[SanctionRow, ...]


class RecordText(Struct, frozen=True):
    """A match as a game record."""

    record: str


class Sample(Struct, frozen=True):
    """One number, and of what it is."""

    value: float
    labels: dict[str, str] = {}
    suffix: str = ""


class Figure(Struct, frozen=True):
    """One thing that is counted or measured, in all its parts."""

    name: str
    kind: Literal["counter", "gauge", "histogram"]
    says: str
    samples: tuple[Sample, ...]


class Figures(Struct, frozen=True):
    """All that is counted and measured."""

    figures: tuple[Figure, ...]
