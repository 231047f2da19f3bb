"""How long it takes from the start of a server until somebody hears of it.

That a connection is made proves little: the system accepts it as soon as there is a socket.
"""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from tests.bench.rounds import turns
from tests.bench.server.boardgame import boardgame_io
from tests.bench.server.contestants import PATIENCE, Contestant, Trouble, serve_command
from tests.bench.server.moves import BOARDGAME, OURS
from tests.bench.server.report import Report, compared, middle

NAP = 0.0005
NOTHING = "python -c pass"
ASK_FOR_PAGE = b"GET / HTTP/1.0\r\n\r\n"
"""What one has to say to a server of pages before it says anything."""


def measure_start(report: Report, folder: Path, *, rounds: int, modules: Path | None) -> None:
    """Start all in turns; the wall clock counts here, and this is no goal of ours."""
    report.heading(f"from start to the first word, {rounds} rounds, wall clock")

    def start_ours(port: int) -> Contestant:
        return Contestant(serve_command(folder / "start.db", port), folder / "start.log")

    def start_theirs(port: int) -> Contestant:
        assert modules is not None
        return boardgame_io(folder, modules, port)

    starters: dict[str, Callable[[], float]] = {
        OURS: lambda: _until_heard(start_ours),
        NOTHING: _until_over,
    }
    if modules is not None:
        starters[BOARDGAME] = lambda: _until_heard(start_theirs, ASK_FOR_PAGE)
    for start in starters.values():
        start()  # the first start fills the disk's cache, and makes the store
    taken: dict[str, list[float]] = {name: [] for name in starters}
    for name in turns(list(starters), rounds):
        taken[name].append(1000 * starters[name]())
    for name, times in taken.items():
        report.line(f"{name:<22}{middle(times):>26} ms")
    report.line(f"more than nothing: {median(taken[OURS]) - median(taken[NOTHING]):.1f} ms")
    if modules is not None:
        report.line(f"{compared(taken, OURS, BOARDGAME)[1]} boardgame.io's")


def _until_heard(start: Callable[[int], Contestant], first_words: bytes = b"") -> float:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    begun = time.perf_counter()
    contestant = start(port)
    try:
        while time.perf_counter() < begun + PATIENCE and contestant.process.poll() is None:
            try:
                with socket.create_connection(("127.0.0.1", port), PATIENCE) as visitor:
                    visitor.sendall(first_words)
                    if visitor.recv(1):
                        return time.perf_counter() - begun
            except ConnectionError:
                time.sleep(NAP)
    finally:
        contestant.stop()
    raise Trouble(f"a server does not start: {contestant.last_words()}")


def _until_over() -> float:
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return time.perf_counter() - begun
