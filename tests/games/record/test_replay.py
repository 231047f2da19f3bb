"""A record is played again step by step."""

from __future__ import annotations

from dataclasses import replace

import pytest

from eriantys.games.record import (
    Match,
    Move,
    Untrue,
    first_state,
    replay,
    verify,
)
from tests.games.record.samples import (
    AnyGame,
    real_matches,
    two_players,
)


@real_matches
def test_replayed_steps_have_their_own_states_and_events(game: AnyGame, match: Match) -> None:
    state = first_state(game, match)
    steps = list(replay(game, match))
    assert [step.move for step in steps] == list(match.moves)
    assert len({id(step.state) for step in steps}) == len(steps)
    for step in steps:
        events = game.apply(state, step.move.seat, game.parse(step.move.action))
        assert step.events == events
        assert game.snapshot(step.state) == game.snapshot(state)
    assert game.outcome(steps[-1].state) == match.outcome


@two_players
def test_playing_on_from_a_step_leaves_the_others_alone(game: AnyGame, match: Match) -> None:
    steps = list(replay(game, match))
    kept = [game.snapshot(step.state) for step in steps]
    for step in steps:
        seat = game.turn(step.state)
        if seat is not None:
            game.apply(step.state, seat, game.legal(step.state)[0])
    changed = [game.snapshot(step.state) for step in steps]
    assert changed[:-1] != kept[:-1]
    # Each has gone one move on from its own state, none from that of another.
    for step, before in zip(replay(game, match), kept, strict=True):
        assert game.snapshot(step.state) == before


@two_players
def test_what_comes_before_a_false_move_is_still_shown(game: AnyGame, match: Match) -> None:
    false = replace(match, moves=(*match.moves[:3], Move(0, "dance", 99), *match.moves[3:]))
    steps = replay(game, false)
    assert [next(steps).move for _ in range(3)] == list(match.moves[:3])
    with pytest.raises(Untrue, match="dance") as untruth:
        next(steps)
    assert untruth.value.line == 99


@real_matches
def test_a_match_of_no_moves_has_a_first_state(game: AnyGame, match: Match) -> None:
    unplayed = replace(match, moves=(), outcome=None)
    assert list(replay(game, unplayed)) == []
    assert game.turn(first_state(game, unplayed)) is not None
    verify(game, unplayed)
