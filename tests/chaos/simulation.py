"""`bin/chaos simulation`: any number of simulated houses, each decided by its seed."""

from __future__ import annotations

import logging
import os
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import blake2b

from eriantys.commands.progress import Progress
from tests.simulation.run import Summary, simulate
from tests.simulation.tally import wanted

CHUNK = 5


def check(seed: int, games: Sequence[str]) -> Summary:
    """Run one seed, without a word about the troubles that are made on purpose."""
    logging.disable(logging.CRITICAL)
    return simulate(seed, games)


def run(first: int, runs: int, games: Sequence[str]) -> int:
    """Run the seeds on all cores; name every one that fails, and count what was met."""
    met: Counter[str] = Counter()
    transcript = blake2b(digest_size=8)
    failures = 0
    with ProcessPoolExecutor(os.cpu_count()) as pool, Progress(runs, "runs") as progress:
        seeds = range(first, first + runs)
        found = pool.map(partial(check, games=games), seeds, chunksize=CHUNK)
        for done, summary in enumerate(found, start=1):
            met += summary.met
            transcript.update(summary.transcript.encode())
            if summary.fault:
                failures += 1
                print(f"FAILED seed {summary.seed}: {summary.fault}")
                if runs == 1:
                    print(summary.story)
            progress.show(done)
    for what in wanted():
        print(f"{met[what]:>10}  {what}")
    print(f"{runs} runs, {failures} failures, transcript {transcript.hexdigest()}")
    return 1 if failures else 0
