"""One connection, seen from the socket: what is still to be sent, and how it ends.

Thousands of these lie idle, so one holds next to nothing: no buffer unless the other end is
slow to read.
"""

from __future__ import annotations

import socket
import struct
from contextlib import suppress

READ_SIZE = 16 * 1024
"""What is read of a connection before it is another's turn."""

_RESET_ON_CLOSE = struct.pack("ii", 1, 0)
"""Linger, for no time at all."""


class Connection:
    """A socket that never waits; any failure of the other end is an `OSError`."""

    __slots__ = ("events", "leaving", "number", "socket", "unsent")

    def __init__(self, number: int, accepted: socket.socket) -> None:
        accepted.setblocking(False)
        # A move is one small piece; to wait for more would only make it late.
        accepted.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.number = number
        self.socket = accepted
        self.unsent: bytearray | None = None
        """What the system did not take yet."""
        self.events = 0
        """What the loop waits for on this socket."""
        self.leaving = False
        """Whether what is unsent is the last, and whatever comes does not count any more."""

    @property
    def unsent_size(self) -> int:
        """How many bytes the system did not take yet."""
        return 0 if self.unsent is None else len(self.unsent)

    def receive(self) -> bytes | None:
        """Read what has come: nothing yet is None, and the end an empty text."""
        try:
            return self.socket.recv(READ_SIZE)
        except BlockingIOError:
            return None

    def send(self, data: bytes) -> None:
        """Send, or keep for later what the system does not take."""
        if self.unsent is not None:
            self.unsent += data
            return
        try:
            sent = self.socket.send(data)
        except BlockingIOError:
            sent = 0
        if sent < len(data):
            self.unsent = bytearray(memoryview(data)[sent:])

    def send_more(self) -> None:
        """Send of what was kept for later as much as the system takes now."""
        if self.unsent is None:
            return
        try:
            sent = self.socket.send(self.unsent)
        except BlockingIOError:
            return
        if sent < len(self.unsent):
            del self.unsent[:sent]
        else:
            self.unsent = None

    def say_no_more(self) -> None:
        """Tell the other end that this was all.

        The socket stays open until the other end is done as well: closed while something
        unread is waiting, it would take back even what was sent last.
        """
        self.socket.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Let go of the socket."""
        self.socket.close()

    def reset(self) -> None:
        """Let go of the socket and of all that the system keeps for the other end to read."""
        with suppress(OSError):
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_ON_CLOSE)
        self.socket.close()
