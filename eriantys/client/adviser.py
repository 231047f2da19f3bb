"""The adviser: a process beside the client that says what a bot would do.

It is started with the first question, waits for the next one, and ends with the client,
however that ends. Nobody waits for it: its answer comes when it comes.
"""

from __future__ import annotations

from contextlib import suppress

import msgspec

from eriantys.client.companion import Companion
from eriantys.wire.advice import FRAME_MOST, Advice, Question, read_advice, write
from eriantys.wire.errors import WireError
from eriantys.wire.frames import FrameReader

READ_SIZE = 64 * 1024


class Adviser:
    """The line to the process that gives advice."""

    def __init__(self) -> None:
        self._companion: Companion | None = None
        self._over = False
        """Whether nothing comes from the line any more."""
        self._reader = FrameReader(FRAME_MOST)

    def fileno(self) -> int | None:
        """Tell the descriptor to wait on; None while there is nothing to wait for."""
        return None if self._companion is None or self._over else self._companion.line.fileno()

    def ask(self, question: Question) -> None:
        """Ask, and do not wait; where that is impossible, there will be no answer."""
        frame = write(question)
        if not self._send(frame):  # it does not run yet, or not any more, or is stuck
            with suppress(OSError):
                self._start()
                self._send(frame)

    def take(self) -> list[Advice]:
        """Take in what has come, and return the answers among it."""
        assert self._companion is not None
        found: list[Advice] = []
        try:
            data = self._companion.line.recv(READ_SIZE)
            self._reader.feed(data)
            while (content := self._reader.next_frame()) is not None:
                found.append(read_advice(content))
            self._over = not data
        except BlockingIOError:
            pass
        except (OSError, WireError, msgspec.ValidationError):
            self._over = True
        return found

    def close(self) -> None:
        """End the process, which has nothing to lose."""
        if self._companion is not None:
            self._companion.close(patience=0)
            self._companion = None

    def _send(self, frame: bytes) -> bool:
        if self._companion is None or self._over:
            return False
        try:
            self._companion.line.sendall(frame)
        except OSError:
            return False
        return True

    def _start(self) -> None:
        # The line before is closed only when there is another: so the new one has a descriptor
        # of its own, and whoever waits for events on descriptors takes it for no other.
        companion = Companion("bot", "--advise")
        self.close()
        companion.line.setblocking(False)
        self._companion, self._over = companion, False
        self._reader = FrameReader(FRAME_MOST)
