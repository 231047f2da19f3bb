"""What can happen to the server from outside, and what it wants done outside."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias


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


Input: TypeAlias = Opened | Received | Closed | Stop | Overdue


class Send(NamedTuple):
    """Bytes for a connection."""

    connection: int
    data: bytes


class Close(NamedTuple):
    """Close a connection once it has been sent everything."""

    connection: int


Output: TypeAlias = Send | Close
