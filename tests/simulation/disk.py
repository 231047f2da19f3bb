"""A store that fails when it is told to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from eriantys.server.outside.store import Store
from eriantys.server.rows import (
    NameKept,
    PastMatch,
    Record,
    Row,
    SanctionKept,
    Spoilt,
    Spoken,
    StoredMatch,
    StoreTrouble,
    Story,
    Unfinished,
)
from tests.simulation.tally import Tally


class Disk:
    """The real store in memory, behind a disk that may be full or not to be read."""

    def __init__(self, clock: Callable[[], float], chance: Random, tally: Tally) -> None:
        self.store = Store.in_memory(clock=clock)
        self._chance = chance
        self._tally = tally
        self.refuses_rows = 0.0
        """The share of commits that fail."""
        self.refuses_reads = 0.0
        """The share of reads that fail."""

    def heal(self) -> None:
        """Let everything succeed again."""
        self.refuses_rows = self.refuses_reads = 0.0

    @property
    def healthy(self) -> bool:
        """Tell whether everything succeeds."""
        return not self.refuses_rows and not self.refuses_reads

    def commit(self, rows: Sequence[Row]) -> None:
        """Keep all of the rows, or none of them."""
        if self._chance.random() < self.refuses_rows:
            self._tally.add("trouble commit")
            raise StoreTrouble("the disk is full")
        self.store.commit(rows)
        for row in rows:
            self._tally.add(f"kept {type(row).__name__}")

    def sanctions(self) -> list[SanctionKept]:
        """List who is kept out or not heard."""
        return self.store.sanctions()

    def find_name(self, name: str) -> NameKept | None:
        """Look a name up."""
        self._read()
        return self.store.find_name(name)

    def load(self, match: int) -> StoredMatch:
        """Read an unfinished match."""
        self._read(self._chance.choice([StoreTrouble, Spoilt]))
        return self.store.load(match)

    def unfinished(self) -> list[Unfinished]:
        """List every match that is not over; a server that cannot read this does not start."""
        return self.store.unfinished()

    def next_match(self) -> int:
        """Give a number that no stored match has or had."""
        return self.store.next_match()

    def tell(self, match: int) -> Story:
        """Read a whole match, over or not."""
        self._read(self._chance.choice([StoreTrouble, Spoilt]))
        return self.store.tell(match)

    def past(
        self, name: str, before: int | None, most: int, *, private: bool
    ) -> list[PastMatch]:
        """List matches of a name that are over."""
        self._read()
        return self.store.past(name, before, most, private=private)

    def records(self, name: str, *, private: bool) -> list[Record]:
        """Sum up all matches of a name that are over."""
        self._read()
        return self.store.records(name, private=private)

    def spoken(self, match: int | None, most: int) -> list[Spoken]:
        """List what was said last."""
        self._read()
        return self.store.spoken(match, most)

    def muted_by(self, name: str) -> list[str]:
        """List whom a name does not want to hear."""
        self._read()
        return self.store.muted_by(name)

    def _read(self, kind: type[StoreTrouble] = StoreTrouble) -> None:
        if self._chance.random() < self.refuses_reads:
            self._tally.add("trouble read")
            raise kind("the disk cannot be read")
