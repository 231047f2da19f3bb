"""The line mode at a real server: two people play a match by what they type, over sockets."""

from __future__ import annotations

import selectors
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from eriantys.client.address import Address
from eriantys.client.keyring import Keyring
from eriantys.client.link import Link
from eriantys.client.model import Place
from eriantys.client.plain.session import PlainSession
from tests.commands.program import PATIENCE
from tests.scenarios.real import Server


class Person:
    """Somebody who plays line by line, driven as the loop drives it."""

    def __init__(self, server: Server, folder: Path, name: str) -> None:
        address = Address("127.0.0.1", server.port)
        self.link = Link(address)
        self.session = PlainSession(address, name, Keyring(folder))
        self.lines: list[str] = []
        """All that was printed."""
        self.link.dial(time.monotonic())

    @property
    def offers(self) -> tuple[str, ...]:
        """What could be typed now, by what the server lists."""
        match = self.session.model.match
        return match.offers if match is not None else ()

    @property
    def number(self) -> int:
        """How many lines of the match have been heard of."""
        match = self.session.model.match
        return match.number if match is not None else 0

    def type(self, line: str) -> None:
        self.session.typed(line, time.monotonic())
        self.flush()

    def turn(self) -> None:
        """Go round once."""
        with selectors.SelectSelector() as selector:
            for descriptor, events in self.link.wanted().items():
                selector.register(descriptor, events)
            ready = selector.select(0.005)
        now = time.monotonic()
        for _ in ready:
            for message in self.link.readable(now):
                self.session.hear(message, now)
        self.link.tick(now)
        self.flush()

    def flush(self) -> None:
        self.link.send(self.session.take_outgoing())
        self.link.writable(time.monotonic())
        self.lines += self.session.take_output()


def until(people: list[Person], condition: Callable[[], object]) -> None:
    """Go round with everybody until something has come about."""
    give_up = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < give_up, [person.lines[-5:] for person in people]
        for person in people:
            person.turn()


def seat_two(server: Server, folder: Path, *names: str, mode: str) -> list[Person]:
    """Let two people begin a match by typing."""
    people = [Person(server, folder, name) for name in names]
    first, second = people
    until(people, lambda: all(each.session.model.place is Place.LOBBY for each in people))
    first.type(f"new eriantys 2 {mode}".strip())
    until(people, lambda: first.session.model.seated)
    seated = first.session.model.seated
    assert seated is not None
    second.type(f"join {seated.match}")
    until(people, lambda: all(each.session.model.match for each in people))
    return people


def on_turn(people: list[Person]) -> Person | None:
    """Wait until somebody is asked for an action, or the match is over for all."""

    def settled() -> bool:
        over = all(each.session.model.place is Place.AFTER for each in people)
        return over or any(each.offers for each in people)

    until(people, settled)
    return next((each for each in people if each.offers), None)


def act(people: list[Person], person: Person, line: str) -> None:
    """Type an action, and wait until everybody has heard of it."""
    number = person.number + 1
    person.type(line)
    until(people, lambda: all(each.number >= number for each in people))


@pytest.mark.parametrize("mode", ["", "expert"])
def test_two_people_play_a_whole_match_by_what_they_type(
    server: Server, tmp_path: Path, mode: str
) -> None:
    names = (f"Ada{mode[:1]}", f"Bo{mode[:1]}")
    people = seat_two(server, tmp_path, *names, mode=mode)
    chance = Random(f"typed-{mode}")
    typed = 0
    while (person := on_turn(people)) is not None:
        act(people, person, chance.choice(person.offers))
        typed += 1
    assert typed > 30  # the luck of a real server decides how long it takes
    for person in people:
        assert any(line.startswith("Game over: ") for line in person.lines)
        assert any(line.startswith("Place 1: ") for line in person.lines)
        asked = [line for line in person.lines if line.startswith("Your turn: ")]
        assert len(asked) > 25
        assert all(line.isprintable() for line in person.lines)
        person.type("quit")
        person.link.close()


def test_a_try_an_undo_and_a_resignation_at_a_real_server(
    server: Server, tmp_path: Path
) -> None:
    people = seat_two(server, tmp_path, "Uma", "Vito", mode="")
    for line in ("a3", "a5"):
        person = on_turn(people)
        assert person is not None
        act(people, person, line)
    actor = on_turn(people)
    assert actor is not None
    move = next(offer for offer in actor.offers if offer.endswith(" 9"))
    actor.type(f"try {move}")
    tried = f"{move.split()[0].capitalize()} to island 9: then "
    until(people, lambda: actor.lines[-1].startswith(tried))
    actor.type(move)
    until(people, lambda: len(actor.offers) and "2 of 3" in actor.lines[-1])
    actor.type("undo")
    until(people, lambda: any(" back: " in line for line in people[0].lines))
    assert any(f"back: {move.split()[0]} to island 9" in line for line in people[1].lines)
    actor.type("log all")
    until(people, lambda: "That was all so far." in actor.lines)
    told = actor.lines[actor.lines.index("That was all so far.") - 5 :]
    assert any("assistant 3" in line for line in told)
    actor.type("resign")
    actor.type("yes")
    until(people, lambda: all(each.session.model.place is Place.AFTER for each in people))
    for person in people:
        person.link.close()


def test_whoever_loses_the_connection_hears_once_what_was_missed(
    server: Server, tmp_path: Path
) -> None:
    people = seat_two(server, tmp_path, "Wim", "Xenia", mode="")
    actor = on_turn(people)
    assert actor is not None
    other = next(person for person in people if person is not actor)
    other.link.hang_up("gone")
    other.session.lost("Gone.", time.monotonic(), for_good=True)
    act([actor], actor, "a4")
    other.link.retry(time.monotonic())
    name = actor.session.entrance.name
    missed = f"{name} plays assistant 4."
    until(people, lambda: missed in other.lines)
    act(people, other, "a6")
    other.type("log all")
    until(people, lambda: "That was all so far." in other.lines)
    told = other.lines[: other.lines.index("That was all so far.")]
    assert told.count(missed) == 2, "as news, and in the log that was asked for"
    for person in people:
        person.link.close()
