"""`bin/chaos writes`: a disk that fails at the N-th call while people play, for every N.

Once only that call fails; once all do from there on, until the disk is mended; and once the
server is killed right after it, so that what is on disk is what a restart finds.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from eriantys.commands.progress import Progress
from tests.faults.failing_calls import MANNERS, Manner, break_at_each

AT_ONE_SERVER = 50
"""Numbers that are tried at one server after the other."""


def trial(seed: str, share: tuple[Manner, Sequence[int]]) -> tuple[str, str]:
    """Try some numbers; tell what came of it, and what was wrong."""
    manner, calls = share
    with tempfile.TemporaryDirectory(prefix="eriantys-writes-") as folder:
        try:
            figures = break_at_each(Path(folder), f"{seed}/{calls[0]}", calls, manner)
        except Exception as error:  # whatever it is, it belongs to this seed
            return "", f"{type(error).__name__}: {error}"
    return f"{manner}, {calls[0]} to {calls[-1]}: {figures}", ""


def run(seed: str, calls: int) -> int:
    """Let every call up to this number fail in every manner."""
    firsts = range(1, calls + 1, AT_ONE_SERVER)
    shares = [
        (manner, range(first, min(first + AT_ONE_SERVER, calls + 1)))
        for manner in MANNERS
        for first in firsts
    ]
    done = failures = 0
    total = calls * len(MANNERS)
    with ProcessPoolExecutor(os.cpu_count()) as pool, Progress(total, "calls") as progress:
        tried = pool.map(partial(trial, seed), shares)
        for (_, numbers), (told, fault) in zip(shares, tried, strict=True):
            failures += bool(fault)
            done += len(numbers)
            print(f"FAILED {fault}" if fault else told, flush=True)
            progress.show(done)
    print(f"{total} broken calls, {failures} failures")
    return 1 if failures else 0
