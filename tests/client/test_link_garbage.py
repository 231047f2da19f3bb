"""What no server should do, and what becomes of a link to one that does it."""

from __future__ import annotations

import os
import random
import selectors
import socket
import ssl
import threading
from contextlib import suppress
from typing import Any, ClassVar

import cbor2
import pytest

from eriantys.client.address import Address
from eriantys.client.channel import FRAME_MOST, READ_SIZE, READS_AT_ONCE, Channel
from eriantys.client.link import Link
from eriantys.wire.frames import encode, frame
from eriantys.wire.from_client import Ping
from eriantys.wire.from_server import Named, Notice, Request, Welcome
from eriantys.wire.messages import write
from tests.client.linking import (
    GREETING,
    NAMED,
    PATIENCE,
    TLS,
    Driver,
    Peer,
    Steady,
    door,
    driving,
)
from tests.wire.samples import FROM_SERVER

GARBAGE = {
    "another program": b"SSH-2.0-OpenSSH_9.2\r\n",
    "a length over the limit": (FRAME_MOST + 1).to_bytes(4, "big"),
    "no CBOR": frame(b"\xff\xff\xff"),
    "no map": frame(cbor2.dumps([1, 2, 3])),
    "nothing": frame(b""),
    "no type": encode({"server": "eriantys"}),
    "a message with a wrong field": encode({"type": "named", "name": 7}),
    "a deep nest": frame(b"\x81" * 5000),
    "half a sign": frame(b"\xa1dtype" + b"\x61\xff"),
}


@pytest.mark.parametrize("greeted", [False, True])
@pytest.mark.parametrize("what", GARBAGE)
def test_garbage_ends_the_link_with_one_sentence(what: str, greeted: bool) -> None:
    with door() as entry, driving(entry.port) as driver:
        if greeted:
            entry.accept(GREETING, NAMED, GARBAGE[what])
            said = "The server said something that this program does not understand."
        else:
            entry.accept(GARBAGE[what])
            said = (
                "What answers there is no server of eriantys; check the address and the port."
            )
        assert driver.until_lost() == said
        assert driver.link.needs_key, "it would only come again"
        assert len(driver.heard) == (3 if greeted else 0)


def test_whatever_bytes_come_nothing_is_raised() -> None:
    chance = random.Random(20261118)
    letters = [write(message) for message in FROM_SERVER]
    with door() as entry:
        link = Link(Address("127.0.0.1", entry.port), chance=Steady())
        driver = Driver(link)
        for _ in range(150):
            data = bytearray(GREETING + b"".join(chance.sample(letters, 3)))
            for _ in range(chance.randint(0, 5)):
                data[chance.randrange(len(data))] = chance.randrange(256)
            link.go_to(link.address, driver.now)
            peer = entry.accept(bytes(data))
            peer.socket.shutdown(socket.SHUT_WR)
            assert driver.until_lost().endswith("."), "whatever came, there is one sentence"
            peer.socket.close()
        link.close()


def test_messages_of_a_later_version_are_skipped() -> None:
    with door() as entry, driving(entry.port) as driver:
        entry.accept(GREETING, encode({"type": "fireworks", "colour": 7}), NAMED)
        driver.until_heard(Named)
        assert [type(message) for message in driver.heard] == [Welcome, Request, Named]


def test_texts_are_cleaned_before_anybody_sees_them() -> None:
    with door() as entry, driving(entry.port) as driver:
        entry.accept(GREETING, write(Notice("x", "a\x1b]0;b\x07\u202ec\nd")))
        assert driver.until_heard(Notice).text == "a�]0;b�c d"


def test_a_server_that_never_stops_leaves_time_for_the_keyboard() -> None:
    with door() as entry:
        ours = socket.create_connection(("127.0.0.1", entry.port))
        peer = entry.accept()
        peer.socket.setblocking(False)
        with suppress(BlockingIOError):
            while True:  # as much as the system takes
                peer.say(write(Notice("x", "y" * 990)) * 100)
        channel = Channel(ours)
        count, messages = channel.receive()
        channel.close()
        assert 0 < count <= READ_SIZE * READS_AT_ONCE
        assert messages


