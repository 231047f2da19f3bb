"""The loop: the one place where the client meets the terminal, the network and real time."""

from __future__ import annotations

import os
import selectors
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from types import FrameType

from eriantys.client.adviser import Adviser
from eriantys.client.app import App
from eriantys.client.canvas import Canvas
from eriantys.client.keys import Key
from eriantys.client.link import Link
from eriantys.client.paint import paint
from eriantys.client.terminal import Terminal
from eriantys.client.theme import Theme

FRAME_SECONDS = 1 / 30
"""No two pictures come faster than this; what happens in between is in the next one."""
BELL = "\a"
OWN_TITLE = "\x1b[23;2t\x1b[22;2t"
"""Gives the window the title back that was put away when the screen was opened, and puts it
away once more."""
ENDING = (signal.SIGTERM, signal.SIGHUP)


class Loop:
    """One terminal and one server, until somebody wants to quit."""

    def __init__(
        self, terminal: Terminal, make_theme: Callable[[], Theme], app: App, link: Link
    ) -> None:
        self._terminal = terminal
        self._make_theme = make_theme
        self._theme = make_theme()
        self._app = app
        self._link = link
        self._adviser = Adviser()
        self._shown: Canvas | None = None
        """What the terminal shows; None if it must be drawn anew."""
        self._shown_at = 0.0
        self._title = ""
        """What the window is called by us; empty while it has its own title."""
        self._caught: list[int] = []
        """Signals that came and nobody has looked at yet."""
        self._wake, self._bell = socket.socketpair()
        self._selector = selectors.DefaultSelector()
        self._watched: dict[int, int] = {}
        """By descriptor: what the selector waits for."""

    def run(self) -> None:
        """Play until somebody quits, and leave the terminal as it was."""
        with ExitStack() as stack:
            stack.callback(self._close)
            stack.enter_context(self._signals())
            while not self._app.over:
                with self._terminal.opened():
                    self._shown, self._title = None, ""
                    self._play()
                if not self._app.over:
                    self._sleep_until_continued()
                    self._heed_signals()  # the window may have been closed meanwhile

    def _close(self) -> None:
        self._link.close()
        self._adviser.close()
        self._selector.close()
        self._wake.close()
        self._bell.close()

    def _play(self) -> None:
        """Go round until it is over, or somebody wants the terminal for something else."""
        while not self._app.over:
            self._wait()
            if self._heed_signals():
                return
            now = time.monotonic()
            self._app.now = now
            self._link.tick(now)
            self._app.tick()
            self._link.send(self._app.take_outgoing())
            self._link.writable(now)
            self._ask_adviser()
            self._show(now)

    # Waiting.

    def _wait(self) -> None:
        self._watch()
        for key, _ in self._selector.select(self._patience()):
            now = time.monotonic()
            self._app.now = now
            if key.fd == self._wake.fileno():
                with suppress(BlockingIOError):
                    self._wake.recv(4096)
            elif key.fd == self._terminal.keyboard:
                self._read_keys()
            elif key.fd == self._adviser.fileno():
                for advice in self._adviser.take():
                    self._app.hear_advice(advice)
                self._notice_adviser()
            else:
                for message in self._link.readable(now):
                    self._app.hear(message)

    def _watch(self) -> None:
        """Let the selector wait for what can happen now."""
        wanted = {
            self._wake.fileno(): selectors.EVENT_READ,
            self._terminal.keyboard: selectors.EVENT_READ,
            **self._link.wanted(),
        }
        adviser = self._adviser.fileno()
        if adviser is not None:
            wanted[adviser] = selectors.EVENT_READ
        for descriptor in self._watched.keys() - wanted.keys():
            with suppress(KeyError, ValueError):
                self._selector.unregister(descriptor)
        for descriptor, events in wanted.items():
            if self._watched.get(descriptor) == events:
                continue
            with suppress(KeyError, ValueError):
                self._selector.unregister(descriptor)
            self._selector.register(descriptor, events)
        self._watched = wanted

    def _ask_adviser(self) -> None:
        questions, self._app.questions = self._app.questions, []
        for question in questions:
            self._adviser.ask(question)
            self._notice_adviser()

    def _notice_adviser(self) -> None:
        """Tell whoever waits for advice that none will come, if so it is."""
        if self._adviser.fileno() is None:
            self._app.hear_advice(None)

    def _patience(self) -> float:
        now = time.monotonic()
        dues = [self._link.next_due(), self._app.next_due()]
        if self._app.dirty:
            dues.append(self._shown_at + FRAME_SECONDS)
        return max(0.0, min((due - now for due in dues if due is not None), default=60.0))

    def _read_keys(self) -> None:
        try:
            events = self._terminal.read()
        except (EOFError, OSError):
            self._app.quit()  # the terminal itself is gone
            return
        for event in events:
            self._app.handle(event)

    # Showing.

    def _show(self, now: float) -> None:
        size = self._terminal.size
        if self._app.restyled:
            self._app.restyled = False
            self._theme = self._make_theme()
            self._app.repaint = True
        resized = self._shown is not None and (self._shown.width, self._shown.height) != size
        if resized or self._app.repaint:
            self._shown, self._app.repaint = None, False
        fresh = self._shown is None
        if not fresh and not self._app.dirty:
            return
        if not fresh and now < self._shown_at + FRAME_SECONDS:
            return
        canvas = self._app.picture(*size)
        pieces = [paint(self._theme, self._shown, canvas)]
        if self._app.call.take_bell():
            pieces.append(BELL)
        if self._app.call.title != self._title:
            self._title = self._app.call.title
            pieces.append(f"\x1b]2;{self._title}\x1b\\" if self._title else OWN_TITLE)
        text = "".join(pieces)
        if text:
            self._terminal.write(text)
        self._shown = canvas
        self._shown_at = now

    # Signals.

    @contextmanager
    def _signals(self) -> Iterator[None]:
        """Note signals, and wake up for them."""
        self._bell.setblocking(False)
        self._wake.setblocking(False)
        caught = (signal.SIGWINCH, signal.SIGTSTP, signal.SIGINT, *ENDING)
        before = {number: signal.signal(number, self._catch) for number in caught}
        former = signal.set_wakeup_fd(self._bell.fileno(), warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(former)
            for number, handler in before.items():
                signal.signal(number, handler)

    def _catch(self, number: int, _frame: FrameType | None) -> None:
        self._caught.append(number)

    def _heed_signals(self) -> bool:
        """Do what the signals want; tell whether the terminal must be given back."""
        caught, self._caught = self._caught, []
        for number in caught:
            if number == signal.SIGINT:
                self._app.handle(Key("C-c"))
            elif number in ENDING:
                self._app.quit()
        return signal.SIGTSTP in caught

    def _sleep_until_continued(self) -> None:
        """Stop as any program does on Ctrl-Z; `fg` lets it go on here."""
        handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, handler)
