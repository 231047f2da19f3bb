"""`bin/bench start`: what the launcher adds to the start of the installed command."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[2]
ADDED_MILLISECONDS = 50.0


def run(rounds: int) -> int:
    """Start all three in turns, and compare the medians of the wall clock."""
    installed = ROOT / ".venv" / "bin"
    commands = {
        "bin/eriantys": [ROOT / "bin" / "eriantys", "--version"],
        "installed command": [installed / "eriantys", "--version"],
        "python -c pass": [installed / "python", "-c", "pass"],
    }
    # The first start may have to make the environment, and fills the disk cache.
    for command in commands.values():
        _milliseconds(command)
    taken: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            taken[name].append(_milliseconds(command))
    print(f"start to end, median of {rounds} interleaved rounds, wall clock")
    for name, times in taken.items():
        print(f"  {name:<20}{median(times):>8.1f} ms")
    pairs = zip(taken["bin/eriantys"], taken["installed command"], strict=True)
    added = median(ours - theirs for ours, theirs in pairs)
    reached = added <= ADDED_MILLISECONDS
    print(f"the launcher adds {added:.1f} ms")
    print(f"goal {'reached' if reached else 'MISSED'}: at most {ADDED_MILLISECONDS:.0f} ms")
    return 0 if reached else 1


def _milliseconds(command: list[str | Path]) -> float:
    begun = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return 1000 * (time.perf_counter() - begun)
