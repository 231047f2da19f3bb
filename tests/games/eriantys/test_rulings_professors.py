"""Rulings 11, 15, 16, 19, 21, 22, 54 and 57: tables, professors, Thief and Farmer."""

from __future__ import annotations

import pytest

from .position import (
    Position,
    do,
    facts,
    in_dining,
    kinds,
    look,
    options,
    play_on,
    professor,
    refused,
)


def test_ruling_11_an_eleventh_student_is_refused() -> None:
    state = Position().dining(0, green=10).entrance(0, green=2, red=1).turn().state()
    illegal = refused(state, "green dining")
    assert illegal.code == "dining-room-full"
    assert "green table is full: it has 10 seats" in illegal.text
    assert {"red dining", "green 1", "green 12"} <= options(state)
    do(state, "green 3")


def test_ruling_11_the_tenth_student_still_finds_a_seat() -> None:
    state = Position().dining(0, green=9).entrance(0, green=1).turn().state()
    do(state, "green dining")
    assert in_dining(state, 0) == {"green": 10}


def test_ruling_11_the_princess_respects_the_table() -> None:
    state = (
        Position(characters=("princess",))
        .dining(0, green=10)
        .card("princess", green=3, red=1)
        .coins(2, 1)
        .turn()
        .state()
    )
    do(state, "play princess")
    assert options(state) == {"pick red"}
    assert refused(state, "pick green").code == "dining-room-full"


def test_ruling_11_a_princess_with_no_seat_for_anybody_is_refused_before_payment() -> None:
    state = (
        Position(characters=("princess",))
        .dining(0, green=10)
        .card("princess", green=4)
        .coins(2, 1)
        .turn()
        .state()
    )
    illegal = refused(state, "play princess")
    assert illegal.code == "character-unusable"
    assert "no seat" in illegal.text


def test_the_first_student_of_a_colour_brings_its_professor() -> None:
    state = Position().entrance(0, pink=1).turn().state()
    events = do(state, "pink dining")
    assert facts(events, "professor taken") == {"seat": 0, "colour": "pink", "from": None}
    assert professor(state, "pink") == 0


def test_ruling_54_a_tie_leaves_the_professor_and_one_more_takes_it() -> None:
    state = Position().dining(0, red=2).dining(1, red=1).entrance(1, red=2).turn(1).state()
    assert professor(state, "red") == 0
    events = do(state, "red dining")
    assert kinds(events) == ["student moved"]
    assert professor(state, "red") == 0
    events = do(state, "red dining")
    assert facts(events, "professor taken") == {"seat": 1, "colour": "red", "from": 0}
    assert professor(state, "red") == 1


def test_ruling_54_strictly_more_than_each_and_not_only_than_the_holder() -> None:
    state = (
        Position(3)
        .dining(0, red=1)
        .dining(1, red=2)
        .dining(2, red=1)
        .professors(red=0)
        .entrance(2, red=2)
        .turn(2)
        .state()
    )
    do(state, "red dining")
    assert professor(state, "red") == 0
    do(state, "red dining")
    assert professor(state, "red") == 2


def test_professors_are_not_shared_by_partners() -> None:
    state = (
        Position(4)
        .dining(0, red=1)
        .dining(1, red=2)
        .dining(2, red=1)
        .entrance(0, red=2)
        .turn()
        .state()
    )
    do(state, "red dining")
    assert professor(state, "red") == 1
    do(state, "red dining")
    assert professor(state, "red") == 0


@pytest.mark.parametrize(
    ("counts", "holder", "left"),
    [
        ((5, 4, 0), 0, (2, 1, 0)),
        ((3, 2, 1), 0, (0, 0, 0)),
        ((4, 4, 4), 1, (1, 1, 1)),
        ((2, 3, 10), 2, (0, 0, 7)),
        ((1, 2, 2), 0, (0, 0, 0)),
    ],
)
def test_ruling_15_the_thief_moves_no_professor(
    counts: tuple[int, ...], holder: int, left: tuple[int, ...]
) -> None:
    position = Position(3, ("thief",)).coins(3, 1, 1).professors(green=holder)
    for seat, count in enumerate(counts):
        position.dining(seat, green=count)
    state = position.turn().state()
    events = do(state, "play thief", "pick green")
    assert kinds(events) == ["character played", "students stolen"]
    assert tuple(in_dining(state, seat).get("green", 0) for seat in range(3)) == left
    assert professor(state, "green") == holder


