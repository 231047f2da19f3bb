"""Restarts: what was begun is there again, and everybody has time to come back to it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from eriantys.server.rows import (
    Acted,
    MatchEnded,
    MatchSuspended,
    Spoilt,
    StoredMatch,
    StoreTrouble,
)
from eriantys.server.session import State
from eriantys.wire.from_client import Create, Move, Resume, Watch
from eriantys.wire.from_server import (
    Ended,
    Matches,
    Notice,
    Presence,
    Seated,
    ServerBye,
    Started,
)
from tests.keys import A_NONCE
from tests.server.parlour import Parlour, error_of
from tests.server.scenes import MOMENT, PATIENT, a_table, back, seated, state_of


@pytest.mark.parametrize("absence", ["end", "wait"])
def test_nobody_is_absent_for_some_time_after_a_restart(absence: str) -> None:
    parlour = Parlour(**PATIENT, grace=0, restart_grace=120)
    on_turn, other = a_table(parlour, absence=absence)
    parlour.crash()
    parlour.wait(50)
    first = back(parlour, on_turn.name)
    assert first.last(Started).away == (other.last(Started).seat,)
    # Even with no grace at all, losing the connection again is forgiven now.
    first.drop()
    parlour.wait(69)
    first = back(parlour, on_turn.name)
    assert state_of(first) is State.PLAYING
    assert first.request.id == 1
    parlour.wait(1)
    # Now the time of the other one is over.
    presence = first.last(Presence)
    assert (presence.name, presence.cause) == (other.name, "restart")
    if absence == "end":
        assert first.last(Ended).seat == other.last(Started).seat
    else:
        first.say(Move(1, "pass"))
        assert first.last(Notice).code == "suspended"


def test_a_match_that_began_after_the_restart_has_the_usual_grace() -> None:
    parlour = Parlour(grace=10, restart_grace=120)
    parlour.crash()
    on_turn, other = a_table(parlour)
    other.drop()
    assert on_turn.last(Presence).left_ms == 10_000


@pytest.mark.parametrize("broken", [False, True])
def test_matches_to_which_nobody_came_back_are_settled(broken: bool) -> None:
    parlour = Parlour(**PATIENT, restart_grace=120)
    ending, _ = a_table(parlour, "anna", "bert", absence="end")
    waiting, _ = a_table(parlour, "carl", "dora", absence="wait")
    parlour.crash()
    parlour.wait(120 - MOMENT)
    assert len(parlour.core.house.shelf.cards) == 2
    if broken:
        parlour.broken = True
        parlour.wait(60)
        assert not any(card.suspended for card in parlour.core.house.shelf.cards.values())
        parlour.broken = False
        parlour.wait(1)
    parlour.wait(MOMENT)
    (card,) = parlour.core.house.shelf.cards.values()
    assert (card.match, card.suspended) == (waiting.match, True)
    assert set(parlour.kept[-2:]) == {
        MatchEnded(ending.match, "abandoned"),
        MatchSuspended(waiting.match),
    }
    again = back(parlour, waiting.name)
    again.say(Resume())
    assert again.request.kind == "move"


def test_after_a_restart_nothing_is_loaded_until_it_is_needed() -> None:
    parlour = Parlour()
    on_turn, _other = a_table(parlour)
    a_table(parlour, "carl", "dora")
    parlour.crash()
    assert not parlour.core.house.matches
    back(parlour, on_turn.name)
    assert set(parlour.core.house.matches) == {on_turn.match}


def test_a_stopped_server_says_so_and_its_matches_go_on_after_the_restart() -> None:
    parlour = Parlour()
    on_turn, other = a_table(parlour)
    on_turn.say(Move(1, "pass"))
    parlour.stop()
    for person in (on_turn, other):
        notice, bye = person.heard[-2:]
        assert isinstance(notice, Notice)
        assert isinstance(bye, ServerBye)
        assert notice.code == bye.code == "restarting"
        assert person.closed
    parlour.crash()
    assert back(parlour, other.name).request.id == 2


def test_a_room_that_was_not_full_is_gone_after_a_restart() -> None:
    parlour = Parlour()
    seated(parlour, "anna")
    parlour.crash()
    (bert,) = parlour.enter("bert")
    assert bert.last(Matches).open == ()


def test_no_match_gets_the_number_of_an_earlier_one() -> None:
    parlour = Parlour()
    on_turn, _other = a_table(parlour)
    parlour.crash()
    (carl,) = parlour.enter("carl")
    carl.say(Create("toy", 2, A_NONCE))
    assert carl.last(Seated).match == on_turn.match + 1


def test_a_match_that_cannot_be_loaded_keeps_nobody_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parlour = Parlour()
    on_turn, _other = a_table(parlour)
    parlour.crash()

    def damaged(_match: int) -> None:
        raise Spoilt("What is stored is damaged.")

    with monkeypatch.context() as patch:
        patch.setattr(parlour.store, "load", damaged)
        person = back(parlour, on_turn.name)
        assert state_of(person) is State.LOBBY
        assert error_of(person.say(Resume())) == "cannot-load"
        assert error_of(person.say(Watch(on_turn.match))) == "cannot-load"
        assert state_of(person) is State.LOBBY
    person.say(Resume())
    assert person.request.id == 1


def test_a_match_that_cannot_be_read_just_now_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In the lobby its player would be missed at the table, and the match be given up."""
    parlour = Parlour()
    on_turn, _other = a_table(parlour)
    parlour.crash()

    def unreadable(_match: int) -> None:
        raise StoreTrouble("The disk reports an error.")

    person = parlour.connect()
    with monkeypatch.context() as patch:
        patch.setattr(parlour.store, "load", unreadable)
        for _ in range(10):
            assert error_of(person.prove(on_turn.name)) == "store-unavailable"
    person.prove(on_turn.name)
    assert person.request.id == 1


def spoil_state(stored: StoredMatch) -> StoredMatch:
    return replace(stored, kept=replace(stored.kept, state={"nothing": "of use"}))


def raise_version(stored: StoredMatch) -> StoredMatch:
    return replace(stored, kept=replace(stored.kept, version=99))


def undo_nothing(stored: StoredMatch) -> StoredMatch:
    return replace(stored, since=(Acted(stored.begun.match, 1, 0, "undo", True, 1000),))


@pytest.mark.parametrize("spoil", [spoil_state, raise_version, undo_nothing])
def test_a_match_that_does_not_fit_the_rules_is_its_players_trouble_alone(
    spoil: Callable[[StoredMatch], StoredMatch], monkeypatch: pytest.MonkeyPatch
) -> None:
    parlour = Parlour()
    on_turn, _other = a_table(parlour)
    parlour.crash()
    load = parlour.store.load
    monkeypatch.setattr(parlour.store, "load", lambda match: spoil(load(match)))
    person = back(parlour, on_turn.name)
    assert state_of(person) is State.LOBBY
    assert error_of(person.say(Resume())) == "cannot-load"


def test_a_match_whose_game_is_gone_keeps_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    parlour = Parlour()
    on_turn, _other = a_table(parlour)
    parlour.crash()
    monkeypatch.setattr(parlour.core.house, "games", {})
    person = back(parlour, on_turn.name)
    assert state_of(person) is State.LOBBY
    assert error_of(person.say(Resume())) == "cannot-load"
