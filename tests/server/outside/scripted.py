"""A core and a store that do as they are told, and a loop around them on real sockets.

The tests turn the loop by hand, so that nothing happens between two lines of a test.
"""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TypeAlias, TypeVar

from eriantys.server.inputs import Closed, Input, Opened, Output, Received, Reload, Send
from eriantys.server.limits import Limits
from eriantys.server.outside.listening import listen
from eriantys.server.outside.loop import Loop
from eriantys.server.outside.porter import Porter
from eriantys.server.outside.tls import load
from eriantys.server.rows import MatchSuspended, Row, StoreTrouble

PATIENCE = 30.0
"""Seconds after which something hangs; nothing here comes near it."""
A_ROW = MatchSuspended(1)
HELLO = b"hello"
PLENTY = 10**6
"""Descriptors for everybody."""
TLS = Path(__file__).resolve().parents[2] / "data" / "tls"
"""Certificates and keys for tests; `localhost` is for this machine."""

Secure: TypeAlias = ssl.SSLSocket
T = TypeVar("T")


class Script:
    """A core that greets, remembers what it heard, and says what the test puts in its mouth."""

    def __init__(self) -> None:
        self.heard: list[Input] = []
        self.to_say: list[Output] = []
        self.to_keep: list[Row] = []
        self.done: list[str] = []
        """What it was told of its rows."""
        self.busy = False
        self.steps = 0
        self.crowd: set[int] = set()
        self.fault: Exception | None = None

    def step(self, inputs: Iterable[Input], now: float) -> Sequence[Row]:
        assert abs(now - time.monotonic()) < PATIENCE
        if self.fault is not None:
            raise self.fault
        self.steps += 1
        for each in inputs:
            self.heard.append(each)
            if isinstance(each, Opened):
                self.to_say.append(Send(each.connection, HELLO))
        rows, self.to_keep = self.to_keep, []
        return rows

    def committed(self) -> None:
        self.done.append("committed")

    def aborted(self) -> None:
        self.done.append("aborted")

    def outgoing(self) -> list[Output]:
        said, self.to_say = self.to_say, []
        return said

    def next_due(self) -> float | None:
        # Tests look every moment whether what they wait for has happened.
        return time.monotonic() + 0.01

    def crowded(self, connection: int) -> bool:
        return connection in self.crowd

    # What the tests ask.

    def opened(self) -> list[int]:
        return [each.connection for each in self.heard if isinstance(each, Opened)]

    def received(self, connection: int) -> bytes:
        pieces = [each for each in self.heard if isinstance(each, Received)]
        return b"".join(each.data for each in pieces if each.connection == connection)

    def told(self, kind: type[T]) -> list[T]:
        return [each for each in self.heard if isinstance(each, kind)]

    def closed(self) -> list[Closed]:
        return self.told(Closed)


class Paper:
    """A store that keeps everything in a list, unless it is in trouble."""

    def __init__(self) -> None:
        self.kept: list[Row] = []
        self.trouble: str = ""
        self.old: tuple[int, ...] = ()
        self.asked: list[float] = []
        self.past = 0
        """Matches that are over and too old to be kept."""
        self.kept_for: list[float] = []
        """For how many days they should have been kept, each time somebody wanted to know."""

    def commit(self, rows: Sequence[Row]) -> None:
        if self.trouble:
            raise StoreTrouble(self.trouble)
        self.kept.extend(rows)

    def overdue(self, days: float) -> Sequence[int]:
        self.asked.append(days)
        if self.trouble:
            raise StoreTrouble(self.trouble)
        return self.old

    def forget(self, days: float, most: int) -> int:
        self.kept_for.append(days)
        if self.trouble:
            raise StoreTrouble(self.trouble)
        removed = min(self.past, most)
        self.past -= removed
        return removed


def serving(name: str = "localhost") -> ssl.SSLContext:
    """Make what a server needs for TLS."""
    return load(str(TLS / f"{name}.pem"), str(TLS / f"{name}.key"))


def trusting(name: str = "localhost") -> ssl.SSLContext:
    """Make what a client needs that trusts one server and no other."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(TLS / f"{name}.pem")
    context.options &= ~ssl.OP_IGNORE_UNEXPECTED_EOF  # an end must be told, not just happen
    return context


def stepped(client: Secure) -> bool:
    """Go on with a handshake on the client's side; tell whether it is done there."""
    try:
        client.do_handshake()
    except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
        return False
    return True


