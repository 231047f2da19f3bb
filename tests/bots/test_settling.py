"""Intervals are Wilson's, and a question is settled soundly."""

from __future__ import annotations

from random import Random

import pytest

from eriantys.bots.settling import Bet, wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (15, 20, 0.5313, 0.8881),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (50.5, 100, 0.4085, 0.6011),
    ],
)
def test_the_interval_of_wilson(wins: float, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=0.0005)


def test_nothing_is_known_without_games() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def games_until_settled(equal: float, chance: float, seed: int, most: int) -> int | None:
    bet, roll = Bet(equal), Random(seed).random
    for number in range(1, most + 1):
        bet.add(float(roll() < chance))
        if bet.settled:
            return number
    return None


@pytest.mark.parametrize("equal", [1 / 2, 1 / 3])
def test_equal_players_are_seldom_told_apart(equal: float) -> None:
    """At most one tournament in twenty may go wrong, though it is looked at every time."""
    wrong = sum(games_until_settled(equal, equal, seed, 200) is not None for seed in range(300))
    assert wrong <= 300 * 0.05


@pytest.mark.parametrize(("equal", "chance"), [(0.5, 0.9), (0.5, 0.1), (1 / 3, 0.8)])
def test_a_clear_case_is_settled_soon(equal: float, chance: float) -> None:
    needed = [games_until_settled(equal, chance, seed, 100) for seed in range(20)]
    assert all(number is not None and number <= 60 for number in needed)


def test_results_between_won_and_lost_count_in_part() -> None:
    bet = Bet(0.5)
    for _ in range(1000):
        bet.add(0.5)
    assert not bet.settled
