"""A progress bar for commands that take a while."""

from __future__ import annotations

import os
import sys
import time
from types import TracebackType

REDRAW_SECONDS = 0.1
WIDTH = 30


class Progress:
    """Shows how far something is, on a terminal's error output and nowhere else."""

    def __init__(self, total: int, what: str) -> None:
        self._total = total
        self._what = what
        self._visible = sys.stderr.isatty()
        self._next = 0.0

    def show(self, done: int) -> None:
        """Redraw the bar, unless that was done a moment ago."""
        if not self._visible or (now := time.monotonic()) < self._next:
            return
        self._next = now + REDRAW_SECONDS
        filled = WIDTH * done // self._total
        bar = "#" * filled + "." * (WIDTH - filled)
        self._draw(f"[{bar}] {done} of {self._total} {self._what}")

    def _draw(self, line: str) -> None:
        # A line longer than the terminal is wide would leave pieces of itself behind.
        columns = os.get_terminal_size(sys.stderr.fileno()).columns
        sys.stderr.write(f"\r{line[: max(columns - 1, 0)]}")
        sys.stderr.flush()

    def __enter__(self) -> Progress:
        self.show(0)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._visible:
            self._draw(" " * (WIDTH + len(f"[] {self._total} of {self._total} {self._what}")))
            self._draw("")
