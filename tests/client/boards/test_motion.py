"""What moves by itself: not for long, never in the way, and not at all if unwanted."""

from __future__ import annotations

import pytest

from eriantys.client.boards.eriantys.motion import GLOW, LONGEST, STEP, Motion
from eriantys.client.boards.eriantys.scene import Target
from eriantys.client.boards.moving import TOGETHER
from eriantys.client.match import Match
from eriantys.client.settings import Settings
from eriantys.games.eriantys import GAME
from eriantys.games.eriantys.state import State
from eriantys.wire.cards import Happening
from eriantys.wire.from_server import Update
from tests.client.boards.scenes import match_of
from tests.games.eriantys.position import Position


def act(match: Match, state: State, action: str) -> None:
    """Let something happen, and the client hear of it."""
    before, seat = GAME.copy(state), state.seat
    events = GAME.apply(state, seat, GAME.parse(action))
    happenings = tuple(Happening(event.kind, event.facts) for event in events)
    match.take_update(
        Update(
            match.id,
            match.number + 1,
            seat,
            action,
            happenings,
            GAME.changes(before, state, None),
            GAME.turn(state),
            GAME.decision(state),
            1000,
        ),
        0.0,
    )


@pytest.fixture
def state() -> State:
    return (
        Position(2, mother=11)
        .island(2, green=3)
        .dining(0, green=2)
        .entrance(0, red=2, blue=2)
        .turn(0, "mother", played=(10, 3))
        .state()
    )


def test_mother_nature_walks_island_by_island(state: State) -> None:
    match = match_of(state)
    motion = Motion(match, Settings())
    act(match, state, "mother 3")
    motion.follow(match, 10.0)
    walked = [motion.mother_at(10.0 + step * STEP + 0.01) for step in range(4)]
    assert walked == [11, 12, 1, None]


def test_an_island_that_was_taken_glows_after_the_walk(state: State) -> None:
    match = match_of(state)
    motion = Motion(match, Settings())
    act(match, state, "mother 3")
    motion.follow(match, 10.0)
    assert Target("island", 2) in motion.fresh(10.0 + 3 * STEP)
    assert not motion.fresh(10.0 + LONGEST + 0.01)


def test_pictures_are_due_only_while_something_moves(state: State) -> None:
    match = match_of(state)
    motion = Motion(match, Settings())
    assert motion.next_due(10.0) is None
    act(match, state, "mother 1")
    motion.follow(match, 10.0)
    assert motion.next_due(10.0) == pytest.approx(10.0 + STEP)
    assert motion.mother_at(20.0) is None
    assert not motion.fresh(20.0)
    assert motion.next_due(20.0) is None


def test_a_key_ends_all_of_it(state: State) -> None:
    match = match_of(state)
    motion = Motion(match, Settings())
    act(match, state, "mother 2")
    motion.follow(match, 10.0)
    motion.skip()
    assert motion.mother_at(10.0) is None
    assert motion.next_due(10.0) is None


def test_whoever_does_not_want_it_has_peace(state: State) -> None:
    match = match_of(state)
    motion = Motion(match, Settings(animations=False))
    act(match, state, "mother 2")
    motion.follow(match, 10.0)
    assert motion.mother_at(10.0) is None
    assert motion.next_due(10.0) is None


def test_she_walks_too_if_what_follows_is_told_with_it(state: State) -> None:
    match = match_of(state)
    motion = Motion(match, Settings())
    act(match, state, "mother 2")
    act(match, state, GAME.format(GAME.legal(state)[0]))
    motion.follow(match, 10.0)
    assert motion.mother_at(10.0) == 11


def test_what_was_missed_is_not_acted_out(state: State) -> None:
    match = match_of(state)
    motion = Motion(match, Settings())
    act(match, state, "mother 2")
    for _ in range(TOGETHER):
        act(match, state, GAME.format(GAME.legal(state)[0]))
    motion.follow(match, 10.0)
    assert motion.mother_at(10.0) is None
    assert motion.next_due(10.0) is None


def test_a_student_glows_where_it_went() -> None:
    state = Position(2).entrance(0, red=4, blue=3).turn(0, "student").state()
    match = match_of(state)
    motion = Motion(match, Settings())
    for action, target in (("red 5", Target("island", 5)), ("blue dining", Target("dining"))):
        act(match, state, action)
        motion.follow(match, 10.0)
        assert target in motion.fresh(10.0)
        assert target not in motion.fresh(10.0 + GLOW)
