"""The link: made in the background, kept alive, and made again, whatever the server does."""

from __future__ import annotations

import os
import random
import selectors
import socket
import ssl
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

import cbor2
import pytest

from eriantys.client import dial as dialling
from eriantys.client.address import Address
from eriantys.client.channel import FRAME_MOST, READ_SIZE, READS_AT_ONCE, Channel
from eriantys.client.dial import CannotConnect, Dialling
from eriantys.client.link import PAUSES, SPREAD, UNSENT_MOST, Link
from eriantys.client.screens.screen import Line
from eriantys.wire.frames import encode, frame
from eriantys.wire.from_client import Bye, Chat, Ping, Pong
from eriantys.wire.from_server import (
    Named,
    Notice,
    Request,
    ServerBye,
    ServerPing,
    ServerPong,
    Welcome,
)
from eriantys.wire.messages import write
from tests.client.linking import (
    GREETING,
    NAMED,
    PATIENCE,
    Driver,
    Peer,
    Steady,
    door,
    driving,
)
from tests.scenarios.real import serving
from tests.wire.samples import FROM_SERVER

TLS = Path(__file__).resolve().parents[1] / "data" / "tls"
NOBODY_LISTENS = "refuses the connection"


def test_a_real_server_greets_and_its_delay_is_measured(tmp_path: Path) -> None:
    with serving(tmp_path / "s.db") as server, driving(server.port) as driver:
        line: Line = driver.link
        assert not line.online
        assert line.delay is None
        driver.until_heard(Request, kind="login")
        assert line.online
        assert isinstance(driver.heard[0], Welcome)
        driver.until(lambda: line.delay is not None)
        assert len(driver.heard) == 2, "signs of life are nobody's business"
        assert (line.trouble, line.attempt, line.retry_at) == ("", 0, None)


def test_a_real_server_greets_by_tls(tmp_path: Path) -> None:
    options = "--tls-cert", str(TLS / "localhost.pem"), "--tls-key", str(TLS / "localhost.key")
    with serving(tmp_path / "s.db", *options) as server:
        trusted = str(TLS / "localhost.pem")
        with driving(server.port, tls=True, ca_file=trusted) as driver:
            driver.until_heard(Request, kind="login")
            driver.until(lambda: driver.link.delay is not None)
            driver.link.go_to(driver.link.address, driver.now)
            driver.until_heard(Request, kind="login")
        with driving(server.port, tls=True) as stranger:
            assert "is not trusted" in stranger.until_lost()
            assert stranger.link.needs_key


def test_all_that_comes_by_tls_at_once_is_read() -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(TLS / "localhost.pem", TLS / "localhost.key")
    count = 4 * READ_SIZE * READS_AT_ONCE // 1000
    notices = write(Notice("x", "y" * 990)) * count
    with (
        door() as entry,
        driving(entry.port, tls=True, ca_file=str(TLS / "localhost.pem")) as driver,
    ):
        accepted, _ = entry.socket.accept()
        accepted.settimeout(PATIENCE)
        with context.wrap_socket(accepted, server_side=True) as secured:
            speaker = threading.Thread(target=secured.sendall, args=(GREETING + notices,))
            speaker.start()
            driver.until(lambda: len(driver.heard) == count + 2)
            speaker.join(PATIENCE)
            driver.link.send([Chat("lobby", "z" * 300)] * 500)
            peer = Peer(secured)
            taken: list[object] = []

            def listen() -> None:
                while len(taken) < 500:
                    message = peer.next()
                    if message != Ping():  # of which a slow machine may need more than one
                        taken.append(message)

            listener = threading.Thread(target=listen)
            listener.start()
            driver.until(lambda: len(taken) == 500)
            listener.join(PATIENCE)
            assert taken == [Chat("lobby", "z" * 300)] * 500


# Coming for the first time.


def test_a_first_connection_that_fails_is_not_tried_again_by_itself() -> None:
    with door() as entry:
        port = entry.port
    with driving(port) as driver:
        driver.link.dial(driver.now)
        assert driver.link.dialling
        assert not driver.link.needs_key
        assert NOBODY_LISTENS in driver.until_lost()
        driver.wait(1000)
        assert not driver.link.dialling
        assert driver.link.needs_key
        assert (driver.link.attempt, driver.link.retry_at) == (0, None)
        assert driver.link.next_due() is None
        with door(port) as again:
            driver.link.retry(driver.now)
            again.accept(GREETING)
            driver.until_heard(Welcome)
            assert driver.link.trouble == ""


