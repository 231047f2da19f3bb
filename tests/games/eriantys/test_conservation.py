"""Nothing is lost and nothing comes from nowhere, after every action of random games."""

from __future__ import annotations

import pytest

from eriantys.games.eriantys import GAME
from tests.games.eriantys.checks import faults
from tests.games.eriantys.position import unpacked
from tests.games.play import Case, cases, play_match

GAMES_PER_BLOCK = 25


def check_one_game(case: Case, number: int) -> int:
    """Play one random game and look at the table after every action."""
    match = play_match(case, number)
    for place, state in enumerate(match.states):
        found = faults(GAME.view(state, None))
        assert not found, f"{match}, after {place} actions: {', '.join(found)}"
    return len(match.actions)


@pytest.mark.many_games
@pytest.mark.parametrize("case", cases(GAME), ids=str)
@pytest.mark.parametrize("block", range(2))
def test_students_towers_coins_and_tiles_are_conserved(case: Case, block: int) -> None:
    for number in range(block * GAMES_PER_BLOCK, (block + 1) * GAMES_PER_BLOCK):
        check_one_game(case, number)


@pytest.mark.parametrize(
    ("part", "key", "value"),
    [
        ("bag", 0, 99),
        ("towers", 1, 3),
        ("supply", None, 17),
        ("mother", None, 2),
        ("island/3", "no_entry", 1),
        ("island/3", "towers", 1),
        ("island/3", "tiles", [3, 5]),
        ("school/0", "coins", 4),
        ("character/1", "price", 9),
    ],
)
def test_the_checks_find_what_is_wrong(part: str, key: object, value: object) -> None:
    case = next(case for case in cases(GAME) if case.options.expert)
    view = unpacked(GAME.view(play_match(case, 0).states[0], None))
    view["island/2"] = {"head": 1} if part == "mother" else view["island/2"]
    assert part == "mother" or not faults(view)
    if key is None:
        view[part] = value
    else:
        view[part][key] = value
    assert faults(view)
