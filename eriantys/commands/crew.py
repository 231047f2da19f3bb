"""A crew: processes among which work is shared out, and which end with this one.

Each has a line of its own, on which it gets one task at a time. That takes nothing of the
system but pipes, and a process that is lost is noticed by the end of its line; the pool of
the standard library wants shared memory, and would wait for the result of a lost one for ever.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack
from multiprocessing import Pipe, Process, connection, parent_process
from multiprocessing.connection import Connection
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Lost(Exception):
    """A process of the crew has ended in the middle of its work, or did not even start."""


def share_out(
    work: Callable[[T], R], tasks: Iterable[T], count: int
) -> Generator[R, None, None]:
    """Do the tasks in so many processes, and give what came of them in their order.

    Whoever stops early closes the generator: then the processes end at once.
    """
    left = enumerate(tasks)
    found: dict[int, R] = {}
    shown = 0
    with ExitStack() as crew:
        busy = [line for line in _start(work, count, crew) if _hand_on(left, line)]
        while busy:
            for ready in connection.wait(busy):
                assert isinstance(ready, Connection)
                number, result = _receive(ready)
                found[number] = result
                if not _hand_on(left, ready):
                    busy.remove(ready)
            while shown in found:
                yield found.pop(shown)
                shown += 1


def _start(work: Callable[[T], R], count: int, crew: ExitStack) -> list[Connection]:
    """Start the processes; the stack sees to their end."""
    lines = []
    for _ in range(count):
        try:
            ours, theirs = Pipe()
            crew.enter_context(ours)
            with theirs:
                process = Process(target=_serve, args=(theirs, work), daemon=True)
                _start_undisturbed(process)
        except OSError as error:
            raise Lost(f"cannot start {count} processes ({error.strerror})") from None
        crew.callback(process.join)
        crew.callback(process.terminate)
        lines.append(ours)
    return lines


def _start_undisturbed(process: Process) -> None:
    """Start a process that Ctrl-C does not reach: stopping is up to who has started it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process.start()  # it inherits what is blocked, so there is no moment without
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _hand_on(left: Iterator[tuple[int, Any]], line: Connection) -> bool:
    """Give the next task to a process, if there is one."""
    task = next(left, None)
    if task is None:
        return False
    try:
        line.send(task)
    except OSError:
        raise Lost("a process that worked was killed") from None
    return True


def _receive(line: Connection) -> tuple[int, Any]:
    """Take what came of a task; what it raised is raised here."""
    try:
        number, result, error = line.recv()
    except (EOFError, OSError):
        raise Lost("a process that worked was killed") from None
    if error is not None:
        raise error
    return number, result


def _serve(line: Connection, work: Callable[[Any], Any]) -> None:
    """Do one task after the other until somebody ends this process."""
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    while True:
        number, task = line.recv()
        answer: tuple[int, Any, Exception | None]
        try:
            answer = number, work(task), None
        except Exception as error:
            answer = number, None, error
        line.send(answer)


def _end_with_the_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(os.EX_OK)
