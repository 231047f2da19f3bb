"""The load: many tables at one server, played by one thread.

Under the closed load every table has exactly one move under way, and makes the next as soon
as it is asked for it. Under the open load moves are sent when a timetable says so, whatever
the server does meanwhile.
"""

from __future__ import annotations

import select
import time
from collections.abc import Callable
from typing import NamedTuple

from eriantys.server.limits import LOBBY_INTERVAL
from tests.bench.server.contestants import PATIENCE, Contestant, Trouble
from tests.bench.server.dialects import PING, PONG
from tests.bench.server.people import Connection, Dialect, Table

READ_SIZE = 65536
AT_ONCE = 50
"""Tables that are opened, or people who come to look in, before anybody waits for them."""
LOOK_OUT = 0.001
"""Seconds before a move during which nobody sleeps: the system wakes one up to so late."""
PART_OF_GAME = 100
"""Moves after which most random games of two are not over yet, but soon will be."""


class Slice(NamedTuple):
    """What a server and its load did for a while."""

    requests: int
    server: float
    """CPU seconds of the server."""
    load: float
    """CPU seconds of the load."""
    wall: float

    @property
    def cost(self) -> float:
        """CPU microseconds of the server for a request."""
        return 1e6 * self.server / self.requests

    @property
    def load_cost(self) -> float:
        """CPU microseconds of the load for a request."""
        return 1e6 * self.load / self.requests

    @property
    def rate(self) -> float:
        """Requests per second on the wall clock."""
        return self.requests / self.wall


