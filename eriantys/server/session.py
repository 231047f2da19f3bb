"""One connection: which state it is in, and what it has been asked.

A session is tied to its connection and ends with it. A seat is not: it belongs to a name,
and whoever proves to have that name finds it again.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from msgspec import Struct

from eriantys.wire.fields import Setting
from eriantys.wire.frames import FrameReader
from eriantys.wire.from_client import FromClient

if TYPE_CHECKING:
    from eriantys.server.lobby.quick import Line
    from eriantys.server.lobby.rooms import Room
    from eriantys.server.lobby.tables import Table
    from eriantys.server.matches.history import Telling
    from eriantys.server.matches.match import Match


class State(enum.Enum):
    """Where a connection stands; the table of `table.py` says what each of them accepts."""

    NEW = "new"
    """Connected, without a name."""
    LOBBY = "lobby"
    """Named, and free to go anywhere."""
    QUEUED = "queued"
    """In line, behind somebody who is choosing what will be played."""
    ASKED = "asked"
    """First in line, choosing what will be played."""
    SEATED = "seated"
    """At a match that waits for players."""
    PLAYING = "playing"
    """At a match that has begun."""
    AFTER = "after"
    """At a match that is over."""
    WATCHING = "watching"
    """Looking on."""
    CLOSED = "closed"
    """Gone."""


WAITS: dict[State, str] = {
    State.NEW: "login",
    State.LOBBY: "idle",
    State.QUEUED: "room",
    State.ASKED: "answer",
    State.AFTER: "after",
}
"""By state: the limit that says how long it may last.

The others have their deadline elsewhere: a waiting room its own, a match its clock.
"""


NOBODY: Mapping[str, str] = MappingProxyType({})
"""Whom most people do not want to hear: one for all, since most connections are idle."""


class Question(Struct, frozen=True):
    """What somebody in line was asked for."""

    id: int
    kind: str
    decision: str
    choices: tuple[Setting, ...] | None


class Session:
    """One connection, from its first byte to its last."""

    __slots__ = (
        "address",
        "amid_frame",
        "attempts",
        "behind",
        "bot",
        "chosen",
        "connection",
        "debt_until",
        "gone",
        "guest",
        "heard",
        "held",
        "household",
        "line",
        "lobby_heard",
        "match",
        "muted",
        "name",
        "nonce",
        "player_nonce",
        "question",
        "questions",
        "reader",
        "room",
        "said",
        "seat",
        "slowed",
        "state",
        "table",
        "telling",
    )

    def __init__(
        self,
        connection: int,
        address: str,
        household: str,
        frame_limit: int,
        nonce: bytes,
        now: float,
    ) -> None:
        self.connection = connection
        self.address = address
        self.household = household
        """Those who share its address, as far as that can be told."""
        self.reader = FrameReader(frame_limit)
        self.nonce = nonce
        """What a proof of the name must be made with, on this connection only."""
        self.state = State.NEW
        self.name = ""
        self.guest = False
        self.bot = False
        """Whether it has its place by a ticket: then it plays, and does nothing else."""
        self.attempts = 0
        """How many logins were refused."""
        self.heard = now
        """When something came last."""
        self.said = now
        """When something was sent last."""
        self.debt_until = now
        """When this connection will have paid for all that it was heard."""
        self.slowed = False
        """Whether it must wait until more of that is paid."""
        self.amid_frame = False
        """Whether there is a deadline for the rest of a frame."""
        self.behind = False
        """Whether what it looks on at goes too fast for it: then it is told nothing."""
        self.lobby_heard = 0
        """How many lines of the lobby's talk have been told, or were before its time."""
        self.muted = NOBODY
        """Whom it does not want to hear: by name in lower case, how that is spelt."""
        self.held: FromClient | None = None
        """A message that must wait until what it concerns is on disk."""
        self.gone = ""
        """Why the other end is gone, once it is; what it sent before that still counts."""

        # Where it sits: at most one of these, but at the room of a rematch also its table.
        self.line: Line | None = None
        self.room: Room | None = None
        self.match: Match | None = None
        self.table: Table | None = None
        """The players of a match that is over, who may want another."""
        self.seat: int | None = None
        """The own seat in the room or the match."""

        self.telling: Telling | None = None
        """The match of the past that it is being told of."""

        # What the first in line is asked.
        self.question: Question | None = None
        self.questions = 0
        """How many were asked on this connection: the id of the latest."""
        self.chosen: dict[str, Setting] | None = None
        self.player_nonce = b""
        """The share in the luck that came with `quick`."""

    @property
    def lock(self) -> int:
        """What stands for this session among the locks; no match has such a number."""
        return -self.connection

    def __repr__(self) -> str:
        return f"<{self.connection} {self.name or self.address} {self.state.value}>"
