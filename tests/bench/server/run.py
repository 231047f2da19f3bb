"""`bin/bench server`: what a move, a connection and a match cost, each beside a reference.

Servers are compared in interleaved rounds by the CPU time that they use, which a busy machine
disturbs least. Ours takes part twice: where the two differ, nothing is proved.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.bench.server import boardgame
from tests.bench.server.contestants import CACHE, Trouble, apart, raise_descriptors
from tests.bench.server.latency import measure_latency
from tests.bench.server.memory import measure_memory
from tests.bench.server.moves import IDLE, measure_idle, measure_moves, measure_pings
from tests.bench.server.report import Report
from tests.bench.server.starting import measure_start
from tests.bench.server.thinking import measure_thinking

PARTS = {
    "moves": "CPU per move beside the reference",
    "boardgame": "moves per second beside boardgame.io",
    "latency": "how late players know of a move",
    "memory": "memory per connection and match",
    "start": "time until somebody is let in",
    "idle": "CPU per move beside thousands of idle connections",
    "ping": "CPU per ping beside the reference",
    "bots": "how late players know of a move beside bots that think",
}
RESERVED = 1500
"""Descriptors for those who play, when idle connections may take all others."""


class Size(NamedTuple):
    """How much is measured."""

    rounds: int = 9
    seconds: float = 0.5
    """Of the server's CPU, for each turn of a round."""
    matches: Sequence[int] = (100, 1000)
    few: int = 100
    """Matches where something else is what matters."""
    idle: int = IDLE
    guests: int = 2000
    bots: int = 20
    tables: int = 500


def run(parts: Sequence[str], size: Size, parent: Path = CACHE) -> int:
    """Measure some parts, print what is found, and return the exit code."""
    descriptors = raise_descriptors()
    report = Report()
    parent.mkdir(parents=True, exist_ok=True)
    with apart() as two_cores:
        if not two_cores:
            print("There is only one core: servers and load share it, which costs precision.")
        bench = Bench(report, parent, size, descriptors)
        modules = bench.boardgame_modules() if {"boardgame", "start"} & set(parts) else None
        if {"moves", "boardgame"} & set(parts):
            theirs = modules if "boardgame" in parts else None
            bench.moves(theirs, minimal="moves" in parts)
        if "latency" in parts:
            bench.latency()
        if "memory" in parts:
            bench.memory()
        if "start" in parts:
            bench.start(modules)
        if "idle" in parts:
            bench.idle()
        if "ping" in parts:
            bench.pings()
        if "bots" in parts:
            bench.bots()
    return report.finish()


class Bench:
    """The parts, each of which may fail by itself."""

    def __init__(self, report: Report, parent: Path, size: Size, descriptors: int) -> None:
        self._report = report
        self._parent = parent
        self._size = size
        self._descriptors = descriptors

    def boardgame_modules(self) -> Path | None:
        """Have boardgame.io installed, or say why it is left out."""
        try:
            return boardgame.install()
        except Trouble as trouble:
            print(f"boardgame.io is left out: {trouble}.")
            return None

    def moves(self, modules: Path | None, *, minimal: bool) -> None:
        """Measure moves, with as many matches at a time as are wanted."""
        if modules is None and not minimal:
            return
        size = self._size
        for matches in size.matches:
            with self._part() as folder:
                measure_moves(
                    *(self._report, folder),
                    matches=matches,
                    rounds=size.rounds,
                    seconds=size.seconds,
                    modules=modules,
                    minimal=minimal,
                )

    def latency(self) -> None:
        """Measure how late players know of moves, also where there is only one match."""
        size = self._size
        for matches in (1, *size.matches):
            with self._part() as folder:
                measure_latency(
                    *(self._report, folder),
                    matches=matches,
                    rounds=size.rounds,
                    seconds=2 * size.seconds,
                )

    def memory(self) -> None:
        """Weigh connections and matches."""
        with self._part() as folder:
            size = self._size
            measure_memory(self._report, folder, guests=size.guests, tables=size.tables)

    def start(self, modules: Path | None) -> None:
        """Measure how long a start takes."""
        with self._part() as folder:
            measure_start(self._report, folder, rounds=self._size.rounds, modules=modules)

    def idle(self) -> None:
        """Measure moves beside idle connections, as many as the system allows."""
        size = self._size
        idle = max(1, min(size.idle, self._descriptors - RESERVED))
        if idle < size.idle:
            print(f"\n{self._descriptors} descriptors: only {idle} of {size.idle} are idle.")
        with self._part() as folder:
            measure_idle(
                *(self._report, folder),
                matches=size.few,
                idle=idle,
                rounds=size.rounds,
                seconds=size.seconds,
            )

    def pings(self) -> None:
        """Measure pings."""
        with self._part() as folder:
            measure_pings(
                *(self._report, folder),
                matches=self._size.few,
                rounds=self._size.rounds,
                seconds=self._size.seconds / 2,
            )

    def bots(self) -> None:
        """Measure how late players know of moves while bots think."""
        with self._part() as folder:
            measure_thinking(
                *(self._report, folder),
                matches=self._size.few,
                bots=self._size.bots,
                rounds=self._size.rounds,
                seconds=10 * self._size.seconds,
            )

    @contextmanager
    def _part(self) -> Iterator[Path]:
        """Give a part a folder of its own, and let the others go on if it fails."""
        try:
            with tempfile.TemporaryDirectory(dir=self._parent) as folder:
                yield Path(folder)
        except (Trouble, OSError) as trouble:
            self._report.failed(str(trouble))
