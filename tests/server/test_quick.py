"""`quick`: standing lobbies, and the line of those who take what the first one chooses."""

from __future__ import annotations

from typing import Any

import pytest

from eriantys.server.lobby.quick import LINE_INTERVAL, NAMES_SHOWN
from eriantys.server.session import State
from eriantys.wire.from_client import Answer, Bye, Create, Join, Leave, Quick
from eriantys.wire.from_server import Error, Notice, Request, Seated, Started, Waiting
from tests.keys import A_NONCE
from tests.server.parlour import Parlour, Person, error_of
from tests.server.scenes import PATIENT, state_of

TOY_ANSWERS = (2, True, 3, "full")
"""Seats, partners, rounds, guidance."""


def in_line(parlour: Parlour, *names: str, game: str = "toy") -> list[Person]:
    people = parlour.enter(*names)
    for person in people:
        person.say(Quick(game, A_NONCE))
    return people


def answer_all(person: Person, *values: Any) -> None:
    for value in values:
        person.say(Answer(person.request.id, value))


# Standing lobbies.


def test_two_who_want_the_same_meet() -> None:
    parlour = Parlour()
    anna, bert = parlour.enter("anna", "bert")
    anna.say(Quick("toy", A_NONCE, seats=2))
    room = anna.last(Seated).room
    assert (room.standing, room.absence, room.undo) == (True, "end", True)
    bert.say(Quick("toy", A_NONCE, seats=2))
    assert bert.last(Started).players == ("anna", "bert")


@pytest.mark.parametrize(
    "other",
    [
        {"seats": 3},
        {"seats": 2, "options": {"rounds": 1}},
        {"seats": 2, "guidance": "none"},
        {"seats": 2, "game": "eriantys"},
    ],
    ids=str,
)
def test_there_is_a_standing_lobby_for_every_combination(other: dict[str, Any]) -> None:
    parlour = Parlour()
    anna, bert, carl = parlour.enter("anna", "bert", "carl")
    anna.say(Quick("toy", A_NONCE, seats=2))
    bert.say(Quick(**{"game": "toy", "nonce": A_NONCE} | other))
    assert bert.last(Seated).match != anna.last(Seated).match
    # Left out or said: the defaults are the same combination.
    carl.say(Quick("toy", A_NONCE, seats=2, options={"rounds": 3, "partners": True}))
    assert carl.last(Started).players == ("anna", "carl")


def test_a_standing_lobby_that_was_drained_opens_again() -> None:
    parlour = Parlour()
    people = parlour.enter(*(f"anna{number}" for number in range(5)))
    for person in people:
        person.say(Quick("toy", A_NONCE, seats=2))
    assert [len(each.all(Started)) for each in people] == [1, 1, 1, 1, 0]
    assert people[3].match == people[2].match != people[1].match
    assert state_of(people[4]) is State.SEATED


def test_quick_refuses_what_cannot_be_played() -> None:
    (anna,) = Parlour().enter("anna")
    assert error_of(anna.say(Quick("chess", A_NONCE))) == "no-such-game"
    assert error_of(anna.say(Quick("chess", A_NONCE, seats=2))) == "no-such-game"
    assert error_of(anna.say(Quick("toy", A_NONCE, seats=5))) == "bad-seats"
    assert error_of(anna.say(Quick("toy", A_NONCE, seats=2, options={"x": 1}))) == "bad-option"
    assert state_of(anna) is State.LOBBY


@pytest.mark.parametrize("wish", [{"options": {"rounds": 2}}, {"guidance": "none"}])
def test_whoever_wants_to_be_asked_cannot_have_answered_half(wish: dict[str, Any]) -> None:
    (person,) = Parlour().enter("anna")
    assert error_of(person.say(Quick("toy", A_NONCE, **wish))) == "bad-option"
    assert state_of(person) is State.LOBBY


def test_quick_does_not_lead_to_a_room_that_somebody_created() -> None:
    parlour = Parlour()
    anna, bert = parlour.enter("anna", "bert")
    anna.say(Create("toy", 2, A_NONCE, absence="end"))
    bert.say(Quick("toy", A_NONCE, seats=2))
    assert bert.last(Seated).match != anna.last(Seated).match


def test_a_standing_lobby_may_be_joined_by_its_number() -> None:
    parlour = Parlour()
    anna, bert = parlour.enter("anna", "bert")
    anna.say(Quick("toy", A_NONCE, seats=2))
    bert.say(Join(A_NONCE, anna.last(Seated).match))
    assert bert.last(Started).players == ("anna", "bert")


# The line.


