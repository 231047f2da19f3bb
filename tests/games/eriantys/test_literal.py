"""The engine against a second implementation, written from the rules alone."""

from __future__ import annotations

from typing import Any

import pytest

from eriantys.games.eriantys import GAME
from tests.games.eriantys.literal import LiteralEriantys
from tests.games.eriantys.position import unpacked
from tests.games.play import Case, Match, cases, play_match

GAMES_PER_BLOCK = 50


def seen(state: Any) -> dict[str, Any]:
    """The engine's view, without what the literal game does not keep."""
    view = unpacked(GAME.view(state, None))
    turn = view["turn"]
    del view["ending"]["ended"]
    if turn["phase"] == "over":
        view["turn"] = {"phase": "over"}
        del view["order"], view["effect"], view["ending"]
    else:
        view["turn"] = {
            name: value
            for name, value in turn.items()
            if name not in ("undoable", "unfinished", "acting")
        }
    return view


def compare_one_game(case: Case, number: int) -> int:
    """Play one random game on both tables, and return its number of actions."""
    match = play_match(case, number)
    first = match.states[0]
    literal = LiteralEriantys.from_view(seen(first), first.dice.copy().below)
    compare(match, 0, literal)
    for actions, action in enumerate(match.actions, 1):
        literal.apply(GAME.format(action))
        compare(match, actions, literal)
    outcome = GAME.outcome(match.states[-1])
    assert outcome is not None
    assert literal.outcome() == ([list(place) for place in outcome.ranking], outcome.reason)
    return len(match.actions)


def compare(match: Match, actions: int, literal: LiteralEriantys) -> None:
    """Look at both tables after so many actions."""
    state, where = match.states[actions], f"{match}, after {actions} actions"
    assert literal.facts() == seen(state), where
    if GAME.turn(state) is not None:
        assert literal.legal() == sorted(map(GAME.format, GAME.legal(state))), where


@pytest.mark.many_games
@pytest.mark.parametrize("case", cases(GAME), ids=str)
@pytest.mark.parametrize("block", range(2))
def test_engine_and_literal_game_agree_at_every_step(case: Case, block: int) -> None:
    for number in range(block * GAMES_PER_BLOCK, (block + 1) * GAMES_PER_BLOCK):
        compare_one_game(case, number)
