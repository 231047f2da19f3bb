"""The loop: the one place where the core meets sockets, the store, signals and real time.

Each turn it waits for something to happen, hands that to the core, lets the store keep what
the core wants kept, and only then sends what the core says. It knows nothing of players.
"""

from __future__ import annotations

import gc
import logging
import math
import os
import resource
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from eriantys.server.inputs import (
    Answered,
    Enough,
    Input,
    Output,
    Overdue,
    Reload,
    Send,
    Stop,
    Summon,
    ToConnection,
)
from eriantys.server.limits import Limits
from eriantys.server.outside.meters import Meters
from eriantys.server.outside.porter import Porter
from eriantys.server.rows import Acted, Row, StoreTrouble
from eriantys.server.seldom import Seldom

log = logging.getLogger("eriantys.server.outside.loop")

STOP_WAIT = 1.0
"""How long everybody together may take to read the goodbye when the server ends."""
SWEEP_INTERVAL = 3600.0
"""How often we look for saved matches that nobody came back to, and for what is too old."""
FORGET_AT_ONCE = 20
"""Old matches that are removed in one go, which takes some milliseconds."""
FORGET_PAUSE = 1.0
"""Seconds until the next ones are, if there are more."""
GARBAGE = (50_000, 20, 1000)
"""How many new objects make Python look for garbage; with its own numbers a move would cost
a tenth more, and with a thousand matches a third."""
STDERR = 2
"""The descriptor of the log."""


class Machine(Protocol):
    """What the loop needs of the core."""

    def step(self, inputs: Iterable[Input], now: float) -> Sequence[Row]:
        """Take in what has happened; return what must be kept before it counts."""

    def committed(self) -> None:
        """Learn that all of it is kept."""

    def aborted(self) -> None:
        """Learn that none of it is kept."""

    def outgoing(self) -> list[Output]:
        """Give out what is to be sent and closed."""

    def next_due(self) -> float | None:
        """Tell when the next deadline is."""

    @property
    def busy(self) -> bool:
        """Whether something was put off to the next step."""


class Keeper(Protocol):
    """What the loop needs of the store; any of it may raise `StoreTrouble`."""

    def commit(self, rows: Sequence[Row]) -> None:
        """Keep all of the rows, or none of them."""

    def overdue(self, days: float) -> Sequence[int]:
        """List the matches that have been suspended for longer."""

    def forget(self, days: float, most: int) -> int:
        """Remove some matches that were over before, and tell how many."""


class Caller(Protocol):
    """What the loop needs of whoever sends bots."""

    def summon(self, call: Summon, now: float) -> None:
        """Have a bot connect, now or soon."""

    def next_due(self) -> float | None:
        """Tell when there is something to do even if nothing happens."""

    def keep_time(self, now: float) -> None:
        """Do what is due."""

    def close(self) -> None:
        """Let all of them go."""


class Office(Protocol):
    """What the loop needs of those who deal with the operator."""

    def answered(self, answered: Answered) -> None:
        """Take an answer of the house to whoever waits for it."""

    def next_due(self) -> float | None:
        """Tell when there is something to do even if nothing happens."""

    def keep_time(self, now: float) -> None:
        """Do what is due."""

    def close(self) -> None:
        """Let nobody give orders any more."""