def test_the_first_in_line_is_asked_step_by_step() -> None:
    parlour = Parlour()
    (anna,) = in_line(parlour, "anna")
    assert state_of(anna) is State.ASKED
    assert anna.request == Request(1, "seats", 60_000, legal=(1, 2, 3, 4))
    (asked,) = anna.say(Answer(1, 2))
    assert asked == Request(2, "mode", 60_000, "partners", legal=(False, True))
    (asked,) = anna.say(Answer(2, False))
    assert asked == Request(3, "mode", 60_000, "rounds")
    (asked,) = anna.say(Answer(3, 2))
    assert asked == Request(4, "mode", 60_000, "guidance", legal=("full", "none"))
    anna.say(Answer(4, "none"))
    room = anna.last(Seated).room
    assert (room.seats, room.guidance) == (("anna", None), "none")
    assert room.options == {"partners": False, "rounds": 2}
    assert room.standing


def test_eriantys_asks_for_seats_then_for_its_modes() -> None:
    (anna,) = in_line(Parlour(), "anna", game="eriantys")
    assert anna.request.legal == (2, 3, 4)
    anna.say(Answer(1, 2))
    assert (anna.request.kind, anna.request.decision) == ("mode", "expert")
    assert anna.request.legal == (False, True)


@pytest.mark.parametrize(
    ("before", "wrong", "code"),
    [
        ((), 0, "bad-seats"),
        ((), 5, "bad-seats"),
        ((), True, "bad-seats"),
        ((), "2", "bad-seats"),
        ((2,), 1, "bad-option"),
        ((2,), "yes", "bad-option"),
        ((2, True), 6, "bad-option"),
        ((2, True), False, "bad-option"),
        ((2, True, 3), "some", "bad-option"),
        ((2, True, 3), True, "bad-option"),
        ((2, True, 3), 0, "bad-option"),
    ],
)
def test_a_wrong_answer_is_refused_and_asked_again(
    before: tuple[Any, ...], wrong: Any, code: str
) -> None:
    parlour = Parlour(answer=60)
    (anna,) = in_line(parlour, "anna")
    answer_all(anna, *before)
    asked = anna.request
    parlour.wait(20)
    error, again = anna.say(Answer(asked.id, wrong))
    assert isinstance(error, Error)
    assert (error.code, error.request, error.about) == (code, asked.id, "answer")
    assert isinstance(again, Request)
    assert (again.id, again.decision, again.left_ms) == (asked.id, asked.decision, 40_000)
    answer_all(anna, *TOY_ANSWERS[len(before) :])
    assert state_of(anna) is State.SEATED


def test_an_answer_to_another_question_is_no_answer() -> None:
    (anna,) = in_line(Parlour(), "anna")
    anna.say(Answer(1, 2))
    assert [type(each) for each in anna.say(Answer(1, 3))] == [Error]
    assert anna.last(Error).code == "stale"
    assert error_of(anna.say(Answer(3, 3))) == "unexpected"
    assert (anna.request.id, anna.request.decision) == (2, "partners")


def test_questions_never_have_the_id_of_an_earlier_one() -> None:
    (anna,) = in_line(Parlour(), "anna")
    anna.say(Answer(1, 2))
    anna.say(Leave())
    anna.say(Quick("toy", A_NONCE))
    assert (anna.request.id, anna.request.kind) == (3, "seats")
    assert error_of(anna.say(Answer(1, 2))) == "stale"


def test_all_the_questions_together_have_one_deadline() -> None:
    parlour = Parlour(answer=60)
    (anna,) = in_line(parlour, "anna")
    for left, value in ((40_000, 2), (20_000, True)):
        parlour.wait(20)
        anna.say(Answer(anna.request.id, value))
        assert anna.request.left_ms == left
    parlour.wait(20)
    assert anna.closed


def test_the_others_are_told_why_they_wait() -> None:
    parlour = Parlour(room=900)
    anna, bert, carl = in_line(parlour, "anna", "bert", "carl")
    assert not anna.all(Waiting)
    parlour.wait(LINE_INTERVAL)
    for person in (bert, carl):
        assert state_of(person) is State.QUEUED
        waiting = person.last(Waiting)
        assert waiting.reason == "anna is choosing what will be played."
        assert waiting.names == ("anna", "bert", "carl")
        assert (waiting.present, waiting.wanted, waiting.match) == (3, 0, None)
        assert waiting.left_ms == 900_000 - 1000 * LINE_INTERVAL


def test_whoever_joins_the_line_is_told_at_once_and_the_others_at_most_twice_a_second() -> None:
    parlour = Parlour(connections=10_000)
    _anna, bert, *others = in_line(parlour, "anna", "bert", *(f"p{n}" for n in range(50)))
    assert [person.last(Waiting).present for person in others] == [*range(3, 53)]
    assert len(bert.all(Waiting)) == 1
    parlour.wait(LINE_INTERVAL)
    waiting = bert.all(Waiting)
    assert [each.present for each in waiting] == [2, 52]
    # Of a long line only the first are named: what each is told must not grow with it.
    assert len(waiting[-1].names) == NAMES_SHOWN
    assert waiting[-1].names[:3] == ("anna", "bert", "p0")


