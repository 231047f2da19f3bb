"""A progress bar for commands that take a while."""

from __future__ import annotations

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
        sys.stderr.write(f"\r[{bar}] {done} of {self._total} {self._what}")
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
            blank = " " * (WIDTH + len(f"[] {self._total} of {self._total} {self._what}"))
            sys.stderr.write(f"\r{blank}\r")
            sys.stderr.flush()
