"""Those who play on whatever others do: their moves go by a timetable, and are timed."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from eriantys.wire.from_server import FromServer, Request, Update
from tests.commands.program import PATIENCE
from tests.faults.crowd import Crowd
from tests.faults.players import Player, Table

INTERVAL = 0.25
"""Seconds between two moves of a match: quick for people, little for a server."""
NAP = 0.05


class PacedTable(Table):
    """A table where moves are sent when the timetable says so."""

    def __init__(self, names: tuple[str, ...], seed: str, *, expert: bool = False) -> None:
        super().__init__(names, seed, expert=expert)
        self.lateness: list[float] = []
        """For each move, how long after its time all players knew of it."""
        self._next = 0.0
        """When the next move should be sent."""
        self._asked: tuple[Player, Request] | None = None
        self._under_way: dict[int, tuple[float, int]] = {}
        """By number of the line: when it should have been sent, and who has heard of it."""

    def answer(self, player: Player, request: Request) -> None:
        """Note that somebody is asked."""
        if request.id == 1:
            self._next = time.monotonic()
        self._next += INTERVAL
        self._asked = player, request
        self.keep_time()

    @property
    def due(self) -> float | None:
        """When the next move is to be sent, if anybody is asked for one."""
        return None if self._asked is None else self._next

    def keep_time(self) -> None:
        """Send the next move, if it is time for it."""
        if self._asked is not None and time.monotonic() >= self._next:
            (player, request), self._asked = self._asked, None
            self._under_way[request.id] = self._next, 0
            super().answer(player, request)

    def attend(self, player: Player, message: FromServer) -> None:
        """Note who has heard of a move."""
        super().attend(player, message)
        if isinstance(message, Update):
            due, heard = self._under_way[message.number]
            self._under_way[message.number] = due, heard + 1
            if heard + 1 == len(self.names):
                del self._under_way[message.number]
                self.lateness.append(time.monotonic() - due)


class PacedCrowd(Crowd):
    """Some such tables."""

    tables: Sequence[PacedTable]

    def __init__(self, tables: Sequence[PacedTable]) -> None:
        super().__init__(tables)
        self.wanted = sum(len(table.names) for table in tables)

    def play(self, until: Callable[[], bool], patience: float = PATIENCE) -> None:
        """Let everybody play by the timetable until something is the case."""
        give_up = time.monotonic() + patience
        while not until():
            assert time.monotonic() < give_up, "nothing comes of it"
            for table in self.tables:
                table.keep_time()
            for key, _ in self._selector.select(self._patience()):
                self._serve(key.data)

    def _patience(self) -> float:
        """Tell how long there is nothing to say."""
        now = time.monotonic()
        due = [table.due - now for table in self.tables if table.due is not None]
        return max(0.0, min([NAP, *due]))

    def take_lateness(self) -> list[float]:
        """Tell in order how late moves were heard of, and begin to count anew."""
        found = sorted(late for table in self.tables for late in table.lateness)
        for table in self.tables:
            table.lateness.clear()
        return found


def paced_tables(seed: str, count: int) -> list[PacedTable]:
    """Make tables of all sizes, every other one for experts."""
    return [
        PacedTable(
            tuple(f"p{number}-{seat}" for seat in range(2 + number % 3)),
            f"{seed}/{number}",
            expert=number % 2 == 1,
        )
        for number in range(count)
    ]
