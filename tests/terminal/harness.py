"""A program in a real pseudo-terminal, and a server for it to go to.

    with House(tmp_path) as house, Terminal([*PROGRAM, "play", house.address]) as terminal:
        terminal.wait_for("name")
        terminal.type("Ada")
        terminal.press("Enter")

Nothing here sleeps: what is written is read until something is seen, or the time is up; then
the failure shows the screen.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import subprocess
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from wcwidth import wcswidth

from tests.commands.program import environment
from tests.scenarios.real import Server
from tests.terminal.emulator import Emulator

PATIENCE = 15.0
"""Much longer than anything takes, even on a busy machine."""
KEYS = {
    "Enter": "\r",
    "Esc": "\x1b",
    "Tab": "\t",
    "S-Tab": "\x1b[Z",
    "Backspace": "\x7f",
    "Delete": "\x1b[3~",
    "Up": "\x1b[A",
    "Down": "\x1b[B",
    "Right": "\x1b[C",
    "Left": "\x1b[D",
    "Home": "\x1b[H",
    "End": "\x1b[F",
    "PageUp": "\x1b[5~",
    "PageDown": "\x1b[6~",
    "Space": " ",
}
CLICKS, CLICKS_EXACT = 1000, 1006
PASTES = 2004


class Terminal:
    """One terminal with a program in it, which does not outlive it."""

    def __init__(
        self,
        command: Sequence[str | Path],
        width: int = 80,
        height: int = 24,
        *,
        answers: bool = True,
        cwd: Path | None = None,
        settings: Mapping[str, str] | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self.emulator = Emulator(width, height)
        self.patience = patience
        self.written = bytearray()
        """Everything that the program ever wrote."""
        self._answers = answers
        self._ours, self._theirs = pty.openpty()
        os.set_blocking(self._ours, False)
        termios.tcsetwinsize(self._theirs, (height, width))
        self._modes = termios.tcgetattr(self._theirs)
        defaults = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"}
        self.begun = time.monotonic()
        self.process = subprocess.Popen(
            command,
            stdin=self._theirs,
            stdout=self._theirs,
            stderr=self._theirs,
            cwd=cwd,
            env=environment(**{**defaults, **(settings or {})}),
            start_new_session=True,
            preexec_fn=_take_terminal,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # What is seen.

    def screen(self) -> list[str]:
        """Give the latest complete picture, row by row."""
        return [row.rstrip() for row in self.emulator.rows()]

    def text(self) -> str:
        """Give the same as one text."""
        return "\n".join(self.screen())

    def find(self, text: str) -> tuple[int, int] | None:
        """Tell in which cell a text begins that is seen in one row."""
        for y, row in enumerate(self.emulator.rows()):
            before, found, _ = row.partition(text)
            if found:
                return wcswidth(before), y
        return None

    def wait_for(self, wanted: str | re.Pattern[str], timeout: float | None = None) -> str:
        """Wait until something is seen; give all that is."""
        self.wait_until(lambda: _is_in(wanted, self.text()), f"{wanted!r} to be seen", timeout)
        return self.text()

    def wait_gone(self, unwanted: str | re.Pattern[str], timeout: float | None = None) -> str:
        """Wait until something is not seen any more; give all that is."""
        self.wait_until(
            lambda: not _is_in(unwanted, self.text()), f"{unwanted!r} to go", timeout
        )
        return self.text()

    def wait_until(
        self, holds: Callable[[], bool], what: str, timeout: float | None = None
    ) -> None:
        """Read what is written until something holds."""
        deadline = time.monotonic() + (self.patience if timeout is None else timeout)
        while not holds():
            left = deadline - time.monotonic()
            if left <= 0:
                raise AssertionError(f"waited in vain for {what}; {self.shown()}")
            if not self.pump(left) and self.process.poll() is not None:
                self.pump(0)
                if holds():
                    return
                raise AssertionError(f"it ended before {what}; {self.shown()}")

    def wait_for_end(self, timeout: float | None = None) -> int:
        """Wait for the program to end and take in all it wrote; give its exit code."""
        self.wait_until(lambda: self.process.poll() is not None, "the end", timeout)
        while self.pump(0):
            pass
        assert self.process.returncode is not None
        return self.process.returncode

    def shown(self) -> str:
        """Draw the screen for somebody who reads of a failure."""
        width = self.emulator.screen.columns
        rows = "\n".join(f"|{row}" for row in self.screen())
        line = "+" + "-" * width
        return (
            f"what is seen:\n{line}\n{rows}\n{line}\nlast bytes: {bytes(self.written[-200:])!r}"
        )

    def pump(self, timeout: float) -> bool:
        """Read what is written within a time; tell whether anything was."""
        # A program that has ended wakes nobody, because we hold its end of the line as well.
        try:
            ready, _, _ = select.select([self._ours], [], [], min(timeout, 0.05))
            data = os.read(self._ours, 65536) if ready else b""
        except (OSError, ValueError):
            return False
        if not data:
            return False
        self.written += data
        self.emulator.feed(data)
        said, self.emulator.answers = self.emulator.answers, []
        if said and self._answers:
            self._send("".join(said))
        return True

    # What somebody does.

    def press(self, *names: str) -> None:
        """Press keys: signs such as `a`, or names such as `Down`, `S-Tab` or `C-c`."""
        for name in names:
            self._send(self._key(name))

    def type(self, text: str) -> None:
        """Type a text, sign by sign."""
        for sign in text:
            self._send(sign)

    def paste(self, text: str) -> None:
        """Paste a text, all at once."""
        marked = PASTES in self.emulator.modes
        self._send(f"\x1b[200~{text}\x1b[201~" if marked else text)

    def click(self, x: int, y: int, button: int = 0) -> None:
        """Click on a cell."""
        assert {CLICKS, CLICKS_EXACT} <= self.emulator.modes, "nobody listens to the mouse"
        self._send(f"\x1b[<{button};{x + 1};{y + 1}M\x1b[<{button};{x + 1};{y + 1}m")

    def click_on(self, text: str) -> None:
        """Click on a text that is seen."""
        place = self.find(text)
        assert place is not None, f"there is no {text!r} to click on; {self.shown()}"
        self.click(*place)

    def send_bytes(self, data: bytes) -> None:
        """Send what no key sends."""
        self._send(data)

    def resize(self, width: int, height: int) -> None:
        """Drag the window to another size."""
        self.emulator.resize(width, height)
        termios.tcsetwinsize(self._theirs, (height, width))

    def signal(self, number: int) -> None:
        """Send the program a signal."""
        self.process.send_signal(number)

    def hang_up(self) -> None:
        """Close the window: the program hears of it, and can write nowhere any more."""
        for descriptor in (self._theirs, self._ours):
            if descriptor >= 0:
                os.close(descriptor)
        self._ours = self._theirs = -1

    # What is left.

    def left_on(self) -> list[str]:
        """Name all that is not as it was before the program came."""
        strange = self.emulator.left_on()
        if self._theirs >= 0 and termios.tcgetattr(self._theirs) != self._modes:
            strange.append("the line's modes")
        return strange

    def close(self) -> None:
        """End the program and all that it has started, and nothing else."""
        if self.process.poll() is None:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except ProcessLookupError:
                self.process.kill()
            self.process.wait()
        self.hang_up()

    def _key(self, name: str) -> str:
        if name in KEYS:
            sequence = KEYS[name]
            if 1 in self.emulator.modes and re.fullmatch(r"\x1b\[[A-DHF]", sequence):
                return sequence.replace("[", "O")
            return sequence
        if re.fullmatch(r"C-[a-z]", name):
            return chr(ord(name[2]) - 96)
        assert len(name) == 1, f"there is no key {name}"
        return name

    def _send(self, data: str | bytes) -> None:
        rest = memoryview(data if isinstance(data, bytes) else data.encode())
        deadline = time.monotonic() + self.patience
        while rest:
            assert time.monotonic() < deadline, f"nobody reads the keys; {self.shown()}"
            try:
                rest = rest[os.write(self._ours, rest) :]
            except BlockingIOError:
                self.pump(0.05)


def _take_terminal() -> None:
    """Make the terminal the one from which this session is controlled."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _is_in(wanted: str | re.Pattern[str], text: str) -> bool:
    return wanted in text if isinstance(wanted, str) else wanted.search(text) is not None


class House(Server):
    """A real server on a port of this machine, with a store of its own and no haste."""

    def __init__(self, folder: Path, *options: str) -> None:
        super().__init__(folder / "house.db", *options)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.wait()
        self.let_go()

    @property
    def address(self) -> str:
        """Where it is, as somebody types it."""
        return f"127.0.0.1:{self.port}"
