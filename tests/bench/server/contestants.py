"""The processes that are measured: how they start, and what can be read of them meanwhile."""

from __future__ import annotations

import contextlib
import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import get_args

import msgspec
import platformdirs

from eriantys.server.limits import Limits

ROOT = Path(__file__).resolve().parents[3]
CACHE = platformdirs.user_cache_path("eriantys-bench", appauthor=False)
"""On the disk, unlike many a folder for temporary files: commits must cost what they cost."""

PATIENCE = 60.0
"""Seconds after which something hangs."""
QUIET = 0.03
"""A server that uses no CPU for so many seconds has nothing left to do."""
ALWAYS_BUSY = 2.0
"""One that is never quiet for so many seconds has something to do of its own, such as pings."""

ROOMY = {"login", "answer", "room", "idle", "after", "connections", "rooms"}
"""Limits that are lifted beside those that count something per something."""
DAY = 24 * 3600


class Trouble(Exception):
    """Tells why nothing can be measured."""


class Contestant:
    """A server in a process of its own, on a core of its own where there are two."""

    def __init__(
        self,
        command: Sequence[object],
        log: Path,
        environment: Mapping[str, str] | None = None,
        *,
        beside_us: bool = False,
    ) -> None:
        self.log = log
        with log.open("wb") as errors:
            self.process = subprocess.Popen(
                [*map(str, command)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env=os.environ | dict(environment or {}),
                cwd=ROOT,
                preexec_fn=_on_core(LOAD_CORE if beside_us else SERVER_CORE),
            )

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self.process.pid

    def port(self) -> int:
        """Wait until it says on which port it listens."""
        assert self.process.stdout is not None
        said = self.process.stdout.readline().decode()
        found = re.search(r":(\d+)\b", said)
        if found is None:
            raise Trouble(f"a server does not start: {self.last_words()}")
        return int(found[1])

    def last_words(self) -> str:
        """Repeat the end of what it logged."""
        return " ".join(self.log.read_text().splitlines()[-2:]) or "it says nothing"

    def cpu(self) -> int:
        """Tell the CPU time that it has used so far, all threads together, in nanoseconds."""
        return time.clock_gettime_ns((~self.pid << 3) | 2)

    def settle(self) -> None:
        """Wait until it has nothing left to do, so that nobody else pays for it."""
        before, give_up = -1, time.monotonic() + ALWAYS_BUSY
        while (now := self.cpu()) != before and time.monotonic() < give_up:
            before = now
            time.sleep(QUIET)

    def memory(self) -> int:
        """Tell how much memory it holds, in bytes."""
        text = Path(f"/proc/{self.pid}/smaps_rollup").read_text()
        found = re.search(r"^Rss:\s+(\d+) kB$", text, re.M)
        assert found is not None
        return int(found[1]) * 1024

    def stop(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


def serve_command(store: Path, port: int = 0, *, pings: bool = False) -> list[object]:
    """Write the command that starts our server, with limits that one machine cannot reach."""
    options = [f"--{name.replace('_', '-')}={most}" for name, most in _lifted(pings).items()]
    return [
        *(sys.executable, "-m", "eriantys", "serve", "--host", "127.0.0.1"),
        *("--port", str(port), "--store", store, *options),
    ]


def _lifted(pings: bool) -> dict[str, str]:
    """Lift whatever would stop thousands of players from one address."""
    lifted = {} if pings else {"ping": str(10 * DAY), "silence": str(20 * DAY)}
    for field in msgspec.structs.fields(Limits):
        if "_per_" in field.name or field.name in ROOMY:
            bounds = next(meta for meta in get_args(field.type) if getattr(meta, "le", None))
            lifted[field.name] = str(bounds.le)
    return lifted


def eriantys(folder: Path, name: str, *, pings: bool = False) -> Contestant:
    """Start our server; without pings, a server at rest does nothing at all."""
    return Contestant(serve_command(folder / f"{name}.db", pings=pings), folder / f"{name}.log")


def reference(folder: Path, name: str = "reference") -> Contestant:
    """Start the server that does as little as possible."""
    module = "tests.bench.server.reference"
    command = [sys.executable, "-m", module, folder / f"{name}.db"]
    return Contestant(command, folder / f"{name}.log")


@contextlib.contextmanager
def stopping(*contestants: Contestant) -> Iterator[None]:
    """Make sure that processes end when they are not needed any more."""
    try:
        yield
    finally:
        for contestant in contestants:
            contestant.stop()


# The machine.


def _cores() -> tuple[int | None, int | None]:
    try:
        cores = sorted(os.sched_getaffinity(0))
    except (AttributeError, OSError):
        return None, None
    return (cores[0], cores[1]) if len(cores) > 1 else (None, None)


SERVER_CORE, LOAD_CORE = _cores()


def _on_core(core: int | None) -> Callable[[], None]:
    def move() -> None:
        if core is not None:
            os.sched_setaffinity(0, {core})

    return move


@contextlib.contextmanager
def apart() -> Iterator[bool]:
    """Move this process, the load, to a core without servers; tell whether there is one."""
    before = os.sched_getaffinity(0) if LOAD_CORE is not None else set()
    _on_core(LOAD_CORE)()
    try:
        yield LOAD_CORE is not None
    finally:
        if before:
            os.sched_setaffinity(0, before)


def raise_descriptors() -> int:
    """Ask the system for as many descriptors as it allows; return how many those are."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    except (OSError, ValueError):
        return soft
    return hard
