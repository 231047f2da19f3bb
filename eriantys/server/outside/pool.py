"""The pool: the processes in which bots think, and the line to each of them.

A process is started when it is first needed. It is sent one end of a new connection for each
seat, together with the ticket for it; the other end is given to the porter like anybody's. So
a bot is to the house what a player is, and whatever becomes of its process is noticed there.

A process says a byte on its line for each seat that it has taken in. One that has not for as
long as anybody may be silent is stuck: it would be the idlest of all for ever, as its seats are
lost one by one, and be called for each of them again. So it is ended, and another takes over.

Nothing here waits, but at the very end. A call that comes while no process may be started yet,
or has room on its line, is put by for as long as the core waits for the bot; then it calls
again.
"""

from __future__ import annotations

import logging
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial

from eriantys.server.inputs import BOT_ADDRESS, Summon
from eriantys.server.limits import BOT_COMES_WITHIN
from eriantys.server.outside.porter import Porter
from eriantys.server.seldom import Seldom
from eriantys.wire.frames import encode

log = logging.getLogger("eriantys.server.outside.pool")

PAUSE_FIRST = 1.0
PAUSE_MOST = 30.0
"""Seconds until a process that has ended is started again; longer each time."""
LONG_LIFE = 60.0
"""Whatever has lived for so long may be started again as if it were the first time."""
END_WAIT = 1.0
"""How long all of them together may take to end when the server does."""


def helper_command(line: int, *, log_json: bool = False) -> list[str]:
    """Tell how to start a process whose end of the line is this descriptor."""
    wishes = ["--log-json"] if log_json else []
    # -P: a folder called eriantys where the server was started is not the program.
    return [sys.executable, "-P", "-m", "eriantys", "bot", "--helper", str(line), *wishes]


