"""`bin/chaos load`: whether those who dribble and those who never read slow others down.

Matches are played by a timetable, with such peers at the server and without, in turns. The
limits of the server are its defaults, but for those that count by address.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import msgspec

from tests.bench.rounds import turns
from tests.bench.server import contestants
from tests.bench.server.contestants import ROOT, Contestant, apart, raise_descriptors
from tests.bench.server.crowd import Crowd
from tests.bench.server.dialects import Eriantys
from tests.bench.server.moves import crowd_at
from tests.bench.server.report import Report, compared
from tests.hostile.attack import LIFTED, MANY
from tests.hostile.mob import Summary
from tests.hostile.siege import READY

ALONE, AGAIN, BESIEGED = "alone", "alone again", "besieged"
MOST = 1.5
"""How much later the latest moves may be known beside those peers."""
TRUSTED = 0.25
"""How far the p99 of two runs that are the same may differ."""
SPARE = 30
"""Matches that take the place of those that end."""
COMING = 2.0
"""Seconds within which all dribblers and deaf ones come."""
WARM_UP = 2.0
PATIENCE = 180.0


@dataclass(frozen=True)
class Size:
    """How much is measured."""

    matches: int = 50
    dribblers: int = 500
    deaf: int = 200
    seconds: float = 20.0
    rounds: int = 3


@dataclass
class Figures:
    """What was found."""

    middle: dict[str, list[float]] = field(default_factory=dict)
    slowest: dict[str, list[float]] = field(default_factory=dict)
    """By name and round: p50 and p99 of move to update, in milliseconds."""
    sieges: list[Summary] = field(default_factory=list)
    memory: tuple[int, int] = 0, 0
    """Bytes that the server held before the first siege and after the last."""

    def note(self, name: str, late: Sequence[float]) -> None:
        """Note how late moves were known."""
        ordered = sorted(late)
        for part, found in ((50, self.middle), (99, self.slowest)):
            figure = 1000 * ordered[len(ordered) * part // 100]
            found.setdefault(name, []).append(figure)

    @property
    def faults(self) -> list[str]:
        """What the server did wrong to those who besieged it."""
        return [fault for siege in self.sieges for fault in siege.faults]


def run(size: Size) -> int:
    """Measure, and tell what was found; the exit codes are those of `bin/bench server`."""
    report = Report()
    report.heading(
        f"{size.matches} matches at one move a second, with {size.dribblers} dribblers and "
        f"{size.deaf} that never read, and without"
    )
    with tempfile.TemporaryDirectory(prefix="eriantys-load-") as folder:
        figures = measure(Path(folder), size)
    for name, slowest in figures.slowest.items():
        report.line(
            f"{name:<14}move to update p50 {median(figures.middle[name]):>6.2f} ms, "
            f"p99 {median(slowest):>6.2f} ms ({min(slowest):.2f} to {max(slowest):.2f})"
        )
    for name in figures.sieges[-1].kinds:
        kinds = [siege.kinds[name] for siege in figures.sieges]
        report.line(
            f"{sum(kind.peers for kind in kinds):>6}  {name:<28}"
            f"{sum(kind.sent_away for kind in kinds):>6} sent away, the last "
            f"{1000 * max(kind.latest for kind in kinds):.0f} ms after the deadline"
        )
    before, after = (size / 2**20 for size in figures.memory)
    report.line(f"memory {before:.1f} MiB before, {after:.1f} after")
    for fault in figures.faults:
        report.failed(fault)
    report.control(figures.slowest, ALONE, AGAIN, trusted=TRUSTED)
    value, words = compared(figures.slowest, BESIEGED, ALONE)
    report.goal(f"p99 besieged is at most {MOST} x", words, reached=value <= MOST)
    return report.finish()


def measure(folder: Path, size: Size, options: Sequence[str] = ()) -> Figures:
    """Play by the timetable in turns, at one server, and send everybody away after the last."""
    figures = Figures()
    raise_descriptors()
    others = _cores_for_others()
    lifted = [f"--{name.replace('_', '-')}={MANY}" for name in LIFTED]
    command = [
        *(sys.executable, "-m", "eriantys", "serve", "--host", "127.0.0.1", "--port", "0"),
        *("--store", folder / "load.db", *lifted, *options),
    ]
    with ExitStack() as stack:
        server = Contestant(command, folder / "load.log")
        crowd = crowd_at(stack, server, Eriantys())
        stack.enter_context(apart())
        crowd.seat(size.matches + SPARE)
        crowd.scatter()
        crowd.seat(size.matches + SPARE)
        crowd.pace(size.matches, size.matches, min(WARM_UP, size.seconds), gently=True)
        before = server.memory()
        for name in turns([ALONE, AGAIN, BESIEGED], size.rounds):
            crowd.seat(size.matches + SPARE)
            if name == BESIEGED:
                last = len(figures.sieges) + 1 == size.rounds
                with _siege(crowd, size, others) as leave:
                    figures.note(name, _pace(crowd, size))
                    figures.sieges.append(leave(last))
            else:
                figures.note(name, _pace(crowd, size))
        figures.memory = before, server.memory()
        said = server.log.read_text()
        assert server.process.poll() is None, said
        assert "Traceback" not in said, said
    return figures


def _pace(crowd: Crowd, size: Size) -> list[float]:
    return crowd.pace(size.matches, size.matches, size.seconds, gently=True)


@contextmanager
def _siege(crowd: Crowd, size: Size, cores: set[int]) -> Iterator[Callable[[bool], Summary]]:
    """Let the others come; give what ends that, and waits for all of them if so wanted."""
    command = [sys.executable, "-m", "tests.hostile.siege", crowd.port]
    command += [size.dribblers, size.deaf, min(COMING, size.seconds)]
    with subprocess.Popen(
        [*map(str, command)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        preexec_fn=lambda: os.sched_setaffinity(0, cores) if cores else None,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None

        def heard() -> bytes:
            give_up = time.monotonic() + PATIENCE
            while not select.select([process.stdout], [], [], 0)[0]:
                assert time.monotonic() < give_up, "those who besiege it never end"
                crowd.rest(0.05)  # which also answers pings
            return process.stdout.readline()

        def leave(wait: bool) -> Summary:
            if wait:
                process.stdin.write(b"end\n")
                process.stdin.flush()
            else:
                process.stdin.close()
            return msgspec.json.decode(heard(), type=Summary)

        try:
            assert heard() == READY
            yield leave
        finally:
            process.kill()


def _cores_for_others() -> set[int]:
    """Find cores for the peers: those of nobody else, or the one of the load."""
    used = {contestants.SERVER_CORE, contestants.LOAD_CORE}
    if None in used:
        return set()
    return (os.sched_getaffinity(0) - used) or {contestants.LOAD_CORE}
