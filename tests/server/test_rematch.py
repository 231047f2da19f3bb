"""Once more: the players of a match that is over, and what they do next."""

from __future__ import annotations

from typing import Any

import pytest

from eriantys.server.session import State
from eriantys.wire.from_client import (
    Bye,
    Create,
    Join,
    Leave,
    List,
    Quick,
    Rematch,
    Resign,
    Resume,
)
from eriantys.wire.from_server import (
    Matches,
    Named,
    Notice,
    Seated,
    ServerVote,
    Started,
    Waiting,
)
from tests.keys import A_NONCE
from tests.server.parlour import Parlour, Person, error_of
from tests.server.scenes import PATIENT, pass_to, session_of, state_of

NONCES = (b"x" * 16, b"y" * 16, b"z" * 16)


def after_match(parlour: Parlour, *names: str, **create: Any) -> list[Person]:
    """Bring some people to the end of a match."""
    people = parlour.seat(*names, **create)
    people[0].say(Resign())
    assert all(state_of(person) is State.AFTER for person in people)
    return people


def test_the_same_table_plays_again_when_all_agree() -> None:
    parlour = Parlour()
    options = {"partners": False, "rounds": 2}
    people = after_match(parlour, "anna", "bert", "carl", options=options, title="Tea time")
    before = people[0].last(Started)
    for person, nonce in zip(reversed(people), NONCES, strict=True):
        person.say(Rematch(nonce))
    for seat, person in enumerate(people):
        started = person.last(Started)
        assert started.match != before.match
        assert started.seat == seat
        assert started.players == before.players
        assert started.nonces == NONCES[::-1]
        assert started.commitment != before.commitment
        for field in ("game", "options", "turn_seconds", "absence", "undo", "title"):
            assert getattr(started, field) == getattr(before, field)
        session = session_of(person)
        assert session is not None
        assert session.table is None


def test_the_others_are_told_who_wants_to_and_with_what_commitment() -> None:
    parlour = Parlour(room=900)
    anna, bert, carl = after_match(parlour, "anna", "bert", "carl")
    news = bert.say(Rematch(A_NONCE))
    assert [type(each) for each in news] == [Seated, Waiting]
    room = bert.last(Seated).room
    for person in (anna, carl):
        vote = person.last(ServerVote)
        assert (vote.about, vote.match, vote.room) == ("rematch", anna.match, room)
        assert (vote.votes, vote.needed) == ((None, "yes", None), 3)
        assert vote.left_ms == 900_000
    carl.say(Rematch(A_NONCE))
    assert anna.last(ServerVote).votes == (None, "yes", "yes")
    assert len(carl.all(ServerVote)) == 1


@pytest.mark.parametrize("how", ["leave", "bye", "drop", "create", "quick", "cleared"])
def test_nothing_comes_of_it_when_somebody_goes_elsewhere(how: str) -> None:
    parlour = Parlour(**PATIENT, after=100, room=900)
    anna, bert, carl = after_match(parlour, "anna", "bert", "carl")
    parlour.wait(50)
    anna.say(Rematch(A_NONCE))
    bert.say(Rematch(A_NONCE))
    match how:
        case "leave":
            carl.say(Leave())
        case "bye":
            carl.say(Bye())
        case "drop":
            carl.drop()
        case "create":
            carl.say(Create("toy", 2, A_NONCE))
        case "quick":
            carl.say(Quick("toy", A_NONCE))
        case _:
            parlour.wait(50)
    for person in (anna, bert):
        assert person.last(Notice).code == "no-rematch"
        assert "carl" in person.last(Notice).text
        assert state_of(person) is State.LOBBY
    house = parlour.core.house
    assert not [room for room in house.rooms.values() if room.table is not None]
    assert error_of(anna.say(Rematch(A_NONCE))) == "unexpected"


@pytest.mark.parametrize("how", ["leave", "drop"])
def test_whoever_wanted_it_may_change_their_mind(how: str) -> None:
    parlour = Parlour()
    anna, bert, carl = after_match(parlour, "anna", "bert", "carl")
    anna.say(Rematch(A_NONCE))
    bert.say(Rematch(A_NONCE))
    if how == "leave":
        anna.say(Leave())
        assert state_of(anna) is State.LOBBY
    else:
        anna.drop()
    assert state_of(bert) is State.LOBBY
    assert bert.last(Notice).code == "no-rematch"
    assert carl.last(ServerVote).result == "failed"
    assert state_of(carl) is State.AFTER
    assert error_of(carl.say(Rematch(A_NONCE))) == "no-rematch"


