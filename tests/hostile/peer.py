"""One connection of somebody who means no good, led by a script.

A script is a generator. It yields how many seconds to let pass, the kind of message to wait
for, or `Gone`: that the server must have ended the connection by some instant. Whatever the
script waits for, all that comes meanwhile must be proper messages of the server.
"""

from __future__ import annotations

import errno
import socket
import struct
import time
from collections import Counter
from collections.abc import Callable, Generator
from random import Random
from select import EPOLLERR, EPOLLHUP, EPOLLIN, EPOLLOUT
from typing import Any, NamedTuple, TypeAlias

from eriantys.server.codes import BYES, ERRORS
from eriantys.server.limits import FRAME_FROM_SERVER
from eriantys.wire.errors import WireError
from eriantys.wire.frames import FrameReader
from eriantys.wire.from_client import FromClient, Pong
from eriantys.wire.from_server import Error, FromServer, ServerBye, ServerPing
from eriantys.wire.messages import read_from_server, write

READ_SIZE = 65536
SMALLEST_WINDOW = 1024
"""What a peer that will not read asks the system to hold; it holds a little more."""
SMALL_SEGMENT = 536
"""With segments as large as they are on one machine, the system would take megabytes for such a
peer before the server noticed."""
RESET_ON_CLOSE = struct.pack("ii", 1, 0)


class Gone(NamedTuple):
    """Waits for the server to end the connection."""

    by: float
    """When that must have happened."""
    code: str = ""
    """What its `bye` must say; nothing where none can be read."""


Wish: TypeAlias = float | type[FromServer] | tuple[type[FromServer], ...] | Gone
Script: TypeAlias = Generator[Wish, Any, None]
Kind: TypeAlias = Callable[["Peer"], Script]


class Fault(Exception):
    """Tells what the server did wrong."""


class Peer:
    """A socket that never waits, and what the script wants of it."""

    def __init__(self, port: int, number: int, kind: Kind, chance: Random) -> None:
        self.name = f"bad-{number}"
        self.kind = kind
        self.chance = chance
        self.port = port
        self.began = time.monotonic()
        self.wish: Wish = 0.0
        self.ticket = 0
        """Changes with every wish: what was meant for the one before does not count."""
        self.met: Counter[str] = Counter()
        """How often the server said `error` or `bye`, by code."""
        self.bye = ""
        self.ended: float | None = None
        """When the server ended the connection."""
        self.may_be_dropped = False
        """Whether the server may end the connection although the script expects no end."""
        self.deaf = False
        self.closed = False
        self.unsent = b""
        self.reader = FrameReader(FRAME_FROM_SERVER)
        self.socket = socket.socket()
        if getattr(kind, "narrow", False):
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALLEST_WINDOW)
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SMALL_SEGMENT)
        self.socket.setblocking(False)
        trouble = self.socket.connect_ex(("127.0.0.1", port))
        if trouble not in (0, errno.EINPROGRESS):
            raise Fault(f"cannot connect: {errno.errorcode[trouble]}")
        self.script = kind(self)

    # For scripts.

    def now(self) -> float:
        return time.monotonic()

    def noise(self, count: int) -> bytes:
        """Make bytes that mean nothing."""
        return self.chance.randbytes(count)

    def say(self, *messages: FromClient) -> None:
        """Send messages in one piece."""
        self.send(b"".join(map(write, messages)))

    def send(self, data: bytes) -> None:
        """Send, as soon as the system takes it."""
        self.unsent += data
        self._send_more()

    def deafen(self) -> None:
        """Read nothing any more."""
        self.deaf = True

    def half_close(self) -> None:
        """Tell the server that nothing more will come."""
        self.socket.shutdown(socket.SHUT_WR)

    def vanish(self) -> None:
        """Break the connection off without a word."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET_ON_CLOSE)
        self.close()

    def expect(self, is_so: bool, what: object) -> None:
        """Find fault with the server unless something is so."""
        if not is_so:
            raise Fault(str(what))

    # For whoever leads it.

    @property
    def events(self) -> int:
        """What to wait for; that the server has broken the connection is told at any rate."""
        return (0 if self.deaf else EPOLLIN) | (EPOLLOUT if self.unsent else 0)

    def go_on(self, value: object = None) -> None:
        """Let the script have what it wished for, and wish for something else."""
        self.ticket += 1
        try:
            self.wish = self.script.send(value)
        except StopIteration:
            self.close()

    def happened(self, events: int) -> None:
        """Take in what the system reports."""
        if events & EPOLLOUT:
            self._send_more()
        if self.deaf:
            if events & (EPOLLHUP | EPOLLERR):
                self._end()
        elif events & (EPOLLIN | EPOLLHUP | EPOLLERR):
            self._read()

    def close(self) -> None:
        """Let go of the socket."""
        self.closed = True
        if not self.script.gi_running:
            self.script.close()
        self.socket.close()

    def _send_more(self) -> None:
        try:
            taken = self.socket.send(self.unsent)
        except BlockingIOError:
            return
        except ConnectionError:  # which the next event tells as well
            taken = len(self.unsent)
        self.unsent = self.unsent[taken:]

    def _read(self) -> None:
        try:
            data = self.socket.recv(READ_SIZE)
        except BlockingIOError:
            return
        except ConnectionError:
            data = b""
        if not data:
            self._end()
            return
        self.reader.feed(data)
        while not self.closed and not self.deaf:
            try:
                content = self.reader.next_frame()
                if content is None:
                    return
                message = read_from_server(content)
            except WireError as error:
                raise Fault(f"what the server says is no message: {error.text}") from error
            self.expect(message is not None, "the server says what nobody knows")
            self._hear(message)

    def _hear(self, message: Any) -> None:
        match message:
            case ServerPing():
                self.say(Pong())
            case Error(code=code):
                self.expect(code in ERRORS, message)
                self.met[f"error {code}"] += 1
            case ServerBye(code=code):
                self.expect(code in BYES, message)
                self.met[f"bye {code}"] += 1
                self.bye = code
        wanted = () if isinstance(self.wish, float | Gone) else self.wish
        if isinstance(message, wanted):
            self.go_on(message)

    def _end(self) -> None:
        """Note that the server has ended the connection."""
        self.ended = self.now()
        wish = self.wish
        self.close()
        if isinstance(wish, Gone):
            if wish.code and wish.code != self.bye:
                raise Fault(f"it was sent away with {self.bye!r}, not {wish.code!r}")
        elif not self.may_be_dropped:
            raise Fault(f"the server ended it with {self.bye!r}")


def narrow(kind: Kind) -> Kind:
    """Have the peers of a kind read through the smallest window there is, if at all."""
    kind.narrow = True  # type: ignore[attr-defined]
    return kind
