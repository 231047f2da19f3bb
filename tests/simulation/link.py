"""One connection between a person and the server, with what is under way in it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from random import Random
from typing import TYPE_CHECKING, NamedTuple, Protocol

from eriantys.wire.from_client import FromClient
from eriantys.wire.from_server import FromServer

if TYPE_CHECKING:
    from tests.simulation.mind import Mind


class Gap(NamedTuple):
    """Stands where messages are missing, because they were read too slowly."""

    dropped: tuple[FromServer, ...]


class Reader(Protocol):
    """Whoever is at the other end of a connection, person or bot."""

    name: str
    mind: Mind
    reads_slowly_until: float

    def hear(self, message: FromServer | Gap) -> None:
        """Take in a message, or that some are missing."""

    def lost(self) -> None:
        """Notice that the connection was closed at the other end."""


class Link:
    """Bytes on their way up, messages on their way down, and how it ends at either end."""

    def __init__(self, number: int, person: Reader) -> None:
        self.number = number
        self.person: Reader | None = person
        """Who reads what comes; nobody, if the person's machine is gone without a word."""
        self.up = bytearray()
        self.down: deque[FromServer | Gap] = deque()
        """What is on its way."""
        self.unsent: deque[tuple[FromServer | Gap, int]] = deque()
        """What the server could not send yet, with its size."""
        self.unsent_size = 0
        self.ended_above = False
        """Whether the server has closed, or is not there any more."""
        self.ended_below = False
        """Whether the person has closed."""
        self.reported = False
        """Whether the server was told that the other end is gone."""
        self.forgotten = False
        """Whether the server has done with it: from then on it must be silent."""

        self.slow = False
        """Whether nothing can be sent, because the other end does not read."""
        self.heeded = True
        """Whether the server wants to read what comes."""
        self.slack = False
        """Whether the server allows to miss things."""
        self.firm = False
        """Whether some of what is unsent was said before that was allowed."""
        self.behind = False
        """Whether things were missed, and the server does not know yet that all before them
        was read."""
        self.known_behind = False
        """Whether the server was told so."""

        self.said: deque[FromClient] = deque()
        """What was said and has not been handled, in order."""
        self.spoilt = False
        """Whether what is said now is only the rest of a frame that never ends."""
        self.debt_until = 0.0
        """When everything that was handled would have taken its time."""

    @property
    def over(self) -> bool:
        """Tell whether nothing can happen here any more."""
        return self.person is None and self.forgotten

    # Upwards.

    def take(self, chance: Random) -> bytes:
        """Take some of the bytes that are on their way up: all, or as many as chance wants."""
        size = len(self.up)
        if chance.random() < 0.5:
            size = chance.randint(1, size)
        piece = bytes(self.up[:size])
        del self.up[:size]
        return piece

    # Downwards.

    def push(self, letter: Iterable[tuple[FromServer, int]]) -> None:
        """Send messages, or keep for later what cannot be sent now."""
        if self.person is None and not self.slow:
            return  # whoever has closed answers that nobody is there
        if self.unsent or self.slow:
            for message, size in letter:
                self.unsent.append((message, size))
                self.unsent_size += size
        else:
            self.down.extend(message for message, _ in letter)

    def send_more(self, most: int | None = None) -> None:
        """Send what was kept for later, or only so much of it."""
        count = len(self.unsent) if most is None else min(most, len(self.unsent))
        for _ in range(count):
            message, size = self.unsent.popleft()
            self.unsent_size -= size
            self.down.append(message)

    def drop_unbegun(self, *, begun: bool) -> int:
        """Drop all that is unsent, but perhaps for the first; tell how many messages."""
        keep = [self.unsent.popleft()] if begun else []
        missed = (message for message, _ in self.unsent)
        gap = Gap(tuple(message for message in missed if not isinstance(message, Gap)))
        self.unsent = deque([*keep, (gap, 0)])
        self.unsent_size = sum(size for _, size in keep)
        return len(gap.dropped)

    # The end.

    def hang_up(self, lost: int = 0) -> None:
        """Close at the person's end, where so many of the last bytes never leave."""
        if lost:
            del self.up[-lost:]
        self.ended_below = True
        self.slow = False
        self._lose_sight()

    def vanish(self) -> None:
        """Lose the person without a word: nobody reads any more."""
        self.slow = True
        self._lose_sight()

    def _lose_sight(self) -> None:
        self.person = None
        self.down.clear()
        self.unsent.clear()
        self.unsent_size = 0

    def break_off(self, lost: int = 0) -> None:
        """Close at the server's end, where so many of the last messages never leave."""
        for _ in range(min(lost, len(self.down))):
            self.down.pop()
        self.unsent.clear()
        self.unsent_size = 0
        self.up.clear()
        self.ended_above = True
