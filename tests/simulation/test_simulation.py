"""Whole houses under a simulated clock; `bin/chaos simulation` runs any number of them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.simulation.run import Summary, simulate
from tests.simulation.tally import wanted

ROOT = Path(__file__).parents[2]
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


def run_in_another_process(hash_seed: str) -> str:
    """Let a process with its own order of sets run a few seeds; return what it says."""
    command = [
        sys.executable,
        "-m",
        "tests.chaos",
        "simulation",
        "--runs",
        "4",
        "--seed",
        "500",
    ]
    settings = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        command, cwd=ROOT, env=settings, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.mark.many_games
def test_a_seed_decides_everything_whatever_the_order_of_sets() -> None:
    once = run_in_another_process("1")
    assert "transcript" in once
    assert run_in_another_process("2") == once
