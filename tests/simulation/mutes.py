"""Whom people do not want to hear: it lasts as long as their name does."""

from __future__ import annotations

from collections.abc import Sequence

from eriantys.server.house import House
from eriantys.server.rows import Muting, NameForgotten, Row
from tests.simulation.plan import check


class Mutes:
    """Remembers for every name whom it has muted, from one connection to the next."""

    def __init__(self) -> None:
        self._muted: dict[str, set[str]] = {}
        self._through: dict[str, int] = {}
        """By name: the connection that it had after the step before."""

    def kept(self, rows: Sequence[Row]) -> None:
        """Note what is on disk, whether or not anybody is still there to be told."""
        for row in rows:
            if isinstance(row, Muting) and not row.other.startswith("Guest"):
                muted = self._muted.setdefault(row.name.lower(), set())
                (muted.add if row.muted else muted.discard)(row.other)
            elif isinstance(row, NameForgotten):
                self._muted.pop(row.name.lower(), None)

    def look_around(self, house: House) -> None:
        """Hold whom everybody has muted against what was so before."""
        for low in list(self._muted):
            if low.startswith("guest") and not house.shelf.of(low):
                del self._muted[low]  # the name may have been let go of, and be another's
        for low, session in house.online.items():
            # Of guests it is forgotten with their names.
            now = {name for name in session.muted.values() if not name.startswith("Guest")}
            if self._through.get(low) != session.connection:
                before = self._muted.get(low, now)
                check(now == before, f"{session!r} mutes {now}, and did {before}")
            self._muted[low] = now
        self._through = {low: each.connection for low, each in house.online.items()}
