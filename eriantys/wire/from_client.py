"""Every message that a client may send: data only, what it does is the server's business."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from eriantys.wire.fields import (
    Absence,
    ActionText,
    Audience,
    Ballot,
    Choice,
    Code,
    Guidance,
    Key,
    Level,
    Name,
    Nonce,
    Number,
    SeatCount,
    SeatNumber,
    Seconds,
    Setting,
    Settings,
    Talk,
    Title,
    Word,
)

MOST_BOTS = 15
"""Bots of one match: at least one of its seats is a person's."""
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


class Ticket(Struct, frozen=True, tag="ticket", tag_field="type"):
    """Takes the seat to which the server has called a bot."""

    ticket: Key
    """What the server handed out for that seat; it is good once."""


class List(Struct, frozen=True, tag="list", tag_field="type"):
    """Asks for all open matches, and the saved ones of this name."""

    running: bool = False
    """Whether to list as well what is being played."""


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
    title: Title = ""
    """For the list; it may be left out."""
    private: bool = False
    """Whether the match is kept off the lists, and only its invitation code leads to it."""
    watchers: bool = True
    """Whether others may look on."""
    bots: Annotated[tuple[Level, ...], Meta(max_length=MOST_BOTS)] = ()
    """Bots that take the first free seats at once, by how well they play."""
    bot_level: Level = "normal"
    """How well bots play that sit in for somebody who is gone."""


class Join(Struct, frozen=True, tag="join", tag_field="type"):
    """Takes a seat in an open match, named by its number or by its invitation code."""

    nonce: Nonce
    match: Number | None = None
    seat: SeatNumber | None = None
    """A free seat; left out, the first one."""
    code: Code = ""
    """What a private match was given."""


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


class AddBot(Struct, frozen=True, tag="add-bot", tag_field="type"):
    """Lets a bot take a free seat, while the match is waiting for players."""

    level: Level = "normal"
    seat: SeatNumber | None = None
    """Left out: the first free one."""


class RemoveBot(Struct, frozen=True, tag="remove-bot", tag_field="type"):
    """Sends a bot away from its seat, while the match is waiting for players."""

    seat: SeatNumber


class Resume(Struct, frozen=True, tag="resume", tag_field="type"):
    """Goes back to the own seat of a saved match."""

    match: Number | None = None
    """Left out: the only saved match, or the latest one."""


class Watch(Struct, frozen=True, tag="watch", tag_field="type"):
    """Looks on at a running match, named by its number or by its invitation code."""

    match: Number | None = None
    code: Code = ""
    """What a private match was given."""


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


class Vote(Struct, frozen=True, tag="vote", tag_field="type"):
    """Proposes something that the players of a match decide together, or votes about it."""

    about: Ballot
    choice: Choice


class Rematch(Struct, frozen=True, tag="rematch", tag_field="type"):
    """Wants to play the match that is over once more, with the same players."""

    nonce: Nonce


class Chat(Struct, frozen=True, tag="chat", tag_field="type"):
    """Says something to others."""

    to: Audience
    text: Talk


class Mute(Struct, frozen=True, tag="mute", tag_field="type"):
    """Does not want to hear what somebody says any more, or does again."""

    name: Name
    muted: bool = True


class History(Struct, frozen=True, tag="history", tag_field="type"):
    """Asks what has happened in a match, going on or over, as this client may see it."""

    match: Number
    after: Number = 0
    """Only what comes after so many lines of the log, with the view as it was then."""
    code: Code = ""
    """What a private match was given; its players need not name it."""


class Results(Struct, frozen=True, tag="results", tag_field="type"):
    """Asks for the past matches of a name, the latest first."""

    name: Name = ""
    """Left out: the own name."""
    before: Number | None = None
    """Only matches of a lower number, to go on where an answer ended."""


class Ping(Struct, frozen=True, tag="ping", tag_field="type"):
    """Asks for a sign of life."""


class Pong(Struct, frozen=True, tag="pong", tag_field="type"):
    """Gives a sign of life."""


class Bye(Struct, frozen=True, tag="bye", tag_field="type"):
    """Ends the connection on purpose."""


FromClient: TypeAlias = (
    Login
    | Ticket
    | List
    | Create
    | Join
    | Quick
    | Answer
    | TakeSeat
    | AddBot
    | RemoveBot
    | Resume
    | Watch
    | Leave
    | Resign
    | Move
    | Undo
    | Try
    | Sync
    | Vote
    | Rematch
    | Chat
    | Mute
    | History
    | Results
    | Ping
    | Pong
    | Bye
)
