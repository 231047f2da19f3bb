"""A side door at a real loop: it holds nobody up, whatever those who come by it do."""

from __future__ import annotations

import os
import resource
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from eriantys.server.inputs import Answered
from eriantys.server.outside import side_door
from eriantys.server.outside.listening import listen
from eriantys.server.outside.side_door import INSIDE_MOST, SideDoor
from tests.server.outside.scripted import House, house


class Echo:
    """An office whose only door answers every line with the same line."""

    def __init__(self, here: House, wings: int = 1) -> None:
        self.wings = [listen("127.0.0.1", 0)[0] for _ in range(wings)]
        self.door = SideDoor(
            here.porter,
            self.wings,
            length=lambda heard: heard.find(b"\n") + 1,
            most=100,
            heed=lambda number, line: self.door.answer(number, line),
        )

    def answered(self, answered: Answered) -> None:
        raise AssertionError("nobody was asked")

    def next_due(self) -> float | None:
        return self.door.next_due()

    def keep_time(self, now: float) -> None:
        self.door.keep_time(now)

    def close(self) -> None:
        self.door.close()


@contextmanager
def echoing(wings: int = 1) -> Iterator[tuple[House, Echo]]:
    with house() as here:
        here.loop.office = office = Echo(here, wings)
        yield here, office
        office.close()


def knock(here: House, office: Echo, wing: int = 0) -> socket.socket:
    client = socket.create_connection(office.wings[wing].getsockname())
    here.clients.append(client)
    return client


@contextmanager
def no_more_descriptors() -> Iterator[None]:
    """Let this process open nothing more."""
    lowest = os.dup(0)
    os.close(lowest)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (lowest, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_every_wing_leads_inside() -> None:
    with echoing(wings=2) as (here, office):
        for wing in (0, 1):
            client = knock(here, office, wing)
            client.sendall(b"yes\n")
            assert here.read(client, 100) == b"yes\n"


def test_without_descriptors_the_door_rests_and_who_was_first_makes_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(side_door, "REST", 0.05)
    with echoing(wings=2) as (here, office):
        silent = knock(here, office)
        here.turn_until(lambda: office.door._inside)
        late = knock(here, office, 1)
        late.sendall(b"now?\n")
        with no_more_descriptors():
            here.turn_until(lambda: office.door.next_due() == office.door._opens_at)
            assert here.woken(20) == 0, "the loop would spin"
            assert here.read(silent, 1) == b""
        assert here.read(late, 100) == b"now?\n"


def test_a_door_that_rests_can_be_closed() -> None:
    with echoing() as (here, office):
        knock(here, office)
        with no_more_descriptors():
            here.turn_until(lambda: office.door._opens_at is not None)


def test_whoever_takes_too_long_must_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(side_door, "PATIENCE", 0.05)
    with echoing() as (here, office):
        slow = knock(here, office)
        slow.sendall(b"a")
        assert here.read(slow, 1) == b""
        assert not office.door._inside


def test_whoever_says_too_much_must_go() -> None:
    with echoing() as (here, office):
        client = knock(here, office)
        client.sendall(b"x" * 101)
        assert here.read(client, 1) == b""


def test_of_a_crowd_only_few_are_inside() -> None:
    with echoing() as (here, office):
        crowd = [knock(here, office) for _ in range(INSIDE_MOST + 5)]
        for client in crowd[:5]:
            assert here.read(client, 1) == b""
        assert len(office.door._inside) == INSIDE_MOST
        crowd[-1].sendall(b"me\n")
        assert here.read(crowd[-1], 100) == b"me\n"