def test_ruling_16_a_holder_without_students_keeps_the_professor_until_another_has_more() -> (
    None
):
    state = (
        Position(characters=("thief",))
        .dining(0, green=2)
        .island(2, green=1)
        .entrance(0, red=1)
        .entrance(1, green=1)
        .coins(3, 1)
        .turn(0, moves_left=1)
        .state()
    )
    do(state, "play thief", "pick green", "red 1", "mother 1")
    assert in_dining(state, 0) == {}
    assert look(state, "island/2")["side"] == 0
    do(state, "cloud 1")
    assert professor(state, "green") == 0
    events = do(state, "green dining")
    assert facts(events, "professor taken") == {"seat": 1, "colour": "green", "from": 0}


def test_ruling_19_what_the_farmer_took_stays_after_the_turn() -> None:
    state = (
        Position(characters=("farmer",))
        .dining(0, green=2)
        .dining(1, green=2)
        .professors(green=1)
        .entrance(0, green=1)
        .entrance(1, green=2)
        .coins(2, 1)
        .turn()
        .state()
    )
    events = do(state, "play farmer")
    assert facts(events, "professor taken") == {"seat": 0, "colour": "green", "from": 1}
    do(state, "green dining", "blue 1", "blue 1", "mother 1", "cloud 1")
    assert (state.seat, professor(state, "green")) == (1, 0)
    do(state, "green dining")
    assert professor(state, "green") == 0
    do(state, "green dining")
    assert professor(state, "green") == 1


def test_ruling_19_equal_counts_do_not_go_back_by_themselves() -> None:
    state = (
        Position(characters=("farmer",))
        .dining(0, green=2)
        .dining(1, green=2)
        .professors(green=1)
        .coins(2, 1)
        .turn()
        .state()
    )
    do(state, "play farmer", *["blue 1"] * 3, "mother 1", "cloud 1")
    play_on(state, until_round=2)
    assert professor(state, "green") == 0


def test_ruling_21_the_farmer_takes_nothing_with_no_student() -> None:
    state = (
        Position(characters=("farmer",))
        .dining(0, red=1)
        .dining(1, red=2)
        .professors(green=1)
        .entrance(0, pink=1)
        .coins(2, 1)
        .turn()
        .state()
    )
    events = do(state, "play farmer")
    assert kinds(events) == ["character played"]
    assert look(state, "professors") == [1, 1, None, None, None]
    events = do(state, "pink dining")
    assert facts(events, "professor taken") == {"seat": 0, "colour": "pink", "from": None}


def test_ruling_22_the_farmer_takes_from_the_partner_too() -> None:
    state = (
        Position(4, ("farmer",))
        .dining(0, green=2)
        .dining(2, green=2)
        .professors(green=2)
        .island(5, green=3)
        .coins(2, 1, 1, 1)
        .turn()
        .state()
    )
    assert look(state, "island/5")["influence"] == [3, 0]
    events = do(state, "play farmer")
    assert facts(events, "professor taken") == {"seat": 0, "colour": "green", "from": 2}
    assert look(state, "island/5")["influence"] == [3, 0]


def farmer_against_a_weak_holder(mine: int) -> Position:
    return (
        Position(3, ("farmer",))
        .dining(0, green=mine)
        .dining(1, green=1)
        .dining(2, green=2)
        .professors(green=1)
        .entrance(0, green=1)
        .coins(2, 1, 1)
        .turn()
    )


@pytest.mark.parametrize("mine", [1, 2])
def test_ruling_57_the_farmer_compares_with_the_holder_alone(mine: int) -> None:
    state = farmer_against_a_weak_holder(mine).state()
    events = do(state, "play farmer")
    assert facts(events, "professor taken") == {"seat": 0, "colour": "green", "from": 1}


def test_ruling_57_also_for_a_student_seated_later_in_the_turn() -> None:
    state = farmer_against_a_weak_holder(0).state()
    assert kinds(do(state, "play farmer")) == ["character played"]
    events = do(state, "green dining")
    assert facts(events, "professor taken") == {"seat": 0, "colour": "green", "from": 1}


def test_ruling_57_not_without_the_farmer() -> None:
    state = farmer_against_a_weak_holder(1).state()
    assert kinds(do(state, "green dining")) == ["student moved"]
    assert professor(state, "green") == 1


def test_ruling_57_fewer_than_the_holder_is_not_enough() -> None:
    state = (
        Position(characters=("farmer",))
        .dining(0, green=1)
        .dining(1, green=3)
        .entrance(0, green=2)
        .coins(2, 1)
        .turn()
        .state()
    )
    do(state, "play farmer", "green dining")
    assert professor(state, "green") == 1
    do(state, "green dining")
    assert professor(state, "green") == 0
