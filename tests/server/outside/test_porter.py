"""Connections on real sockets: slow readers, last words, doors that are full."""

from __future__ import annotations

import logging
import socket
import ssl

import pytest

from eriantys.server.inputs import Close, Closed, Opened, Received, Send
from eriantys.server.limits import Limits
from eriantys.server.outside import doors, porter
from tests.server.outside.scripted import HELLO, OpenHouse

MORE_THAN_THE_SYSTEM_HOLDS = 400_000
ROOMY = Limits(unsent_pause=2**26, unsent_most=2**26)
PAUSED = Limits(unsent_pause=1024, unsent_most=2**26)


def read_to_end(client: socket.socket) -> None:
    while client.recv(65536):
        pass


def test_what_happens_is_told_in_order(house: OpenHouse) -> None:
    with house() as here:
        number, client = here.connect()
        client.sendall(b"something")
        here.turn_until(lambda: here.core.received(number))
        client.close()
        here.turn_until(here.core.closed)
        assert here.core.heard == [
            Opened(number, "127.0.0.1"),
            Received(number, b"something"),
            Closed(number, "closed"),
        ]
        assert len(here.porter) == 0


def test_no_two_connections_have_the_same_number(house: OpenHouse) -> None:
    with house() as here:
        numbers = set()
        for _ in range(5):
            number, client = here.connect()
            numbers.add(number)
            client.close()
            here.turn_until(lambda: len(here.porter) == 0)
        assert len(numbers) == 5


def test_a_reset_is_an_end_like_any_other(house: OpenHouse) -> None:
    with house() as here:
        number, client = here.connect()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        client.close()
        here.turn_until(here.core.closed)
        assert here.core.closed() == [Closed(number, "closed")]
        here.core.to_say = [Send(number, b"too late"), Close(number)]
        here.turn(2)


def test_whoever_is_found_gone_while_being_sent_something_is_told_as_closed(
    house: OpenHouse,
) -> None:
    with house() as here:
        number, client = here.connect()
        here.core.crowd.add(number)  # so that reading does not find out first
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        client.close()

        def say() -> list[Closed]:
            here.core.to_say = [Send(number, b"hello?")]
            return here.core.closed()

        here.turn_until(say)
        assert here.core.closed() == [Closed(number, "closed")]


def test_a_slow_reader_gets_everything(house: OpenHouse) -> None:
    sent = bytes(range(256)) * 1600
    with house(ROOMY) as here:
        number, client = here.connect(small=True)
        here.core.to_say = [Send(number, sent[:200_000]), Send(number, sent[200_000:300_000])]
        here.turn(1)
        here.core.to_say = [Send(number, sent[300_000:])]
        assert here.read(client, len(sent)) == sent
        here.core.to_say = [Send(number, b"and more")]
        assert here.read(client, 8) == b"and more"


def test_nothing_is_read_of_whoever_leaves_too_much_unread(house: OpenHouse) -> None:
    with house(PAUSED) as here:
        slow, slow_client = here.connect(small=True)
        other, other_client = here.connect()
        here.core.to_say = [Send(slow, bytes(MORE_THAN_THE_SYSTEM_HOLDS))]
        here.turn(1)
        slow_client.sendall(b"listen!")
        other_client.sendall(b"me too")
        here.turn_until(lambda: here.core.received(other))
        here.turn(5)
        assert here.core.received(slow) == b""
        here.read(slow_client, MORE_THAN_THE_SYSTEM_HOLDS)
        here.turn_until(lambda: here.core.received(slow))
        assert here.core.received(slow) == b"listen!"


def test_whoever_leaves_far_too_much_unread_is_dropped(house: OpenHouse) -> None:
    with house() as here:
        number, client = here.connect(small=True)
        other, other_client = here.connect()

        def say_more() -> list[Closed]:
            here.core.to_say = [Send(number, bytes(50_000)), Send(other, b".")]
            return here.core.closed()

        here.turn_until(say_more)
        assert here.core.closed() == [Closed(number, "unread")]
        with pytest.raises((ConnectionResetError, ssl.SSLEOFError)):
            read_to_end(client)
        assert other_client.recv(1) == b"."
        assert len(here.porter) == 1


def test_whoever_reads_may_be_sent_much_at_once(house: OpenHouse) -> None:
    much = bytes(4 * MORE_THAN_THE_SYSTEM_HOLDS)
    with house() as here:
        number, client = here.connect(small=True)
        here.core.to_say = [Send(number, much)]
        here.turn(1)
        assert here.read(client, len(much)) == much
        here.core.to_say = [Send(number, b"and more")]
        assert here.read(client, 8) == b"and more"


