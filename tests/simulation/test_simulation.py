"""Whole houses under a simulated clock; `bin/chaos simulation` runs any number of them."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.processes import under_two_hash_seeds
from tests.simulation.run import Summary, simulate
from tests.simulation.tally import wanted

BLOCKS = 8
RUNS_IN_BLOCK = 10
MOST_RUNS = 100
"""So many runs must be enough to meet everything."""


def must_hold(run: Summary) -> None:
    """Fail with the seed, and with what happened last."""
    again = f"bin/chaos simulation --runs 1 --seed {run.seed}"
    assert not run.fault, f"{run.fault}\nOnce more: {again}\n{run.story}"


@pytest.mark.many_games
@pytest.mark.parametrize("block", range(BLOCKS))
def test_all_promises_hold_whatever_happens(block: int) -> None:
    for seed in range(block * RUNS_IN_BLOCK, (block + 1) * RUNS_IN_BLOCK):
        must_hold(simulate(seed))


@pytest.mark.many_games
def test_the_simulation_meets_everything_there_is() -> None:
    met: Counter[str] = Counter()
    for seed in range(1000, 1000 + MOST_RUNS):
        run = simulate(seed)
        must_hold(run)
        met += run.met
        if all(met[what] for what in wanted()):
            return
    never = [what for what in wanted() if not met[what]]
    raise AssertionError(f"{MOST_RUNS} runs never met: {', '.join(never)}")


@pytest.mark.many_games
def test_a_seed_decides_everything_whatever_the_order_of_sets() -> None:
    once, again = under_two_hash_seeds(
        "tests.chaos", "simulation", "--runs", "4", "--seed", "500"
    )
    assert "transcript" in once
    assert again == once
