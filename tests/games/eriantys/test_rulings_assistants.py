"""Rulings 1 to 6 and 55: assistants, the order of play, and the plain steps of a turn."""

from __future__ import annotations

import pytest

from eriantys.games.contract import Event
from eriantys.games.eriantys import GAME

from .position import (
    Position,
    cloud_taken,
    do,
    facts,
    in_entrance,
    kinds,
    look,
    on_cloud,
    options,
    play_on,
    refused,
)


def order_of_turns(events: list[Event]) -> list[int]:
    return [event.facts["seat"] for event in events if event.kind == "mother moved"]


def test_ruling_01_value_played_by_another_is_refused_while_there_is_a_choice() -> None:
    state = Position().planning(5).state()
    illegal = refused(state, "assistant 5")
    assert illegal.code == "already-played"
    assert "already played this round" in illegal.text
    assert "Still open: 1, 2, 3, 4, 6, 7, 8, 9, 10." in illegal.text
    assert options(state) == {f"assistant {value}" for value in range(1, 11) if value != 5}


def test_ruling_01_one_other_card_is_choice_enough() -> None:
    state = Position(3, round=9).hands((10,), (9,), (3, 6)).planning(3, 7).state()
    assert refused(state, "assistant 3").code == "already-played"
    assert options(state) == {"assistant 6"}


def test_ruling_01_values_of_earlier_rounds_are_open_again() -> None:
    state = Position().planning().state()
    do(state, "assistant 5", "assistant 6")
    play_on(state, until_round=2)
    assert state.seat == 0
    do(state, "assistant 6", "assistant 5")
    assert look(state, "school/0")["assistant"] == 6


def test_ruling_02_a_hand_of_played_values_only_may_play_any_of_them() -> None:
    state = Position(3, round=9).hands((10,), (9,), (3, 7)).planning(3, 7).state()
    assert options(state) == {"assistant 3", "assistant 7"}


@pytest.mark.parametrize(
    ("third", "order"),
    [("assistant 3", (0, 2, 1)), ("assistant 7", (0, 1, 2))],
    ids=["equal-to-the-first", "equal-to-the-second"],
)
def test_ruling_02_the_repeater_acts_after_whoever_played_it_first(
    third: str, order: tuple[int, ...]
) -> None:
    state = Position(3, round=9).hands((10,), (9,), (3, 7)).planning(3, 7).state()
    events = do(state, third)
    assert state.order == order
    assert facts(events, "assistant played")["seat"] == 2
    assert (state.seat, state.decision) == (0, "student")
    assert order_of_turns(play_on(state, until_round=10)) == list(order)


def test_ruling_02_with_three_cards_and_four_players() -> None:
    hands = ((8, 9), (8, 10), (9, 10), (1, 2, 3))
    state = Position(4, round=8).hands(*hands).planning(1, 2, 3).state()
    assert options(state) == {"assistant 1", "assistant 2", "assistant 3"}
    do(state, "assistant 1")
    assert state.order == (0, 3, 1, 2)


def test_ruling_03_the_partners_value_counts_as_played() -> None:
    state = Position(4).planning(4, 9).state()
    assert state.table.side_of[0] == state.table.side_of[state.seat] == 0
    assert refused(state, "assistant 4").code == "already-played"
    assert refused(state, "assistant 9").code == "already-played"
    assert len(options(state)) == 8


def test_ruling_04_of_two_lowest_the_earlier_acts_first_and_opens_the_next_planning() -> None:
    hands = ((4, 8), (10,), (9,))
    state = Position(3, round=9).hands(*hands).planning(4, 8, first=1).state()
    do(state, "assistant 4")
    events = play_on(state, until_round=10)
    assert order_of_turns(events) == [1, 0, 2]
    assert state.round == 10
    assert state.seat == 1
    assert state.order == (1, 2, 0)


def test_ruling_04_the_first_of_the_tie_need_not_have_planned_first() -> None:
    state = Position(3, round=9).hands((10,), (9,), (4, 8)).planning(8, 4).state()
    do(state, "assistant 4")
    assert state.order == (1, 2, 0)
    play_on(state, until_round=10)
    assert state.seat == 1


def test_ruling_05_the_next_planning_is_clockwise_and_not_in_the_order_of_turns() -> None:
    state = Position(3).planning(9, 5).state()
    do(state, "assistant 2")
    assert state.order == (2, 1, 0)
    events = play_on(state, until_round=2)
    assert order_of_turns(events) == [2, 1, 0]
    assert facts(events, "round begun")["first"] == 2
    assert state.order == (2, 0, 1)
    planned = []
    for value in (1, 3, 4):
        planned.append(state.seat)
        do(state, f"assistant {value}")
    assert planned == [2, 0, 1]