def test_a_connection_has_no_more_than_its_share_of_a_turn(house: OpenHouse) -> None:
    with house() as here:
        number, client = here.connect()
        client.sendall(bytes(50_000))
        here.turn_until(lambda: here.core.received(number))
        here.turn_until(lambda: len(here.core.received(number)) == 50_000)
        pieces = [each for each in here.core.heard if isinstance(each, Received)]
        assert max(len(each.data) for each in pieces) <= 16 * 1024


def test_only_so_many_connections_are_looked_at_in_a_turn(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(porter, "EVENTS_AT_ONCE", 2)
    with house() as here:
        clients = dict(here.connect() for _ in range(5))
        for client in clients.values():
            client.sendall(b"hello")
        heard: list[int] = []
        gone = max(clients)

        def all_but_one() -> bool:
            now = [number for number in clients if here.core.received(number)]
            assert len(now) - len(heard) <= 2
            heard[:] = now
            if len(now) == 2 and gone not in now:
                # Somebody goes whose turn has not come yet.
                here.core.to_say = [Close(gone)]
            return len(now) >= 4

        here.turn_until(all_but_one)


def test_a_crowded_connection_is_not_read(house: OpenHouse) -> None:
    with house() as here:
        number, client = here.connect()
        here.core.crowd.add(number)
        client.sendall(b"wait")
        here.turn(5)
        assert here.core.received(number) == b""
        here.core.crowd.clear()
        here.turn_until(lambda: here.core.received(number))


def test_last_words_are_heard_even_by_one_who_does_not_stop_talking(house: OpenHouse) -> None:
    """To close with something unread would reset, and take back what was sent last."""
    with house() as here:
        number, client = here.connect()
        here.core.crowd.add(number)
        client.sendall(bytes(60_000))
        here.core.to_say = [Send(number, b"one, "), Send(number, b"two, bye"), Close(number)]
        here.turn(1)
        here.core.crowd.clear()
        client.sendall(bytes(60_000))
        assert here.read(client, 100) == b"one, two, bye"
        client.close()
        here.turn_until(lambda: len(here.porter) == 0)
        assert here.core.received(number) == b""
        assert here.core.closed() == [], "the core has closed it itself"


def test_last_words_wait_for_what_is_before_them(house: OpenHouse) -> None:
    with house(ROOMY) as here:
        number, client = here.connect(small=True)
        here.core.to_say = [Send(number, bytes(MORE_THAN_THE_SYSTEM_HOLDS))]
        here.turn(1)
        here.core.to_say = [Send(number, b"bye"), Close(number), Send(number, b"too late")]
        here.turn(1)
        got = here.read(client, 2 * MORE_THAN_THE_SYSTEM_HOLDS)
        assert got == bytes(MORE_THAN_THE_SYSTEM_HOLDS) + b"bye"


@pytest.mark.parametrize("unread", [0, MORE_THAN_THE_SYSTEM_HOLDS])
def test_whoever_is_to_go_and_does_not_is_put_out(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch, unread: int
) -> None:
    monkeypatch.setattr(porter, "CLOSE_WAIT", 0.1)
    with house(ROOMY) as here:
        number, _ = here.connect(small=True)
        here.core.to_say = [Send(number, bytes(unread)), Close(number)]
        here.turn(1)
        assert len(here.porter) == 1
        here.turn_until(lambda: len(here.porter) == 0)
        assert here.core.closed() == []


def test_many_come_in_at_once_without_holding_up_the_others(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "ACCEPT_AT_ONCE", 2)
    with house() as here:
        number, client = here.connect()
        for _ in range(5):
            here.knock()
        client.sendall(b"here")
        here.turn_until(lambda: here.core.received(number))
        assert len(here.porter) <= 3
        here.turn_until(lambda: len(here.porter) == 6)


def test_a_full_house_lets_somebody_in_when_another_has_left(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(doors, "ACCEPT_PAUSE", 0.05)
    with house(descriptors=porter.SPARE_DESCRIPTORS + 2) as here:
        _, leaver = here.connect()
        here.connect()
        outside = here.knock()
        here.turn(20)
        assert len(here.core.opened()) == 2
        leaver.close()
        outside = here.enter(outside)
        here.turn_until(lambda: len(here.core.opened()) == 3)
        assert here.read(outside, len(HELLO)) == HELLO
    warnings = [each for each in caplog.records if each.levelno == logging.WARNING]
    assert [each.getMessage() for each in warnings] == [
        "2 connections are as many as there can be"
    ]


def test_the_end_may_come_while_the_doors_rest(house: OpenHouse) -> None:
    with house(descriptors=porter.SPARE_DESCRIPTORS + 1) as here:
        _, client = here.connect()
        here.knock()
        here.turn(3)
        here.loop.stop()
        here.turn(1)
        assert client.recv(1) == b""
        client.close()
        here.turn_until(lambda: here.loop.over)
        assert len(here.core.opened()) == 1
