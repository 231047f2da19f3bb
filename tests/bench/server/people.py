"""Those who put a server under load: connections, and tables at which matches are played."""

from __future__ import annotations

import socket
from typing import Protocol


class Connection:
    """One connection of somebody at a table, or of somebody who only looks in."""

    __slots__ = ("name", "named", "receive", "seat", "send", "socket", "table", "unread")

    def __init__(self, port: int, name: str, table: Table | None = None, seat: int = 0) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.receive = self.socket.recv
        self.send = self.socket.send
        self.name = name
        """What it calls itself; nothing for one who stays before the login."""
        self.named = False
        self.table = table
        self.seat = seat
        self.unread = b""
        """The beginning of a frame whose end has not come yet."""


class Table:
    """Some who play one match after the other."""

    __slots__ = ("heard", "match", "move", "mover", "owed", "players", "present")

    def __init__(self, number: int) -> None:
        self.match = f"m-{number:06}"
        self.players: list[Connection] = []
        self.present = 0
        """How many are ready to begin a match, or have heard that it is over."""
        self.move: bytes | None = None
        """The next move as it will be sent; None while one is under way."""
        self.mover: Connection | None = None
        """Who will send it."""
        self.heard = 0
        """How many of them have been told of the latest move."""
        self.owed: list[float] = []
        """When moves should have been sent that could not be, and the one under way."""


class Dialect(Protocol):
    """How a server is talked to: both kinds are put under load in the same way."""

    ended: list[Table]
    """Tables whose match is over; whoever looks after them takes them out."""
    arrived: int
    """How many who only look in have made a round trip."""

    def greet(self, connection: Connection) -> None:
        """Say what is to be said first."""

    def hear(self, connection: Connection, data: bytes) -> bytes | None:
        """Take in what was said; return a move if this connection has to make one."""

    def begin_again(self, table: Table) -> None:
        """Let those of a table whose match is over begin another."""
