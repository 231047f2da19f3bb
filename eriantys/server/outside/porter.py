"""The porter: lets people in, carries what is said to and fro, and sees people out.

It never waits for anybody in particular. Whoever reads too slowly is first not listened to,
then dropped; whoever is to go has a moment to read the goodbye.
"""

from __future__ import annotations

import logging
import socket
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from typing import Any

from eriantys.server.inputs import Closed, Input, Opened, Output, Received, Send
from eriantys.server.limits import Limits
from eriantys.server.outside.connection import Connection
from eriantys.server.outside.seldom import Seldom

log = logging.getLogger("eriantys.server.outside.porter")

ACCEPT_AT_ONCE = 64
"""New connections taken in before those who are here get their turn."""
ACCEPT_PAUSE = 1.0
"""How long the doors stay shut when there is no room for more."""
SPARE_DESCRIPTORS = 32
"""What is left for the store, the doors and the log when connections take all the rest."""
CLOSE_WAIT = 2.0
"""How long a connection that is to be closed may take to read the last it was sent."""


class Porter:
    """Everybody who is connected, and the doors through which they come."""

    def __init__(
        self,
        doors: Sequence[socket.socket],
        limits: Limits,
        descriptors: int,
        crowded: Callable[[int], bool],
    ) -> None:
        self.inputs: list[Input] = []
        """What has happened and was not told yet; whoever tells it takes it from here."""
        self._doors = doors
        self._limits = limits
        self._room = max(1, descriptors - SPARE_DESCRIPTORS)
        """For how many connections there are descriptors."""
        self._crowded = crowded
        """Tells of a connection whether it has sent more than was looked at yet."""

        self._selector = DefaultSelector()
        self._connections: dict[int, Connection] = {}
        self._latest = 0
        """The number of the latest connection."""
        self._leaving: deque[tuple[float, Connection]] = deque()
        """Until when each connection that is to be closed may still be there, in order."""
        self._doors_open_at: float | None = None
        """When the doors will be opened again; None while they are open, or shut for good."""
        self._warning = Seldom()

        self._alarm, self.alarm_bell = socket.socketpair()
        """Whatever is written to the bell ends the wait for something to happen."""
        self._alarm.setblocking(False)
        self.alarm_bell.setblocking(False)
        self._selector.register(self._alarm, EVENT_READ)
        self._open_doors()

    def __len__(self) -> int:
        return len(self._connections)

    def wait(self, seconds: float) -> None:
        """Wait until something happens, and note it in `inputs`."""
        for key, events in self._selector.select(seconds):
            if key.data is not None:
                self._serve(key.data, events)
            elif key.fileobj is self._alarm:
                self._alarm.recv(4096)
            else:
                self._accept(key.fileobj)

    def next_due(self) -> float | None:
        """Tell when there will be something to do even if nothing happens."""
        times = [self._doors_open_at, self._leaving[0][0] if self._leaving else None]
        return min((due for due in times if due is not None), default=None)

    def keep_time(self, now: float) -> None:
        """Do what is due."""
        if self._doors_open_at is not None and now >= self._doors_open_at:
            self._doors_open_at = None
            self._open_doors()
        while self._leaving and now >= self._leaving[0][0]:
            connection = self._leaving.popleft()[1]
            if connection.number in self._connections:
                log.debug("%d: did not read to the end", connection.number)
                self._lose(connection, "unread")

    def deliver(self, outputs: Iterable[Output], now: float) -> None:
        """Send what is to be sent, and see out who is to go once that is read."""
        # All for one connection goes out in one piece.
        letters: dict[int, list[bytes]] = {}
        for output in outputs:
            connection = self._connections.get(output.connection)
            if connection is None or connection.leaving:
                continue
            pieces = letters.setdefault(connection.number, [])
            if isinstance(output, Send):
                pieces.append(output.data)
            else:
                self._see_out(connection, now)
        for number, pieces in letters.items():
            data = pieces[0] if len(pieces) == 1 else b"".join(pieces)
            self._send(self._connections[number], data)

    def shut_doors(self) -> None:
        """Let nobody in any more."""
        if self._doors_open_at is None:
            for door in self._doors:
                self._selector.unregister(door)
        self._doors_open_at = None

    def see_all_out(self, now: float) -> None:
        """Have everybody go who is still here."""
        for connection in list(self._connections.values()):
            if not connection.leaving:
                self._see_out(connection, now)
                self._send(connection, b"")

    def close(self) -> None:
        """Let go of everything."""
        for connection in self._connections.values():
            connection.close()
        self._connections.clear()
        for door in self._doors:
            door.close()
        self._selector.close()
        self._alarm.close()
        self.alarm_bell.close()

    # Doors.

    def _open_doors(self) -> None:
        for door in self._doors:
            self._selector.register(door, EVENT_READ)

    def _pause(self, why: str, detail: object) -> None:
        """Let nobody in for a while; those who knock wait outside."""
        now = time.monotonic()
        if self._warning.due(now):
            log.warning(why, detail)
        self.shut_doors()
        self._doors_open_at = now + ACCEPT_PAUSE

    def _accept(self, door: Any) -> None:
        for _ in range(ACCEPT_AT_ONCE):
            if self._doors_open_at is not None:
                return
            if len(self._connections) >= self._room:
                self._pause("%d connections are as many as there can be", self._room)
                return
            try:
                accepted, address = door.accept()
            except BlockingIOError:
                return
            except ConnectionError:
                continue  # that one has left again
            except OSError as error:
                # Mostly for want of descriptors. The door would report the same at once, and
                # again: whoever waits outside must wait a little longer.
                self._pause("cannot take in another connection: %s", error.strerror)
                return
            self._let_in(accepted, address)

    def _let_in(self, accepted: socket.socket, address: tuple[Any, ...]) -> None:
        try:
            connection = Connection(self._latest + 1, accepted)
        except OSError:  # gone already
            accepted.close()
            return
        self._latest = connection.number
        self._connections[connection.number] = connection
        connection.events = EVENT_READ
        self._selector.register(accepted, EVENT_READ, connection)
        # At a door for both families, addresses of IPv4 have a longer name.
        host = address[0].removeprefix("::ffff:")
        log.debug("%d: connected from %s port %d", connection.number, host, address[1])
        self.inputs.append(Opened(connection.number, host))

    # Connections.

    def _serve(self, connection: Connection, events: int) -> None:
        try:
            if events & EVENT_WRITE:
                connection.send_more()
                self._settle(connection)
            if events & EVENT_READ:
                self._read(connection)
        except OSError:
            self._lose(connection, "closed")

    def _read(self, connection: Connection) -> None:
        if connection.leaving:
            over = connection.receive() == b""  # whatever else it says comes too late
        elif self._crowded(connection.number):
            return
        else:
            data = connection.receive()
            over = data == b""
            if data:
                self.inputs.append(Received(connection.number, data))
        if over:
            self._lose(connection, "closed")

    def _send(self, connection: Connection, data: bytes) -> None:
        # What counts is what was left unread before: whoever reads may be sent much at once.
        unsent = connection.unsent_size
        if unsent > self._limits.unsent_most:
            log.info("%d: leaves %d bytes unread and is dropped", connection.number, unsent)
            self._lose(connection, "unread")
            return
        try:
            connection.send(data)
            self._settle(connection)
        except OSError:
            self._lose(connection, "closed")

    def _see_out(self, connection: Connection, now: float) -> None:
        connection.leaving = True
        self._leaving.append((now + CLOSE_WAIT, connection))

    def _settle(self, connection: Connection) -> None:
        """Wait for what matters on a connection, now that its unsent bytes have changed."""
        unsent = connection.unsent_size
        if connection.leaving and not unsent:
            connection.say_no_more()
        events = EVENT_WRITE if unsent else 0
        if connection.leaving or unsent <= self._limits.unsent_pause:
            events |= EVENT_READ
        if events != connection.events:
            connection.events = events
            self._selector.modify(connection.socket, events, connection)

    def _lose(self, connection: Connection, cause: str) -> None:
        """Let go of a connection, and tell of it unless it was sent away."""
        log.debug("%d: %s", connection.number, cause)
        del self._connections[connection.number]
        self._selector.unregister(connection.socket)
        if cause == "unread":
            connection.reset()
        else:
            connection.close()
        if not connection.leaving:
            self.inputs.append(Closed(connection.number, cause))
