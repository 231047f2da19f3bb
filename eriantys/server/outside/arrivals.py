"""Those at the door: connected, but not past the handshake of TLS.

A handshake costs this side far more than the other, so strangers could hold everybody up:
only so many go on in one turn, only so many from one address, and each for so long.
"""

from __future__ import annotations

from collections import Counter

from eriantys.server.guard import household
from eriantys.server.outside.connection import Connection

SHAKES_AT_ONCE = 32
"""Steps of handshakes before it is the turn of those who are in; each takes up to 1 ms."""


class Arrivals:
    """Since when each is at the door, and from where."""

    def __init__(self) -> None:
        self._since: dict[int, tuple[float, str]] = {}
        """By number of the connection, in the order in which they came."""
        self._of_household: Counter[str] = Counter()
        self._left = SHAKES_AT_ONCE

    def __contains__(self, connection: Connection) -> bool:
        return connection.number in self._since

    def count(self, host: str) -> int:
        """Tell how many from one address, or from its household, are at the door."""
        return self._of_household[household(host)]

    def add(self, connection: Connection, host: str, now: float) -> None:
        """Note who is at the door now."""
        self._since[connection.number] = (now, host)
        self._of_household[household(host)] += 1

    def remove(self, connection: Connection) -> str:
        """Note who is at the door no longer, and tell the address."""
        _, host = self._since.pop(connection.number)
        who = household(host)
        self._of_household[who] -= 1
        if not self._of_household[who]:
            del self._of_household[who]
        return host

    def begin_turn(self) -> None:
        """Allow another portion of handshakes."""
        self._left = SHAKES_AT_ONCE

    def may_go_on(self) -> bool:
        """Tell whether there is room in this turn for a step of a handshake, and take it."""
        self._left -= 1
        return self._left >= 0

    def next_due(self, wait: float) -> float | None:
        """Tell when the first of them will have taken too long."""
        return next((since + wait for since, _ in self._since.values()), None)

    def late(self, now: float, wait: float) -> list[int]:
        """List those who have taken too long."""
        found = []
        for number, (since, _) in self._since.items():
            if now < since + wait:
                break
            found.append(number)
        return found