def test_ruling_05_with_four_players_from_the_third_seat() -> None:
    state = Position(4).planning(7, 6, 2).state()
    do(state, "assistant 9")
    assert state.order == (2, 1, 0, 3)
    play_on(state, until_round=2)
    assert state.order == (2, 3, 0, 1)


@pytest.mark.parametrize(
    ("value", "steps"),
    [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4), (9, 5), (10, 5)],
)
def test_steps_are_half_the_assistants_value_rounded_up(value: int, steps: int) -> None:
    other = 2 if value == 1 else 1
    state = Position().turn(0, "mother", played=(value, other)).state()
    assert options(state) == {f"mother {count + 1}" for count in range(steps)}
    assert look(state, "turn")["steps"] == steps
    if steps < 5:
        assert refused(state, f"mother {steps + 1}").code == "too-many-steps"


def test_ruling_06_mother_nature_cannot_stand_still() -> None:
    state = Position().turn(0, "mother").state()
    illegal = refused(state, "mother 0")
    assert illegal.code == "too-few-steps"
    assert "at least 1" in illegal.text
    assert refused(state, "done").code == "wrong-phase"
    assert refused(state, "cloud 1").code == "wrong-phase"
    assert options(state) == {"mother 1", "mother 2", "mother 3"}


def test_a_turn_moves_students_then_mother_nature_then_takes_a_cloud() -> None:
    state = Position().entrance(0, green=2, red=1).turn().state()
    for step, text in enumerate(("green dining", "green 5", "red 5")):
        assert (state.decision, state.moves_left) == ("student", 3 - step)
        assert refused(state, "mother 1").code == "wrong-phase"
        do(state, text)
    assert state.decision == "mother"
    do(state, "mother 2")
    assert look(state, "mother") == 3
    assert state.decision == "cloud"
    events = do(state, "cloud 2")
    assert kinds(events) == ["cloud taken"]
    assert (state.seat, state.decision) == (1, "student")


def test_every_student_of_the_entrance_may_go_to_its_table_or_to_any_island() -> None:
    every_place = ["dining", *range(1, 13)]
    one_of_each = {"green": 1, "red": 1, "yellow": 1, "pink": 1, "blue": 1}
    state = Position().entrance(0, **one_of_each).turn(0, moves_left=1).state()
    assert options(state) == {
        f"{colour} {place}" for colour in one_of_each for place in every_place
    }


def test_the_steps_of_a_turn_can_be_taken_back_until_it_is_over() -> None:
    state = Position().turn().state()
    taken_back = []
    for text in ("blue 3", "blue dining", "blue 3", "mother 1", "cloud 1", "yellow 1"):
        do(state, text)
        taken_back.append((GAME.undoable(state), GAME.unfinished(state)))
    assert taken_back == [(1, 0), (2, 0), (3, 0), (4, 0), (0, 0), (1, 0)]


def test_assistants_cannot_be_taken_back() -> None:
    state = Position().planning().state()
    for text in ("assistant 5", "assistant 3"):
        do(state, text)
        assert (GAME.undoable(state), GAME.unfinished(state)) == (0, 0)
    assert [look(state, f"school/{seat}")["assistant"] for seat in (0, 1)] == [5, 3]
    play_on(state, until_round=2)
    assert [look(state, f"school/{seat}")["assistant"] for seat in (0, 1)] == [None, None]
    assert (GAME.undoable(state), GAME.unfinished(state)) == (0, 0)


def test_three_players_move_four_students() -> None:
    state = Position(3).turn().state()
    do(state, "blue 1", "blue 1", "blue 1")
    assert (state.decision, state.moves_left) == ("student", 1)
    do(state, "blue 1")
    assert state.decision == "mother"


def test_ruling_55_a_taken_cloud_is_refused() -> None:
    state = Position(3).turn(0, "cloud").cloud(2, green=1, red=3).state()
    events = do(state, "cloud 2")
    assert facts(events, "cloud taken") == cloud_taken(0, 2, [1, 3, 0, 0, 0])
    assert in_entrance(state, 0) == {"blue": 5, "green": 1, "red": 3}
    assert on_cloud(state, 2) == {}
    do(state, *["yellow 1"] * 4, "mother 1")
    illegal = refused(state, "cloud 2")
    assert illegal.code == "cloud-taken"
    assert illegal.text == "Cloud 2 was already taken this round. Still there: 1, 3."
    assert options(state) == {"cloud 1", "cloud 3"}


def test_ruling_55_clouds_are_full_again_in_the_next_round() -> None:
    state = Position().turn(0, "cloud").state()
    do(state, "cloud 1")
    play_on(state, until_round=2)
    assert [sum(on_cloud(state, number).values()) for number in (1, 2)] == [3, 3]
