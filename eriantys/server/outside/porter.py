"""The porter: lets people in, carries what is said to and fro, and sees people out.

It never waits for anybody in particular. Whoever reads too slowly is first not listened to,
then dropped, or misses things where that is allowed; whoever is to go has a moment to read
the goodbye.
"""

from __future__ import annotations

import logging
import socket
import ssl
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector, SelectorKey
from typing import Any

from eriantys.server.inputs import (
    Behind,
    CaughtUp,
    Close,
    Closed,
    Heed,
    Input,
    Opened,
    Received,
    Send,
    Slack,
    ToConnection,
)
from eriantys.server.limits import Limits
from eriantys.server.logbook import of_connection
from eriantys.server.outside.arrivals import Arrivals
from eriantys.server.outside.connection import Connection
from eriantys.server.outside.doors import Doors
from eriantys.server.outside.tls import SecureConnection
from eriantys.server.seldom import Seldom

log = logging.getLogger("eriantys.server.outside.porter")

EVENTS_AT_ONCE = 256
"""Connections that are looked at before the core has its turn: so much at a time stays where
the processor finds it again quickly, and what one turn costs is bounded for everybody."""
SPARE_DESCRIPTORS = 64
"""What is left for the store, the doors, the log and those at the side doors when connections
take all the rest."""
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
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.inputs: list[Input] = []
        """What has happened and was not told yet; whoever tells it takes it from here."""
        self.limits = limits
        self.tls = tls
        """What is needed for TLS with whoever comes next; None for connections without."""
        self._crowded = crowded
        """Tells of a connection whether it has sent more than was looked at yet."""

        self._selector = DefaultSelector()
        self._happened: deque[tuple[SelectorKey, int]] = deque()
        """What the system has reported and nobody has looked at yet."""
        self._connections: dict[int, Connection] = {}
        self._latest = 0
        """The number of the latest connection."""
        self._arrivals = Arrivals()
        """Those of the connections with whom hands are being shaken."""
        self._leaving: deque[tuple[float, Connection]] = deque()
        """Until when each connection that is to be closed may still be there, in order."""
        self._no_tls = Seldom()

        self._alarm, self.alarm_bell = socket.socketpair()
        """Whatever is written to the bell ends the wait for something to happen."""
        self._alarm.setblocking(False)
        self.alarm_bell.setblocking(False)
        self._selector.register(self._alarm, EVENT_READ)
        room = max(1, descriptors - SPARE_DESCRIPTORS)
        self._doors = Doors(doors, self._selector, self._connections, room)

    def __len__(self) -> int:
        return len(self._connections)

    def __contains__(self, number: int) -> bool:
        return number in self._connections

    def watch(
        self, line: socket.socket, heed: Callable[[], None], *, writing: bool = False
    ) -> None:
        """Have something done when there is something to read that is no connection's.

        Or, where that is wanted, as soon as there is room to write.
        """
        self._selector.register(line, EVENT_WRITE if writing else EVENT_READ, heed)

    def unwatch(self, line: socket.socket) -> None:
        """Leave a line alone again; what it has said already may still be told of."""
        self._selector.unregister(line)

    def adopt(self, end: socket.socket, address: str) -> int | None:
        """Take in a connection that came through no door; None if there is no room."""
        if not self._doors.has_room:
            return None
        self._latest += 1
        connection = self._connections[self._latest] = Connection(self._latest, end)
        self.inputs.append(Opened(connection.number, address))
        self._settle(connection)
        return connection.number

    def wait(self, seconds: float) -> None:
        """Wait until something happens, and note it in `inputs`."""
        self._arrivals.begin_turn()
        if not self._happened:
            self._happened.extend(self._selector.select(seconds))
        for _ in range(min(EVENTS_AT_ONCE, len(self._happened))):
            key, events = self._happened.popleft()
            if isinstance(key.data, Connection):
                if key.data.number in self._connections:  # or it has gone meanwhile
                    self._serve(key.data, events)
            elif key.data is not None:
                key.data()
            elif key.fileobj is self._alarm:
                self._alarm.recv(4096)
            else:
                for accepted, address in self._doors.who_knocks(key.fileobj):
                    self._let_in(accepted, address)

    def next_due(self) -> float | None:
        """Tell when there will be something to do even if nothing happens."""
        times = [
            self._doors.open_at,
            self._leaving[0][0] if self._leaving else None,
            self._arrivals.next_due(self.limits.login),
        ]
        return min((due for due in times if due is not None), default=None)

    def keep_time(self, now: float) -> None:
        """Do what is due."""
        self._doors.keep_time(now)
        while self._leaving and now >= self._leaving[0][0]:
            connection = self._leaving.popleft()[1]
            if connection.number in self._connections:
                of_connection(connection.number, log).debug("did not read to the end")
                self._lose(connection, "unread")
        for number in self._arrivals.late(now, self.limits.login):
            of_connection(number, log).debug("did not finish the handshake of TLS")
            self._lose(self._connections[number], "closed")

    def deliver(self, outputs: Iterable[ToConnection], now: float) -> None:
        """Send what is to be sent, and see out who is to go once that is read."""
        # All for one connection goes out in one piece.
        letters: dict[Connection, list[bytes]] = {}
        for output in outputs:
            connection = self._connections.get(output.connection)
            if connection is None or connection.leaving:
                continue
            pieces = letters.get(connection)
            if pieces is None:
                pieces = letters[connection] = []
            if isinstance(output, Send):
                pieces.append(output.data)
            else:
                self._treat(connection, output, now)
        for connection, pieces in letters.items():
            self._send(connection, pieces[0] if len(pieces) == 1 else b"".join(pieces))

    def _treat(self, connection: Connection, output: Close | Heed | Slack, now: float) -> None:
        """Treat somebody otherwise from now on."""
        match output:
            case Heed(_, listen):
                connection.heeded = listen
            case Slack(_, allowed):
                connection.slack = connection.firm = allowed
                connection.behind &= allowed
            case Close():
                self._see_out(connection, now)

    def shut_doors(self) -> None:
        """Let nobody in any more."""
        self._doors.shut()

    def see_all_out(self, now: float) -> None:
        """Have everybody go who is still here."""
        for connection in list(self._connections.values()):
            if connection in self._arrivals:
                self._lose(connection, "closed")
            elif not connection.leaving:
                self._see_out(connection, now)
                self._send(connection, b"")

    def close(self) -> None:
        """Let go of everything."""
        for connection in self._connections.values():
            connection.close()
        self._connections.clear()
        self._doors.close()
        self._selector.close()
        self._alarm.close()
        self.alarm_bell.close()

    # Coming in.

    def _let_in(self, accepted: socket.socket, address: tuple[Any, ...]) -> None:
        # At a door for both families, addresses of IPv4 have a longer name.
        host = address[0].removeprefix("::ffff:")
        number = self._latest + 1
        connection: Connection
        try:
            if self.tls is None:
                connection = Connection(number, accepted)
            elif self._arrivals.count(host) >= self.limits.connections_per_address:
                log.debug("too many handshakes of TLS with %s", host)
                accepted.close()
                return
            else:
                connection = SecureConnection(number, accepted, self.tls)
        except OSError:  # gone already
            accepted.close()
            return
        self._latest = number
        self._connections[number] = connection
        of_connection(number, log).debug("comes from %s port %d", host, address[1])
        if isinstance(connection, SecureConnection):
            self._arrivals.add(connection, host, time.monotonic())
        else:
            self.inputs.append(Opened(number, host))
        self._settle(connection)

    def _shake_hands(self, connection: SecureConnection) -> None:
        """Go on with a handshake; nobody is told of a connection before it is done."""
        if not self._arrivals.may_go_on():
            return
        try:
            if connection.shake_hands():
                host = self._arrivals.remove(connection)
                self.inputs.append(Opened(connection.number, host))
        except ssl.SSLError as error:
            # What was the matter is on its way, and must be read before the socket closes.
            host = self._arrivals.remove(connection)
            # Mostly one who has forgotten the tls://; or a scanner, of whom there are many.
            told = logging.INFO if self._no_tls.due(time.monotonic()) else logging.DEBUG
            story = of_connection(connection.number, log)
            story.log(told, "no handshake of TLS with %s: %s", host, error.reason)
            self._see_out(connection, time.monotonic())

    # Connections.

    def _serve(self, connection: Connection, events: int) -> None:
        try:
            if connection.at_ease():
                self._read(connection)
                return
            if isinstance(connection, SecureConnection) and connection in self._arrivals:
                self._shake_hands(connection)
            else:
                self._carry(connection, events)
            self._settle(connection)
        except OSError:
            self._lose(connection, "closed")

    def _carry(self, connection: Connection, events: int) -> None:
        if events & connection.send_needs:
            connection.send_more()
            connection.firm &= connection.unsent_size > 0
            if connection.behind and not connection.unsent_size:
                connection.behind = False
                self.inputs.append(CaughtUp(connection.number))
        if events & connection.receive_needs and self._listens(connection):
            self._read(connection)

    def _listens(self, connection: Connection) -> bool:
        """Tell whether what a connection says is to be read now."""
        if connection.leaving:
            return True
        return connection.heeded and connection.unsent_size <= self.limits.unsent_pause

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
            raise ConnectionAbortedError("the other end has closed the connection")

    def _send(self, connection: Connection, data: bytes) -> None:
        # What counts is what was left unread before: whoever reads may be sent much at once.
        unsent = connection.unsent_size
        if connection.at_ease():
            try:
                connection.send(data)
            except OSError:
                self._lose(connection, "closed")
                return
            if connection.at_ease():
                return
            data = b""
        if unsent > self.limits.unsent_most:
            of_connection(connection.number, log).info("leaves %d bytes unread", unsent)
            self._lose(connection, "unread")
            return
        try:
            if data:
                connection.send(data)
            connection.firm &= connection.unsent_size > 0
            if connection.slack and not connection.firm and not connection.behind:
                self._take_the_slack(connection)
            self._settle(connection)
        except OSError:
            self._lose(connection, "closed")

    def _take_the_slack(self, connection: Connection) -> None:
        """Let somebody who may miss things miss them, if too much is left unread."""
        unsent = connection.unsent_size
        if unsent > self.limits.unsent_pause:
            connection.drop_unbegun()
            connection.behind = True
            missed = unsent - connection.unsent_size
            of_connection(connection.number, log).debug("is behind and misses %d bytes", missed)
            self.inputs.append(Behind(connection.number))

    def _see_out(self, connection: Connection, now: float) -> None:
        connection.leaving = True
        connection.slack = connection.behind = False
        self._leaving.append((now + CLOSE_WAIT, connection))

    def _settle(self, connection: Connection) -> None:
        """Wait for what matters on a connection, now that something about it has changed."""
        if connection.leaving and not connection.unsent_size and not connection.finished:
            connection.finish()
        # Who is behind has caught up when the system takes something again.
        waits = connection.unsent_size or connection.behind
        events = connection.send_needs if waits else 0
        if self._listens(connection):
            events |= connection.receive_needs
        if connection.leaving and not connection.finished:
            events |= EVENT_WRITE
        if events == connection.events:
            return
        if not connection.events:
            self._selector.register(connection.socket, events, connection)
        elif not events:  # which the system would not take: it reports an end at any rate
            self._selector.unregister(connection.socket)
        else:
            self._selector.modify(connection.socket, events, connection)
        connection.events = events

    def _lose(self, connection: Connection, cause: str) -> None:
        """Let go of a connection, and tell of it unless it was sent away or never told of."""
        of_connection(connection.number, log).debug("lost: %s", cause)
        del self._connections[connection.number]
        if connection.events:
            self._selector.unregister(connection.socket)
        if cause == "unread":
            connection.reset()
        else:
            connection.close()
        if connection in self._arrivals:
            self._arrivals.remove(connection)
        elif not connection.leaving:
            self.inputs.append(Closed(connection.number, cause))
