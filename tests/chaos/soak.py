"""`bin/chaos soak`: a full house for a while, which is to be at its end as it was at first.

Matches of four are played by a timetable, one move a second each; where one ends, the next
begins. The limits of the server are its defaults, but for those that count by address.
"""

from __future__ import annotations

import signal
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from tests.bench.server.contestants import Contestant, Trouble, apart, raise_descriptors
from tests.bench.server.crowd import Crowd
from tests.bench.server.dialects import Eriantys
from tests.bench.server.moves import crowd_at
from tests.bench.server.report import Report
from tests.hostile.attack import LIFTED, MANY, Gauge

SEATS = 4
LATEST = 0.05
"""Seconds within which all at a table know of 99 moves of 100."""
FLAT = 0.05
"""How much memory may differ from what it is in the middle of the time."""
SPARE = 20
"""Tables that wait, to take the place of those whose match ends."""
WARM_UP = 240.0
"""Seconds after which every table has begun another match, and all parts of one occur at once:
until then the server remembers more from minute to minute."""
PATIENCE = 30.0


@dataclass(frozen=True)
class Size:
    """How much is played."""

    matches: int = 500
    parts: int = 20
    seconds: float = 30.0
    rate: float = 1.0
    """Moves of each match in a second."""


@dataclass
class Figures:
    """What was found."""

    parts: list[list[float]] = field(default_factory=list)
    """For each part, how late everybody knew of each move, in seconds and in order."""
    memory: list[int] = field(default_factory=list)
    """Bytes that the server held before the first part, and after each."""
    connections: int = 0
    begun_again: int = 0
    """Matches that were begun while others went on."""
    descriptors: tuple[int, int] = 0, 0
    """Before anybody came, and when all were gone."""
    code: int | None = None
    """The exit code of the server, once it was told to stop."""
    complaints: list[str] = field(default_factory=list)
    """Lines of its log that tell of something worse than the course of things."""

    @property
    def flatness(self) -> float:
        """Tell how far memory was from its middle at most, as a part of that."""
        middle = median(self.memory)
        return max(abs(size - middle) for size in self.memory) / middle

    @property
    def latest(self) -> float:
        """Tell how late 99 moves of 100 were known at most, in the worst part."""
        return max(_part(late, 99) for late in self.parts)


def run(size: Size) -> int:
    """Measure, and tell what was found; the exit codes are those of `bin/bench server`."""
    report = Report()
    report.heading(
        f"{size.matches} matches of {SEATS} at one move a second, "
        f"{size.parts} parts of {size.seconds:.0f} s"
    )
    with tempfile.TemporaryDirectory(prefix="eriantys-soak-") as folder:
        try:
            figures = measure(Path(folder), size, report)
        except Trouble as trouble:
            report.failed(str(trouble))
            return report.finish()
    _judge(report, figures)
    return report.finish()


def _judge(report: Report, figures: Figures) -> None:
    every = sorted(late for part in figures.parts for late in part)
    report.line(
        f"{len(every):,} moves, each known to all at its table after p50 "
        f"{1000 * _part(every, 50):.2f} ms, p99 {1000 * _part(every, 99):.2f} ms, "
        f"the last {1000 * every[-1]:.0f} ms"
    )
    report.line(f"{figures.begun_again:,} matches ended, and others were begun at once")
    before, after = figures.descriptors
    least, most = (bound(figures.memory) / 2**20 for bound in (min, max))
    for complaint in figures.complaints:
        report.failed(f"the server complains: {complaint}")
    report.goal(
        f"p99 of every part is at most {1000 * LATEST:.0f} ms",
        f"{1000 * figures.latest:.2f} ms at worst",
        reached=figures.latest <= LATEST,
    )
    report.goal(
        f"memory stays within {FLAT:.0%} of its middle",
        f"{least:.1f} to {most:.1f} MiB, {figures.flatness:.1%} at most",
        reached=figures.flatness <= FLAT,
    )
    report.goal(
        "as many descriptors at the end as at first",
        f"{before}, {after} after {figures.connections} connections",
        reached=before == after,
    )
    report.goal(
        "the server ends as it should", f"code {figures.code}", reached=not figures.code
    )


def measure(
    folder: Path, size: Size, report: Report | None = None, options: Sequence[str] = ()
) -> Figures:
    """Let people come, play by the timetable, and go."""
    figures = Figures()
    raise_descriptors()
    lifted = [f"--{name.replace('_', '-')}={MANY}" for name in LIFTED]
    command = [
        *(sys.executable, "-m", "eriantys", "serve", "--host", "127.0.0.1", "--port", "0"),
        *("--store", folder / "soak.db", *lifted, *options),
    ]
    with ExitStack() as stack:
        server = Contestant(command, folder / "soak.log")
        crowd = crowd_at(stack, server, Eriantys(), SEATS)
        stack.enter_context(apart())
        gauge = Gauge(server.pid)
        crowd.seat(size.matches + SPARE)
        crowd.scatter()
        crowd.seat(size.matches + SPARE)
        figures.connections = gauge.descriptors() - gauge.descriptors_before
        _pace(crowd, size, min(WARM_UP, size.seconds * size.parts))
        figures.memory.append(gauge.memory())
        for _ in range(size.parts):
            figures.parts.append(sorted(_pace(crowd, size, size.seconds)))
            figures.memory.append(gauge.memory())
            if report is not None:
                report.line(_told(figures))
        crowd.close()
        figures.descriptors = gauge.descriptors_before, _descriptors_left(server, gauge)
        server.process.send_signal(signal.SIGTERM)
        figures.begun_again = crowd.begun_again
        figures.code = server.process.wait(PATIENCE)
        figures.complaints = [
            line
            for line in server.log.read_text().splitlines()
            if " INFO " not in line and "running as root" not in line
        ]
    return figures


def _pace(crowd: Crowd, size: Size, seconds: float) -> list[float]:
    rate = size.matches * size.rate
    return crowd.pace(size.matches, rate, seconds, gently=True, again=True)


def _descriptors_left(server: Contestant, gauge: Gauge) -> int:
    """Tell how many descriptors are open once the server has noticed that all are gone."""
    while gauge.descriptors() > gauge.descriptors_before:
        before = server.cpu()
        server.settle()
        if server.cpu() == before:
            break
    return gauge.descriptors()


def _told(figures: Figures) -> str:
    late, memory = figures.parts[-1], figures.memory[-1]
    return (
        f"part {len(figures.parts):>3}: {len(late):,} moves, "
        f"p50 {1000 * _part(late, 50):>6.2f} ms, p99 {1000 * _part(late, 99):>6.2f} ms; "
        f"memory {memory / 2**20:.1f} MiB"
    )


def _part(ordered: Sequence[float], hundredths: int) -> float:
    return ordered[len(ordered) * hundredths // 100]
