"""`bin/chaos kill`: a real server, killed any number of times while people play on it.

The kills are shared out over stores of their own, so that all cores have something to do;
on each store matches go on from one kill to the next.
"""

from __future__ import annotations

import os
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from eriantys.commands.progress import Progress
from tests.faults.kills import Figures, kill_often

KILLS = 10
"""On one store; the matches on it are long over after that."""


def trial(seed: str, times: int) -> tuple[Figures, str]:
    """Kill one server some times; return the figures, and what was wrong."""
    with tempfile.TemporaryDirectory(prefix="eriantys-kill-") as folder:
        try:
            return kill_often(Path(folder), seed, times), ""
        except Exception as error:  # whatever it is, it belongs to this seed
            return Figures(kills=times), f"{type(error).__name__}: {error}"


def run(seed: str, times: int) -> int:
    """Kill so many times on all cores; name every seed that found something."""
    shares = [min(KILLS, times - done) for done in range(0, times, KILLS)]
    seeds = [f"{seed}/{number}" for number in range(len(shares))]
    total, failures = Figures(), 0
    with ProcessPoolExecutor(os.cpu_count()) as pool, Progress(times, "kills") as progress:
        for name, (figures, fault) in zip(seeds, pool.map(trial, seeds, shares), strict=True):
            total += figures
            if fault:
                failures += 1
                print(f"FAILED seed {name}: {fault}")
            progress.show(total.kills)
    print(total)
    print(f"{len(seeds)} stores, {failures} failures")
    return 1 if failures else 0
