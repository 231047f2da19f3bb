"""Handshakes of TLS on real sockets: in pieces, stalled, broken off, too many at once."""

from __future__ import annotations

import logging
import socket
import ssl
from contextlib import suppress
from functools import partial

import pytest

from eriantys.server.inputs import Opened, Received, Send
from eriantys.server.limits import Limits
from eriantys.server.outside import arrivals, loop, porter
from tests.server.outside import scripted
from tests.server.outside.scripted import HELLO, serving, stepped, trusting

ROOMY = Limits(connections_per_address=1000)
HASTY = Limits(login=0.5)

house = partial(scripted.house, tls=serving())


def client_hello() -> bytes:
    """Make the first flight of a client."""
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = trusting().wrap_bio(back, there, server_hostname="localhost")
    with pytest.raises(ssl.SSLWantReadError):
        client.do_handshake()
    return there.read()


def test_nobody_is_told_of_before_the_handshake_is_done() -> None:
    with house() as here:
        client = here.knock()
        here.turn_until(lambda: len(here.porter) == 1)
        client.sendall(client_hello())
        client.settimeout(scripted.PATIENCE)
        here.turn(5)
        assert client.recv(1) == b"\x16", "the server's flight of the handshake"
        assert here.core.heard == []


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
def test_two_versions_are_spoken(version: ssl.TLSVersion) -> None:
    context = trusting()
    context.minimum_version = context.maximum_version = version
    with house() as here:
        client = here.shake_hands(here.knock(), context)
        assert here.read(client, len(HELLO)) == HELLO
        assert client.version() == version.name.replace("_", ".")


def test_older_versions_are_refused_with_the_reason() -> None:
    context = trusting()
    context.set_ciphers("DEFAULT:@SECLEVEL=0")  # or it would not even ask
    with pytest.warns(DeprecationWarning, match="TLSv1_1"):
        context.minimum_version = ssl.TLSVersion.TLSv1_1
    with pytest.warns(DeprecationWarning, match="TLSv1_1"):
        context.maximum_version = ssl.TLSVersion.TLSv1_1
    with house() as here, pytest.raises(ssl.SSLError, match="PROTOCOL_VERSION"):
        here.shake_hands(here.knock(), context)


def test_a_handshake_and_what_follows_may_come_byte_by_byte() -> None:
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = trusting().wrap_bio(back, there, server_hostname="localhost")
    with house() as here:
        raw = here.knock()
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        raw.setblocking(False)

        def trickle() -> None:
            for byte in there.read():
                raw.send(bytes([byte]))
                here.turn(1)

        def done() -> bool:
            with suppress(BlockingIOError):
                back.write(raw.recv(7))
            try:
                client.do_handshake()
            except ssl.SSLWantReadError:
                return False
            finally:
                trickle()
            return True

        here.turn_until(done)
        here.turn_until(here.core.opened)
        client.write(b"slowly")
        trickle()
        assert here.core.received(here.core.opened()[0]) == b"slowly"


def test_what_comes_together_with_the_end_of_the_handshake_is_not_forgotten() -> None:
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = trusting().wrap_bio(back, there, server_hostname="localhost")
    with house() as here:
        raw = here.knock()
        raw.sendall(client_flight(client, there))
        raw.setblocking(False)

        def answered() -> bool:
            try:
                back.write(raw.recv(65536))
                client.do_handshake()
            except (BlockingIOError, ssl.SSLWantReadError):
                return False
            return True

        here.turn_until(answered)
        client.write(b"at once")
        raw.sendall(there.read())  # the last flight, and what was said, in one piece
        here.turn_until(here.core.opened)
        (number,) = here.core.opened()
        here.turn_until(lambda: here.core.received(number))
        assert here.core.heard == [Opened(number, "127.0.0.1"), Received(number, b"at once")]


def client_flight(client: ssl.SSLObject, there: ssl.MemoryBIO) -> bytes:
    with pytest.raises(ssl.SSLWantReadError):
        client.do_handshake()
    return there.read()


def test_stalled_handshakes_hold_nobody_up() -> None:
    with house(ROOMY) as here:
        for each in range(50):
            stalled = here.knock()
            stalled.sendall(client_hello()[: each * 10])  # some say nothing at all
        here.turn_until(lambda: len(here.porter) == 50)
        number, client = here.connect()
        client.sendall(b"am I served?")
        here.turn_until(lambda: here.core.received(number))
        here.core.to_say = [Send(number, b"you are")]
        assert here.read(client, 7) == b"you are"
        assert len(here.porter) == 51
        assert here.core.opened() == [number]


