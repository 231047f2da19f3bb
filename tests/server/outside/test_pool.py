"""The pool: processes that are started, told of seats, missed when they die, and ended."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import pytest

from eriantys.server.inputs import Closed, Input, Opened, Received, Send, Summon
from eriantys.server.limits import BOT_COMES_WITHIN, Limits
from eriantys.server.outside import pool as module
from eriantys.server.outside.pool import Pool, helper_command
from eriantys.server.outside.porter import SPARE_DESCRIPTORS, Porter
from eriantys.wire.frames import HEADER_SIZE, decode

PATIENCE = 20.0
PLENTY = 1000
MANY = 400
"""More seats than one line has room for."""
NOW = 100.0

ECHO = """
import os, socket, sys
line, kept = socket.socket(fileno=int(sys.argv[1])), []
while True:
    data, came, _, _ = socket.recv_fds(line, 4096, 16)
    if not data:
        break
    for descriptor in came:
        kept.append(socket.socket(fileno=descriptor))
        kept[-1].sendall(b"%d %s" % (os.getpid(), data))
"""
"""Says on each connection that it is sent which process it is, and with what it came."""

TAKING = ECHO.replace("for desc", "line.sendall(b'+' * len(came))\n    for desc", 1)
"""The same, and says that it has taken the connections in, as bots do."""

DEAF = "import time; time.sleep(600)"
"""Never looks at its line, nor notices its end."""


def a_program(program: str) -> Callable[[int], list[str]]:
    return lambda line: [sys.executable, "-S", "-c", program, str(line)]


class Place:
    """A porter without doors, and a pool whose processes are little programs."""

    def __init__(
        self, size: int, command: Callable[[int], Sequence[str]], descriptors: int
    ) -> None:
        self.porter = Porter([], Limits(), descriptors, lambda _number: False)
        self.pool = Pool(size, self.porter, command)
        self.happened: list[Input] = []

    def call(self, number: int = 1, now: float = NOW) -> Summon:
        """Have a bot come to a seat."""
        call = Summon(bytes([number]) * 32, "hard")
        self.pool.summon(call, now)
        return call

    def wait_until(self, condition: Callable[[], object]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < deadline, f"it never came true: {self.happened}"
            self.porter.wait(0.1)
            self.happened += self.porter.inputs
            self.porter.inputs = []

    def came(self, count: int) -> list[tuple[int, bytes]]:
        """Wait until so many connections have told their process and their message."""

        def said() -> dict[int, bytes]:
            found: dict[int, bytes] = {}
            for each in self.happened:
                if isinstance(each, Received):
                    found[each.connection] = found.get(each.connection, b"") + each.data
            return found

        self.wait_until(lambda: len(said()) >= count)
        pairs = (text.split(b" ", 1) for _, text in sorted(said().items()))
        return [(int(process), frame) for process, frame in pairs]

    def closed(self) -> list[int]:
        return [each.connection for each in self.happened if isinstance(each, Closed)]


@contextmanager
def place(
    size: int = 1,
    command: Callable[[int], Sequence[str]] | None = None,
    descriptors: int = PLENTY,
) -> Iterator[Place]:
    made = Place(size, command or a_program(ECHO), descriptors)
    try:
        yield made
    finally:
        made.pool.close()
        made.porter.close()


def alive(process: int) -> bool:
    """Tell whether a process is there, be it only to be reaped."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_helper_is_started_as_the_program_that_we_are() -> None:
    assert helper_command(7)[-4:] == ["eriantys", "bot", "--helper", "7"]


def test_a_bot_gets_a_connection_of_its_own_with_the_ticket_and_the_level() -> None:
    with place() as here:
        assert here.pool._helpers[0].process is None, "it is started when it is needed"
        calls = [here.call(1), here.call(2)]
        for (_, frame), call in zip(here.came(2), calls, strict=True):
            assert decode(frame[HEADER_SIZE:]) == {"ticket": call.ticket, "level": "hard"}
        opened = [each for each in here.happened if isinstance(each, Opened)]
        assert opened == [Opened(1, "bot"), Opened(2, "bot")]
        # What the house says there arrives, and needs no TCP.
        here.porter.deliver([Send(1, b"hello")], NOW)
        assert len(here.porter) == 2


def test_seats_go_to_whoever_has_the_fewest() -> None:
    with place(2) as here:
        for number in range(4):
            here.call(number)
        first, second, third, fourth = (process for process, _ in here.came(4))
        assert first != second
        assert (third, fourth) == (first, second)
        # When the seats of one are over, it has the fewest.
        for number in (1, 3):
            here.porter._lose(here.porter._connections[number], "closed")
        here.call(4)
        here.call(5)
        assert [process for process, _ in here.came(6)[4:]] == [first, first]


def test_a_process_that_ends_is_missed_once_and_started_again_after_a_pause(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.WARNING)
    with place() as here:
        here.call()
        ((process, _),) = here.came(1)
        os.kill(process, 9)
        # Its connections end by themselves: the core needs to be told nothing else.
        here.wait_until(lambda: here.closed() == [1] and here.pool._helpers[0].line is None)
        assert len(caplog.records) == 1
        assert str(process) in caplog.text
        now = here.pool._helpers[0].not_before
        here.call(2, now - 0.01)
        assert len(here.porter) == 0
        assert here.pool.next_due() == now
        here.pool.keep_time(now)
        assert here.pool.next_due() is None, "nobody needs to call again"
        _, (other, _) = here.came(2)
        assert other != process
        here.call(4, now)
        assert not alive(process), "nothing is left of the first"
        assert len(caplog.records) == 1


