"""How to get people where a test wants them, and how to look at what is there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from eriantys.server.matches.match import Match
from eriantys.server.session import Session, State
from eriantys.wire.from_client import Create, Move, Quick, Resign, Watch
from eriantys.wire.from_server import Seated, Started, Update
from eriantys.wire.from_server import State as Shown
from tests.keys import A_NONCE
from tests.server.parlour import Parlour, Person

PATIENT = {"silence": 1e6, "ping": 1e6}
"""Limits with which nobody has to show any sign of life, for tests of other waits."""
MOMENT = 1 / 1024
"""A short time that adds up exactly, to look just before an instant and at it."""


def session_of(person: Person) -> Session | None:
    return person.parlour.core.house.sessions.get(person.connection)


def state_of(person: Person) -> State:
    session = session_of(person)
    return State.CLOSED if session is None else session.state


def match_of(person: Person) -> Match:
    """Return the match at which somebody is."""
    session = session_of(person)
    assert session is not None
    assert session.match is not None
    return session.match


def by_turn(*people: Person) -> list[Person]:
    """List the players of a match, whoever is on turn first, the others by seat."""
    turn = match_of(people[0]).turn
    assert turn is not None

    def steps(person: Person) -> int:
        session = session_of(person)
        assert session is not None
        assert session.seat is not None
        return (session.seat - turn) % len(people)

    return sorted(people, key=steps)


def pass_to(person: Person, *others: Person) -> None:
    """Let everybody pass until it is the turn of one of them."""
    while (on_turn := by_turn(person, *others)[0]) is not person:
        on_turn.say(Move(on_turn.request.id, "pass"))


def a_table(parlour: Parlour, *names: str, **create: Any) -> tuple[Person, Person]:
    """Begin a match of two, and return who is on turn and who is not."""
    people = parlour.seat(*(names or ("anna", "bert")), **create)
    on_turn, other = by_turn(*people)
    return on_turn, other


def hand_of(person: Person) -> list[int]:
    """Return the cards of somebody who plays the toy game."""
    session = session_of(person)
    assert session is not None
    assert session.seat is not None
    hand: list[int] = match_of(person).state.hands[session.seat]
    return hand


def light_model(person: Person) -> dict[str, Any]:
    """Merge what somebody was told of a match, as a client does."""
    view: dict[str, Any] = {}
    for message in person.heard:
        if isinstance(message, Started | Shown):
            view = dict(message.view)
        elif isinstance(message, Update):
            view |= message.changes
    return view


def back(parlour: Parlour, name: str) -> Person:
    """Connect again under a name that somebody had before."""
    person = parlour.connect()
    person.prove(name)
    return person


# One way into each state; the names keep several of them apart in one house.


def somebody_new(parlour: Parlour, _name: str) -> Person:
    return parlour.connect()


def in_lobby(parlour: Parlour, name: str) -> Person:
    return parlour.enter(name)[0]


def asked(parlour: Parlour, name: str) -> Person:
    (person,) = parlour.enter(name)
    person.say(Quick("toy", A_NONCE))
    return person


def queued(parlour: Parlour, name: str) -> Person:
    asked(parlour, f"{name}.1")
    return asked(parlour, name)


def seated(parlour: Parlour, name: str) -> Person:
    (person,) = parlour.enter(name)
    person.say(Create("toy", 2, A_NONCE))
    return person


def playing(parlour: Parlour, name: str) -> Person:
    """Seat somebody at a match, on turn."""
    people = parlour.seat(name, f"{name}.2")
    pass_to(*people)
    return people[0]


def after(parlour: Parlour, name: str) -> Person:
    person = playing(parlour, name)
    person.say(Resign())
    return person


def watching(parlour: Parlour, name: str) -> Person:
    player = playing(parlour, f"{name}.3")
    (person,) = parlour.enter(name)
    person.say(Watch(player.match))
    return person


WAYS: dict[State, Callable[[Parlour, str], Person]] = {
    State.NEW: somebody_new,
    State.LOBBY: in_lobby,
    State.QUEUED: queued,
    State.ASKED: asked,
    State.SEATED: seated,
    State.PLAYING: playing,
    State.AFTER: after,
    State.WATCHING: watching,
}


def open_match(person: Person) -> int:
    """Return the number of the room in which somebody waits."""
    return person.last(Seated).match


def fingerprint(parlour: Parlour) -> object:
    """Describe who is where and what is open, to see that nothing has changed."""
    house = parlour.core.house
    return (
        [
            (
                each.connection,
                each.state,
                each.name,
                each.seat,
                each.question,
                None if each.room is None else (each.room.id, tuple(each.room.nonces)),
                None if each.match is None else each.match.id,
            )
            for each in house.sessions.values()
        ],
        {number: room.card() for number, room in house.rooms.items()},
        {
            number: (match.number, match.suspended, match.game.snapshot(match.state))
            for number, match in house.matches.items()
        },
        dict(house.shelf.cards),
        [[each.name for each in line.waiting] for line in house.lines.values()],
    )