def test_the_others_take_part_as_far_as_there_are_seats() -> None:
    parlour = Parlour()
    anna, bert, carl, dora = in_line(parlour, "anna", "bert", "carl", "dora")
    answer_all(anna, 3, *TOY_ANSWERS[1:])
    for person in (anna, bert, carl):
        assert person.last(Started).players == ("anna", "bert", "carl")
    # The next match is for the next in line to choose.
    assert state_of(dora) is State.ASKED
    assert dora.request.kind == "seats"


def test_whoever_comes_later_sits_down_where_there_is_a_seat() -> None:
    parlour = Parlour()
    (anna,) = in_line(parlour, "anna")
    answer_all(anna, 3, *TOY_ANSWERS[1:])
    (bert,) = in_line(parlour, "bert")
    assert bert.last(Seated).match == anna.last(Seated).match
    (carl,) = parlour.enter("carl")
    carl.say(Quick("toy", A_NONCE, seats=3))
    assert carl.last(Started).players == ("anna", "bert", "carl")
    (dora,) = in_line(parlour, "dora")
    assert state_of(dora) is State.ASKED


def test_a_choice_may_lead_to_a_lobby_where_somebody_waits_already() -> None:
    parlour = Parlour()
    (zoe,) = parlour.enter("zoe")
    zoe.say(Quick("toy", A_NONCE, seats=2))
    anna, bert = in_line(parlour, "anna", "bert")
    answer_all(anna, *TOY_ANSWERS)
    assert anna.last(Started).players == ("zoe", "anna")
    assert state_of(bert) is State.ASKED


def test_every_game_has_a_line_of_its_own() -> None:
    parlour = Parlour()
    (anna,) = in_line(parlour, "anna")
    (bert,) = in_line(parlour, "bert", game="eriantys")
    assert state_of(anna) is state_of(bert) is State.ASKED


@pytest.mark.parametrize("how", ["leave", "bye", "drop", "too slow"])
def test_the_line_moves_up_when_the_first_one_goes(how: str) -> None:
    parlour = Parlour(**PATIENT, answer=60)
    anna, bert, carl = in_line(parlour, "anna", "bert", "carl")
    anna.say(Answer(1, 2))
    match how:
        case "leave":
            anna.say(Leave())
            assert state_of(anna) is State.LOBBY
        case "bye":
            anna.say(Bye())
        case "drop":
            anna.drop()
        case _:
            parlour.wait(60)
            assert anna.closed
    assert state_of(bert) is State.ASKED
    # What the one before had chosen is forgotten.
    assert bert.request == Request(1, "seats", 60_000, legal=(1, 2, 3, 4))
    parlour.wait(LINE_INTERVAL)
    waiting = carl.last(Waiting)
    assert waiting.reason == "bert is choosing what will be played."
    assert waiting.names == ("bert", "carl")


@pytest.mark.parametrize("how", ["leave", "bye", "drop", "waited too long"])
def test_the_line_closes_up_when_somebody_else_goes(how: str) -> None:
    parlour = Parlour(**PATIENT, answer=1000, room=60)
    anna, bert = in_line(parlour, "anna", "bert")
    parlour.wait(30)
    (carl,) = in_line(parlour, "carl")
    asked = len(anna.all(Request))
    match how:
        case "leave":
            bert.say(Leave())
        case "bye":
            bert.say(Bye())
        case "drop":
            bert.drop()
        case _:
            parlour.wait(30)
            assert bert.last(Notice).code == "line-expired"
            assert state_of(bert) is State.LOBBY
    parlour.wait(LINE_INTERVAL)
    assert carl.last(Waiting).names == ("anna", "carl")
    # Whoever is being asked is not disturbed.
    assert len(anna.all(Request)) == asked


def test_nobody_is_asked_when_the_line_is_empty_again() -> None:
    parlour = Parlour()
    (anna,) = in_line(parlour, "anna")
    anna.say(Leave())
    (bert,) = in_line(parlour, "bert")
    assert bert.request.id == 1
    assert state_of(bert) is State.ASKED


def test_a_room_that_expired_takes_nobody_from_the_line() -> None:
    parlour = Parlour(**PATIENT, room=60)
    (anna,) = in_line(parlour, "anna")
    answer_all(anna, *TOY_ANSWERS)
    parlour.wait(60)
    assert state_of(anna) is State.LOBBY
    (bert,) = in_line(parlour, "bert")
    assert state_of(bert) is State.ASKED
