"""Tournaments are mirrored, counted, and end when all is said."""

from __future__ import annotations

import pytest

from eriantys.bots.tournament import (
    Contest,
    Fixture,
    Played,
    Umpire,
    fixtures,
    pairings,
    play,
)
from eriantys.games.eriantys.state import Options


def contest(seats: int = 2, expert: bool = False, **more: int | None) -> Contest:
    settings = {"seed": 1, "iterations": 4, "seconds": None, **more}
    return Contest("eriantys", seats, Options(expert=expert), **settings)  # type: ignore[arg-type]


def result(share: float) -> Played:
    return Played(share, 100, (50, 50), (0.5, 0.0))


@pytest.mark.many_games
@pytest.mark.parametrize("expert", [False, True], ids=["simple", "expert"])
def test_greedy_beats_random(expert: bool) -> None:
    """Twenty games on ten mirrored seeds; the goal is 95 in a hundred."""
    planned = fixtures(contest(expert=expert), ("greedy", "random"), 20)
    assert sum(play(fixture).share for fixture in planned) >= 19


@pytest.mark.many_games
@pytest.mark.parametrize("seats", [3, 4])
def test_greedy_beats_a_table_of_random_ones(seats: int) -> None:
    planned = list(fixtures(contest(seats), ("greedy", "random"), 12))
    assert sum(play(fixture).share for fixture in planned) >= 10


@pytest.mark.parametrize(("seats", "sides"), [(2, 2), (3, 3), (4, 2)])
def test_every_seed_is_played_from_every_side(seats: int, sides: int) -> None:
    planned = list(fixtures(contest(seats), ("greedy", "random"), 7))
    assert len(planned) == -(-7 // sides) * sides
    for deal in range(len(planned) // sides):
        assert [each.side for each in planned if each.deal == deal] == list(range(sides))


def test_all_meet_all() -> None:
    assert pairings(["a", "b", "c"]) == [("a", "b"), ("a", "c"), ("b", "c")]


def test_the_same_fixture_is_the_same_game() -> None:
    for side in (0, 1):
        fixture = Fixture(contest(expert=True), ("mcts", "greedy"), 3, side)
        first, second = play(fixture), play(fixture)
        assert (first.share, first.actions, first.moves) == (
            second.share,
            second.actions,
            second.moves,
        )


def test_other_deals_and_seeds_are_other_games() -> None:
    lengths = [
        tuple(
            play(Fixture(contest(seed=seed), ("random", "random"), deal, 0)).actions
            for deal in range(4)
        )
        for seed in (1, 2)
    ]
    # Two games may well be of one length, but not all of them.
    assert all(len(set(each)) > 1 for each in lengths)
    assert lengths[0] != lengths[1]


def test_everybody_thinks_as_long_as_its_level_unless_told() -> None:
    usual = contest(iterations=None)
    assert usual.budget("normal").iterations != usual.budget("hard").iterations
    assert usual.budget("mcts") == usual.budget("hard")
    assert usual.budget("hard").seconds is None, "a tournament can be repeated"
    assert contest(iterations=9).budget("hard").iterations == 9


class TestUmpire:
    def test_a_clear_case_is_settled_before_the_end(self) -> None:
        umpire = Umpire(contest(), ("greedy", "random"))
        games = next(number for number in range(1, 100) if umpire.add(result(1.0)))
        assert games < 30
        assert games % 2 == 0, "the games of one seed count together"
        assert umpire.score.settled

    def test_equal_players_are_never_settled(self) -> None:
        umpire = Umpire(contest(), ("greedy", "greedy"))
        assert not any(umpire.add(result(float(number % 2))) for number in range(500))

    def test_a_third_of_the_victories_is_equal_among_three(self) -> None:
        umpire = Umpire(contest(3), ("greedy", "greedy"))
        assert not any(umpire.add(result(float(number % 3 == 0))) for number in range(600))
        assert umpire.score.equal == pytest.approx(1 / 3)

    def test_everything_is_counted(self) -> None:
        umpire = Umpire(contest(), ("greedy", "random"))
        for share in (1.0, 0.5, 0.0, 1.0):
            umpire.add(result(share))
        score = umpire.score
        assert (score.games, score.wins, score.draws, score.won) == (4, 2, 1, 2.5)
        assert (score.actions, score.moves, score.seconds) == (400, [200, 200], [2.0, 0.0])
        low, high = score.interval
        assert low < score.share == 0.625 < high
