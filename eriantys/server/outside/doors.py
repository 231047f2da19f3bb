"""The doors of the house: open, shut for a moment because nobody has room, or shut for good."""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Iterator, Sequence, Sized
from selectors import EVENT_READ, DefaultSelector
from typing import Any

from eriantys.server.seldom import Seldom

log = logging.getLogger("eriantys.server.outside.doors")

ACCEPT_AT_ONCE = 64
"""New connections taken in before those who are here get their turn."""
ACCEPT_PAUSE = 1.0
"""How long the doors stay shut when there is no room for more."""


class Doors:
    """Where people knock, and whether somebody listens."""

    def __init__(
        self,
        doors: Sequence[socket.socket],
        selector: DefaultSelector,
        inside: Sized,
        room: int,
    ) -> None:
        self._doors = doors
        self._selector = selector
        self._inside = inside
        self._room = room
        """For how many connections there are descriptors."""
        self.open_at: float | None = None
        """When they will be opened again; None while they are open, or shut for good."""
        self._shut_for_good = False
        self._warning = Seldom()
        self._open()

    @property
    def has_room(self) -> bool:
        """Whether one more can come in."""
        return len(self._inside) < self._room

    def who_knocks(self, door: Any) -> Iterator[tuple[socket.socket, tuple[Any, ...]]]:
        """Give the connections that wait at a door, each with its address."""
        for _ in range(ACCEPT_AT_ONCE):
            if self.open_at is not None or self._shut_for_good:
                return
            if not self.has_room:
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
            yield accepted, address

    def keep_time(self, now: float) -> None:
        """Open them again when it is time for that."""
        if self.open_at is not None and now >= self.open_at:
            self.open_at = None
            self._open()

    def shut(self) -> None:
        """Let nobody in any more."""
        self._shut_for_good = True
        self._rest()

    def close(self) -> None:
        """Let go of them."""
        for door in self._doors:
            door.close()

    def _open(self) -> None:
        for door in self._doors:
            self._selector.register(door, EVENT_READ)

    def _pause(self, why: str, detail: object) -> None:
        """Let nobody in for a while; those who knock wait outside."""
        now = time.monotonic()
        if self._warning.due(now):
            log.warning(why, detail)
        self._rest()
        self.open_at = now + ACCEPT_PAUSE

    def _rest(self) -> None:
        if self.open_at is None:
            for door in self._doors:
                self._selector.unregister(door)
        self.open_at = None
