"""Rulings 7 to 10 and 53: Mother Nature's walk, influence, towers, and joining."""

from __future__ import annotations

import pytest

from eriantys.games.eriantys import GAME

from .position import (
    Position,
    do,
    facts,
    kinds,
    look,
    on_island,
    options,
    refused,
    tower,
)


def five_groups(characters: tuple[str, ...] = ()) -> Position:
    """Island 1 is free, 2-4 and 8-10 are black, 5-7 and 11-12 are white."""
    return (
        Position(2, characters, mother=1)
        .island(2, 3, 4, tower=1)
        .island(5, 6, 7, tower=0)
        .island(8, 9, 10, tower=1)
        .island(11, 12, tower=0)
    )


def test_ruling_07_full_lap_ends_where_she_began_and_resolves_there() -> None:
    state = (
        five_groups()
        .island(1, green=1)
        .professors(green=0)
        .turn(0, "mother", played=(9, 8))
        .state()
    )
    assert options(state) == {f"mother {steps}" for steps in range(1, 6)}
    events = do(state, "mother 5")
    assert facts(events, "mother moved") == {"seat": 0, "steps": 5, "island": 1}
    assert facts(events, "island conquered")["island"] == 1
    assert facts(events, "islands joined") == {"island": 1, "tiles": [11, 12, 1]}
    assert tower(state, 1) == (0, 3)


@pytest.mark.parametrize(
    ("long", "short"), [("mother 6", "mother 1"), ("mother 7", "mother 2")]
)
def test_ruling_07_steps_beyond_a_lap_are_the_same_choice(long: str, short: str) -> None:
    state = five_groups(("postman",)).turn(0, "mother", played=(10, 9), character="postman")
    far = state.state()
    near = GAME.copy(far)
    assert options(far) == {f"mother {steps}" for steps in range(1, 6)}
    do(far, long)
    do(near, short)
    assert GAME.snapshot(far) == GAME.snapshot(near)


def test_ruling_07_a_group_is_one_step() -> None:
    state = five_groups().turn(0, "mother").state()
    do(state, "mother 3")
    assert look(state, "mother") == 8


def test_mother_nature_walks_on_from_12_to_1() -> None:
    state = Position(mother=11).turn(0, "mother").state()
    do(state, "mother 3")
    assert look(state, "mother") == 2


def test_islands_that_she_passes_are_not_resolved() -> None:
    state = Position().island(2, green=1).professors(green=0).turn(0, "mother").state()
    events = do(state, "mother 2")
    assert kinds(events) == ["mother moved"]
    assert tower(state, 2) == (None, 0)


@pytest.mark.parametrize(
    "students", [{}, {"green": 3}, {"green": 3, "pink": 2}], ids=["empty", "one", "two"]
)
def test_ruling_08_students_without_a_professor_build_no_tower(
    students: dict[str, int],
) -> None:
    state = Position().island(2, **students).professors(red=0, blue=1).turn(0, "mother").state()
    events = do(state, "mother 1")
    assert kinds(events) == ["mother moved"]
    assert tower(state, 2) == (None, 0)
    assert look(state, "island/2")["influence"] == [0, 0]


def test_ruling_08_an_unowned_colour_does_not_outweigh_one_counting_student() -> None:
    state = Position().island(2, green=9, red=1).professors(red=0).turn(0, "mother").state()
    do(state, "mother 1")
    assert tower(state, 2) == (0, 1)


@pytest.mark.parametrize(
    ("owner", "students", "influence"),
    [
        (None, {"green": 2, "red": 2}, [2, 2, 0]),
        (None, {"green": 2, "red": 2, "pink": 1}, [2, 2, 1]),
        (0, {"red": 1}, [1, 1, 0]),
        (0, {"green": 1, "red": 2}, [2, 2, 0]),
        (0, {"red": 3, "pink": 3}, [1, 3, 3]),
        (2, {"green": 2, "red": 2, "pink": 1}, [2, 2, 2]),
    ],
    ids=["free", "free-third-behind", "owner-1", "owner-2", "two-above-owner", "all-three"],
)
def test_ruling_09_a_tie_for_the_most_changes_nothing(
    owner: int | None, students: dict[str, int], influence: list[int]
) -> None:
    state = (
        Position(3)
        .island(2, tower=owner, **students)
        .professors(green=0, red=1, pink=2)
        .turn(0, "mother")
        .state()
    )
    assert look(state, "island/2")["influence"] == influence
    events = do(state, "mother 1")
    assert kinds(events) == ["mother moved"]
    assert tower(state, 2) == (owner, 0 if owner is None else 1)


def test_ruling_09_a_tie_behind_the_winner_does_not_matter() -> None:
    state = (
        Position(3)
        .island(2, green=1, red=1, pink=2, tower=0)
        .professors(green=1, red=0, pink=2)
        .turn(0, "mother")
        .state()
    )
    assert look(state, "island/2")["influence"] == [2, 1, 2]
    do(state, "mother 1")
    assert tower(state, 2) == (0, 1)


