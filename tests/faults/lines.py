"""A line between a client and its server that breaks when a certain message passes through it.

Every message in both directions goes through here one by one, so a line can break before any
of them, in the middle of it, or right after it.
"""

from __future__ import annotations

import socket
from collections import deque
from contextlib import suppress
from selectors import EVENT_READ, DefaultSelector
from typing import Literal, NamedTuple, TypeAlias

from eriantys.wire.frames import FrameReader, decode, frame

Towards: TypeAlias = Literal["client", "server"]
How: TypeAlias = Literal["lost", "half", "after", "late", "thrice"]

WAYS: dict[Towards, tuple[How, ...]] = {
    "client": ("lost", "half", "after"),
    "server": ("lost", "half", "after", "late", "thrice"),
}
"""How a line can break at a message. It is lost, or half of it comes through, or all of it.
It may be late: the client has come back by another connection before the server hears it. Or
all requests are said three times, and once more in another order after the client is back."""
REQUESTS = ("move", "undo", "answer")
SAID_AGAIN = 6
"""So many of the latest requests."""
SIZE = 65536


class Cut(NamedTuple):
    """Where a line breaks."""

    towards: Towards
    at: int
    """After so many messages in that direction; never where there are not as many."""
    how: How


class Way:
    """One connection through a line."""

    def __init__(self, client: socket.socket, server: socket.socket) -> None:
        self.ends: dict[Towards, socket.socket] = {"client": client, "server": server}
        self.readers: dict[Towards, FrameReader] = {
            "client": FrameReader(2**20),
            "server": FrameReader(2**20),
        }
        """What goes towards whom."""


class BreakableLine:
    """All connections of one client to its server."""

    def __init__(self, lines: Lines, port: int, cut: Cut | None) -> None:
        self._lines = lines
        self._server = port
        self.cut = cut
        self.passed: dict[Towards, int] = {"client": 0, "server": 0}
        """How many messages have gone through, whatever came of them."""
        self.broken = False
        """Whether it has broken; it never does so again."""
        self._late: tuple[socket.socket, bytes] | None = None
        """What the server is still to hear of the connection that broke."""
        self._said: deque[bytes] = deque(maxlen=SAID_AGAIN)
        self._ways: list[Way] = []
        self.door = socket.create_server(("127.0.0.1", 0))
        self.port = int(self.door.getsockname()[1])
        lines.watch(self.door, self._accept)

    def _accept(self) -> None:
        client = self.door.accept()[0]
        server = socket.create_connection(("127.0.0.1", self._server))
        way = Way(client, server)
        self._ways.append(way)
        self._lines.watch(client, lambda: self._pass(way, "server"))
        self._lines.watch(server, lambda: self._pass(way, "client"))

    def _pass(self, way: Way, towards: Towards) -> None:
        """Hand on what has come, message by message."""
        origin = way.ends["server" if towards == "client" else "client"]
        try:
            data = origin.recv(SIZE)
        except ConnectionError:
            data = b""
        if not data:
            self._close(way)
            return
        reader = way.readers[towards]
        reader.feed(data)
        while way in self._ways and (content := reader.next_frame()) is not None:
            self.passed[towards] += 1
            if (
                self.cut is not None
                and not self.broken
                and (towards, self.passed[towards]) == (self.cut.towards, self.cut.at)
            ):
                self._break(way, frame(content), self.cut.how)
            else:
                self._hand_on(way, towards, content)

    def _hand_on(self, way: Way, towards: Towards, content: bytes) -> None:
        data = frame(content)
        kind = decode(content)["type"]
        if towards == "server" and kind in REQUESTS and self._thrice:
            self._said.append(data)
            data *= 3
        self._say(way.ends[towards], data)
        if towards == "client" and kind == "started" and self.broken:
            self._go_on_with_the_past(way)

    @property
    def _thrice(self) -> bool:
        return self.cut is not None and self.cut.how == "thrice"

    def _break(self, way: Way, data: bytes, how: How) -> None:
        assert self.cut is not None
        self.broken = True
        end = way.ends[self.cut.towards]
        match how:
            case "half":
                self._say(end, data[: len(data) // 2])
            case "after" | "thrice":
                self._say(end, data)
            case "late":
                self._late = end, data
        self._close(way)

    def _go_on_with_the_past(self, way: Way) -> None:
        """Let the server hear now what it should have heard before the line broke."""
        if self._late is not None:
            end, data = self._late
            self._late = None
            self._say(end, data)
            end.close()
        for data in reversed(self._said):
            self._say(way.ends["server"], data)
        self._said.clear()

    def _say(self, end: socket.socket, data: bytes) -> None:
        with suppress(ConnectionError):  # whoever has closed it hears no more
            end.sendall(data)

    def _close(self, way: Way) -> None:
        self._ways.remove(way)
        kept = self._late[0] if self._late is not None else None
        for end in way.ends.values():
            self._lines.forget(end)
            if end is not kept:
                end.close()

    def close(self) -> None:
        """Take the line down."""
        self._lines.forget(self.door)
        self.door.close()
        for way in list(self._ways):
            self._close(way)
        if self._late is not None:
            self._late[0].close()


class Lines:
    """All lines, which one thread looks after."""

    def __init__(self) -> None:
        self._selector = DefaultSelector()

    def fileno(self) -> int:
        """Give the descriptor that can be read when there is something to do."""
        assert hasattr(self._selector, "fileno")
        return int(self._selector.fileno())

    def watch(self, end: socket.socket, then: object) -> None:
        """Do something whenever a socket can be read."""
        self._selector.register(end, EVENT_READ, then)

    def forget(self, end: socket.socket) -> None:
        """Let a socket be."""
        self._selector.unregister(end)

    def attend(self) -> None:
        """Do what there is to do."""
        for key, _ in self._selector.select(0):
            if key.fileobj.fileno() >= 0:  # it may have been closed by what came before
                key.data()

    def close(self) -> None:
        """Let go of everything."""
        self._selector.close()