class Crowd:
    """All connections to one server."""

    def __init__(self, contestant: Contestant, dialect: Dialect, seats: int = 2) -> None:
        self.contestant = contestant
        self.tables: list[Table] = []
        self.port = contestant.port()
        self.begun_again = 0
        """How many matches were begun where another had just ended, while others went on."""
        self._dialect = dialect
        self._seats = seats
        """How many sit at a table."""
        self._epoll = select.epoll()
        self._connections: dict[int, Connection] = {}
        self._looking_in = 0

    # People come.

    def seat(self, count: int) -> None:
        """Let so many tables in all have a match, and somebody who is asked for a move."""
        ended = self._take_ended()
        for table in ended:
            self._dialect.begin_again(table)
        while len(self.tables) < count:
            for _ in range(min(AT_ONCE, count - len(self.tables))):
                self._open_table()
            self._wait_until(lambda: all(table.move for table in self.tables[-AT_ONCE:]))
        self._wait_until(lambda: all(table.move for table in self.tables))
        if ended and self._looking_in:
            # Those in the lobby hear of new matches a little later, but not while others play.
            self.rest(2 * LOBBY_INTERVAL)

    def _open_table(self) -> None:
        table = Table(len(self.tables))
        self.tables.append(table)
        for seat in range(self._seats):
            name = f"player-{len(self.tables)}-{seat}"
            table.players.append(Connection(self.port, name, table, seat))
        for connection in table.players:
            self._enter(connection)

    def look_in(self, count: int, *, named: bool = True) -> None:
        """Let so many come who do nothing but answer pings, each after one round trip."""
        wanted = self._dialect.arrived + count
        while self._dialect.arrived < wanted:
            for _ in range(min(AT_ONCE, wanted - self._dialect.arrived)):
                self._looking_in += 1
                name = f"guest-{self._looking_in}" if named else ""
                self._enter(Connection(self.port, name))
            here = self._looking_in
            self._wait_until(lambda: self._dialect.arrived == here)  # noqa: B023

    def _enter(self, connection: Connection) -> None:
        self._connections[connection.socket.fileno()] = connection
        self._epoll.register(connection.socket.fileno(), select.EPOLLIN)
        self._dialect.greet(connection)

    def close(self) -> None:
        """Break all connections."""
        for connection in self._connections.values():
            connection.socket.close()
        self._epoll.close()

    # People talk.

    def _wait_until(self, done: Callable[[], bool]) -> None:
        give_up = time.monotonic() + PATIENCE
        while not done():
            if time.monotonic() > give_up:
                raise Trouble("the server does not answer any more")
            self.attend(0.1)

    def attend(self, patience: float = 0) -> None:
        """Take in whatever has come."""
        for number, _ in self._epoll.poll(patience):
            connection = self._connections[number]
            self._note(
                connection, self._dialect.hear(connection, connection.receive(READ_SIZE))
            )

    def _note(self, connection: Connection, move: bytes | None) -> None:
        if move is not None:
            assert connection.table is not None
            connection.table.mover, connection.table.move = connection, move

    def rest(self, seconds: float) -> None:
        """Do nothing for a while but answer pings."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self.attend(left)

    def settle(self) -> None:
        """Let the server finish what it has begun, and hear all of it."""
        self.contestant.settle()
        self.attend()

    def _take_ended(self) -> list[Table]:
        ended, self._dialect.ended = self._dialect.ended, []
        return ended

    # The closed load.

    def scatter(self) -> None:
        """Let every table play another number of moves, so that all parts of a game occur."""
        self._advance(
            {table: number % PART_OF_GAME for number, table in enumerate(self.tables)}
        )

    def advance(self, moves: int) -> None:
        """Let every table play so many moves, a few tables at a time."""
        for first in range(0, len(self.tables), AT_ONCE):
            self._advance(dict.fromkeys(self.tables[first : first + AT_ONCE], moves))

    def _advance(self, left: dict[Table, int]) -> None:
        def all_asked() -> bool:
            return all(table.move or table in self._dialect.ended for table in left)

        while playing := [table for table, moves in left.items() if moves and table.move]:
            for table in playing:
                left[table] -= 1
                _send_move(table)
            self._wait_until(all_asked)

    def play(self, tables: int, seconds: float) -> Slice:
        """Let so many tables play until the server has used so many seconds of CPU.

        A table whose match ends is replaced by one that has been waiting: to begin a match is
        no part of what is measured.
        """
        ready = [table for table in self.tables if table.move]
        spare = ready[tables:]
        self.settle()
        # The loop below is short of everything that is not needed for each move.
        hear, connections, poll = self._dialect.hear, self._connections, self._epoll.poll
        ended, cpu = self._dialect.ended, self.contestant.cpu
        moves, over, going_on = 0, len(ended), True
        stopwatch = _Stopwatch(cpu)
        stop_at = cpu() + int(1e9 * seconds)
        for table in ready[:tables]:
            _send_move(table)
        under_way = min(tables, len(ready))
        while under_way:
            heard = poll(PATIENCE)
            if not heard:
                raise Trouble("the server does not answer any more")
            for number, _ in heard:
                connection = connections[number]
                move = hear(connection, connection.receive(READ_SIZE))
                if move is None:
                    continue
                moves += 1
                if going_on:
                    connection.send(move)
                else:
                    self._note(connection, move)
                    under_way -= 1
            while len(ended) > over:
                over += 1
                moves += 1
                if going_on and spare:
                    _send_move(spare.pop())
                else:
                    under_way -= 1
            if going_on and cpu() >= stop_at:
                going_on = False
        stopwatch.stop()
        self.settle()
        return stopwatch.slice(moves)

    def ping(self, count: int, seconds: float) -> Slice:
        """Let so many connections ping, each as soon as it was answered."""
        pinging = [table.players[0] for table in self.tables[:count]]
        self.settle()
        connections, poll, cpu = self._connections, self._epoll.poll, self.contestant.cpu
        pongs = 0
        stopwatch = _Stopwatch(cpu)
        stop_at = cpu() + int(1e9 * seconds)
        under_way = len(pinging)
        for connection in pinging:
            connection.send(PING)
        while under_way:
            going_on = cpu() < stop_at
            for number, _ in poll(PATIENCE):
                connection = connections[number]
                if connection.receive(READ_SIZE) != PONG:
                    raise Trouble("a ping was not answered by a pong")
                pongs += 1
                if going_on:
                    connection.send(PING)
                else:
                    under_way -= 1
        stopwatch.stop()
        self.settle()
        return stopwatch.slice(pongs)

    # The open load.

    def pace(
        self,
        tables: int,
        rate: float,
        seconds: float,
        *,
        gently: bool = False,
        again: bool = False,
    ) -> list[float]:
        """Send moves by a timetable; return for each how late all at its table knew of it.

        That is counted from when it should have been sent: a move that has to wait for the
        one before it waits just like one that the server is slow to answer. Gently, it leaves
        its core to others until shortly before the next move, and lets the server be busy with
        others before and after. A table whose match ends is replaced by one that has been
        waiting; those who sat there may begin another match at once, and wait in their turn.
        """
        ready = [table for table in self.tables if table.move]
        playing, spare = ready[:tables], ready[tables:]
        for table in ready:
            table.owed, table.heard = [], 0
        if not gently:
            self.settle()
        lateness: list[float] = []
        clock, over = time.perf_counter, self._take_ended()
        start, number, count = clock(), 0, round(rate * seconds)
        while len(lateness) < count:
            if clock() > start + seconds + PATIENCE:
                raise Trouble("the server does not answer any more")
            while number < count and clock() >= start + number / rate:
                table = playing[number % tables]
                table.owed.append(start + number / rate)
                number += 1
                if table.move and len(table.owed) == 1:
                    _send_move(table)
            left = start + number / rate - clock() - LOOK_OUT if gently else 0
            for descriptor, _ in self._epoll.poll(max(0, left)):
                connection = self._connections[descriptor]
                data = connection.receive(READ_SIZE)
                self._note(connection, self._dialect.hear(connection, data))
                here = connection.table
                if here and here.move and here.heard >= len(here.players) and here.owed:
                    lateness.append(clock() - here.owed.pop(0))
                    _send_owed(here)
            for table in self._take_ended():
                lateness.append(clock() - table.owed.pop(0))
                _replace(table, playing, spare)
                if again:
                    self._dialect.begin_again(table)
                    self.begun_again += 1
                    spare.append(table)
                else:
                    over.append(table)
        self._dialect.ended[:0] = over
        if not gently:
            self.settle()
        return lateness


class _Stopwatch:
    """Tells what something has cost, on all clocks."""

    def __init__(self, cpu: Callable[[], int]) -> None:
        self._cpu = cpu
        self._server = cpu()
        self._load = time.process_time_ns()
        self._wall = time.perf_counter()

    def stop(self) -> None:
        """Note that all is done, but for what the server does after its last answer."""
        self._wall = time.perf_counter() - self._wall
        self._load = time.process_time_ns() - self._load

    def slice(self, requests: int) -> Slice:
        """Sum up, once the server is at rest."""
        server = self._cpu() - self._server
        return Slice(max(1, requests), server / 1e9, self._load / 1e9, self._wall)


def _send_move(table: Table) -> None:
    assert table.mover is not None
    assert table.move is not None
    move, table.move = table.move, None
    table.heard = 0
    table.mover.send(move)


def _replace(table: Table, playing: list[Table], spare: list[Table]) -> None:
    """Let one that has been waiting play in the place of a table whose match is over."""
    at = next((at for at, other in enumerate(spare) if other.move), None)
    if at is None:
        raise Trouble("there are too few tables for all those whose match is over")
    other = spare.pop(at)
    playing[playing.index(table)] = other
    other.owed, table.owed = table.owed, []
    _send_owed(other)


def _send_owed(table: Table) -> None:
    if table.owed:
        _send_move(table)
