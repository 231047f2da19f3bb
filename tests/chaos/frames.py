"""`bin/chaos frames`: spoiled bytes and spoiled messages, read as both sides read them.

What is spoiled are samples of every message, and what a real server has said to real people of
every game's whole evening.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache

import cbor2

from eriantys.commands.progress import Progress
from tests.client.fuzz.recording import record
from tests.wire.spoiling import SAMPLES, check_messages, check_streams

BLOCK = 10_000
"""Frames that one seed decides."""
EVERY = 5
"""Of what was said in an evening, one in so many messages is spoiled too."""


@cache
def originals() -> Sequence[bytes]:
    """List what is spoiled."""
    said = [message for each in record(3, expert=True) for message in each.messages]
    return (*SAMPLES, *map(cbor2.dumps, said[::EVERY]))


def trial(seed: str, times: int) -> tuple[Counter[str], str]:
    """Spoil so many streams and so many messages; tell what came of it, and what was wrong."""
    try:
        streams = check_streams(seed, times)
        messages = check_messages(seed, times, originals())
    except Exception as error:  # whatever it is, it belongs to this seed
        return Counter(), f"{type(error).__name__}: {error}"
    return Counter({f"stream: {each}": count for each, count in streams.items()}) + messages, ""


def run(seed: str, frames: int) -> int:
    """Spoil so many on all cores; name every seed that found something."""
    shares = [min(BLOCK, frames - done) for done in range(0, frames, BLOCK)]
    seeds = [f"{seed}/{number}" for number in range(len(shares))]
    outcomes: Counter[str] = Counter()
    done = failures = 0
    with ProcessPoolExecutor(os.cpu_count()) as pool, Progress(frames, "frames") as progress:
        tried = pool.map(trial, seeds, shares)
        for name, share, (found, fault) in zip(seeds, shares, tried, strict=True):
            outcomes += found
            if fault:
                failures += 1
                print(f"FAILED seed {name}: {fault}")
            done += share
            progress.show(done)
    for what, count in sorted(outcomes.items()):
        print(f"{count:>10}  {what}")
    print(f"{frames} streams, {frames} messages at each side, {failures} failures")
    return 1 if failures else 0
