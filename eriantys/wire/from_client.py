"""Every message that a client may send: data only, what it does is the server's business."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from eriantys.wire.fields import (
    Absence,
    ActionText,
    Guidance,
    Key,
    Name,
    Nonce,
    Number,
    SeatCount,
    SeatNumber,
    Seconds,
    Setting,
    Settings,
    Word,
)

MOST_TRIED = 32
"""Steps of one look ahead; the longest decision of any game takes far fewer."""


class Login(Struct, frozen=True, tag="login", tag_field="type"):
    """Asks for a name: with a key the first time, later with a proof of having it."""

    name: Name
    key: Key | None = None
    """Registers a free name; also opens a name that was registered with this key."""
    proof: Key | None = None
    """HMAC-SHA256 with the key over the nonce of `welcome` followed by the name."""
    guest: bool = False
    """Lets go of the name when its last match is over."""
    take_over: bool = False
    """Closes the connection that has this name now, and takes its place."""
    protocol: Number | None = None
    """The protocol that the client speaks: better refused at once than misunderstood."""
    client: Name = ""
    """What the client calls itself, for the operator's log."""


class List(Struct, frozen=True, tag="list", tag_field="type"):
    """Asks for all open matches, and the saved ones of this name."""


class Create(Struct, frozen=True, tag="create", tag_field="type"):
    """Opens a match and takes a seat in it."""

    game: Word
    seats: SeatCount
    nonce: Nonce
    options: Settings = {}
    """The game's own options; those left out have their defaults."""
    guidance: Guidance = "full"
    turn_seconds: Seconds | None = None
    """Left out: what the server's operator chose."""
    absence: Absence = "wait"
    undo: bool = True
    """Whether whole actions may be taken back; steps of a half-played one always may."""
    seat: SeatNumber = 0


class Join(Struct, frozen=True, tag="join", tag_field="type"):
    """Takes a seat in an open match."""

    match: Number
    nonce: Nonce
    seat: SeatNumber | None = None
    """A free seat; left out, the first one."""


class Quick(Struct, frozen=True, tag="quick", tag_field="type"):
    """Takes a seat in a standing lobby; without seats, in whatever the first in line wants."""

    game: Word
    nonce: Nonce
    seats: SeatCount | None = None
    options: Settings = {}
    guidance: Guidance = "full"


class Answer(Struct, frozen=True, tag="answer", tag_field="type"):
    """Answers a request for the number of seats or the mode."""

    request: Number
    value: Setting


class TakeSeat(Struct, frozen=True, tag="seat", tag_field="type"):
    """Changes the seat, or the share in the luck, while the match is waiting for players."""

    seat: SeatNumber | None = None
    nonce: Nonce | None = None
    """Made after the commitment was seen, it is one that the server could not foresee."""


class Resume(Struct, frozen=True, tag="resume", tag_field="type"):
    """Goes back to the own seat of a saved match."""

    match: Number | None = None
    """Left out: the only saved match, or the latest one."""


class Watch(Struct, frozen=True, tag="watch", tag_field="type"):
    """Looks on at a running match."""

    match: Number


class Leave(Struct, frozen=True, tag="leave", tag_field="type"):
    """Goes back to the lobby; a seat in a running match is kept as its policy says."""


class Resign(Struct, frozen=True, tag="resign", tag_field="type"):
    """Gives the match up."""


class Move(Struct, frozen=True, tag="move", tag_field="type"):
    """Answers a request for an action."""

    request: Number
    action: ActionText


class Undo(Struct, frozen=True, tag="undo", tag_field="type"):
    """Takes the latest action back instead of answering a request."""

    request: Number


class Try(Struct, frozen=True, tag="try", tag_field="type"):
    """Asks privately what some actions would do if they answered a request."""

    request: Number
    actions: Annotated[tuple[ActionText, ...], Meta(max_length=MOST_TRIED)]


class Sync(Struct, frozen=True, tag="sync", tag_field="type"):
    """Asks for the whole view again."""


class Ping(Struct, frozen=True, tag="ping", tag_field="type"):
    """Asks for a sign of life."""


class Pong(Struct, frozen=True, tag="pong", tag_field="type"):
    """Gives a sign of life."""


class Bye(Struct, frozen=True, tag="bye", tag_field="type"):
    """Ends the connection on purpose."""


FromClient: TypeAlias = (
    Login
    | List
    | Create
    | Join
    | Quick
    | Answer
    | TakeSeat
    | Resume
    | Watch
    | Leave
    | Resign
    | Move
    | Undo
    | Try
    | Sync
    | Ping
    | Pong
    | Bye
)