def test_nobody_waits_for_a_name_that_cannot_be_looked_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    release = threading.Event()

    def never(*_: object, **__: object) -> None:
        release.wait(PATIENCE)
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", never)
    with driving(1) as driver:
        due = driver.link.next_due()
        assert due is not None
        driver.wait(due - driver.now - 0.1)
        assert driver.link.dialling
        driver.wait(0.1)
        assert driver.until_lost() == "127.0.0.1:1 does not answer."
        release.set()


def test_a_fault_while_dialling_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fault(*_: object) -> None:
        raise ValueError("impossible")

    monkeypatch.setattr(dialling, "_reach", fault)
    with driving(1) as driver:
        assert "127.0.0.1:1 cannot be reached: a fault in this program" in driver.until_lost()


def test_a_machine_without_threads_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fault(_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", fault)
    with driving(1) as driver:
        assert "this machine is too busy" in driver.until_lost()


@pytest.mark.parametrize("late", [False, True])
def test_a_connection_that_nobody_wants_any_more_is_closed(late: bool) -> None:
    with door() as entry:
        woken = threading.Event()
        address = Address("127.0.0.1", entry.port)
        made = Dialling(address, timeout=PATIENCE, ca_file=None, wake=woken.set)
        if late:
            peer = entry.accept(GREETING)
            assert woken.wait(PATIENCE)
            made.abandon()
        else:
            peer = entry.accept()
            made.abandon()
            peer.say(GREETING)
        with suppress(ConnectionError):  # which tells just as well that it is closed
            while peer.socket.recv(100):
                pass
        assert woken.is_set() is late
        assert not isinstance(made.outcome, CannotConnect)


# Coming back.


def entered(driver: Driver, peer: Peer) -> None:
    """Let somebody be logged in."""
    peer.say(GREETING, NAMED)
    driver.until_heard(Named)


def test_a_lost_connection_is_made_again_after_longer_and_longer_pauses() -> None:
    with door() as entry, driving(entry.port) as driver:
        entered(driver, entry.accept())
        entry.peers[0].socket.shutdown(socket.SHUT_WR)
        assert driver.until_lost() == "The server closed the connection without a word."
        entry.close()
        link = driver.link
        assert link.attempts == 8
        for attempt, pause in enumerate((1, 2, 3, 5, 8, 13, 20, 30)):
            assert link.attempt == attempt
            assert link.retry_at == driver.now + pause == link.next_due()
            assert not link.needs_key
            driver.wait(pause - 0.01)
            assert not link.dialling
            driver.wait(0.01)
            assert link.dialling
            assert link.retry_at is None
            assert NOBODY_LISTENS in driver.until_lost()
        assert (link.attempt, link.retry_at, link.needs_key) == (8, None, True)
        driver.wait(1000)
        assert not link.dialling
        link.retry(driver.now)
        assert link.dialling
        driver.until_lost()
        assert (link.attempt, link.retry_at) == (1, driver.now + 2)
        link.retry(driver.now)
        assert link.dialling, "whoever does not want to wait need not"
        driver.until_lost()
        assert (link.attempt, link.retry_at) == (2, driver.now + 3)


def test_pauses_are_a_little_longer_by_chance() -> None:
    pauses = set()
    for seed in range(5):
        with door() as entry:
            link = Link(Address("127.0.0.1", entry.port), chance=random.Random(seed))
            driver = Driver(link)
            link.dial(driver.now)
            entered(driver, entry.accept())
            entry.close()
            driver.until_lost()
            assert link.retry_at is not None
            pauses.add(link.retry_at - driver.now)
            link.close()
    assert len(pauses) == 5
    assert all(PAUSES[0] <= pause <= PAUSES[0] * (1 + SPREAD) for pause in pauses)


def test_only_a_login_ends_the_counting_of_attempts() -> None:
    with door() as entry, driving(entry.port) as driver:
        entered(driver, entry.accept())
        entry.peers[-1].socket.close()
        driver.until_lost()
        for attempt in range(3):
            assert driver.link.attempt == attempt
            driver.wait(PAUSES[attempt])
            peer = entry.accept(GREETING)
            driver.until_heard(Welcome)
            assert driver.link.online
            peer.socket.close()
            driver.until_lost()
        driver.wait(PAUSES[3])
        entered(driver, entry.accept())
        assert driver.link.attempt == 0
        entry.peers[-1].socket.close()
        driver.until_lost()
        assert driver.link.retry_at == driver.now + PAUSES[0]


def test_after_restarting_it_comes_back_by_itself() -> None:
    with door() as entry, driving(entry.port) as driver:
        peer = entry.accept()
        entered(driver, peer)
        peer.say(write(ServerBye("restarting", "Back in a moment.")))
        assert driver.until_lost() == "Back in a moment."
        assert isinstance(driver.heard[-1], ServerBye)
        assert peer.rest() == [Ping()]
        driver.wait(PAUSES[0])
        entered(driver, entry.accept())


@pytest.mark.parametrize("code", ["taken-over", "too-slow", "idle", "silence", "of-tomorrow"])
def test_after_any_other_bye_it_waits_for_somebody(code: str) -> None:
    with door() as entry, driving(entry.port) as driver:
        peer = entry.accept()
        entered(driver, peer)
        peer.say(write(ServerBye(code, "So it is.")))
        peer.socket.shutdown(socket.SHUT_WR)
        assert driver.until_lost() == "So it is."
        driver.wait(1000)
        assert (driver.link.needs_key, driver.link.dialling) == (True, False)
        driver.link.retry(driver.now)
        entered(driver, entry.accept())


def test_a_server_that_is_full_says_so_instead_of_welcome() -> None:
    with door() as entry, driving(entry.port) as driver:
        entry.accept(write(ServerBye("server-full", "\x1b[2J Full.")))
        assert driver.until_lost() == "�[2J Full."
        assert driver.link.needs_key


def test_a_bye_without_a_text_still_gives_a_reason() -> None:
    with door() as entry, driving(entry.port) as driver:
        entry.accept(GREETING, write(ServerBye("idle", "")))
        assert driver.until_lost() == "The server has ended the connection."


def test_it_hangs_up_for_a_reason_of_its_own_and_goes_elsewhere() -> None:
    with door() as entry, door() as other, driving(entry.port) as driver:
        peer = entry.accept()
        entered(driver, peer)
        driver.link.hang_up("They speak another language.")
        assert peer.rest() == [Ping(), Bye()]
        assert driver.until_lost() == "They speak another language."
        assert driver.link.needs_key
        driver.link.retry(driver.now)
        peer = entry.accept(GREETING)
        driver.until_heard(Welcome)
        driver.link.go_to(Address("127.0.0.1", other.port), driver.now)
        assert driver.link.address.port == other.port
        assert peer.rest()[-1] == Bye()
        elsewhere = other.accept(GREETING)
        driver.until_heard(Welcome)
        other.close()
        driver.until_lost()
        assert driver.link.attempt == 0
        assert elsewhere.socket.fileno() == -1


def test_going_elsewhere_forgets_that_there_was_a_server() -> None:
    with door() as entry, driving(entry.port) as driver:
        entered(driver, entry.accept())
        with door() as other:
            closed = other.port
        driver.link.go_to(Address("127.0.0.1", closed), driver.now)
        assert NOBODY_LISTENS in driver.until_lost()
        assert driver.link.needs_key, "a first connection is not tried again by itself"


def test_a_new_socket_waits_until_the_loop_has_let_go_of_the_old_one() -> None:
    with door() as entry, driving(entry.port) as driver:
        entered(driver, entry.accept())
        link = driver.link
        link.go_to(link.address, driver.now)
        entry.accept(GREETING)
        with selectors.DefaultSelector() as selector:
            selector.register(link._woken, selectors.EVENT_READ)
            assert selector.select(PATIENCE)
        assert link.readable(driver.now) == []
        assert link.dialling, "its number may be that of the old one"
        assert len(link.wanted()) == 1
        assert isinstance(link.readable(driver.now)[0], Welcome)
        assert len(link.wanted()) == 2


# Signs of life.


def test_it_pings_twice_as_often_as_it_must_and_measures_the_delay() -> None:
    with door() as entry, driving(entry.port) as driver:
        peer = entry.accept(GREETING)
        driver.until_heard(Welcome)
        driver.turn()
        assert peer.next() == Ping()
        driver.now += 0.25
        peer.say(write(ServerPong()))
        driver.until(lambda: driver.link.delay is not None)
        assert driver.link.delay == 0.25
        assert driver.link.next_due() == 1010.0
        driver.wait(9.75)
        assert peer.next() == Ping()
        driver.now += 0.5
        peer.say(write(ServerPong()), write(ServerPong()))
        driver.until(lambda: driver.link.delay == 0.5)


def test_many_pings_get_one_pong() -> None:
    with door() as entry, driving(entry.port) as driver:
        peer = entry.accept(GREETING)
        driver.until_heard(Welcome)
        driver.turn()
        assert peer.next() == Ping()
        peer.say(write(ServerPing()) * 100, write(Notice("x", "")))
        driver.until_heard(Notice)
        driver.link.send([Bye()])
        answers = [peer.next()]
        while answers[-1] != Bye():
            answers.append(peer.next())
        assert 1 <= answers.count(Pong()) < 10
        assert not any(isinstance(message, ServerPing) for message in driver.heard)


def test_a_server_that_falls_silent_is_lost() -> None:
    with door() as entry, driving(entry.port) as driver:
        entered(driver, entry.accept())
        for _ in range(6):
            assert driver.link.online
            driver.wait(10)
        assert driver.until_lost() == "Nothing was heard from the server for 60 seconds."
        assert driver.link.retry_at == driver.now + PAUSES[0]
        assert driver.link.delay is None


def test_a_server_that_falls_silent_in_the_middle_of_a_message_is_lost() -> None:
    with door() as entry, driving(entry.port) as driver:
        entry.accept(GREETING, NAMED[:-1])
        driver.until_heard(Request)
        driver.wait(59)
        assert driver.link.online
        driver.wait(1)
        assert driver.until_lost() == (
            "Nothing was heard from the server for 60 seconds in the middle of a message."
        )


def test_a_server_that_never_comes_to_the_end_of_a_message_is_lost() -> None:
    with door() as entry, driving(entry.port) as driver:
        peer = entry.accept(GREETING)
        driver.until_heard(Request)
        peer.say(frame(bytes(1000))[:900])
        driver.turn(PATIENCE)
        for byte in range(5):
            driver.now += 15
            peer.say(bytes([byte]))
            driver.turn(PATIENCE)
            if not driver.link.online:
                break
        assert driver.until_lost() == "The server does not come to the end of a message."
        assert byte == 3


def test_a_server_that_never_greets_is_lost() -> None:
    with door() as entry, driving(entry.port) as driver:
        entry.accept(GREETING[:2])
        driver.until(lambda: driver.link.online)
        driver.turn()
        due = driver.link.next_due()
        assert due is not None
        driver.wait(due - driver.now)
        assert "in the middle of a message" in driver.until_lost()
        assert driver.link.needs_key


@pytest.mark.parametrize(("ping", "silence"), [(-1, -1), (0, 0), (2**62, 2**62)])
def test_times_without_sense_are_not_believed(ping: int, silence: int) -> None:
    limits = {**cbor2.loads(GREETING[4:])["limits"], "ping_ms": ping, "silence_ms": silence}
    welcome = {**cbor2.loads(GREETING[4:]), "limits": limits}
    with door() as entry, driving(entry.port) as driver:
        entry.accept(encode(welcome))
        driver.until_heard(Welcome)
        driver.turn()
        due = driver.link.next_due()
        assert due is not None
        assert 0.5 <= due - driver.now <= 300
        driver.wait(1000)
        assert "Nothing was heard" in driver.until_lost()


# What no server should do.


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
            driver.until_lost()
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


# Sending.


def test_what_the_server_does_not_take_at_once_is_sent_later() -> None:
    with door() as entry, driving(entry.port) as driver:
        peer = entry.accept(GREETING)
        driver.until_heard(Welcome)
        line = Chat("lobby", "z" * 300)
        count = 0
        while len(set(driver.link.wanted().values())) == 1:  # until it waits to write
            driver.link.send([line] * 1000)
            count += 1000
        taken: list[object] = []
        listener = threading.Thread(
            target=lambda: taken.extend(peer.next() for _ in range(count + 1))
        )
        listener.start()
        give_way = driver.link._channel
        assert give_way is not None
        while give_way.unsent:
            driver.link.writable(driver.now)
        listener.join(PATIENCE)
        assert taken == [Ping(), *[line] * count] or taken == [*[line] * count, Ping()]


def test_a_server_that_does_not_listen_is_lost() -> None:
    with door() as entry, driving(entry.port) as driver:
        entered(driver, entry.accept())
        channel = driver.link._channel
        assert channel is not None
        while channel.unsent <= UNSENT_MOST:
            driver.link.send([Chat("lobby", "z" * 300)] * 1000)
        assert driver.until_lost() == "The server does not listen any more."


def test_what_is_said_to_nobody_is_forgotten() -> None:
    with door() as entry, driving(entry.port) as driver:
        driver.link.send([Bye()])
        driver.link.writable(driver.now)
        peer = entry.accept(GREETING)
        driver.until_heard(Welcome)
        driver.turn()
        assert peer.next() == Ping()


def test_sending_to_one_who_is_gone_raises_nothing() -> None:
    with door() as entry, driving(entry.port) as driver:
        peer = entry.accept()
        entered(driver, peer)
        peer.say(write(ServerBye("idle", "Too late.")))
        peer.socket.close()
        for _ in range(10):
            driver.link.send([Ping()])
        driver.until_lost()


def test_closing_says_goodbye() -> None:
    with door() as entry:
        with driving(entry.port) as driver:
            peer = entry.accept()
            entered(driver, peer)
        assert peer.rest()[-1] == Bye()
        with driving(entry.port):
            waiting = entry.accept()
        waiting.say(GREETING[:1])
        with suppress(ConnectionError):
            assert waiting.rest() == [], "while it is being dialled there is nothing to say"
