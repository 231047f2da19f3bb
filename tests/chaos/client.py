"""`bin/chaos client`: servers that say anything at all, and people who do anything at all.

Every seed is one client, full-screen or line by line, that hears a recorded evening with
messages and bytes changed on the way, while keys, clicks, lines and windows come at random.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from hashlib import blake2b
from itertools import count, islice
from typing import NamedTuple

from eriantys.commands.progress import Progress
from tests.client.fuzz.driving import Fault, play
from tests.client.fuzz.script import write
from tests.client.fuzz.shrinking import describe, short, shrink

BATCH = 8
"""Seeds that every core gets at a time."""
SHOWN_MOST = 300
"""Signs of a step that are shown, where more than one seed is tried."""


class Trial(NamedTuple):
    """What became of one client."""

    steps: int
    script: bytes
    """A fingerprint of all that happened to it."""
    fault: Fault | None


def trial(seed: int) -> Trial:
    """Let one client live through a seed."""
    script = write(seed)
    fingerprint = blake2b(repr(script).encode(), digest_size=8).digest()
    return Trial(len(script.steps), fingerprint, play(script))


def run(first: int, seconds: float, runs: int | None) -> int:
    """Try seeds on all cores until the time is up; tell each cause and how to meet it again."""
    begun, cores = time.monotonic(), os.cpu_count() or 1
    seeds = count(first) if runs is None else iter(range(first, first + runs))
    done = steps = 0
    causes: Counter[str] = Counter()
    transcript = blake2b(digest_size=8)
    with (
        ProcessPoolExecutor(cores) as pool,
        Progress(round(seconds), "seconds") as progress,
    ):
        while (passed := time.monotonic() - begun) < seconds:
            batch = list(islice(seeds, cores * BATCH))
            for seed, (taken, script, fault) in zip(batch, pool.map(trial, batch), strict=True):
                done, steps = done + 1, steps + taken
                transcript.update(script)
                if fault is not None:
                    causes[fault.cause] += 1
                    if causes[fault.cause] == 1:
                        tell(seed, fault, whole=runs == 1)
            if not batch:
                break
            progress.show(round(passed))
    for cause, times in causes.most_common():
        print(f"{times:>8}  {cause}")
    print(
        f"{done} clients, {steps} steps, {causes.total()} failures, {len(causes)} causes, "
        f"transcript {transcript.hexdigest()}"
    )
    return 1 if causes else 0


def tell(seed: int, fault: Fault, *, whole: bool) -> None:
    """Tell what was wrong, the fewest steps that lead there, and how to see it again."""
    print(f"FAILED seed {seed}: {fault.cause}")
    script = shrink(write(seed), fault)
    print(f"  {script._replace(steps=())}, which")
    for step in script.steps:
        told = describe(step)
        print(f"  {told if whole else short(told, SHOWN_MOST)}")
    print("".join(f"  | {line}\n" for line in fault.story.splitlines()[-7:]), end="")
    print(f"  Once more: bin/chaos client --runs 1 --seed {seed}", flush=True)