def test_a_stalled_handshake_does_not_keep_the_loop_awake() -> None:
    with house(ROOMY) as here:
        here.knock().sendall(client_hello())
        here.knock().sendall(client_hello()[:50])
        here.knock()
        here.turn_until(lambda: len(here.porter) == 3)
        here.turn(10)
        assert here.woken(10) == 0


def test_only_so_many_handshakes_go_on_in_one_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrivals, "SHAKES_AT_ONCE", 2)
    with house() as here:
        clients = [here.wrap(here.knock()) for _ in range(7)]
        here.turn_until(lambda: len(here.porter) == 7)
        assert not any(map(stepped, clients))  # but all of them have said the first word
        here.turn(1)
        readable = sum(bool(sent) for sent in map(has_heard, clients))
        assert readable == 2
        here.turn_until(lambda: all(list(map(stepped, clients))))
        here.turn_until(lambda: len(here.core.opened()) == 7)


def has_heard(client: socket.socket) -> bool:
    try:
        return bool(socket.socket.recv(client, 1, socket.MSG_PEEK))
    except BlockingIOError:
        return False


def test_a_handshake_must_be_over_in_time(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with house(HASTY) as here:
        silent = here.knock()
        half = here.knock()
        half.sendall(client_hello()[:50])
        number, client = here.connect()
        here.turn_until(lambda: len(here.porter) == 1)
        assert silent.recv(1) == b""
        assert half.recv(1) == b""
        assert here.core.heard == [Opened(number, "127.0.0.1")], "nobody heard of the others"
        client.sendall(b"still here")
        here.turn_until(lambda: here.core.received(number))
    assert caplog.text.count("did not finish the handshake of TLS") == 2


def test_the_deadline_wakes_the_loop() -> None:
    with house(HASTY) as here:
        here.turn(1)
        here.knock()
        here.core.next_due = lambda: None  # type: ignore[method-assign]
        here.turn(2)  # the second would wait for an hour
        assert len(here.porter) == 0


def test_one_address_has_only_so_many_handshakes_at_a_time() -> None:
    with house(Limits(connections_per_address=3)) as here:
        stalled = [here.knock() for _ in range(3)]
        here.turn_until(lambda: len(here.porter) == 3)
        assert here.read(here.knock(), 1) == b""
        stalled[0].close()
        here.turn_until(lambda: len(here.porter) == 2)
        here.connect()  # those who are in are for others to count
        here.connect()


def test_handshakes_take_descriptors_like_everybody() -> None:
    with house(descriptors=porter.SPARE_DESCRIPTORS + 2) as here:
        for _ in range(3):
            here.knock()
        here.turn(5)
        assert len(here.porter) == 2


@pytest.mark.parametrize("how", ["closed", "reset"])
@pytest.mark.parametrize("said", [0, 1, 50, 10_000])
def test_a_peer_that_vanishes_during_the_handshake_leaves_nothing(how: str, said: int) -> None:
    with house() as here:
        client = here.knock()
        client.sendall(client_hello()[:said])
        here.turn_until(lambda: len(here.porter) == 1)
        here.turn(3)
        if how == "reset":
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        client.close()
        here.turn_until(lambda: len(here.porter) == 0)
        assert here.core.heard == []
        here.connect()


@pytest.mark.parametrize(
    "said",
    [b"\0\0\0\x05hello", b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\xff\xff" + bytes(100), b"?"],
    ids=["frame", "http", "long", "short"],
)
def test_whoever_speaks_no_tls_is_closed(said: bytes) -> None:
    with house(Limits(login=0.5)) as here:
        client = here.knock()
        client.sendall(said)
        answer = here.read(client, 100)  # to the end, which is not a reset
        assert answer == b"" or answer[0] == 0x15, "an alert of TLS"
        client.close()
        here.turn_until(lambda: len(here.porter) == 0)
        assert here.core.heard == []


def test_a_client_that_does_not_trust_us_is_never_told_of() -> None:
    with house() as here:
        with pytest.raises(ssl.SSLCertVerificationError):
            here.shake_hands(here.knock(), trusting("other"))
        here.clients[-1].close()
        here.turn_until(lambda: len(here.porter) == 0)
        assert here.core.heard == []


def test_an_end_during_handshakes_waits_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop, "STOP_WAIT", 2 * scripted.PATIENCE)
    monkeypatch.setattr(porter, "CLOSE_WAIT", 2 * scripted.PATIENCE)
    with house() as here:
        here.knock()
        _, client = here.connect()
        here.turn_until(lambda: len(here.porter) == 2)
        here.loop.stop()
        here.turn(1)
        assert here.read(client, 1) == b""
        client.close()
        here.turn_until(lambda: here.loop.over)
