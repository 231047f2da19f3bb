"""What the brains know of Santorini: sound shares, and lines that can be played."""

from __future__ import annotations

from random import Random

import pytest

from eriantys.bots import evaluation
from eriantys.bots.brain import BRAINS, Budget, find
from eriantys.bots.tournament import Contest, fixtures, play
from eriantys.games.dice import FairDice, QuickDice, derive
from eriantys.games.santorini import GAME
from eriantys.games.santorini.state import Options, State
from tests.games.play import Case, cases
from tests.games.santorini.position import do, position

INSIGHT = evaluation.find(GAME)
KINDS = [case for case in cases(GAME) if not case.unguided]
FEW = Budget(iterations=12)


def positions(case: Case, seed: int, every: int) -> list[State]:
    """Show a random game at every so many of its actions, and its end."""
    state = GAME.new(case.seats, case.options, QuickDice(seed))
    choose, shown, number = Random(seed).choice, [], 0
    while (seat := GAME.turn(state)) is not None:
        if number % every == 0:
            shown.append(GAME.copy(state))
        GAME.apply(state, seat, choose(list(GAME.legal(state))))
        number += 1
    return [*shown, state]


def choice(name: str, state: State, seed: int = 1, budget: Budget = FEW) -> str:
    seat = GAME.turn(state)
    assert seat is not None
    legal = [GAME.format(action) for action in GAME.legal(state)]
    chosen = find(name, GAME).choose(
        GAME.view(state, seat), legal, seat, budget, QuickDice(seed)
    )
    assert chosen in legal
    return chosen


@pytest.mark.parametrize("case", KINDS, ids=str)
def test_shares_are_those_of_the_seats_and_add_up(case: Case) -> None:
    for state in positions(case, seed=2, every=5):
        shares = INSIGHT.shares(state)
        assert len(shares) == case.seats
        assert sum(shares) == pytest.approx(1.0)
        assert all(0 <= share <= 1 for share in shares)
        for loser in state.losers:
            assert shares[loser] == 0
    assert shares[state.winner] == 1


@pytest.mark.parametrize("case", KINDS, ids=str)
def test_lines_lead_to_the_end_of_the_turn(case: Case) -> None:
    *going_on, _ = positions(case, seed=6, every=9)
    for state in going_on:
        turn, lines = GAME.turns(state), INSIGHT.lines(state, 3)
        assert lines
        assert [line.share for line in lines] == sorted((s for _, s in lines), reverse=True)
        choosing = state.decision in ("gods", "place")
        for line in lines:
            after = GAME.copy(state)
            for action in line.actions:
                assert GAME.turns(after) == turn
                assert action in GAME.legal(after)
                GAME.apply(after, after.seat, action)
            assert choosing or after.ended or GAME.turns(after) > turn


@pytest.mark.parametrize("name", BRAINS)
def test_whole_games_are_played_by_legal_actions(name: str) -> None:
    for case in (KINDS[0], KINDS[-1]):
        state = GAME.new(case.seats, case.options, FairDice(derive(3, "tests/bots")))
        while (seat := GAME.turn(state)) is not None:
            few = Budget(iterations=2)
            GAME.apply(state, seat, GAME.parse(choice(name, state, budget=few)))


@pytest.mark.parametrize("name", ["greedy", "mcts"])
def test_a_step_that_wins_is_taken(name: str) -> None:
    state = position("c3 a1 / e5 e1", "c3=2 c4=3 a2=1")
    assert choice(name, state) == "move c3 c4"


@pytest.mark.parametrize("name", ["greedy", "mcts"])
@pytest.mark.parametrize("gods", ["", "demeter hermes"])
def test_a_step_that_would_win_is_prevented(name: str, gods: str) -> None:
    """The other one stands on level 2 beside level 3: only a dome there helps."""
    state = position("c3 a1 / e4 e1", "e4=2 d5=3 a2=1", gods=gods)
    while state.seat == 0:
        do(state, choice(name, state))
    assert not state.free(23), "there is a dome on d5"


@pytest.mark.parametrize(
    ("workers", "levels", "domes", "better", "worse"),
    [
        ("c3 a1 / e5 e1", "c3=2 a1=1", "", "pan atlas", "atlas pan"),
        ("c3 a1 / e5 e1", "c3=1 a1=1 b2=1", "", "eros atlas", "atlas eros"),
        ("c4 a1 / e5 e1", "c4=2 c5=3", "", "atlas pan", "atlas hera"),
        ("c3 e5 / e1 e2", "a1=3 a2=3 a3=3", "a1 a2 a3", "chronus pan", "atlas pan"),
        ("c3 e5 / e1 e2", "a1=3 a2=3 a3=3", "a1 a2 a3", "pan atlas", "pan chronus"),
    ],
)
def test_it_is_known_how_gods_win_and_whom_they_keep_from_it(
    workers: str, levels: str, domes: str, better: str, worse: str
) -> None:
    """The other one is on turn, so that nobody wins at once."""
    for_first = [
        INSIGHT.shares(position(workers, levels, domes, gods, seat=1))[0]
        for gods in (better, worse)
    ]
    assert for_first[0] > for_first[1] + 0.03


@pytest.mark.parametrize("gods", [True, False])
def test_chance_decides_about_gods_and_openings(gods: bool) -> None:
    """So no two evenings are alike, nor two games of a tournament."""
    state = GAME.new(2, Options(gods=gods), QuickDice(1))
    assert len({choice("greedy", state, seed) for seed in range(12)}) > 3


def test_the_games_of_a_tournament_are_not_alike() -> None:
    contest = Contest("santorini", 2, Options(gods=False), seed=1, iterations=4, seconds=None)
    planned = fixtures(contest, ("greedy", "greedy"), 8)
    assert len({play(fixture).actions for fixture in planned}) > 1


@pytest.mark.many_games
@pytest.mark.parametrize("gods", [False, True], ids=["plain", "gods"])
def test_greedy_beats_random(gods: bool) -> None:
    """Twelve games on six mirrored seeds; the goal is 95 in a hundred."""
    contest = Contest("santorini", 2, Options(gods=gods), seed=1, iterations=4, seconds=None)
    planned = fixtures(contest, ("greedy", "random"), 12)
    assert sum(play(fixture).share for fixture in planned) >= 11
