"""A door beside the players' one: whoever comes asks one thing, is answered, and goes.

The operator's socket is such a door, and so is that for metrics, which may be one of several
wings. Few may be inside at a time, each has a deadline, and nobody waits for any of them.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Sequence
from functools import partial

from eriantys.server.outside.porter import Porter

INSIDE_MOST = 16
"""Whoever comes when so many are inside takes the place of the one who came first."""
PATIENCE = 10.0
"""Seconds for all of a question to come, and for all of the answer to be read."""
READ_AT_ONCE = 64 * 1024
REST = 1.0
"""Seconds for which the door stays shut where whoever knocks cannot be let in."""


class Visitor:
    """Somebody who has a question."""

    __slots__ = ("due", "heard", "number", "socket", "unsent")

    def __init__(self, number: int, end: socket.socket, now: float) -> None:
        self.number = number
        self.socket = end
        self.heard = bytearray()
        self.unsent = b""
        self.due: float | None = now + PATIENCE
        """When this one must be gone; nothing while it is we who take our time."""


class SideDoor:
    """One such door, and those who have come in by it."""

    def __init__(
        self,
        porter: Porter,
        wings: Sequence[socket.socket],
        *,
        length: Callable[[bytearray], int],
        most: int,
        heed: Callable[[int, bytes], None],
        welcome: Callable[[socket.socket], bool] = lambda _: True,
    ) -> None:
        self._porter = porter
        self._wings = wings
        self._length = length
        """Tells how many bytes a whole question has; 0 until it is there."""
        self._most = most
        self._heed = heed
        self._welcome = welcome
        self._inside: dict[int, Visitor] = {}
        self._latest = 0
        self._opens_at: float | None = None
        """When the door will be opened again; nothing while it is open."""
        for wing in wings:
            wing.setblocking(False)
        self._watch()

    def answer(self, number: int, data: bytes) -> None:
        """Answer a question and see whoever asked it out; it may have gone already."""
        visitor = self._inside.get(number)
        if visitor is not None:
            visitor.unsent = data
            visitor.due = time.monotonic() + PATIENCE
            self._porter.unwatch(visitor.socket)
            self._porter.watch(visitor.socket, lambda: self._send(visitor), writing=True)
            self._send(visitor)

    def next_due(self) -> float | None:
        """Tell when somebody must be gone, or may come again."""
        dues = [each.due for each in self._inside.values() if each.due is not None]
        if self._opens_at is not None:
            dues.append(self._opens_at)
        return min(dues, default=None)

    def keep_time(self, now: float) -> None:
        """See those out whose time is up; open the door again when it has rested."""
        if self._opens_at is not None and self._opens_at <= now:
            self._watch()
        for visitor in list(self._inside.values()):
            if visitor.due is not None and visitor.due <= now:
                self._see_out(visitor)

    def close(self) -> None:
        """Let nobody in any more, and everybody go."""
        for visitor in list(self._inside.values()):
            self._see_out(visitor)
        if self._opens_at is None:
            self._unwatch()
        for wing in self._wings:
            wing.close()

    def _watch(self) -> None:
        self._opens_at = None
        for wing in self._wings:
            self._porter.watch(wing, partial(self._open, wing))

    def _unwatch(self) -> None:
        for wing in self._wings:
            self._porter.unwatch(wing)

    def _open(self, wing: socket.socket) -> None:
        if self._opens_at is not None:
            return  # reported before the door was shut
        try:
            end, _ = wing.accept()
        except (BlockingIOError, ConnectionError):
            return  # gone again
        except OSError:
            # No descriptors are left: whoever knocks goes on knocking, and would be heard at
            # every turn. Who was here first makes room.
            self._unwatch()
            self._opens_at = time.monotonic() + REST
            if self._inside:
                self._see_out(next(iter(self._inside.values())))
            return
        end.setblocking(False)
        if not self._welcome(end):
            end.close()
            return
        if len(self._inside) >= INSIDE_MOST:
            self._see_out(next(iter(self._inside.values())))
        self._latest += 1
        visitor = self._inside[self._latest] = Visitor(self._latest, end, time.monotonic())
        self._porter.watch(end, lambda: self._listen(visitor))

    def _listen(self, visitor: Visitor) -> None:
        if visitor.number not in self._inside:
            return  # reported before it was seen out
        try:
            data = visitor.socket.recv(READ_AT_ONCE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._see_out(visitor)
            return
        if visitor.due is None:
            return  # it has asked already: whatever else it says is not heard
        visitor.heard += data
        length = self._length(visitor.heard)
        if length:
            visitor.due = None
            self._heed(visitor.number, bytes(visitor.heard[:length]))
        elif len(visitor.heard) > self._most:
            self._see_out(visitor)

    def _send(self, visitor: Visitor) -> None:
        if visitor.number not in self._inside:
            return
        try:
            sent = visitor.socket.send(visitor.unsent)
        except BlockingIOError:
            return
        except OSError:
            self._see_out(visitor)
            return
        visitor.unsent = visitor.unsent[sent:]
        if not visitor.unsent:
            self._see_out(visitor)

    def _see_out(self, visitor: Visitor) -> None:
        del self._inside[visitor.number]
        self._porter.unwatch(visitor.socket)
        visitor.socket.close()
