"""How late players know of a move while bots of the same server think, and while none does."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

from tests.bench.rounds import turns
from tests.bench.server import contestants, dialects
from tests.bench.server.contestants import ROOT, Trouble
from tests.bench.server.crowd import Crowd
from tests.bench.server.moves import crowd_at
from tests.bench.server.report import Report, compared
from tests.bench.server.sparring import READY

ALONE, AGAIN, BESIDE = "alone", "alone again", "beside them"
RATE = 100.0
"""Moves a second, all matches together: a very busy evening."""
LATER = 1.25
"""How much later a move may be known in the middle."""
TRUSTED = 0.15
"""How far the middle of two runs that are the same may differ."""
SPARE = 20


def measure_thinking(
    report: Report, folder: Path, *, matches: int, bots: int, rounds: int, seconds: float
) -> None:
    """Send moves by a timetable, in turns with bots that think and without."""
    report.heading(
        f"from the time to send a move until both players know of it, {matches} matches, "
        f"{RATE:.0f} moves/s, beside {bots} hard bots that think, and without"
    )
    middles: dict[str, list[float]] = {ALONE: [], AGAIN: [], BESIDE: []}
    slowest: dict[str, list[float]] = {ALONE: [], AGAIN: [], BESIDE: []}
    decided = 0
    with ExitStack() as stack:
        # The processes of the bots share the server's core: nothing could be worse for it.
        server = contestants.eriantys(folder, "thinking")
        crowd = crowd_at(stack, server, dialects.Eriantys())
        tables = matches + SPARE + int(seconds * RATE / 50)
        crowd.seat(tables)
        crowd.scatter()
        crowd.pace(matches, RATE, seconds / 4, gently=True)
        for name in turns([ALONE, AGAIN, BESIDE], rounds):
            crowd.seat(tables)
            with ExitStack() as beside:
                told = beside.enter_context(_sparring(crowd, bots)) if name == BESIDE else []
                late = sorted(crowd.pace(matches, RATE, seconds, gently=True))
            decided += sum(told)
            middles[name].append(1e6 * late[len(late) // 2])
            slowest[name].append(1e6 * late[len(late) * 99 // 100])
    for name, found in middles.items():
        report.line(
            f"{name:<14}p50 {median(found):>7,.0f} us, p99 {median(slowest[name]):>7,.0f} us"
        )
    report.line(f"{decided} decisions of bots in {rounds * seconds:.0f} s")
    report.control(middles, ALONE, AGAIN, trusted=TRUSTED)
    value, words = compared(middles, BESIDE, ALONE)
    report.goal(f"p50 is at most {LATER} x that without them", words, reached=value <= LATER)


@contextmanager
def _sparring(crowd: Crowd, bots: int) -> Iterator[list[int]]:
    """Let people play with bots meanwhile; in the end the list holds how often bots acted."""
    command = [sys.executable, "-m", "tests.bench.server.sparring"]
    command += [str(crowd.port), str(bots), "hard"]
    told: list[int] = []
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    ) as process:
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            if process.stdout.readline() != READY:
                raise Trouble("the bots do not begin to play")
            yield told
            process.stdin.close()
            told.append(int(process.stdout.readline()))
        finally:
            process.kill()
