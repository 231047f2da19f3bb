"""TLS after the handshake: large transfers, odd wishes of TLS itself, and every end."""

from __future__ import annotations

import socket
import ssl
from contextlib import suppress
from functools import partial
from selectors import EVENT_READ, EVENT_WRITE
from typing import Any

import pytest

from eriantys.server.inputs import Close, Closed, Opened, Received, Send
from eriantys.server.limits import Limits
from eriantys.server.outside import tls
from eriantys.server.outside.connection import READ_SIZE
from eriantys.server.outside.tls import SecureConnection
from tests.server.outside import scripted
from tests.server.outside.scripted import House, serving, stepped, trusting

ROOMY = Limits(unsent_pause=2**26, unsent_most=2**26)

house = partial(scripted.house, tls=serving())


def test_what_is_said_by_tls_is_told_in_order() -> None:
    with house() as here:
        number, client = here.connect()
        assert isinstance(client, ssl.SSLSocket)
        assert client.version() == "TLSv1.3"
        assert client.session is None or not client.session.has_ticket
        client.sendall(b"something")
        here.turn_until(lambda: here.core.received(number))
        client.close()
        here.turn_until(here.core.closed)
        assert here.core.heard == [
            Opened(number, "127.0.0.1"),
            Received(number, b"something"),
            Closed(number, "closed"),
        ]


def test_large_transfers_in_both_directions_at_once() -> None:
    down = bytes(range(251)) * 8000
    up = bytes(range(253)) * 8000
    with house(ROOMY) as here:
        number, client = here.connect()
        client.setblocking(False)
        for start in range(0, len(down), 300_000):  # pieces of many records
            here.core.to_say.append(Send(number, down[start : start + 300_000]))
            here.turn(1)
        got = bytearray()
        said = 0

        def done() -> bool:
            nonlocal said
            if said < len(up):
                with suppress(ssl.SSLWantWriteError):
                    said += client.send(up[said : said + 10_000])
            with suppress(ssl.SSLWantReadError):
                got.extend(client.recv(50_000))
            return len(got) == len(down) and len(here.core.received(number)) == len(up)

        here.turn_until(done)
        assert got == down
        assert here.core.received(number) == up


def test_records_in_pieces_are_told_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is decrypted already would never be reported by the system."""
    monkeypatch.setattr(tls, "READ_SIZE", 100)
    with house() as here:
        number, client = here.connect()
        client.sendall(bytes(range(200)) * 50)
        here.turn_until(lambda: len(here.core.received(number)) == 10_000)
        assert here.core.received(number) == bytes(range(200)) * 50
    assert READ_SIZE >= tls.RECORD, "which is why it seldom matters"


def test_the_certificate_may_change_for_whoever_comes_next() -> None:
    with house() as here:
        number, client = here.connect()
        here.porter.tls = serving("other")
        with pytest.raises(ssl.SSLCertVerificationError):
            here.shake_hands(here.knock())
        context = trusting("other")
        context.check_hostname = False
        here.shake_hands(here.knock(), context)
        client.sendall(b"the old one is still good")
        here.turn_until(lambda: here.core.received(number))


def test_an_end_without_a_word_is_an_end() -> None:
    with house() as here:
        number, client = here.connect()
        socket.socket.shutdown(client, socket.SHUT_WR)
        here.turn_until(here.core.closed)
        assert here.core.closed() == [Closed(number, "closed")]


def test_noise_instead_of_records_is_an_end() -> None:
    with house() as here:
        number, client = here.connect()
        socket.socket.send(client, b"what is this? it is no record")
        here.turn_until(here.core.closed)
        assert here.core.closed() == [Closed(number, "closed")]


def test_a_client_that_has_said_its_last_word_hears_ours() -> None:
    with house() as here:
        number, client = here.connect()
        assert isinstance(client, ssl.SSLSocket)
        here.core.crowd.add(number)
        client.setblocking(False)
        with pytest.raises(ssl.SSLWantReadError):
            client.unwrap()
        here.core.to_say = [Send(number, b"bye"), Close(number)]
        here.turn(2)
        assert here.read(client, 10) == b"bye"


class Awkward:
    """A socket whose TLS wants to do the other thing first, as often as it is told to."""

    def __init__(self, real: ssl.SSLSocket) -> None:
        self.real = real
        self.wanted: dict[str, list[type[ssl.SSLError]]] = {}
        self.offered: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)

    def trouble(self, name: str) -> None:
        if self.wanted.get(name):
            raise self.wanted[name].pop(0)

    def do_handshake(self) -> None:
        self.trouble("do_handshake")
        self.real.do_handshake()

    def recv(self, size: int) -> bytes:
        self.trouble("recv")
        return self.real.recv(size)

    def send(self, data: memoryview) -> int:
        self.offered.append(bytes(data))
        self.trouble("send")
        return self.real.send(data)

    def unwrap(self) -> Any:
        self.trouble("unwrap")
        return self.real.unwrap()


def awkward(here: House, number: int) -> tuple[SecureConnection, Awkward]:
    connection = here.porter._connections[number]
    assert isinstance(connection, SecureConnection)
    made: Any = Awkward(connection._tls)
    connection._tls = made
    return connection, made


def test_a_handshake_that_must_write_first_waits_for_that() -> None:
    with house() as here:
        client = here.knock()
        here.turn_until(lambda: len(here.porter) == 1)
        connection, odd = awkward(here, 1)
        odd.wanted["do_handshake"] = [ssl.SSLWantWriteError]
        wrapped = here.wrap(client)
        assert not stepped(wrapped)
        here.turn_until(lambda: connection.events == EVENT_WRITE)
        here.turn_until(lambda: stepped(wrapped))
        here.turn_until(here.core.opened)
        assert connection.events == EVENT_READ


def test_reading_that_must_write_first_waits_for_that() -> None:
    with house() as here:
        number, client = here.connect()
        connection, odd = awkward(here, number)
        odd.wanted["recv"] = [ssl.SSLWantWriteError]
        client.sendall(b"new keys, please")
        here.turn_until(lambda: connection.events == EVENT_WRITE)
        here.turn_until(lambda: here.core.received(number))
        assert connection.events == EVENT_READ
        assert here.woken(10) == 0


def test_writing_that_must_read_first_waits_for_that() -> None:
    with house() as here:
        number, client = here.connect()
        connection, odd = awkward(here, number)
        odd.wanted["send"] = [ssl.SSLWantReadError]
        here.core.to_say = [Send(number, b"hear me")]
        here.turn(1)
        assert connection.events == EVENT_READ
        assert here.woken(10) == 0
        here.core.to_say = [Send(number, b" and this")]
        here.turn(1)
        client.sendall(b"new keys")
        assert here.read(client, 16) == b"hear me and this"
        assert odd.offered == [b"hear me", b"hear me", b" and this"], "the same, once more"
        assert (connection.held, connection.send_needs) == (0, EVENT_WRITE)
        assert here.core.received(number) == b"new keys"


def test_a_goodbye_that_finds_no_room_is_said_later() -> None:
    with house() as here:
        number, client = here.connect()
        connection, odd = awkward(here, number)
        odd.wanted["unwrap"] = [ssl.SSLWantWriteError]
        here.core.to_say = [Send(number, b"bye"), Close(number)]
        here.turn(1)
        assert not connection.finished
        assert here.read(client, 10) == b"bye"
        assert connection.finished
        assert here.woken(10) == 0
