"""How long a bot may think, and that what it decides can be answered."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from eriantys.bots import thinking
from eriantys.bots.brain import LEVELS, Budget, Level
from eriantys.bots.seat import Decision
from eriantys.bots.thinking import PART_OF_CLOCK, SHARE_LEAST, Mind, budget
from eriantys.games.contract import BadSetting
from eriantys.games.eriantys import GAME
from eriantys.games.eriantys.state import State
from tests.bots.tables import KINDS, listed, positions

SOME = Level("mcts", 40, 2.0)
PLENTY = 1e6


def decision_at(state: State, **more: Any) -> Decision:
    seat = GAME.turn(state)
    assert seat is not None
    usual = Decision(
        game=GAME.id,
        match=1,
        request=1,
        seat=seat,
        view=GAME.view(state, seat),
        offered=tuple(listed(state)),
        certain=True,
        until=PLENTY,
        not_before=0.0,
    )
    return usual._replace(**more)


@pytest.mark.parametrize(
    ("left", "waiting", "seconds"),
    [
        (PLENTY, 1, 2.0),
        (PLENTY, 4, 0.5),
        (PLENTY, 1000, SHARE_LEAST),
        (4.0, 1, 4.0 * PART_OF_CLOCK),
        (4.0, 4, 4.0 * PART_OF_CLOCK / 4),
        (100.0, 4, 0.5),
        (0.1, 1000, SHARE_LEAST),
        (0.04, 1000, 0.04 * PART_OF_CLOCK),
        (-3.0, 1, 0.0),
    ],
)
def test_the_least_of_all_limits_counts(left: float, waiting: int, seconds: float) -> None:
    made = budget(SOME, left, waiting)
    assert made.iterations == 40
    assert made.seconds == pytest.approx(seconds)


@pytest.mark.parametrize("waiting", [1, 5, 20])
def test_all_who_wait_for_the_same_process_get_through_a_long_turn(waiting: int) -> None:
    """Each step of one is thought about while the clocks of all others run as well."""
    left = 10.0
    for _ in range(10):
        seconds = budget(LEVELS["hard"], left, waiting).seconds
        assert seconds is not None
        left -= waiting * seconds
    assert left > 0


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_decides_in_the_time_it_has(level: str) -> None:
    for state in positions(3, expert=True, seed=2, every=60):
        decision = decision_at(state, until=0.1)
        assert Mind(level, 1).decide(decision, now=0.0) in decision.offered


@pytest.mark.parametrize(("seats", "expert"), KINDS)
def test_of_candidates_those_are_chosen_that_are_legal(seats: int, expert: bool) -> None:
    mind = Mind("easy", 3)
    for state in positions(seats, expert, seed=5, every=7):
        every = tuple(map(GAME.format, GAME.candidates(state)))
        decision = decision_at(state, offered=every, certain=False)
        assert mind.decide(decision, now=0.0) in listed(state)


def test_where_no_legal_one_is_left_any_candidate_will_do() -> None:
    state = next(positions(2, expert=False, seed=1))
    decision = decision_at(state, offered=("mother 1", "cloud 1"), certain=False)
    assert Mind("easy", 1).decide(decision, now=0.0) in decision.offered


class Recorder:
    """A brain that notes what it was asked, and answers nonsense."""

    def __init__(self) -> None:
        self.seen: list[tuple[int, Budget]] = []

    def choose(self, view: Any, legal: Any, seat: int, time: Budget, dice: Any) -> str:
        self.seen.append((seat, replace(time)))
        return "nonsense"


def test_a_brain_goes_on_within_a_match_and_is_new_in_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[Recorder] = []

    def find(_level: str, _game: Any) -> Recorder:
        made.append(Recorder())
        return made[-1]

    monkeypatch.setattr(thinking, "find", find)
    mind = Mind("normal", 1)
    state = next(positions(2, expert=False, seed=1))
    for match in (1, 1, 2):
        decision = decision_at(state, match=match, until=104.0)
        assert mind.decide(decision, now=100.0, waiting=2) == decision.offered[0]
    assert [len(brain.seen) for brain in made] == [2, 1]
    assert made[0].seen[0][1].seconds == LEVELS["normal"].seconds / 2


def test_there_are_only_the_levels_that_there_are() -> None:
    with pytest.raises(BadSetting, match="no level 'godlike'; there are: easy, normal, hard"):
        Mind("godlike", 1)


def test_a_game_that_is_not_of_the_house_is_refused() -> None:
    state = next(positions(2, expert=False, seed=1))
    with pytest.raises(BadSetting, match="no game 'chess'"):
        Mind("easy", 1).decide(decision_at(state, game="chess"), now=0.0)
