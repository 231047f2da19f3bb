"""The engine against a second implementation, written from the rules alone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from eriantys.games.eriantys import GAME
from tests.games.eriantys.literal import LiteralEriantys
from tests.games.play import Case, begin, cases, choose

GAMES_PER_BLOCK = 50


def seen(state: Any) -> dict[str, Any]:
    """The engine's view, without what the literal game does not keep."""
    view = GAME.view(state, None)
    turn = view["turn"]
    if turn["phase"] == "over":
        view["turn"] = {"phase": "over"}
    else:
        view["turn"] = {
            name: value
            for name, value in turn.items()
            if name not in ("undoable", "unfinished", "acting", "ended")
        }
    return view


def compare_one_game(case: Case, number: int) -> int:
    """Play one random game on both tables, and return its number of actions."""
    state = begin(case, number)
    literal = LiteralEriantys.from_view(seen(state), state.dice.copy().below)
    chance = Random(f"{case}/{number}")
    actions = 0
    while True:
        where = f"{case}-{number}, after {actions} actions"
        assert literal.facts() == seen(state), where
        if (seat := GAME.turn(state)) is None:
            break
        assert literal.legal() == sorted(map(GAME.format, GAME.legal(state))), where
        action = choose(GAME, state, chance)
        GAME.apply(state, seat, action)
        literal.apply(GAME.format(action))
        actions += 1
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert literal.outcome() == ([list(place) for place in outcome.ranking], outcome.reason)
    return actions


@pytest.mark.many_games
@pytest.mark.parametrize("case", cases(GAME), ids=str)
@pytest.mark.parametrize("block", range(2))
def test_engine_and_literal_game_agree_at_every_step(case: Case, block: int) -> None:
    for number in range(block * GAMES_PER_BLOCK, (block + 1) * GAMES_PER_BLOCK):
        compare_one_game(case, number)
