"""One connection, seen from the socket: what is still to be sent, and how it ends.

Thousands of these lie idle, so one holds next to nothing: no buffer unless the other end is
slow to read.
"""

from __future__ import annotations

import socket
import struct
from contextlib import suppress
from selectors import EVENT_READ, EVENT_WRITE

from eriantys.server.outside.unsent import Unsent

READ_SIZE = 16 * 1024
"""What is read of a connection before it is another's turn."""

_RESET_ON_CLOSE = struct.pack("ii", 1, 0)
"""Linger, for no time at all."""


class Connection:
    """A socket that never waits; any failure of the other end is an `OSError`."""

    __slots__ = (
        *("behind", "events", "finished", "firm", "heeded", "held", "leaving", "number"),
        *("receive_needs", "send_needs", "slack", "socket", "unsent"),
    )

    def __init__(self, number: int, accepted: socket.socket) -> None:
        accepted.setblocking(False)
        if accepted.family != socket.AF_UNIX:
            # A move is one small piece; to wait for more would only make it late.
            accepted.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.number = number
        self.socket = accepted
        self.unsent: Unsent | None = None
        """What the system did not take yet."""
        self.held = 0
        """How much of that was handed over all the same, and must be once more."""
        self.events = 0
        """What the loop waits for on this socket."""
        self.receive_needs = EVENT_READ
        self.send_needs = EVENT_WRITE
        """What must happen on the socket before more can be received, or sent."""
        self.heeded = True
        """Whether anybody wants to know what the other end says."""
        self.slack = False
        """Whether a slow reader may miss things here."""
        self.firm = False
        """Whether some of what is unsent was said before that: it must not be missed."""
        self.behind = False
        """Whether it has missed things, and has not read all that came before them."""
        self.leaving = False
        """Whether what is unsent is the last, and whatever comes does not count any more."""
        self.finished = False
        """Whether the other end was told that there is no more."""

    @property
    def unsent_size(self) -> int:
        """How many bytes the system did not take yet."""
        return 0 if self.unsent is None else self.unsent.size

    def at_ease(self) -> bool:
        """Tell whether nothing is expected here but that the other end may say something.

        So it is with nearly everybody nearly all of the time.
        """
        return (
            self.events == EVENT_READ
            and self.unsent is None
            and self.heeded
            and not self.slack
            and not self.leaving
        )

    def receive(self) -> bytes | None:
        """Read what has come: nothing yet is None, and the end an empty text."""
        try:
            return self.socket.recv(READ_SIZE)
        except BlockingIOError:
            return None

    def send(self, data: bytes) -> None:
        """Send, or keep for later what the system does not take; it is made of whole frames."""
        if self.unsent is not None:
            self.unsent.add(data)
            return
        taken = self._write(data)
        if taken < len(data):
            self.unsent = Unsent(data, taken)

    def send_more(self) -> None:
        """Send of what was kept for later as much as the system takes now."""
        while self.unsent is not None:
            offered = self.unsent.next()
            taken = self._write(offered)
            self.unsent.took(taken)
            if not self.unsent.size:
                self.unsent = None
            elif taken < len(offered):
                return

    def drop_unbegun(self) -> None:
        """Forget all that was kept for later, but for the frame that is half sent."""
        if self.unsent is not None:
            self.unsent.drop_unbegun(self.held)
            if not self.unsent.size:
                self.unsent = None

    def finish(self) -> None:
        """Tell the other end that this was all; if that must wait, `finished` stays false.

        The socket stays open until the other end is done as well: closed while something
        unread is waiting, it would take back even what was sent last.
        """
        self.socket.shutdown(socket.SHUT_WR)
        self.finished = True

    def close(self) -> None:
        """Let go of the socket."""
        self.socket.close()

    def reset(self) -> None:
        """Let go of the socket and of all that the system keeps for the other end to read."""
        with suppress(OSError):
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_ON_CLOSE)
        self.socket.close()

    def _write(self, data: bytes | memoryview) -> int:
        """Hand as much to the system as it takes; return how much that is."""
        try:
            return self.socket.send(data)
        except BlockingIOError:
            return 0
