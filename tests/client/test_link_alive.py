"""Signs of life on a link, and what is said through it: silence and deafness are noticed."""

from __future__ import annotations

import threading
from contextlib import suppress

import cbor2
import pytest

from eriantys.client.link import PAUSES, UNSENT_MOST
from eriantys.wire.frames import encode, frame
from eriantys.wire.from_client import Bye, Chat, Ping, Pong
from eriantys.wire.from_server import (
    Notice,
    Request,
    ServerBye,
    ServerPing,
    ServerPong,
    Welcome,
)
from eriantys.wire.messages import write
from tests.client.linking import GREETING, NAMED, PATIENCE, door, driving, entered

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
