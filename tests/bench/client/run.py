"""`bin/bench client`: from the model to the bytes of a picture, and how soon the first comes.

Each figure is the median of interleaved rounds. Every work takes part twice: where the two
differ, nothing is proved.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from statistics import median

from eriantys import games
from tests.bench.client.first import until_asked, until_seen
from tests.bench.client.pictures import Sitting, sitting
from tests.bench.rounds import Contestant, measure, turns
from tests.bench.server.report import Report, compared, middle

PARTS = {
    "frame": "time from the model to the bytes of a picture",
    "bytes": "bytes of a typical change",
    "start": "time to the first picture",
}
WIDTH, HEIGHT = 130, 42
FRAME_MILLISECONDS = 3.0
SAME_MILLISECONDS = 0.2
UPDATE_BYTES = 3000
STARTS_OF_PYTHON = 25.0
"""How many times as long as an empty Python the client may take to its first picture."""
UPDATES = 60
LOOP_STEPS = 50_000
PACE = f"an empty loop of {LOOP_STEPS:,}"
"""What this machine is worth just now: figures of another day or machine say little without."""
START_TRUSTED = 0.15
"""The A/A control of starts, which take as long as the machine's other work lets them."""


def run(parts: Sequence[str], rounds: int, seconds: float) -> int:
    """Measure some parts, print what is found, and return the exit code."""
    report = Report()
    for game in games.REGISTERED if {"frame", "bytes"} & set(parts) else ():
        with sitting(game, WIDTH, HEIGHT) as at_table:
            if "frame" in parts:
                measure_frame(report, game, at_table, rounds, seconds)
            if "bytes" in parts:
                measure_bytes(report, game, at_table)
    if "start" in parts:
        measure_start(report, rounds)
    return report.finish()


def measure_frame(
    report: Report, game: str, at_table: Sitting, rounds: int, seconds: float
) -> None:
    """Draw and paint again and again; CPU time counts."""
    report.heading(f"{game}: a picture of {WIDTH}x{HEIGHT}, {rounds} rounds, CPU time")
    before = at_table.picture()
    at_table.move()
    at_table.go_on_until_asked()
    same = at_table.picture()
    again = at_table.picture()

    def changed() -> int:
        at_table.stir()
        at_table.paint(before, at_table.picture())
        return 1

    def first() -> int:
        at_table.paint(None, at_table.picture())
        return 1

    def unchanged() -> int:
        at_table.paint(same, again)
        return 1

    contestants: dict[str, Contestant] = {
        "model to bytes": changed,
        "model to bytes again": changed,
        "the first picture": first,
        "nothing changed": unchanged,
        PACE: _loop,
    }
    rates = measure(contestants, rounds, seconds)
    spent = {name: [1000 / rate for rate in each] for name, each in rates.items()}
    for name, times in spent.items():
        report.line(f"{name:<26}{_figures(times):>26} ms")
    report.control(rates, "model to bytes", "model to bytes again")
    for name, most in (
        ("model to bytes", FRAME_MILLISECONDS),
        ("nothing changed", SAME_MILLISECONDS),
    ):
        value = median(spent[name])
        report.goal(f"{name} of {game} in {most} ms", f"{value:.3f} ms", reached=value < most)


def _loop() -> int:
    for _ in range(LOOP_STEPS):
        pass
    return 1


def measure_bytes(report: Report, game: str, at_table: Sitting) -> None:
    """Let moves be made, and count what each of them has to tell the terminal."""
    report.heading(f"{game}: bytes for each of {UPDATES} moves at {WIDTH}x{HEIGHT}")
    sizes = []
    shown = at_table.picture()
    whole = len(at_table.paint(None, shown))
    for _ in range(UPDATES):
        at_table.move()
        after = at_table.picture()
        sizes.append(float(len(at_table.paint(shown, after))))
        shown = after
        if at_table.match.ended is not None:
            break
    report.line(f"{'the whole screen':<26}{whole:>26,} bytes")
    report.line(f"{'a move':<26}{middle(sizes):>26} bytes")
    value = median(sizes)
    report.goal(
        f"a typical move of {game} in {UPDATE_BYTES} bytes",
        f"{value:,.0f} bytes",
        reached=value < UPDATE_BYTES,
    )


def measure_start(report: Report, rounds: int) -> None:
    """Start the client in a terminal, and an empty Python, in turns; the wall clock counts."""
    report.heading(f"from start to the first picture, {rounds} rounds, wall clock")
    starters = {
        "eriantys play": until_seen,
        "eriantys play again": until_seen,
        "until it can be played": until_asked,
        "python -c pass": _until_over,
    }
    for start in starters.values():
        start()  # the first start fills the disk's cache
    taken: dict[str, list[float]] = {name: [] for name in starters}
    for name in turns(list(starters), rounds):
        taken[name].append(1000 * starters[name]())
    for name, times in taken.items():
        report.line(f"{name:<26}{middle(times):>26} ms")
    report.control(taken, "eriantys play", "eriantys play again", START_TRUSTED)
    value, told = compared(taken, "eriantys play", "python -c pass")
    report.goal(
        f"the first picture in {STARTS_OF_PYTHON:.0f} x an empty Python",
        told,
        reached=value < STARTS_OF_PYTHON,
    )


def _until_over() -> float:
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return time.perf_counter() - begun


def _figures(times: Sequence[float]) -> str:
    return f"{median(times):.3f} ({min(times):.3f} to {max(times):.3f})"