class Loop:
    """One turn after the other, until somebody wants it to stop."""

    def __init__(
        self,
        core: Machine,
        store: Keeper,
        porter: Porter,
        limits: Limits,
        reread: Callable[[], Reload | None],
        pool: Caller | None = None,
        meters: Meters | None = None,
    ) -> None:
        self._core = core
        self._store = store
        self._porter = porter
        self._limits = limits
        self._pool = pool
        self._meters = meters or Meters()
        self.office: Office | None = None
        """Who deals with the operator, if anybody does."""
        self._reread = reread
        """Asks for the operator's wishes once more; None if there is nothing to change."""
        self._sweep_at = time.monotonic()
        self._forget_at = math.inf
        self._reload_wanted = False
        self._stop_wanted = False
        self._stop_at: float | None = None
        """When this ends whatever happens; None while nobody wants that."""
        self._warning = Seldom()

    def run(self) -> None:
        """Serve until somebody wants it to stop, then let everybody hear the goodbye."""
        # What there is by now stays, so nobody need look through it for garbage again. And
        # there is little of that: most of what a move leaves behind goes by itself.
        gc.freeze()
        former = gc.get_threshold()
        gc.set_threshold(*GARBAGE)
        try:
            while not self.over:
                self.turn()
        finally:
            if self._pool is not None:
                self._pool.close()
            if self.office is not None:
                self.office.close()
            self._porter.close()
            gc.set_threshold(*former)

    def stop(self) -> None:
        """Have the loop end soon; it must be woken up to notice."""
        self._stop_wanted = True

    def reload(self) -> None:
        """Have what the operator wants read again; the loop must be woken up to notice."""
        self._reload_wanted = True

    @property
    def over(self) -> bool:
        """Whether everybody has heard the goodbye, or has had time enough to."""
        if self._stop_at is None:
            return False
        return not len(self._porter) or time.monotonic() >= self._stop_at

    def turn(self) -> None:
        """Wait until there is something to do, and do it."""
        self._porter.wait(self._patience())
        now = time.monotonic()
        self._porter.keep_time(now)
        inputs, self._porter.inputs = self._porter.inputs, []
        if now >= self._sweep_at:
            self._sweep_at = now + SWEEP_INTERVAL
            self._forget_at = now
            inputs += self._sweep(now)
        if now >= self._forget_at:
            self._forget_at = self._forget(now)
        if self._reload_wanted and not self._stop_wanted:
            # First, or it would be lost if somebody wanted it once more meanwhile.
            self._reload_wanted = False
            inputs += self._reload()
        if self._stop_wanted and self._stop_at is None:
            log.info("stopping, with %d connections", len(self._porter))
            self._stop_at = now + STOP_WAIT
            self._porter.shut_doors()
            inputs.append(Stop())
        rows = self._core.step(inputs, now)
        kept = self._keep(rows, now)
        self._deliver(self._core.outgoing(), now)
        if self._stop_at is not None:
            self._porter.see_all_out(now)
        taken = time.monotonic() - now
        self._meters.turns.note(taken)
        if kept and (moves := sum(type(row) is Acted for row in rows)):
            self._meters.moves.note(taken, moves)
        if self._pool is not None:
            self._pool.keep_time(now)
        if self.office is not None:
            self.office.keep_time(now)

    def _deliver(self, outputs: list[Output], now: float) -> None:
        letters: list[ToConnection] = []
        for output in outputs:
            match output:
                case Send():  # first, since it is most of them
                    letters.append(output)
                case Summon():
                    if self._pool is not None:
                        self._pool.summon(output, now)
                case Answered():
                    if self.office is not None:
                        self.office.answered(output)
                case Enough():
                    log.info("nothing goes on any more, or the time for it is up")
                    self.stop()
                case _:
                    letters.append(output)
        self._porter.deliver(letters, now)

    def _patience(self) -> float:
        """Tell for how long there is nothing to do unless something happens."""
        stopping = self._stop_wanted and self._stop_at is None
        if self._porter.inputs or self._core.busy or stopping:
            return 0
        times = [
            self._sweep_at,
            self._forget_at,
            self._core.next_due(),
            self._porter.next_due(),
            self._stop_at,
            None if self._pool is None else self._pool.next_due(),
            None if self.office is None else self.office.next_due(),
        ]
        return max(0, min(due for due in times if due is not None) - time.monotonic())

    def _keep(self, rows: Sequence[Row], now: float) -> bool:
        """Have the store keep what must be kept; tell whether all of it counts now."""
        if rows:
            begun = time.monotonic()
            try:
                self._store.commit(rows)
            except StoreTrouble as trouble:
                if self._warning.due(now):
                    log.warning("nothing can be saved: %s", trouble)
                self._meters.refused()
                self._core.aborted()
                return False
            self._meters.committed(time.monotonic() - begun)
        self._core.committed()
        return True

    def _reload(self) -> list[Input]:
        """Let what the operator wants now be in force everywhere."""
        wanted = self._reread()
        if wanted is None:
            return []
        self._limits = self._porter.limits = wanted.limits
        return [wanted]

    def _sweep(self, now: float) -> list[Input]:
        """Look for matches that were saved too long ago."""
        try:
            overdue = self._store.overdue(self._limits.keep_saved)
        except StoreTrouble as trouble:
            if self._warning.due(now):
                log.warning("cannot look for old matches: %s", trouble)
            return []
        return [Overdue(tuple(overdue))] if overdue else []

    def _forget(self, now: float) -> float:
        """Remove some of what is too old to be kept; tell when to go on with that."""
        try:
            removed = self._store.forget(self._limits.keep, FORGET_AT_ONCE)
        except StoreTrouble as trouble:
            if self._warning.due(now):
                log.warning("cannot remove old matches: %s", trouble)
            return math.inf
        return now + FORGET_PAUSE if removed >= FORGET_AT_ONCE else math.inf


def put_off_hangups() -> None:
    """Let SIGHUP wait for `led_by_signals`: before that it would end the process.

    A service manager may be asked to reload a server that is still looking its store over.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})


@contextmanager
def led_by_signals(loop: Loop, bell: int) -> Iterator[None]:
    """Let SIGHUP have the loop read its settings again, and SIGTERM and SIGINT stop it.

    A second one of those ends the process at once. The bell is the descriptor whose ringing
    wakes the loop up.
    """
    stops = (signal.SIGTERM, signal.SIGINT)
    on_terminal = os.isatty(STDERR)

    def stop(_number: int, _frame: object) -> None:
        loop.stop()
        for number in stops:
            signal.signal(number, signal.SIG_DFL)

    def reload(_number: int, _frame: object) -> None:
        # The same signal comes when the terminal is closed; who does that wants no server
        # that lives on where nobody sees it.
        if on_terminal and not os.isatty(STDERR):
            loop.stop()
        else:
            loop.reload()

    handlers = {**dict.fromkeys(stops, stop), signal.SIGHUP: reload}
    former_bell = signal.set_wakeup_fd(bell, warn_on_full_buffer=False)
    former = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGHUP})
    try:
        yield
    finally:
        signal.set_wakeup_fd(former_bell)
        for number, handler in former.items():
            signal.signal(number, handler)


def raise_descriptor_limit() -> int:
    """Ask the system for as many descriptors as it allows; return how many those are."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    except (OSError, ValueError):
        return soft  # some systems name a limit that they do not grant
    return hard
