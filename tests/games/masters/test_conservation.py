"""Nothing is lost and nothing comes from nowhere, after every action of random games."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from eriantys.games.masters import GAME
from eriantys.games.masters.holdings import points_of
from eriantys.games.masters.state import State
from tests.games.masters.checks import faults
from tests.games.play import MOST_ACTIONS, Case, begin, cases

GAMES_PER_BLOCK = 25
CASES = cases(GAME)
BOLD = ("buy", "leader play", "produce card", "put", "pay", "done", "end", "take", "white")
"""What a lively player likes, the dearest first; the rest gives faith to others, or goes
round in circles."""


def choose(state: State, chance: Random) -> int:
    """Choose an action: mostly cards and goods rather than faith for others."""
    legal = list(GAME.legal(state))
    if chance.random() < 0.9:
        for verb in BOLD:
            liked = [action for action in legal if GAME.format(action).startswith(verb)]
            if liked:
                return chance.choice(liked)
    return chance.choice(legal)


def check_one_game(case: Case, number: int, *, lively: bool = True) -> tuple[int, State]:
    """Play one random game and look at the table after every action."""
    state, chance = begin(case, number), Random(f"{case}/{number}/conservation")
    count, before = 0, None
    while (seat := GAME.turn(state)) is not None:
        assert count < MOST_ACTIONS, f"{case}-{number} does not end"
        action = choose(state, chance) if lively else chance.choice(GAME.legal(state))
        GAME.apply(state, seat, action)
        count += 1
        found = faults(state, before)
        assert not found, f"{case}-{number}, after {count} actions: {', '.join(found)}"
        before = state.copy()
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert list(outcome.scores) == [points_of(state, each) for each in range(state.seats)]
    return count, state


@pytest.mark.many_games
@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("block", range(3))
def test_all_pieces_are_conserved(case: Case, block: int) -> None:
    for number in range(block * GAMES_PER_BLOCK, (block + 1) * GAMES_PER_BLOCK):
        check_one_game(case, number, lively=number % 3 == 0)


def spoil(field: str, value: Callable[[Any], Any]) -> Callable[[State], None]:
    def change(state: State) -> None:
        setattr(state, field, value(getattr(state, field)))

    return change


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(spoil("market", lambda row: row[:-1] + row[:1]), id="marble"),
        pytest.param(spoil("piles", lambda rows: (rows[0][1:], *rows[1:])), id="card"),
        pytest.param(spoil("piles", lambda rows: (rows[1], rows[0], *rows[2:])), id="pile"),
        pytest.param(spoil("hands", lambda rows: (rows[1], *rows[1:])), id="leader"),
        pytest.param(spoil("faith", lambda row: (25, *row[1:])), id="too far"),
        pytest.param(spoil("faith", lambda row: (8, *row[1:])), id="no report"),
        pytest.param(spoil("faith", lambda row: (24, *row[1:])), id="no end"),
        pytest.param(spoil("tiles", lambda rows: (b"\1\0\0", *rows[1:])), id="tile"),
        pytest.param(
            spoil("depots", lambda rows: (bytes([0, 0, 4, 4, 4, 1, 1, 0, 0, 0]), *rows[1:])),
            id="kind twice",
        ),
        pytest.param(
            spoil("depots", lambda rows: (bytes([0, 4, 4, 4, 4, 2, 0, 0, 0, 0]), *rows[1:])),
            id="too full",
        ),
        pytest.param(
            spoil("strongbox", lambda rows: ((0, -1, 0, 0), *rows[1:])), id="less than none"
        ),
        pytest.param(spoil("slots", lambda rows: ((b"\x11", b"", b""), *rows[1:])), id="slot"),
    ],
)
def test_the_checks_find_what_is_wrong(change: Callable[[State], None]) -> None:
    state = begin(CASES[1], 0)
    assert not faults(state)
    change(state)
    assert faults(state)