class Helper:
    """One process, or the place for one."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.line: socket.socket | None = None
        """Where it is told of seats; None while it does not run."""
        self.seats: list[int] = []
        """The connections that it was sent, some of which may be over."""
        self.unheard: deque[float] = deque()
        """When it was told of each seat that it has not taken in yet."""
        self.full = False
        """Whether there is no more room on its line until it has taken some in."""
        self.started = 0.0
        self.pause = PAUSE_FIRST
        self.not_before = 0.0


class Pool:
    """All processes of this server."""

    def __init__(
        self,
        size: int,
        porter: Porter,
        command: Callable[[int], Sequence[str]] = helper_command,
    ) -> None:
        self._helpers = [Helper() for _ in range(size)]
        self._porter = porter
        self._command = command
        self._ending: list[subprocess.Popen[bytes]] = []
        """Processes that have let go of their line, and must be seen to their end."""
        self._warning = Seldom()
        self._calls: list[tuple[Summon, float]] = []
        """What could not be followed yet, and until when it makes sense to."""

    @property
    def running(self) -> int:
        """How many processes there are; they are started when they are needed first."""
        return sum(helper.line is not None for helper in self._helpers)

    def summon(self, call: Summon, now: float) -> None:
        """Have a bot connect, now or as soon as a process can be started again."""
        self._reap()
        self._end_the_stuck(now)
        if not self._follow(call, now):
            self._calls.append((call, now + BOT_COMES_WITHIN))

    def next_due(self) -> float | None:
        """Tell when a call can be followed that had to wait."""
        if not self._calls:
            return None
        return min(map(self._ready_at, self._helpers))

    def _ready_at(self, helper: Helper) -> float:
        """Tell when a process can be told of a seat, or can be called stuck."""
        if helper.line is None:
            return helper.not_before
        return helper.unheard[0] + self._porter.limits.silence if helper.full else 0.0

    def keep_time(self, now: float) -> None:
        """Follow those calls that can be followed now, and forget those that are too old."""
        due = self.next_due()
        if due is None or now < due:
            return
        self._reap()
        self._end_the_stuck(now)
        calls, self._calls = self._calls, []
        for call, until in calls:
            if now < until and not self._follow(call, now):
                self._calls.append((call, until))

    def _follow(self, call: Summon, now: float) -> bool:
        """Have a bot connect; tell whether nothing more can be done for this call."""
        helper = self._idlest(now)
        if helper is None:
            return False
        try:
            if helper.line is None:
                self._start(helper, now)
            ours, theirs = socket.socketpair()
        except OSError as error:
            self._complain(now, f"cannot call a bot: {error.strerror}")
            if helper.line is None:
                self._put_off(helper, now)
            return True
        with theirs:
            taken = self._send(helper, call, theirs, now)
        if taken:
            self._adopt(helper, ours)
        else:
            ours.close()
        return taken

    def close(self) -> None:
        """Let all processes end, and see to it that they do."""
        for helper in self._helpers:
            self._hang_up(helper)
        until = time.monotonic() + END_WAIT
        for process in self._ending:
            try:
                process.wait(max(0.0, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._ending.clear()

    def _end_the_stuck(self, now: float) -> None:
        """Let go of processes that run and do not listen."""
        for helper in self._helpers:
            waits_since = helper.unheard[0] if helper.unheard else now
            if helper.process and now - waits_since >= self._porter.limits.silence:
                log.warning(
                    "process %d, which played for bots, is stuck: it is ended",
                    helper.process.pid,
                )
                self._put_off(helper, now)

    def _idlest(self, now: float) -> Helper | None:
        """Find the one with the fewest seats among those that run or may be started."""
        able = [
            each
            for each in self._helpers
            if (now >= each.not_before if each.line is None else not each.full)
        ]
        for helper in able:
            helper.seats = [number for number in helper.seats if number in self._porter]
        return min(able, key=lambda helper: len(helper.seats), default=None)

    def _start(self, helper: Helper, now: float) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                helper.process = subprocess.Popen(
                    self._command(theirs.fileno()),
                    pass_fds=(theirs.fileno(),),
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                )
            except OSError:
                ours.close()
                raise
        ours.setblocking(False)
        helper.line, helper.started = ours, now
        self._porter.watch(ours, partial(self._heed, helper))
        log.info("process %d plays for bots", helper.process.pid)

    def _send(self, helper: Helper, call: Summon, theirs: socket.socket, now: float) -> bool:
        """Hand a bot's end of a connection over; tell whether the process has taken it."""
        assert helper.line is not None
        message = encode({"ticket": call.ticket, "level": call.level})
        try:
            socket.send_fds(helper.line, [message], [theirs.fileno()])
        except BlockingIOError:
            helper.full = True  # many are called at once, and it has only begun to listen
            return False
        except OSError as error:
            self._complain(
                now, f"a process for bots cannot be told of a seat: {error.strerror}"
            )
            self._put_off(helper, now)
            return False
        helper.unheard.append(now)
        return True

    def _adopt(self, helper: Helper, ours: socket.socket) -> None:
        number = self._porter.adopt(ours, BOT_ADDRESS)
        if number is None:
            ours.close()
        else:
            helper.seats.append(number)

    def _heed(self, helper: Helper) -> None:
        """Notice that a process has taken seats in, or has ended."""
        if helper.line is None:
            return
        try:
            if taken_in := helper.line.recv(4096):
                for _ in taken_in[: len(helper.unheard)]:
                    helper.unheard.popleft()
                helper.full = False
                return
        except BlockingIOError:
            return
        except OSError:
            pass  # as good as an end
        assert helper.process is not None
        log.warning("process %d, which played for bots, has ended", helper.process.pid)
        self._put_off(helper, time.monotonic())

    def _put_off(self, helper: Helper, now: float) -> None:
        """Let a process go that cannot be used any more, and the next one wait for a while."""
        if helper.line is not None and now - helper.started > LONG_LIFE:
            helper.pause = PAUSE_FIRST
        self._hang_up(helper)
        for process in self._ending:
            process.kill()
        helper.not_before = now + helper.pause
        helper.pause = min(2 * helper.pause, PAUSE_MOST)

    def _hang_up(self, helper: Helper) -> None:
        if helper.line is None:
            return
        assert helper.process is not None
        self._porter.unwatch(helper.line)
        helper.line.close()
        helper.line = None
        helper.full = False
        helper.unheard.clear()
        self._ending.append(helper.process)

    def _reap(self) -> None:
        self._ending = [process for process in self._ending if process.poll() is None]

    def _complain(self, now: float, why: str) -> None:
        if self._warning.due(now):
            log.warning("%s", why)
