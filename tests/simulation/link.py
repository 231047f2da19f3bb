"""One connection between a person and the server, with what is under way in it."""

from __future__ import annotations

from collections import deque
from random import Random
from typing import TYPE_CHECKING

from eriantys.wire.from_server import FromServer

if TYPE_CHECKING:
    from tests.simulation.people import Person


class Link:
    """Bytes on their way up, messages on their way down, and how it ends at either end."""

    def __init__(self, number: int, person: Person) -> None:
        self.number = number
        self.person: Person | None = person
        """Who reads what comes; nobody, if the person's machine is gone without a word."""
        self.up = bytearray()
        self.down: deque[FromServer] = deque()
        self.ended_above = False
        """Whether the server has closed, or is not there any more."""
        self.ended_below = False
        """Whether the person has closed."""
        self.reported = False
        """Whether the server was told that the other end is gone."""
        self.forgotten = False
        """Whether the server has done with it: from then on it must be silent."""

    @property
    def over(self) -> bool:
        """Tell whether nothing can happen here any more."""
        return self.person is None and self.forgotten

    def take(self, chance: Random) -> bytes:
        """Take some of the bytes that are on their way up: all, or as many as chance wants."""
        size = len(self.up)
        if chance.random() < 0.5:
            size = chance.randint(1, size)
        piece = bytes(self.up[:size])
        del self.up[:size]
        return piece

    def hang_up(self, lost: int = 0) -> None:
        """Close at the person's end, where so many of the last bytes never leave."""
        if lost:
            del self.up[-lost:]
        self.ended_below = True
        self.person = None
        self.down.clear()

    def break_off(self, lost: int = 0) -> None:
        """Close at the server's end, where so many of the last messages never leave."""
        for _ in range(min(lost, len(self.down))):
            self.down.pop()
        self.up.clear()
        self.ended_above = True

    @property
    def still(self) -> bool:
        """Tell whether nothing is on its way, be it only the news that it is over."""
        if self.up or self.down:
            return False
        return not self.forgotten and not self.ended_above and not self.ended_below
