"""Many tables at one server, played by one thread."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from selectors import EVENT_READ, DefaultSelector

from tests.commands.program import PATIENCE
from tests.faults.memory import Memory
from tests.faults.players import Player, Table


def make_tables(seed: str, count: int) -> list[Table]:
    """Make tables of all sizes, every other one for experts."""
    sizes = [2, 3, 4]
    return [
        Table(
            tuple(f"p{number}-{seat}" for seat in range(sizes[number % 3])),
            f"{seed}/{number}",
            expert=number % 2 == 1,
        )
        for number in range(count)
    ]


class Crowd:
    """The connections of all tables to one server after the other."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self.tables = tables
        self.come_back_to: int | None = None
        """The port to which everybody comes back who is cut off; None if nobody does."""
        self._selector = DefaultSelector()

    def enter(self, port: int) -> None:
        """Connect everybody, or as many as the server lives to let in."""
        for table in self.tables:
            table.players = []
            for place in range(len(table.names)):
                self.connect(port, table, place)

    def connect(self, port: int, table: Table, place: int) -> None:
        """Connect one player, who takes the place of the one before."""
        try:
            player = Player(port, table, place)
        except ConnectionError:
            return
        table.players[place : place + 1] = [player]
        self._selector.register(player.socket, EVENT_READ, player)

    @property
    def connected(self) -> int:
        """How many connections there are."""
        return len(self._selector.get_map())

    def play(self, until: Callable[[], bool]) -> None:
        """Let everybody play until something is the case."""
        give_up = time.monotonic() + PATIENCE
        while not until():
            assert time.monotonic() < give_up, "nothing comes of it"
            for key, _ in self._selector.select(1):
                self._serve(key.data)

    def play_to_the_end(self) -> None:
        """Let everybody play until the server is gone for all of them."""
        self.play(lambda: not self.connected)

    def memories(self) -> Iterable[Memory]:
        """List all matches that anybody was ever at."""
        return [memory for table in self.tables for memory in table.memories.values()]

    def close(self) -> None:
        """Break all connections."""
        for key in list(self._selector.get_map().values()):
            self._leave(key.data)
        self._selector.close()

    def _serve(self, player: Player) -> None:
        if not player.hear():
            self._leave(player)
            if self.come_back_to is not None:
                self.connect(self.come_back_to, player.table, player.place)

    def _leave(self, player: Player) -> None:
        self._selector.unregister(player.socket)
        player.drop()