def test_there_is_no_rematch_without_somebody_who_was_gone_at_the_end() -> None:
    parlour = Parlour()
    anna, bert = parlour.seat("anna", "bert", absence="end")
    anna.say(Leave())
    assert state_of(bert) is State.AFTER
    assert error_of(bert.say(Rematch(A_NONCE))) == "no-rematch"
    assert state_of(bert) is State.AFTER


def test_strangers_neither_see_nor_enter_the_room_of_a_rematch() -> None:
    parlour = Parlour()
    (zoe,) = parlour.enter("zoe")
    anna, _bert = after_match(parlour, "anna", "bert")
    parlour.wait(1)
    anna.say(Rematch(A_NONCE))
    parlour.wait(1)
    number = anna.last(Seated).match
    zoe.say(List())
    assert not zoe.last(Matches).open
    assert all(number not in matches.gone for matches in zoe.all(Matches))
    assert error_of(zoe.say(Join(A_NONCE, number))) == "no-such-match"
    zoe.say(Quick("toy", A_NONCE, seats=2))
    assert zoe.last(Seated).match != number


def test_a_private_match_has_another_code_the_next_time() -> None:
    parlour = Parlour()
    anna, bert = after_match(parlour, "anna", "bert", private=True)
    before = anna.last(Started).code
    anna.say(Rematch(A_NONCE))
    bert.say(Rematch(A_NONCE))
    assert anna.last(Started).code == bert.last(Started).code
    assert anna.last(Started).code not in ("", before)


def test_the_code_of_a_private_rematch_lets_nobody_else_in() -> None:
    parlour = Parlour()
    anna, bert = after_match(parlour, "anna", "bert", private=True)
    anna.say(Rematch(A_NONCE))
    seated = anna.last(Seated)
    (zoe,) = parlour.enter("zoe")
    assert error_of(zoe.say(Join(A_NONCE, code=seated.code))) == "no-such-match"
    assert error_of(zoe.say(Join(A_NONCE, seated.match, code=seated.code))) == "no-such-match"
    bert.say(Rematch(A_NONCE))
    assert bert.last(Started).players == ("anna", "bert")


def test_whoever_plays_elsewhere_has_no_rematch() -> None:
    parlour = Parlour(**PATIENT)
    anna, bert = parlour.seat("anna", "bert")
    pass_to(bert, anna)
    bert.say(Leave())
    anna.say(Leave())
    (carl,) = parlour.enter("carl")
    parlour.begin(anna, carl)
    anna.say(Resign())
    bert.say(Resume())
    assert error_of(anna.say(Rematch(A_NONCE))) == "already-playing"
    assert state_of(anna) is State.AFTER


def test_the_room_of_a_rematch_expires_like_any_other() -> None:
    parlour = Parlour(**PATIENT, room=50, after=100)
    anna, bert = after_match(parlour, "anna", "bert")
    anna.say(Rematch(A_NONCE))
    parlour.wait(50)
    assert bert.last(ServerVote).result == "failed"
    assert anna.last(Notice).code == "room-expired"
    assert state_of(anna) is State.LOBBY
    assert state_of(bert) is State.AFTER
    assert error_of(bert.say(Rematch(A_NONCE))) == "no-rematch"


def test_taking_over_keeps_the_seat_in_the_room_but_not_at_the_table() -> None:
    parlour = Parlour()
    anna, bert, carl = after_match(parlour, "anna", "bert", "carl")
    anna.say(Rematch(A_NONCE))
    bert.say(Rematch(A_NONCE))
    again = parlour.connect()
    again.prove("anna", take_over=True)
    assert state_of(again) is State.SEATED
    carl.say(Rematch(A_NONCE))
    assert again.last(Started).players == ("anna", "bert", "carl")
    again.say(Resign())
    bert.say(Rematch(A_NONCE))
    third = parlour.connect()
    third.prove("carl", take_over=True)
    assert state_of(third) is State.LOBBY
    assert bert.last(Notice).code == "no-rematch"


def test_a_rematch_that_cannot_be_saved_yet_begins_later() -> None:
    parlour = Parlour()
    anna, bert = after_match(parlour, "anna", "bert")
    parlour.broken = True
    anna.say(Rematch(A_NONCE))
    bert.say(Rematch(A_NONCE))
    assert bert.last(Notice).code == "store-unavailable"
    parlour.broken = False
    parlour.wait(1)
    assert bert.last(Started).match == anna.last(Started).match != 1


def test_after_a_rematch_there_may_be_another() -> None:
    parlour = Parlour()
    anna, bert = after_match(parlour, "anna", "bert")
    seen = {anna.match}
    for _ in range(3):
        anna.say(Rematch(A_NONCE))
        bert.say(Rematch(A_NONCE))
        seen.add(anna.match)
        bert.say(Resign())
    assert len(seen) == 4
    assert anna.last(Named).name == "anna"
