"""People to whom nobody listens for a while, which must not cost anything."""

from __future__ import annotations

import socket

from eriantys.server.inputs import Close, Closed, Heed, Send
from tests.server.outside.scripted import House, OpenHouse


def ignore(here: House, number: int) -> None:
    here.core.to_say.append(Heed(number, listen=False))
    here.turn(1)


def heed(here: House, number: int) -> None:
    here.core.to_say.append(Heed(number, listen=True))
    here.turn(1)


def test_nobody_listens_to_whoever_is_not_heeded(house: OpenHouse) -> None:
    with house() as here:
        number, client = here.connect()
        ignore(here, number)
        client.sendall(b"one, ")
        client.sendall(bytes(20_000))
        here.turn(5)
        assert here.core.received(number) == b""
        assert here.woken(100) == 0
        here.core.to_say = [Send(number, b"hush")]
        assert here.read(client, 4) == b"hush", "but it is told things"
        assert here.woken(100) == 0
        heed(here, number)
        here.turn_until(lambda: len(here.core.received(number)) == 20_005)


def test_heeding_twice_is_heeding_once(house: OpenHouse) -> None:
    with house() as here:
        number, client = here.connect()
        for _ in range(2):
            ignore(here, number)
            ignore(here, number)
            heed(here, number)
            heed(here, number)
        client.sendall(b"so?")
        here.turn_until(lambda: here.core.received(number))


def test_one_who_is_not_heeded_may_hang_up_unnoticed(house: OpenHouse) -> None:
    with house() as here:
        number, client = here.connect()
        ignore(here, number)
        client.close()
        here.turn(5)
        assert here.woken(100) == 0
        assert here.core.closed() == []
        heed(here, number)
        here.turn_until(here.core.closed)
        assert here.core.closed() == [Closed(number, "closed")]


def test_one_who_is_not_heeded_and_cannot_be_told_anything_is_gone(house: OpenHouse) -> None:
    with house() as here:
        number, client = here.connect()
        ignore(here, number)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        client.close()

        def say() -> list[Closed]:
            here.core.to_say = [Send(number, b"hello?")]
            return here.core.closed()

        here.turn_until(say)
        assert here.core.closed() == [Closed(number, "closed")]


def test_one_who_is_not_heeded_is_seen_out_like_everybody(house: OpenHouse) -> None:
    with house() as here:
        number, client = here.connect()
        ignore(here, number)
        client.sendall(bytes(30_000))
        here.core.to_say = [Send(number, b"bye"), Close(number)]
        assert here.read(client, 100) == b"bye"
        client.close()
        here.turn_until(lambda: len(here.porter) == 0)


def test_one_who_is_not_heeded_and_reads_slowly_gets_everything(house: OpenHouse) -> None:
    sent = bytes(range(256)) * 1000
    with house() as here:
        number, client = here.connect(small=True)
        ignore(here, number)
        here.core.to_say = [Send(number, sent)]
        here.turn(1)
        client.sendall(b"unheard")
        assert here.read(client, len(sent)) == sent
        here.turn(3)
        assert here.core.received(number) == b""
        assert here.woken(100) == 0