class House:
    """A loop on a door of this machine, and the clients of a test."""

    def __init__(
        self,
        limits: Limits | None = None,
        *,
        descriptors: int = PLENTY,
        old: Sequence[int] = (),
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.core = Script()
        self.store = Paper()
        self.store.old = tuple(old)
        self.limits = limits or Limits()
        self.tls = tls is not None
        self.doors = listen("127.0.0.1", 0)
        self.port: int = self.doors[0].getsockname()[1]
        self.porter = Porter(self.doors, self.limits, descriptors, self.core.crowded, tls)
        self.wishes: list[Reload | None] = []
        """What the operator will want, one after the other."""
        self.loop = Loop(
            self.core, self.store, self.porter, self.limits, lambda: self.wishes.pop(0)
        )
        self.clients: list[socket.socket] = []

    def turn_until(self, condition: Callable[[], object]) -> None:
        """Turn the loop until something has come true."""
        deadline = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < deadline, "it never came true"
            self.loop.turn()

    def turn(self, times: int) -> None:
        for _ in range(times):
            self.loop.turn()

    def woken(self, times: int) -> int:
        """Tell how often a socket would end the wait, where nothing happens any more."""
        return sum(len(self.porter._selector.select(0)) for _ in range(times))

    def knock(self, *, small: bool = False) -> socket.socket:
        """Connect, without waiting until somebody opens."""
        client = socket.socket()
        if small:
            # The less the system holds, the sooner it shows that somebody does not read.
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.settimeout(PATIENCE)
        client.connect(("127.0.0.1", self.port))
        self.clients.append(client)
        return client

    def connect(self, *, small: bool = False) -> tuple[int, socket.socket]:
        """Connect, by TLS where that is wanted, and tell the number of the connection."""
        before = len(self.core.opened())
        client = self.enter(self.knock(small=small))
        self.turn_until(lambda: len(self.core.opened()) > before)
        assert self.read(client, len(HELLO)) == HELLO
        return self.core.opened()[-1], client

    def enter(self, client: socket.socket) -> socket.socket:
        """Go through the handshake if there is one here."""
        return self.shake_hands(client) if self.tls else client

    def wrap(self, client: socket.socket, context: ssl.SSLContext | None = None) -> Secure:
        """Make a client one that speaks TLS, without a handshake yet."""
        client.setblocking(False)
        wrapped = (context or trusting()).wrap_socket(
            client,
            server_hostname="localhost",
            do_handshake_on_connect=False,
            suppress_ragged_eofs=False,
        )
        self.clients.append(wrapped)
        return wrapped

    def shake_hands(
        self, client: socket.socket, context: ssl.SSLContext | None = None
    ) -> Secure:
        """Go through the whole handshake, turning the loop meanwhile."""
        wrapped = self.wrap(client, context)
        self.turn_until(lambda: stepped(wrapped))
        wrapped.settimeout(PATIENCE)
        return wrapped

    def read(self, client: socket.socket, size: int) -> bytes:
        """Read so much, turning the loop meanwhile; less only where it ends before."""
        got = bytearray()
        client.setblocking(False)

        def enough() -> bool:
            try:
                data = client.recv(size - len(got))
            except (BlockingIOError, ssl.SSLWantReadError):
                return False
            except ssl.SSLZeroReturnError:  # both have said that this was all
                return True
            got.extend(data)
            return not data or len(got) == size

        self.turn_until(enough)
        client.settimeout(PATIENCE)
        return bytes(got)

    def close(self) -> None:
        for client in self.clients:
            client.close()
        self.porter.close()


@contextmanager
def house(
    limits: Limits | None = None,
    *,
    descriptors: int = PLENTY,
    old: Sequence[int] = (),
    tls: ssl.SSLContext | None = None,
) -> Iterator[House]:
    """Open a house, and leave nothing open behind."""
    made = House(limits, descriptors=descriptors, old=old, tls=tls)
    try:
        yield made
    finally:
        made.close()


OpenHouse: TypeAlias = Callable[..., AbstractContextManager[House]]
"""Opens a house, for the limits and the rest that a test wants."""