def test_ruling_10_the_opponent_with_the_majority_builds_in_my_turn() -> None:
    state = (
        Position()
        .island(3, green=1, red=2)
        .professors(green=0, red=1)
        .turn(0, "mother")
        .state()
    )
    events = do(state, "mother 2")
    assert facts(events, "island conquered") == {
        "island": 3,
        "side": 1,
        "from": None,
        "towers": 1,
    }
    assert tower(state, 3) == (1, 1)
    assert look(state, "towers") == [8, 7]


def test_ruling_10_the_opponent_replaces_even_the_active_players_tower() -> None:
    state = Position().island(3, red=2, tower=0).professors(red=1).turn(0, "mother").state()
    events = do(state, "mother 2")
    assert facts(events, "island conquered")["from"] == 0
    assert look(state, "towers") == [8, 7]


def test_the_owner_ahead_adds_no_tower() -> None:
    state = Position().island(3, green=2, tower=0).professors(green=0).turn(0, "mother").state()
    events = do(state, "mother 2")
    assert kinds(events) == ["mother moved"]
    assert tower(state, 3) == (0, 1)


def test_all_towers_of_a_group_are_replaced_and_go_home() -> None:
    state = (
        Position().island(2, 3, 4, red=4, tower=0).professors(red=1).turn(0, "mother").state()
    )
    assert look(state, "towers") == [5, 8]
    events = do(state, "mother 1")
    assert facts(events, "island conquered") == {"island": 2, "side": 1, "from": 0, "towers": 3}
    assert look(state, "towers") == [8, 5]
    assert tower(state, 4) == (1, 3)


def test_one_tower_a_tile_counts_for_the_owner_of_a_group() -> None:
    state = (
        Position().island(2, 3, 4, red=3, tower=0).professors(red=1).turn(0, "mother").state()
    )
    assert look(state, "island/2")["influence"] == [3, 3]
    assert kinds(do(state, "mother 1")) == ["mother moved"]


def test_neighbours_of_other_colours_and_without_towers_do_not_join() -> None:
    state = (
        Position()
        .island(2, green=1)
        .island(3, tower=1)
        .professors(green=0)
        .turn(0, "mother")
        .state()
    )
    events = do(state, "mother 1")
    assert kinds(events) == ["mother moved", "island conquered"]
    assert len(state.ring) == 12


def test_both_neighbours_join_at_once_with_all_that_lies_on_them() -> None:
    state = (
        Position(mother=4)
        .island(4, red=2, tower=0)
        .island(5, green=3, pink=1)
        .island(6, 7, green=1, tower=0)
        .professors(green=0)
        .turn(0, "mother")
        .state()
    )
    events = do(state, "mother 1")
    assert facts(events, "islands joined") == {"island": 4, "tiles": [4, 5, 6, 7]}
    assert on_island(state, 6) == {"red": 2, "green": 4, "pink": 1}
    assert tower(state, 4) == (0, 4)
    assert look(state, "mother") == 4
    assert [look(state, f"island/{number}") for number in (5, 6, 7)] == [{"head": 4}] * 3
    assert len(state.ring) == 9


def test_joining_goes_across_the_gap_between_12_and_1() -> None:
    state = (
        Position(mother=11)
        .island(11, tower=1)
        .island(12, red=1)
        .island(1, tower=1)
        .professors(red=1)
        .turn(0, "mother")
        .state()
    )
    events = do(state, "mother 1")
    assert facts(events, "islands joined") == {"island": 1, "tiles": [11, 12, 1]}
    assert look(state, "mother") == 1
    assert state.ring == tuple(range(10))


@pytest.mark.parametrize("text", ["green 2", "green 1"], ids=["elsewhere", "under-her"])
def test_ruling_53_placing_a_student_changes_no_tower_at_once(text: str) -> None:
    state = (
        Position()
        .island(1, green=4, tower=1)
        .island(2, green=4)
        .professors(green=0)
        .entrance(0, green=3)
        .turn()
        .state()
    )
    events = do(state, text)
    assert kinds(events) == ["student moved"]
    expected = {"seat": 0, "colour": "green", "island": int(text[-1])}
    assert facts(events, "student moved") == expected
    assert tower(state, 1) == (1, 1)
    assert tower(state, 2) == (None, 0)


@pytest.mark.parametrize("island", [1, 2])
def test_ruling_53_nor_does_the_monk(island: int) -> None:
    state = (
        Position(characters=("monk",))
        .island(island, green=4, tower=1)
        .professors(green=0)
        .turn()
        .state()
    )
    events = do(state, "play monk", "pick green", f"island {island}")
    assert kinds(events) == ["character played", "student sent", "card refilled"]
    assert tower(state, island) == (1, 1)


def test_ruling_53_the_student_counts_once_mother_nature_stops() -> None:
    state = Position().entrance(0, green=1).professors(green=0).turn(0, moves_left=1).state()
    do(state, "green 2", "mother 1")
    assert tower(state, 2) == (0, 1)


def test_students_can_only_go_to_islands_that_exist() -> None:
    state = Position().turn().state()
    assert refused(state, "blue 13").code == "no-such-island"
    assert refused(state, "blue 0").code == "no-such-island"
