"""The engine against a second implementation, written from the rules alone."""

from __future__ import annotations

from random import Random

import pytest

from eriantys.games.dice import FairDice, derive
from eriantys.games.eriantys import GAME
from eriantys.games.eriantys.state import Options
from tests.games.eriantys.literal import LiteralEriantys

GAMES_PER_TABLE = 50


def seen(state):
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


def compare_one_game(seats: int, expert: bool, seed: int) -> int:
    """Play one random game on both tables, and return its number of actions."""
    state = GAME.new(seats, Options(expert=expert), FairDice(derive(seed, "literal")))
    literal = LiteralEriantys.from_view(seen(state), state.dice.copy().below)
    choose = Random(seed)
    actions = 0
    while True:
        where = f"{seats} players, expert {expert}, seed {seed}, action {actions + 1}"
        assert literal.facts() == seen(state), where
        legal = {GAME.format(action): action for action in GAME.legal(state)}
        if not legal:
            break
        assert literal.legal() == sorted(legal), where
        text = choose.choice(sorted(legal))
        GAME.apply(state, GAME.turn(state), legal[text])
        literal.apply(text)
        actions += 1
    outcome = GAME.outcome(state)
    assert literal.outcome() == ([list(place) for place in outcome.ranking], outcome.reason)
    return actions


@pytest.mark.many_games
@pytest.mark.parametrize("expert", [False, True], ids=["simple", "expert"])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("block", range(2))
def test_engine_and_literal_game_agree_at_every_step(seats, expert, block):
    for seed in range(GAMES_PER_TABLE):
        compare_one_game(seats, expert, seed + 1000 * block)