def test_a_call_that_had_to_wait_for_too_long_is_forgotten() -> None:
    with place() as here:
        helper = here.pool._helpers[0]
        helper.not_before = NOW + 2 * BOT_COMES_WITHIN
        here.call(1, NOW)
        here.call(2, NOW + BOT_COMES_WITHIN + 1)
        here.pool.keep_time(helper.not_before)
        ((_, frame),) = here.came(1)
        assert decode(frame[HEADER_SIZE:])["ticket"] == bytes([2]) * 32
        assert here.pool.next_due() is None


def test_the_pause_grows_and_is_short_again_after_a_long_life() -> None:
    with place(command=lambda _line: ["/nonexistent/program"]) as here:
        now, pauses = NOW, []
        for _ in range(7):
            here.call(now=now)
            pauses.append(here.pool._helpers[0].not_before - now)
            now = here.pool._helpers[0].not_before
        assert pauses == [1, 2, 4, 8, 16, 30, 30]
    with place() as here:
        helper = here.pool._helpers[0]
        helper.pause = 16
        here.call()
        here.pool._put_off(helper, NOW + module.LONG_LIFE + 1)
        assert helper.not_before == NOW + module.LONG_LIFE + 2


def test_a_program_that_cannot_be_started_is_told_and_nothing_else_happens(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with place(command=lambda _line: ["/nonexistent/program"]) as here:
        here.call()
        assert "cannot call a bot: No such file or directory" in caplog.text
        assert len(here.porter) == 0


def test_nobody_waits_for_a_process_that_does_not_listen(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with place(command=a_program(DEAF), descriptors=10_000) as here:
        for number in range(MANY):
            here.call(number % 256)
        helper = here.pool._helpers[0]
        assert helper.full
        assert not caplog.records, "it may have only begun to listen"
        due = here.pool.next_due()
        assert due == NOW + Limits().silence
        process = helper.process
        assert process is not None
        here.pool.keep_time(due)
        assert "is stuck" in caplog.text
        assert process.wait(PATIENCE) == -9, "it is no use any more"


def test_however_many_are_called_at_once_all_come(caplog: pytest.LogCaptureFixture) -> None:
    with place(command=a_program(TAKING), descriptors=10_000) as here:
        here.call(0)
        process = here.pool._helpers[0].process
        assert process is not None
        process.send_signal(signal.SIGSTOP)  # it has not begun to listen yet
        for number in range(1, MANY):
            here.call(number % 256)
        assert len(here.porter) < MANY, "the first ones wait on the line"
        process.send_signal(signal.SIGCONT)
        here.wait_until(lambda: here.pool.keep_time(NOW) or len(here.porter) == MANY)
        assert {each for each, _ in here.came(MANY)} == {process.pid}
        assert here.pool.next_due() is None
        assert not caplog.records


def test_a_process_that_is_stuck_is_ended_and_another_takes_over(
    caplog: pytest.LogCaptureFixture,
) -> None:
    silence = Limits().silence
    with place(command=a_program(ECHO)) as here:
        here.call(1)
        here.call(2, NOW + silence - 1)
        ((process, _), _) = here.came(2)
        assert not caplog.records
        here.call(3, NOW + silence)
        assert f"process {process}, which played for bots, is stuck" in caplog.text
        here.wait_until(lambda: sorted(here.closed()) == [1, 2])
        here.pool.keep_time(here.pool._helpers[0].not_before)
        assert here.came(3)[-1][0] != process
        # The new one is not blamed for what the one before has left undone.
        here.call(5, here.pool._helpers[0].not_before + 1)
        assert len(caplog.records) == 1


def test_a_process_that_takes_its_seats_in_is_never_stuck(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with place(command=a_program(TAKING)) as here:
        for number in range(3):
            here.call(number, NOW + number * 10 * Limits().silence)
            here.came(number + 1)
            here.wait_until(lambda: not here.pool._helpers[0].unheard)
        assert len({process for process, _ in here.came(3)}) == 1
        assert not caplog.records


def test_a_process_that_does_not_end_with_the_server_is_killed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "END_WAIT", 0.05)
    with place(command=a_program(DEAF)) as here:
        here.call()
        process = here.pool._helpers[0].process
        assert process is not None
        here.pool.close()
        assert process.returncode == -9


def test_a_seat_for_which_there_is_no_descriptor_ends_no_process(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_more() -> None:
        raise OSError(24, "Too many open files")

    with place() as here:
        here.call()
        here.came(1)
        with monkeypatch.context() as patch:
            patch.setattr(socket, "socketpair", no_more)
            here.call(2)
        assert "cannot call a bot: Too many open files" in caplog.text
        here.call(3)
        one, other = here.came(2)
        assert one[0] == other[0]


def test_there_are_no_more_connections_than_descriptors() -> None:
    with place(descriptors=SPARE_DESCRIPTORS + 2) as here:
        for number in range(4):
            here.call(number)
        assert len(here.porter) == 2
        here.came(2)


def test_all_processes_have_ended_with_the_pool() -> None:
    with place(2) as here:
        here.call(1)
        here.call(2)
        processes = [process for process, _ in here.came(2)]
        assert all(map(alive, processes))
    assert not any(map(alive, processes))


def test_whatever_else_a_process_says_on_its_line_is_ignored() -> None:
    program = ECHO.replace("while True:", "line.sendall(b'hello')\nwhile True:", 1)
    with place(command=a_program(program)) as here:
        here.call()
        here.came(1)
        here.porter.wait(0)
        line = here.pool._helpers[0].line
        assert line is not None
        with pytest.raises(BlockingIOError):
            line.recv(100, socket.MSG_PEEK)
