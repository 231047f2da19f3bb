"""What can happen to the server from outside, and what it wants done outside."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from msgspec import Struct

from eriantys.server.limits import Limits
from eriantys.wire.fields import Level

if TYPE_CHECKING:
    from eriantys.server.operator.orders import Order

BOT_ADDRESS = "bot"
"""The address of the connections that the house itself makes, for its bots."""


class Opened(NamedTuple):
    """Somebody has connected."""

    connection: int
    """A number that no other connection of this run has or had."""
    address: str


class Received(NamedTuple):
    """Bytes have come."""

    connection: int
    data: bytes


class Closed(NamedTuple):
    """The other end is gone, or was given up."""

    connection: int
    cause: str
    """`closed`, or `unread` for one that did not read what it was sent."""


class Stop(NamedTuple):
    """The operator wants the server to end."""


class Overdue(NamedTuple):
    """Matches that were suspended so long ago that they are given up."""

    matches: tuple[int, ...]


class Behind(NamedTuple):
    """Somebody with slack has read too slowly: what was not begun to be sent is dropped."""

    connection: int


class CaughtUp(NamedTuple):
    """The same has read everything now that was left."""

    connection: int


class Reload(NamedTuple):
    """The operator has changed what may be changed while the server runs."""

    limits: Limits
    motd: str


class Ordered(NamedTuple):
    """The operator wants something of the house."""

    number: int
    """Whose answer this is, among all orders of this run."""
    order: Order


Input: TypeAlias = (
    Opened | Received | Closed | Stop | Overdue | Behind | CaughtUp | Reload | Ordered
)


class Send(NamedTuple):
    """Bytes for a connection."""

    connection: int
    data: bytes


class Close(NamedTuple):
    """Close a connection once it has been sent everything."""

    connection: int


class Heed(NamedTuple):
    """Read what a connection says from now on, or leave it unread for a while."""

    connection: int
    listen: bool


class Slack(NamedTuple):
    """Whether a slow reader may miss things instead of being dropped: one who looks on may."""

    connection: int
    allowed: bool


ToConnection: TypeAlias = Send | Close | Heed | Slack


class Summon(NamedTuple):
    """Have a bot connect and show a ticket, with which it takes a seat that waits for it."""

    ticket: bytes
    level: Level


class Answered(NamedTuple):
    """What is to be said to the operator about an order."""

    number: int
    answer: Struct
    """One of the answers of `operator.answers`."""


class Enough(NamedTuple):
    """Let the server end: it was being drained, and nothing goes on any more."""


Output: TypeAlias = ToConnection | Summon | Answered | Enough
