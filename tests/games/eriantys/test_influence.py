"""The count of influence with its parts, and its quick form."""

from __future__ import annotations

import pytest

from eriantys.games.eriantys import GAME
from eriantys.games.eriantys.actions import TILES
from eriantys.games.eriantys.influence import Influence, Share, influence, totals
from eriantys.games.eriantys.names import COLOURS
from eriantys.games.eriantys.state import ISLAND
from tests.games.play import Case, cases, play_match

from .position import Position, do

PINK = COLOURS.index("pink")


def of(*students: int, towers: int = 0, bonus: int = 0) -> Share:
    return Share(students=students, towers=towers, bonus=bonus)


def crowded(character: str = "", colour: str = "", seats: int = 2) -> Position:
    """Island 3, joined with 4: all colours, two black towers, blue without a professor."""
    return (
        Position(seats, ("centaur", "knight", "mushroom"))
        .island(3, 4, green=1, red=2, yellow=3, pink=4, blue=5, tower=1)
        .professors(green=0, red=1, yellow=0, pink=1)
        .turn(character=character, colour=colour)
    )


@pytest.mark.parametrize(
    ("character", "colour", "white", "black", "ignored_colour", "ignored_towers"),
    [
        ("", "", of(1, 0, 3, 0, 0), of(0, 2, 0, 4, 0, towers=2), -1, 0),
        ("knight", "", of(1, 0, 3, 0, 0, bonus=2), of(0, 2, 0, 4, 0, towers=2), -1, 0),
        ("centaur", "", of(1, 0, 3, 0, 0), of(0, 2, 0, 4, 0), -1, 2),
        ("mushroom", "", of(1, 0, 3, 0, 0), of(0, 2, 0, 4, 0, towers=2), -1, 0),
        ("mushroom", "pink", of(1, 0, 3, 0, 0), of(0, 2, 0, 0, 0, towers=2), PINK, 0),
        ("mushroom", "blue", of(1, 0, 3, 0, 0), of(0, 2, 0, 4, 0, towers=2), 4, 0),
        ("farmer", "", of(1, 0, 3, 0, 0), of(0, 2, 0, 4, 0, towers=2), -1, 0),
    ],
)
def test_the_parts_of_influence(
    character: str,
    colour: str,
    white: Share,
    black: Share,
    ignored_colour: int,
    ignored_towers: int,
) -> None:
    state = crowded(character, colour).state()
    there = state.five(ISLAND[2])
    expected = Influence(
        shares=(white, black),
        ignored_students=tuple(n if c == ignored_colour else 0 for c, n in enumerate(there)),
        ignored_towers=ignored_towers,
    )
    assert influence(state, 2) == influence(state, 3) == expected
    assert totals(state, 2) == [white.total, black.total]


def test_a_share_adds_up_students_towers_and_bonus() -> None:
    assert of(1, 0, 2, 0, 4, towers=3, bonus=2).total == 12


def test_an_empty_island_has_no_influence() -> None:
    state = crowded().state()
    assert [share.total for share in influence(state, 0).shares] == [0, 0]


def test_the_students_of_a_monks_pick_still_count() -> None:
    state = Position(2, ("monk",)).island(5, green=2).professors(green=0).turn().state()
    do(state, "play monk", "pick green")
    assert not any(influence(state, 4).ignored_students)
    assert totals(state, 4) == [2, 0]


def test_partners_add_their_professors_up() -> None:
    state = (
        Position(4, ("knight",))
        .island(3, green=1, red=2, yellow=3, pink=4, tower=0)
        .professors(green=0, red=1, yellow=2, pink=3)
        .coins(1, 1, 2, 1)
        .turn(2)
        .state()
    )
    assert influence(state, 2).shares == (
        of(1, 0, 3, 0, 0, towers=1),
        of(0, 2, 0, 4, 0),
    )
    do(state, "play knight")
    assert influence(state, 2).shares == (
        of(1, 0, 3, 0, 0, towers=1, bonus=2),
        of(0, 2, 0, 4, 0),
    )


@pytest.mark.parametrize("case", cases(GAME), ids=str)
def test_the_quick_form_agrees_in_random_matches(case: Case) -> None:
    for number in range(8):
        for state in play_match(case, number).states:
            for tile in TILES:
                explained = influence(state, tile)
                assert explained == influence(state, state.head[tile])
                quick = totals(state, state.head[tile])
                assert [share.total for share in explained.shares] == quick
