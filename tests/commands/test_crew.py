"""Work is shared out among processes, of which nothing is left in any case."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from contextlib import closing
from itertools import count
from multiprocessing import Process, active_children
from pathlib import Path

import pytest

from eriantys.commands.crew import Lost, share_out
from tests.commands.program import PATIENCE, environment

ORPHANS = """
import os, signal
from eriantys.commands.crew import share_out

def work(number):
    if number == 2:
        os.kill(os.getppid(), signal.SIGKILL)
    while True:
        pass

next(share_out(work, range(3), 3))
"""
"""Is killed while its processes work for ever."""


def double(number: int) -> int:
    return 2 * number


def wait_for_the_other(task: tuple[int, Path]) -> int:
    """Be done with the first task only after the second."""
    number, mark = task
    if number == 1:
        mark.touch()
    while not mark.exists():
        pass
    return number


def who(_task: int) -> int:
    return os.getpid()


def fail_at_three(number: int) -> int:
    if number == 3:
        raise LookupError("three")
    return number


def die_at_three(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.parametrize("tasks", [0, 1, 2, 3, 20])
def test_everything_is_done_in_order(tasks: int) -> None:
    assert list(share_out(double, range(tasks), 3)) == [2 * each for each in range(tasks)]
    assert active_children() == []


def test_what_is_ready_first_waits_for_what_comes_before(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    assert list(share_out(wait_for_the_other, [(0, mark), (1, mark)], 2)) == [0, 1]


def test_tasks_without_end_can_be_stopped() -> None:
    with closing(share_out(who, count(), 2)) as found:
        processes = {next(found) for _ in range(20)}
    assert len(processes) <= 2
    assert os.getpid() not in processes
    assert active_children() == []


def test_a_fault_comes_out_here() -> None:
    with pytest.raises(LookupError, match="three"):
        list(share_out(fail_at_three, range(10), 2))
    assert active_children() == []


def test_a_process_that_is_killed_is_missed() -> None:
    with pytest.raises(Lost, match="a process that worked was killed"):
        list(share_out(die_at_three, range(10), 2))
    assert active_children() == []


def test_too_many_processes_for_the_system_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(_process: Process) -> None:
        raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr(Process, "start", start)
    with pytest.raises(Lost, match="cannot start 2 processes"):
        list(share_out(double, range(3), 2))


def test_whoever_starts_them_and_is_killed_takes_them_along(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ORPHANS],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,  # read to the end: until nobody holds the other end any more
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGKILL, b"", b"")