def test_the_limit_of_the_server_counts_but_not_beyond_reason() -> None:
    start = cbor2.loads(GREETING[4:])
    for named, size, fits in ((2000, 3000, False), (2**40, 2**19, True), (2**40, 2**21, False)):
        limits = {**start["limits"], "frame_from_server": named}
        big = encode({"type": "unknown", "x": bytes(size)})
        with door() as entry, driving(entry.port) as driver:
            peer = entry.accept(encode({**start, "limits": limits}))
            speaker = threading.Thread(target=_say_all, args=(peer, big + NAMED))
            speaker.start()
            if fits:
                driver.until_heard(Named)
            else:
                assert "does not understand" in driver.until_lost()
            driver.link.close()
            speaker.join(PATIENCE)


def _say_all(peer: Peer, data: bytes) -> None:
    with suppress(OSError):
        peer.say(data)


def test_a_server_that_closes_in_the_middle_of_a_message() -> None:
    with door() as entry, driving(entry.port) as driver:
        peer = entry.accept(GREETING, NAMED, NAMED[:7])
        driver.until_heard(Named)
        peer.socket.shutdown(socket.SHUT_WR)
        assert driver.until_lost() == (
            "The server closed the connection in the middle of a message."
        )
        assert driver.link.retry_at is not None


def test_a_connection_that_is_reset() -> None:
    with door() as entry, driving(entry.port) as driver:
        peer = entry.accept(GREETING, NAMED)
        driver.until_heard(Named)
        driver.turn()  # what was sent and not read is what resets it
        assert peer.socket.recv(1, socket.MSG_PEEK)
        peer.socket.close()
        assert driver.until_lost() == "The connection broke: Connection reset by peer."
        assert driver.link.retry_at is not None


def test_garbage_instead_of_tls() -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(TLS / "localhost.pem", TLS / "localhost.key")
    trusted = str(TLS / "localhost.pem")
    with door() as entry, driving(entry.port, tls=True, ca_file=trusted) as driver:
        accepted, _ = entry.socket.accept()
        with context.wrap_socket(accepted, server_side=True) as secured:
            secured.sendall(GREETING)
            driver.until_heard(Request)
            with socket.socket(fileno=os.dup(secured.fileno())) as bare:
                bare.sendall(b"\x17\x03\x03\x00\x20" + bytes(32))
            assert driver.until_lost().startswith("The connection broke: ")
        assert driver.link.retry_at is not None


class Moody(socket.socket):
    """A socket that wants to write before it reads, and to read before it writes.

    So may one with TLS, whenever it renews its keys: nothing that Python offers makes a real
    one do it.
    """

    moods: ClassVar[list[type[ssl.SSLError]]] = []

    def recv(self, size: int, flags: int = 0) -> bytes:
        if self.moods:
            raise self.moods[0]
        return super().recv(size, flags)

    def send(self, data: Any, flags: int = 0) -> int:
        if self.moods:
            raise self.moods[0]
        return super().send(data, flags)


def test_the_loop_waits_for_what_tls_wants() -> None:
    ours, theirs = socket.socketpair()
    channel = Channel(Moody(fileno=ours.detach()))
    peer = Peer(theirs)
    read, write_ = selectors.EVENT_READ, selectors.EVENT_WRITE
    assert channel.events == read
    Moody.moods = [ssl.SSLWantWriteError]
    try:
        assert channel.receive() == (0, [])
        assert channel.events == read | write_
        Moody.moods = [ssl.SSLWantReadError]
        channel.send([Ping()])
        assert channel.receive() == (0, [])
        assert channel.events == read
        assert channel.unsent
        Moody.moods = []
        channel.flush()
        assert peer.next() == Ping()
        peer.say(NAMED)
        assert channel.receive()[1] == [Named("Ada")]
        assert channel.ending is None
    finally:
        Moody.moods = []
        channel.close()
        theirs.close()
