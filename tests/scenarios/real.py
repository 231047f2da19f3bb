"""A real server process, and clients that talk to it over real TCP."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from eriantys.wire.frames import FrameReader
from eriantys.wire.from_client import Create, FromClient, Join, Login, Move, Pong
from eriantys.wire.from_server import (
    Error,
    FromServer,
    Named,
    Request,
    Seated,
    ServerPing,
    Started,
    State,
    Update,
    Welcome,
)
from eriantys.wire.messages import read_from_server, write
from tests import unhurried
from tests.commands.program import PATIENCE, PROGRAM, environment
from tests.keys import A_NONCE, key_of, proof_of

M = TypeVar("M")


class Server:
    """`eriantys serve` in a process of its own, on a port that the system chose."""

    def __init__(
        self,
        store: Path,
        *options: str,
        before: Callable[[], None] | None = None,
        program: Sequence[str] = PROGRAM,
    ) -> None:
        self.store = store
        self.clients: list[Client] = []
        """Everybody who ever connected, to be let go of in the end."""
        self.errors = store.with_suffix(f".{time.monotonic_ns()}.log")
        with self.errors.open("wb") as errors:
            self.process = subprocess.Popen(
                [
                    *(*program, "serve", "--host", "127.0.0.1", "--port", "0"),
                    *("--store", str(store), *unhurried.OPTIONS, *options),
                ],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                env=environment(),
                preexec_fn=before,
            )
        assert self.process.stdout is not None
        self.greeting = self.process.stdout.readline().decode()
        found = re.search(r":(\d+)[ ,]", self.greeting)
        assert found, f"{self.greeting!r} {self.errors.read_text()}"
        self.port = int(found[1])

    def connect(self, made: socket.socket | None = None) -> Client:
        """Open a connection and read the welcome and the request for a login."""
        client = Client(self.port, made)
        self.clients.append(client)
        client.wait_for(Request)
        return client

    def enter(self, *names: str, **more: Any) -> list[Client]:
        """Connect and log in one client for each name."""
        clients = [self.connect() for _ in names]
        for client, name in zip(clients, names, strict=True):
            client.log_in(name, **more)
        return clients

    def seat(self, *names: str, game: str = "eriantys", **create: Any) -> list[Client]:
        """Let some players begin a match; each has heard `started`."""
        clients = self.enter(*names)
        clients[0].say(Create(game, len(names), A_NONCE, **create))
        match = clients[0].wait_for(Seated).match
        for client in clients[1:]:
            client.say(Join(A_NONCE, match))
            client.wait_for(Seated)
        for client in clients:
            client.wait_for(Started)
        return clients

    def let_go(self) -> None:
        """Close every connection from this side."""
        while self.clients:
            self.clients.pop().drop()

    def stop(self, number: int = signal.SIGTERM) -> int:
        """End the process by a signal, and return its exit code."""
        self.process.send_signal(number)
        return self.wait()

    def wait(self) -> int:
        """Wait for the process to end, and return its exit code."""
        code = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


@contextmanager
def serving(store: Path, *options: str, **more: Any) -> Iterator[Server]:
    """Run a server, and make sure that it does not outlive the test."""
    server = Server(store, *options, **more)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop(signal.SIGKILL)
        server.let_go()


class Client:
    """One connection; it answers pings by itself and remembers all that was said."""

    def __init__(self, port: int, made: socket.socket | None = None) -> None:
        self.socket = made or socket.create_connection(("127.0.0.1", port))
        self.socket.settimeout(PATIENCE)
        self.name = ""
        self.reader = FrameReader(2**20)
        self.heard: list[FromServer] = []
        """Everything, pings left out."""
        self.raw = bytearray()
        """Everything as it came."""
        self.answers_pings = True
        self.pings = 0
        """How often the server asked for a sign of life."""
        self.closed = False
        self.view: dict[str, Any] = {}
        """The light model: the last whole view, merged with each update's changes."""
        self._taken = 0

    def say(self, *messages: FromClient) -> None:
        """Send messages in one piece."""
        self.say_bytes(b"".join(map(write, messages)))

    def say_bytes(self, data: bytes) -> None:
        self.socket.sendall(data)

    def next(self) -> FromServer:
        """Return the next message that was not taken yet, waiting for it if need be."""
        give_up = time.monotonic() + PATIENCE  # or pings would keep it waiting for ever
        while self._taken == len(self.heard):
            assert time.monotonic() < give_up, f"{self.name}: nothing after {self.heard[-3:]}"
            assert self._receive(), f"{self.name}: the end came after {self.heard[-3:]}"
        self._taken += 1
        return self.heard[self._taken - 1]

    def wait_for(self, kind: type[M], **fields: Any) -> M:
        """Take messages up to the next one of a kind, with these fields if any are given."""
        while True:
            message = self.next()
            if isinstance(message, kind) and all(
                getattr(message, name) == value for name, value in fields.items()
            ):
                return message

    def taken(self) -> list[FromServer]:
        """Return all messages that were taken so far."""
        return self.heard[: self._taken]

    def wait_for_end(self) -> list[FromServer]:
        """Take all messages up to the end of the connection."""
        start = self._taken
        while self._receive():
            pass
        self._taken = len(self.heard)
        return self.heard[start:]

    def error(self) -> Error:
        """Wait for the next message, which must be an error."""
        message = self.next()
        assert isinstance(message, Error), message
        return message

    def last(self, kind: type[M]) -> M:
        """Return the latest message of a kind that has come."""
        return next(each for each in reversed(self.heard) if isinstance(each, kind))

    def log_in(self, name: str, **more: Any) -> None:
        """Log in with the key of that name, registering it if need be."""
        self.name = name
        self.say(Login(name, key=key_of(name), **more))
        self.wait_for(Named)

    def prove(self, name: str, **more: Any) -> None:
        """Log in by proof of a key that was registered before."""
        self.name = name
        self.say(Login(name, proof=proof_of(name, self.last(Welcome).nonce), **more))
        self.wait_for(Named)

    def play(self, request: Request, choose: Callable[[Request], str] | None = None) -> None:
        """Answer a request for a move, by default with the first legal action."""
        assert request.kind == "move"
        assert request.legal
        self.say(Move(request.id, choose(request) if choose else str(request.legal[0])))

    def position(self) -> Started | State | Update:
        """Return the latest message that tells where the match stands."""
        kinds = (Started, State, Update)
        return next(each for each in reversed(self.heard) if isinstance(each, kinds))

    def request(self, number: int) -> Request:
        """Return the request of this number, waiting for it if it has not come."""
        for message in reversed(self.heard):
            if isinstance(message, Request) and message.id == number:
                return message
            if isinstance(message, Started):
                break  # what was asked before belongs to another match
        return self.wait_for(Request, id=number)

    def drop(self) -> None:
        """Close the connection without a word."""
        self.socket.close()

    def _receive(self) -> bool:
        """Read what there is next; tell whether there can be more."""
        if self.closed:
            return False
        try:
            data = self.socket.recv(65536)
        except ConnectionError:
            data = b""
        if not data:
            self.closed = True
            return False
        self.raw += data
        self.reader.feed(data)
        while (content := self.reader.next_frame()) is not None:
            message = read_from_server(content)
            assert message is not None
            if isinstance(message, ServerPing):
                self.pings += 1
                if self.answers_pings:
                    self.say(Pong())
                continue
            self.heard.append(message)
            if isinstance(message, Started | State):
                self.view = message.view
            elif isinstance(message, Update):
                self.view = self.view | message.changes
        return True


def on_turn(*clients: Client) -> tuple[Client, Request]:
    """Find whoever of these players is asked now, and what for; they sit in this order."""
    latest = max((client.position() for client in clients), key=lambda each: each.number)
    assert latest.turn is not None, "the match is over"
    client = clients[latest.turn]
    return client, client.request(latest.number + 1)
