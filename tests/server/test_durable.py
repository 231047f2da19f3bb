"""Durable before announced: what the store did not take has not happened."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

import pytest

from eriantys.server.outside.store import Store
from eriantys.server.rows import Row, StoreTrouble
from eriantys.server.session import State
from eriantys.wire.from_client import (
    Join,
    Leave,
    Move,
    Resign,
    Resume,
    Undo,
)
from eriantys.wire.from_server import (
    Ended,
    Error,
    FromServer,
    Named,
    Notice,
    Presence,
    Request,
    Started,
    Update,
    Waiting,
)
from tests.keys import A_NONCE
from tests.server.parlour import Parlour, Person
from tests.server.scenes import (
    PATIENT,
    a_table,
    back,
    by_turn,
    fingerprint,
    hand_of,
    match_of,
    open_match,
    seated,
    state_of,
)

# What somebody asks for: it is refused, and works as soon as the store does.


class Wish(NamedTuple):
    """Something durable that somebody is about to ask for."""

    person: Person
    ask: Callable[[], list[FromServer]]
    about: str
    granted: Callable[[], bool]


def register(parlour: Parlour) -> Wish:
    person = parlour.connect()
    return Wish(person, lambda: person.log_in("dora"), "login", lambda: bool(person.all(Named)))


def move(parlour: Parlour) -> Wish:
    on_turn, _other = a_table(parlour)
    return Wish(
        on_turn, lambda: on_turn.say(Move(1, "pass")), "move", lambda: bool(on_turn.all(Update))
    )


def undo(parlour: Parlour) -> Wish:
    on_turn, _other = a_table(parlour)
    on_turn.say(Move(1, f"drop {hand_of(on_turn)[0]}"))
    return Wish(
        on_turn, lambda: on_turn.say(Undo(2)), "undo", lambda: len(on_turn.all(Update)) == 2
    )


def final_move(parlour: Parlour) -> Wish:
    on_turn, other = a_table(parlour, options={"rounds": 1})
    on_turn.say(Move(1, "pass"))
    return Wish(
        other, lambda: other.say(Move(2, "pass")), "move", lambda: bool(on_turn.all(Ended))
    )


def resign(parlour: Parlour) -> Wish:
    on_turn, _other = a_table(parlour)
    return Wish(
        on_turn, lambda: on_turn.say(Resign()), "resign", lambda: bool(on_turn.all(Ended))
    )


def leave_for_good(parlour: Parlour) -> Wish:
    on_turn, _other = a_table(parlour, absence="end")
    return Wish(
        on_turn, lambda: on_turn.say(Leave()), "leave", lambda: bool(on_turn.all(Ended))
    )


@pytest.mark.parametrize("make", [register, move, undo, final_move, resign, leave_for_good])
def test_what_cannot_be_kept_is_refused_to_whoever_asked_and_nobody_else_hears(
    make: Callable[[Parlour], Wish],
) -> None:
    parlour = Parlour()
    wish = make(parlour)
    asked = wish.person.all(Request)[-1:]
    before, rows = fingerprint(parlour), len(parlour.kept)
    heard = {each.connection: len(each.heard) for each in parlour.people.values()}
    parlour.broken = True
    for _ in range(2):
        error, *again = wish.ask()
        assert isinstance(error, Error)
        assert (error.code, error.about) == ("store-unavailable", wish.about)
        # The request stands.
        assert again == asked
        assert fingerprint(parlour) == before
    del heard[wish.person.connection]
    for person in parlour.people.values():
        assert heard.get(person.connection, len(person.heard)) == len(person.heard)
    assert len(parlour.kept) == rows
    assert not wish.granted()
    parlour.broken = False
    wish.ask()
    assert wish.granted()
    assert len(parlour.kept) > rows


# What the server does by itself: it is tried again until it works.


def a_seat_counts_as_gone(parlour: Parlour) -> Callable[[], bool]:
    on_turn, other = a_table(parlour, absence="end")
    on_turn.drop()
    parlour.broken = True
    parlour.wait(30)
    parlour.wait(5)
    # However often the end is tried, that the player is gone is told once.
    assert [each.left_ms for each in other.all(Presence)] == [30_000, 0]
    return lambda: bool(other.all(Ended))


def a_clock_runs_out(parlour: Parlour) -> Callable[[], bool]:
    on_turn, other = a_table(parlour, absence="end", turn_seconds=30)
    parlour.broken = True
    parlour.wait(30)
    assert on_turn.closed
    return lambda: bool(other.all(Ended))


def a_match_is_suspended(parlour: Parlour) -> Callable[[], bool]:
    on_turn, other = a_table(parlour)
    parlour.broken = True
    on_turn.say(Leave())
    assert state_of(on_turn) is State.LOBBY
    return lambda: [each.code for each in other.all(Notice)] == ["suspended"]


def a_match_goes_on(parlour: Parlour) -> Callable[[], bool]:
    on_turn, other = a_table(parlour)
    on_turn.say(Leave())
    parlour.broken = True
    on_turn.say(Resume())
    assert on_turn.last(Started).suspended
    assert on_turn.say(Move(1, "pass"))[0].code == "suspended"
    return lambda: [each.code for each in other.all(Notice)] == ["suspended", "resumed"]


def a_room_begins(parlour: Parlour) -> Callable[[], bool]:
    anna = seated(parlour, "anna")
    (bert,) = parlour.enter("bert")
    parlour.broken = True
    bert.say(Join(A_NONCE, open_match(anna)))
    for person in (anna, bert):
        assert person.last(Notice).code == "store-unavailable"
        assert state_of(person) is State.SEATED
    return lambda: bool(anna.all(Started) and bert.all(Started))


@pytest.mark.parametrize(
    "make",
    [
        a_seat_counts_as_gone,
        a_clock_runs_out,
        a_match_is_suspended,
        a_match_goes_on,
        a_room_begins,
    ],
)
def test_what_must_happen_happens_once_it_can_be_kept(
    make: Callable[[Parlour], Callable[[], bool]],
) -> None:
    parlour = Parlour(**PATIENT)
    happened = make(parlour)
    rows = len(parlour.kept)
    parlour.wait(20)
    assert not happened()
    assert len(parlour.kept) == rows
    parlour.broken = False
    parlour.wait(1)
    assert happened()
    assert len(parlour.kept) > rows


def test_who_comes_back_while_the_end_cannot_be_kept_plays_on() -> None:
    parlour = Parlour(**PATIENT, grace=0)
    on_turn, other = a_table(parlour, absence="end")
    parlour.broken = True
    on_turn.drop()
    parlour.wait(10)
    again = parlour.connect()
    again.prove(on_turn.name)
    parlour.broken = False
    parlour.wait(10)
    assert not other.all(Ended)
    again.say(Move(1, "pass"))
    assert other.request.id == 2


def test_somebody_may_leave_a_full_room_that_cannot_begin() -> None:
    parlour = Parlour()
    anna = seated(parlour, "anna")
    bert, carl = parlour.enter("bert", "carl")
    parlour.broken = True
    bert.say(Join(A_NONCE, open_match(anna)))
    bert.say(Leave())
    assert state_of(bert) is State.LOBBY
    assert anna.last(Waiting).names == ("anna",)
    carl.say(Join(A_NONCE, open_match(anna)))
    parlour.wait(3)
    assert [each.code for each in carl.all(Notice)] == ["store-unavailable"], "told, and once"
    carl.say(Leave())
    parlour.broken = False
    parlour.wait(5)
    assert state_of(anna) is State.SEATED
    carl.say(Join(A_NONCE, open_match(anna)))
    assert anna.last(Started).players == ("anna", "carl")


def test_a_room_that_can_never_begin_ends_in_time() -> None:
    parlour = Parlour(**PATIENT, room=60)
    anna = seated(parlour, "anna")
    (bert,) = parlour.enter("bert")
    parlour.broken = True
    bert.say(Join(A_NONCE, open_match(anna)))
    parlour.wait(60)
    for person in (anna, bert):
        assert person.last(Notice).code == "room-expired"
        assert state_of(person) is State.LOBBY


@pytest.mark.parametrize("how", ["drop", "clock"])
def test_a_store_that_cannot_even_be_read_ends_no_server(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    parlour = Parlour(**PATIENT, grace=0)
    on_turn, other = a_table(parlour, absence="end", turn_seconds=30)

    def unreadable(_name: str) -> None:
        raise StoreTrouble("The disk reports an error.")

    parlour.broken = True
    with monkeypatch.context() as patch:
        patch.setattr(parlour.store, "find_name", unreadable)
        if how == "drop":
            on_turn.drop()
        parlour.wait(40)
    parlour.broken = False
    parlour.wait(1)
    assert other.last(Ended).reason == "left"


# Crashes.


@pytest.mark.parametrize("game", ["toy", "eriantys"])
def test_a_crash_after_any_commit_loses_nothing_that_was_acknowledged(game: str) -> None:
    parlour = Parlour(seed=f"crash {game}")
    commits: list[list[Row]] = []
    keep = parlour.commit

    def recorded(rows: list[Row]) -> None:
        keep(rows)
        commits.append(list(rows))

    parlour.commit = recorded  # type: ignore[method-assign]
    people = parlour.seat("anna", "bert", game=game)
    match, chance = match_of(people[0]), Random(game)
    begun = len(commits)
    moments = [(match.number, match.game.snapshot(match.state), match.can_undo())]
    while state_of(people[0]) is State.PLAYING and len(moments) < 40:
        on_turn = by_turn(*people)[0]
        request = on_turn.request
        legal = [action for action in request.legal or () if action != "reveal"]
        undo = request.undo and chance.random() < 0.3
        answer = Undo(request.id) if undo else Move(request.id, str(chance.choice(legal)))
        on_turn.say(answer)
        moments.append((match.number, match.game.snapshot(match.state), match.can_undo()))
    assert len(moments) > 8
    assert len(commits) == begun + len(moments) - 1
    for count, (number, state, can_undo) in enumerate(moments, start=begun):
        store = Store.in_memory()
        for rows in commits[:count]:
            store.commit(rows)
        again = Parlour(store=store)
        if number == len(moments) - 1 and match.turn is None:
            assert not again.core.house.shelf.cards
            continue
        players = [back(again, person.name) for person in people]
        loaded = match_of(players[0])
        assert loaded.number == players[1].last(Started).number == number
        assert loaded.game.snapshot(loaded.state) == state
        request = by_turn(*players)[0].request
        assert (request.id, request.undo) == (number + 1, can_undo)
        store.close()
