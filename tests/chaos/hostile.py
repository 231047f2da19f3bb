"""`bin/chaos hostile`: thousands of peers who mean no good, beside people who play.

All limits of the server are its defaults, but for those that count by address: everybody
comes from the same one here.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.hostile.attack import LIFTED, ROOM_FOR_MEMORY, Outcome, attack

MEGABYTE = 2**20
BEFORE = 40
"""Moves of each table before the attack, to compare with."""


def run(peers: int, seconds: float, seed: str) -> int:
    """Let so many come within so many seconds; tell how everybody fared."""
    print(f"{peers} peers within {seconds:.0f} s; lifted, since all have the same address:")
    print("  " + ", ".join(f"--{name.replace('_', '-')}" for name in LIFTED), flush=True)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="eriantys-hostile-") as folder:
        try:
            outcome = attack(Path(folder), seed, peers, seconds, before=BEFORE)
        except AssertionError as error:
            print(f"FAILED seed {seed}: {error}")
            return 1
    tell(outcome)
    failures = len(outcome.faults)
    print(f"{time.monotonic() - begun:.0f} s, {failures} failures")
    return 1 if failures else 0


def tell(outcome: Outcome) -> None:
    """Print what there is to know of an attack."""
    summary = outcome.summary
    for name, kind in summary.kinds.items():
        late = f"{kind.sent_away:>6} sent away, the last {1000 * kind.latest:>6.0f} ms late"
        print(f"{kind.peers:>6}  {name:<30}{late if kind.sent_away else ''}")
    for code, count in sorted(summary.met.items()):
        print(f"{count:>8}  {code}")
    print(f"{summary.peers} peers, at most {summary.most} at a time")
    print(f"gone at the latest {1000 * summary.latest:.0f} ms after the deadline")
    print(f"moves of honest players, alone:    {middle_and_slow(outcome.quiet)}")
    print(f"moves of honest players, attacked: {middle_and_slow(outcome.attacked)}")
    before, peak, after = (size / MEGABYTE for size in outcome.memory)
    print(
        f"memory {before:.1f} MiB before, {peak:.1f} at most, {after:.1f} after; "
        f"allowed are {ROOM_FOR_MEMORY / MEGABYTE:.0f} more"
    )
    print(
        f"{outcome.matches} honest matches of {outcome.lines} moves are kept as they were seen"
    )
    for fault in outcome.faults:
        print(f"FAILED {fault}")


def middle_and_slow(late: Sequence[float]) -> str:
    """Tell how long it took from a move to its update."""
    p50, p99 = (1000 * late[len(late) * part // 100] for part in (50, 99))
    return (
        f"{len(late):>6}, p50 {p50:.1f} ms, p99 {p99:.1f} ms, slowest {1000 * late[-1]:.1f} ms"
    )
