"""Rulings 23 and 28 to 32: the No Entry tiles of the Grandma."""

from __future__ import annotations

import pytest

from eriantys.games.eriantys.state import State

from .position import (
    Position,
    do,
    facts,
    kinds,
    look,
    options,
    refused,
    tower,
)


def grandma(*others: str) -> Position:
    return Position(2, ("grandma", *others)).coins(4, 4).professors(green=0, red=1)


def tiles_on_card(state: State) -> int:
    return look(state, "character/1")["no_entry"]


def test_ruling_23_the_herald_uses_up_the_tile_and_resolves_nothing() -> None:
    state = grandma("herald").island(5, green=3, no_entry=1).turn().state()
    assert tiles_on_card(state) == 3
    events = do(state, "play herald", "island 5")
    assert kinds(events) == ["character played", "island proclaimed", "entry refused"]
    assert facts(events, "entry refused") == {"island": 5}
    assert tower(state, 5) == (None, 0)
    assert look(state, "island/5")["no_entry"] == 0
    assert tiles_on_card(state) == 4


def test_a_stop_of_mother_nature_uses_up_the_tile_and_resolves_nothing() -> None:
    state = grandma().island(3, green=3, no_entry=1).turn(0, "mother").state()
    events = do(state, "mother 2")
    assert kinds(events) == ["mother moved", "entry refused"]
    assert tower(state, 3) == (None, 0)
    assert tiles_on_card(state) == 4


def test_passing_by_leaves_the_tile() -> None:
    state = grandma().island(2, no_entry=1).turn(0, "mother").state()
    do(state, "mother 2")
    assert look(state, "island/2")["no_entry"] == 1


def test_a_tile_works_once() -> None:
    state = grandma("herald").island(2, green=3, no_entry=1).turn(0, "mother").state()
    do(state, "mother 1")
    assert tower(state, 2) == (None, 0)
    do(state, "play herald", "island 2")
    assert tower(state, 2) == (0, 1)


def test_ruling_28_tiles_add_up_on_joining_and_go_one_at_a_time() -> None:
    state = (
        grandma("herald")
        .island(4, tower=0, no_entry=1)
        .island(5, green=1)
        .island(6, 7, red=9, tower=0, no_entry=2)
        .turn(0, "mother")
        .state()
    )
    do(state, "play herald", "island 5")
    assert look(state, "island/4")["tiles"] == [4, 5, 6, 7]
    assert look(state, "island/4")["no_entry"] == 3
    assert tiles_on_card(state) == 1
    events = do(state, "mother 3")
    assert facts(events, "entry refused") == {"island": 4}
    assert look(state, "island/4")["no_entry"] == 2
    assert tower(state, 4) == (0, 4)
    do(state, "cloud 1", *["yellow 1"] * 3)
    events = do(state, "play herald", "island 6")
    assert facts(events, "entry refused") == {"island": 4}
    assert look(state, "island/4")["no_entry"] == 1
    assert tiles_on_card(state) == 3


def test_ruling_28_across_the_gap() -> None:
    state = (
        grandma("herald")
        .island(11, 12, tower=0, no_entry=1)
        .island(1, green=1)
        .island(2, tower=0, no_entry=1)
        .turn()
        .state()
    )
    do(state, "play herald", "island 1")
    assert look(state, "island/1")["tiles"] == [11, 12, 1, 2]
    assert look(state, "island/1")["no_entry"] == 2
    assert [state.no_entry[tile] for tile in (1, 10, 11)] == [0, 0, 0]


def test_ruling_29_one_tile_is_the_most_for_a_single_island() -> None:
    state = grandma().island(5, no_entry=1).turn().state()
    do(state, "play grandma")
    illegal = refused(state, "island 5")
    assert illegal.code == "no-entry-full"
    assert "Island 5 has its No Entry tile already" in illegal.text
    assert "at most one for each of its tiles" in illegal.text
    assert options(state) == {f"island {number}" for number in range(1, 13) if number != 5}


@pytest.mark.parametrize("lying", [0, 1, 2])
def test_ruling_29_a_group_takes_as_many_as_it_has_tiles(lying: int) -> None:
    state = grandma().island(5, 6, 7, tower=0, no_entry=lying).turn().state()
    do(state, "play grandma")
    assert "island 5" in options(state)
    events = do(state, "island 7")
    assert facts(events, "no entry placed") == {"island": 5}
    assert look(state, "island/5")["no_entry"] == lying + 1


def test_ruling_29_a_group_of_three_refuses_a_fourth() -> None:
    state = grandma().island(5, 6, 7, tower=0, no_entry=3).turn().state()
    do(state, "play grandma")
    for number in (5, 6, 7):
        illegal = refused(state, f"island {number}")
        assert illegal.code == "no-entry-full"
        assert "Island 5 has its 3 No Entry tiles already" in illegal.text


def test_ruling_30_a_grandma_without_tiles_is_refused_and_unpaid() -> None:
    position = grandma().turn()
    for number in (2, 4, 6, 8):
        position.island(number, no_entry=1)
    state = position.state()
    illegal = refused(state, "play grandma")
    assert illegal.code == "character-unusable"
    assert "all No Entry tiles lie on islands" in illegal.text
    assert state.coins == (4, 4)


def test_ruling_30_a_tile_that_came_back_makes_her_usable_again() -> None:
    position = grandma().turn(0, "mother")
    for number in (2, 4, 6, 8):
        position.island(number, no_entry=1)
    state = position.state()
    do(state, "mother 1")
    assert "play grandma" in options(state)


def test_ruling_31_a_tile_under_mother_nature_waits_for_the_next_stop() -> None:
    state = (
        grandma()
        .island(1, green=3)
        .island(2, 3, 4, 5, tower=1)
        .island(6, 7, 8, 9, tower=0)
        .island(10, 11, 12, tower=1)
        .turn(0, "mother", played=(8, 9))
        .state()
    )
    events = do(state, "play grandma", "island 1")
    assert kinds(events) == ["character played", "no entry placed"]
    assert look(state, "island/1")["no_entry"] == 1
    events = do(state, "mother 4")
    assert kinds(events) == ["mother moved", "entry refused"]
    assert tower(state, 1) == (None, 0)


def test_ruling_31_the_tile_under_her_meets_the_herald() -> None:
    state = grandma("herald").island(1, green=3, no_entry=1).turn().state()
    assert "entry refused" in kinds(do(state, "play herald", "island 1"))


def test_ruling_32_a_blocked_stop_joins_nothing() -> None:
    state = (
        grandma()
        .island(2, tower=0)
        .island(3, green=3, tower=1, no_entry=1)
        .island(4, tower=0)
        .turn(0, "mother")
        .state()
    )
    do(state, "mother 2")
    assert tower(state, 3) == (1, 1)
    assert len(state.ring) == 12


def test_ruling_32_a_won_neighbour_joins_a_blocked_island() -> None:
    state = (
        grandma().island(2, tower=0, no_entry=1).island(3, green=1).turn(0, "mother").state()
    )
    events = do(state, "mother 2")
    assert facts(events, "islands joined") == {"island": 2, "tiles": [2, 3]}
    assert look(state, "island/2")["no_entry"] == 1
    assert tower(state, 2) == (0, 2)
