"""How late players know of a move when moves come by a timetable: ours and the reference."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from statistics import median

from tests.bench.rounds import turns
from tests.bench.server.moves import OURS, REFERENCE, ours, theirs
from tests.bench.server.report import Report

RATE = 1000.0
"""Moves a second: a tenth of what a server can do, so that nobody waits in a queue."""
RATE_OF_ONE = 100.0
"""Moves a second of a single match, each of which waits for the disk by itself."""
SPARE = 20


def measure_latency(
    report: Report, folder: Path, *, matches: int, rounds: int, seconds: float
) -> None:
    """Send moves by a timetable to both servers, in turns; this is no goal of ours."""
    rate = min(RATE, RATE_OF_ONE * matches)
    report.heading(
        f"from the time to send a move until both players know of it, {matches} matches, "
        f"{rate:.0f} moves/s"
    )
    middles: dict[str, list[float]] = {OURS: [], REFERENCE: []}
    slowest: dict[str, list[float]] = {OURS: [], REFERENCE: []}
    with ExitStack() as stack:
        tables = matches + SPARE + int(seconds * rate / 50)
        crowds = {
            OURS: ours(stack, folder, OURS, tables),
            REFERENCE: theirs(stack, folder, matches),
        }
        for crowd in crowds.values():
            crowd.pace(matches, rate, seconds / 4)
        for name in turns(list(crowds), rounds):
            crowds[name].seat(matches)
            late = sorted(crowds[name].pace(matches, rate, seconds))
            middles[name].append(1e6 * late[len(late) // 2])
            slowest[name].append(1e6 * late[len(late) * 99 // 100])
    for name in crowds:
        report.line(
            f"{name:<22}p50 {median(middles[name]):>7,.0f} us, "
            f"p99 {min(slowest[name]):>7,.0f} us at best, {median(slowest[name]):>7,.0f} mostly"
        )
