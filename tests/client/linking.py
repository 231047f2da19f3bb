"""A link driven as the loop drives it, but by a time that a test sets; and servers of straw."""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from eriantys.client.address import Address
from eriantys.client.link import Link
from eriantys.wire.frames import FrameReader
from eriantys.wire.from_client import FromClient
from eriantys.wire.from_server import FromServer, Named, Request, Welcome
from eriantys.wire.messages import read_from_client, write
from tests.wire.samples import LIMITS

PATIENCE = 30.0
TLS = Path(__file__).resolve().parents[1] / "data" / "tls"
M = TypeVar("M")

WELCOME = Welcome("eriantys", "0.1.0", 1, bytes(range(32)), LIMITS, ())
GREETING = write(WELCOME) + write(Request(0, "login", 60000))
NAMED = write(Named("Ada"))


class Steady(Random):
    """Chance that always comes out lowest."""

    def random(self) -> float:
        return 0.0


class Driver:
    """Goes round with one link; `now` stands still unless a test moves it."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.now = 1000.0
        self.heard: list[FromServer] = []
        self.hearing: Callable[[FromServer], list[FromClient]] = lambda _: []
        """What answers each message."""

    def turn(self, patience: float = 0.02) -> None:
        """Go round once."""
        with selectors.DefaultSelector() as selector:
            for descriptor, events in self.link.wanted().items():
                selector.register(descriptor, events)
            ready = selector.select(patience)
        for _ in ready:
            for message in self.link.readable(self.now):
                self.heard.append(message)
                self.link.send(self.hearing(message))
        self.link.tick(self.now)
        self.link.writable(self.now)

    def until(self, condition: Callable[[], object]) -> None:
        """Go round until something has come about."""
        give_up = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < give_up, f"{self.link.trouble!r} {self.heard[-3:]}"
            self.turn()

    def until_heard(self, kind: type[M], /, **fields: Any) -> M:
        """Go round until a message of a kind comes that was not there before."""
        start = len(self.heard)
        found: list[M] = []

        def came() -> bool:
            found[:] = [
                message
                for message in self.heard[start:]
                if isinstance(message, kind)
                and all(getattr(message, name) == value for name, value in fields.items())
            ]
            return bool(found)

        self.until(came)
        return found[0]

    def until_lost(self) -> str:
        """Go round until there is no connection, and none is being made; return why."""
        self.until(lambda: not self.link.online and not self.link.dialling)
        sentence = self.link.trouble
        assert sentence.isprintable()
        assert sentence.endswith((".", "?"))
        return sentence

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds
        self.turn(0)


@contextmanager
def driving(port: int, *, tls: bool = False, ca_file: str | None = None) -> Iterator[Driver]:
    """Drive a link to a port of this machine, which is being dialled already."""
    host = "localhost" if tls else "127.0.0.1"
    link = Link(Address(host, port, tls), ca_file=ca_file, chance=Steady())
    try:
        driver = Driver(link)
        link.dial(driver.now)
        yield driver
    finally:
        link.close()


class Peer:
    """The server's end of a connection."""

    def __init__(self, accepted: socket.socket) -> None:
        accepted.settimeout(PATIENCE)
        self.socket = accepted
        self.reader = FrameReader(2**20)

    def say(self, *data: bytes) -> None:
        self.socket.sendall(b"".join(data))

    def next(self) -> FromClient | None:
        """Wait for the next message; None at the end of the connection."""
        while (content := self.reader.next_frame()) is None:
            data = self.socket.recv(65536)
            if not data:
                return None
            self.reader.feed(data)
        return read_from_client(content)

    def rest(self) -> list[FromClient]:
        """Take all messages up to the end of the connection."""
        messages = []
        while (message := self.next()) is not None:
            messages.append(message)
        return messages


class Door:
    """A listening socket; whoever connects waits until a test lets them in."""

    def __init__(self, port: int = 0) -> None:
        self.socket = socket.create_server(("127.0.0.1", port))
        self.socket.settimeout(PATIENCE)
        self.port: int = self.socket.getsockname()[1]
        self.peers: list[Peer] = []

    def accept(self, *data: bytes) -> Peer:
        """Let the next one in, and say something."""
        peer = Peer(self.socket.accept()[0])
        self.peers.append(peer)
        peer.say(*data)
        return peer

    def close(self) -> None:
        self.socket.close()
        for peer in self.peers:
            peer.socket.close()


@contextmanager
def door(port: int = 0) -> Iterator[Door]:
    """Listen, and close everything in the end."""
    made = Door(port)
    try:
        yield made
    finally:
        made.close()


def entered(driver: Driver, peer: Peer) -> None:
    """Let somebody be logged in."""
    peer.say(GREETING, NAMED)
    driver.until_heard(Named)
