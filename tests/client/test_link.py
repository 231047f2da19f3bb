"""The link: made in the background, and made again when it breaks."""

from __future__ import annotations

import random
import selectors
import socket
import ssl
import threading
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from eriantys.client import dial as dialling
from eriantys.client.address import Address
from eriantys.client.channel import READ_SIZE, READS_AT_ONCE
from eriantys.client.dial import CannotConnect, Dialling, dial
from eriantys.client.link import PAUSES, SPREAD, Link
from eriantys.client.screens.screen import Line
from eriantys.wire.from_client import Bye, Chat, Ping
from eriantys.wire.from_server import Notice, Request, ServerBye, Welcome
from eriantys.wire.messages import write
from tests.client.linking import GREETING, PATIENCE, TLS, Driver, Peer, door, driving, entered
from tests.scenarios.real import serving

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
        made = Dialling(address, partial(dial, address, timeout=PATIENCE), woken.set)
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
