"""Ruling 60: what the game does without asking, and when it asks after all."""

from __future__ import annotations

import pytest

from eriantys.games.eriantys import GAME
from eriantys.games.eriantys.state import State

from .position import (
    Position,
    cloud_taken,
    do,
    facts,
    kinds,
    options,
)


def assert_turn_is_over(state: State, seat: int) -> None:
    """Check that in this last round seat 1 follows seat 0, and the end follows seat 1."""
    if seat == 0:
        assert (state.seat, state.decision, state.moves_left) == (1, "student", 3)
    else:
        assert (state.decision, state.ended) == ("", "bag-empty")


def test_ruling_60_the_last_cloud_is_taken_by_itself_in_a_simple_game() -> None:
    state = Position().turn(1, "mother").state()
    events = do(state, "mother 1")
    assert facts(events, "cloud taken") == cloud_taken(1, 2, [1, 1, 0, 1, 0], by_itself=True)
    assert (state.round, state.decision) == (2, "assistant")


def test_ruling_60_an_earlier_player_is_always_asked() -> None:
    state = Position(3).turn(1, "mother").state()
    do(state, "mother 1")
    assert options(state) == {"cloud 2", "cloud 3"}


def test_ruling_60_not_while_a_character_could_be_played() -> None:
    state = Position(characters=("monk",)).turn(1, "mother").state()
    do(state, "mother 1")
    assert options(state) == {"cloud 2", "play monk"}
    events = do(state, "cloud 2")
    assert facts(events, "cloud taken")["by_itself"] is False


@pytest.mark.parametrize(
    "position",
    [
        Position(2, ("monk",)).coins(1, 0).turn(1, "mother"),
        Position(2, ("monk",)).used("monk").coins(1, 1).turn(1, "mother"),
        Position(2, ("minstrel",)).coins(1, 5).turn(1, "mother"),
        Position(2, ("postman", "knight", "centaur")).coins(1, 9).turn(1, "mother"),
        Position(2, ("monk", "postman")).coins(1, 9).turn(1, "mother", character="postman"),
    ],
    ids=["no-coins", "too-dear", "no-legal-choice", "too-late", "one-was-used"],
)
def test_ruling_60_by_itself_when_no_character_is_left(position: Position) -> None:
    state = position.state()
    events = do(state, "mother 1")
    assert facts(events, "cloud taken")["by_itself"] is True
    assert state.round == 2


def test_ruling_60_once_the_character_was_played_the_cloud_is_taken_by_itself() -> None:
    state = Position(2, ("monk",)).turn(1, "cloud").state()
    events = do(state, "play monk", "pick green")
    assert "cloud taken" not in kinds(events)
    events = do(state, "island 5")
    assert facts(events, "cloud taken")["by_itself"] is True
    assert state.round == 2


@pytest.mark.parametrize("seat", [0, 1])
def test_ruling_60_a_turn_of_a_short_round_ends_by_itself(seat: int) -> None:
    state = Position(short_round=True).turn(seat, "mother").state()
    events = do(state, "mother 1")
    assert "cloud taken" not in kinds(events)
    assert_turn_is_over(state, seat)


@pytest.mark.parametrize("seat", [0, 1])
def test_ruling_60_but_not_while_a_character_could_be_played(seat: int) -> None:
    state = Position(2, ("monk",), short_round=True).turn(seat, "mother").state()
    do(state, "mother 1")
    assert (state.seat, state.decision) == (seat, "end")
    assert options(state) == {"done", "play monk"}
    assert set(GAME.legal(state)) <= set(GAME.candidates(state))
    played = GAME.copy(state)
    do(played, "play monk", "pick green", "island 3")
    assert_turn_is_over(played, seat)
    do(state, "done")
    assert_turn_is_over(state, seat)
