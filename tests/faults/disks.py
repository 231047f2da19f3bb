"""Disks that can be filled and emptied under a running server."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import pytest

from tests.commands.program import PATIENCE, ROOT, environment
from tests.faults import small_disk
from tests.faults.evidence import copy_of
from tests.scenarios.real import Server


class Disk(Protocol):
    """Where a store lies."""

    store: Path
    before: Callable[[], None] | None
    """What a server must do before it can see the store."""

    def fill(self, server: Server) -> None:
        """Leave no room."""

    def make_room(self, server: Server) -> None:
        """Let there be room again."""

    def copy(self) -> Path:
        """Copy the store, which nobody has open, to where it can be looked at."""


class Limited:
    """A disk that is full for one process: its files may not grow beyond a limit."""

    def __init__(self, folder: Path, spare: int | None) -> None:
        self.before: Callable[[], None] | None = None
        self.store = folder / "store.db"
        self.spare = spare
        """What can still be written after the last commit; None stands for not a byte."""

    def fill(self, server: Server) -> None:
        limit_files(server, 0 if self.spare is None else log_size(self.store) + self.spare)

    def make_room(self, server: Server) -> None:
        if server.process.poll() is None:  # or else the limit has died with it
            limit_files(server, resource.RLIM_INFINITY)

    def copy(self) -> Path:
        return copy_of(self.store, "copy")


class Small:
    """A real file system that is small and can be filled to its last block."""

    def __init__(self, folder: Path, holder: subprocess.Popen[str]) -> None:
        self.store = folder / "disk" / "store.db"
        self.before: Callable[[], None] | None = small_disk.follow(holder.pid)
        self._folder = folder
        self._holder = holder

    def fill(self, server: Server) -> None:
        self._tell("fill")

    def make_room(self, server: Server) -> None:
        self._tell("free")

    def copy(self) -> Path:
        self._tell(f"copy {self._folder / 'copy'}")
        return self._folder / "copy" / self.store.name

    def _tell(self, order: str) -> None:
        assert self._holder.stdin is not None
        assert self._holder.stdout is not None
        print(order, file=self._holder.stdin, flush=True)
        assert self._holder.stdout.readline() == "done\n"


def limit_files(server: Server, size: int) -> None:
    """Let the files of a running server grow up to a size, from now on."""
    hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)[1]
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, hard))


def log_size(store: Path) -> int:
    """Tell how long the log is that SQLite writes each commit to."""
    return store.with_name(f"{store.name}-wal").stat().st_size


@contextmanager
def small(folder: Path) -> Iterator[Small]:
    """Make a small disk, or skip the test with the reason why there can be none."""
    (folder / "disk").mkdir()
    with subprocess.Popen(
        [sys.executable, "-m", "tests.faults.small_disk", str(folder / "disk")],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(),
    ) as holder:
        assert holder.stdin is not None
        assert holder.stdout is not None
        said = holder.stdout.readline()
        if said != "ready\n":
            pytest.skip(said.strip() or "no small disk here")
        try:
            yield Small(folder, holder)
        finally:
            holder.stdin.close()
            holder.wait(PATIENCE)
