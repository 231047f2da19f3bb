"""Rulings 24 to 27: the Herald, and Mother Nature when islands join elsewhere."""

from __future__ import annotations

import pytest

from eriantys.games.eriantys import GAME

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


def herald(mother: int = 1) -> Position:
    return Position(2, ("herald",), mother=mother).coins(3, 1)


def test_ruling_24_the_herald_may_name_mother_natures_island() -> None:
    state = herald().island(1, green=1).professors(green=0).turn().state()
    events = do(state, "play herald", "island 1")
    assert kinds(events) == ["character played", "island proclaimed", "island conquered"]
    assert tower(state, 1) == (0, 1)
    assert look(state, "mother") == 1
    assert state.decision == "student"


def test_ruling_25_mother_nature_stays_when_islands_join_elsewhere() -> None:
    state = (
        herald(mother=8)
        .island(2, tower=0)
        .island(3, green=1)
        .island(4, tower=0)
        .professors(green=0)
        .turn(0, "mother")
        .state()
    )
    events = do(state, "play herald", "island 3")
    assert facts(events, "islands joined") == {"island": 2, "tiles": [2, 3, 4]}
    assert look(state, "mother") == 8
    do(state, "mother 1")
    assert look(state, "mother") == 9


@pytest.mark.parametrize(("mother", "after"), [(6, 7), (10, 11), (11, 1), (3, 4)])
def test_ruling_25_across_the_gap_between_12_and_1(mother: int, after: int) -> None:
    state = (
        herald(mother=mother)
        .island(12, tower=1)
        .island(1, red=1)
        .island(2, tower=1)
        .professors(red=1)
        .turn(0, "mother")
        .state()
    )
    events = do(state, "play herald", "island 1")
    assert facts(events, "islands joined") == {"island": 1, "tiles": [12, 1, 2]}
    assert look(state, "mother") == mother
    do(state, "mother 1")
    assert look(state, "mother") == after


@pytest.mark.parametrize("mother", [12, 1, 2])
def test_ruling_25_on_any_part_of_the_new_group_she_is_on_the_group(mother: int) -> None:
    state = (
        herald(mother=mother)
        .island(12, tower=1)
        .island(1, red=1)
        .island(2, tower=1)
        .professors(red=1)
        .turn(0, "mother")
        .state()
    )
    do(state, "play herald", "island 1")
    assert look(state, "mother") == 1
    do(state, "mother 1")
    assert look(state, "mother") == 3


def test_ruling_26_the_herald_after_mother_nature() -> None:
    state = herald().island(5, green=1).professors(green=0).turn(0, "mother").state()
    do(state, "mother 1")
    assert state.decision == "cloud"
    do(state, "play herald", "island 5")
    assert tower(state, 5) == (0, 1)
    assert (state.decision, look(state, "mother")) == ("cloud", 2)
    do(state, "cloud 1")
    assert refused(state, "play herald", seat=0).code == "not-your-turn"


def test_ruling_27_the_herald_builds_the_last_tower() -> None:
    state = (
        herald()
        .island(2, 3, 4, 5, 6, 7, 8, tower=0)
        .island(10, green=1)
        .professors(green=0)
        .turn()
        .state()
    )
    events = do(state, "play herald", "island 10")
    assert facts(events, "game over") == {"reason": "last-tower"}
    assert (GAME.turn(state), GAME.decision(state), options(state)) == (None, "", set())
    assert GAME.outcome(state).winners == (0,)
    assert GAME.undoable(state) == GAME.unfinished(state) == 0
    assert look(state, "effect")["resume"] == ""


def test_ruling_27_the_herald_leaves_three_islands_for_an_opponents_benefit() -> None:
    state = (
        herald()
        .island(1, 2, 3, 4, 5, tower=0)
        .island(6, green=1, red=2)
        .island(7, 8, 9, 10, 11, tower=1)
        .professors(green=0, red=1)
        .turn()
        .state()
    )
    events = do(state, "play herald", "island 6")
    assert facts(events, "game over") == {"reason": "three-islands"}
    assert state.moves_left == 3
    assert options(state) == set()
    assert GAME.outcome(state).scores == (5, 6)
    assert GAME.outcome(state).winners == (1,)
