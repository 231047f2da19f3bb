"""Deadlines: a heap with lazy deletion, on whatever clock the caller reads.

Setting a deadline again only overwrites the old one; its entry in the heap is recognised as
dead when it comes up. When more than half of the heap is dead, it is swept.
"""

from __future__ import annotations

from collections.abc import Hashable
from heapq import heapify, heappop, heappush
from itertools import count
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)

_SWEEP_FROM = 64
"""Below this many entries a sweep is not worth its while."""


class Timers(Generic[K]):
    """One deadline for each key."""

    def __init__(self) -> None:
        self._live: dict[K, tuple[float, int]] = {}
        self._heap: list[tuple[float, int, K]] = []
        # Deadlines of the same instant come up in the order in which they were set, whatever
        # their keys are.
        self._order = count()

    def __len__(self) -> int:
        return len(self._live)

    def set(self, key: K, due: float) -> None:
        """Set the only deadline of this key."""
        entry = (due, next(self._order))
        self._live[key] = entry
        heappush(self._heap, (*entry, key))
        self._sweep()

    def cancel(self, key: K) -> None:
        """Forget the deadline of this key, if it has one."""
        self._live.pop(key, None)
        self._sweep()

    def due(self, key: K) -> float | None:
        """Tell when this key's deadline is."""
        entry = self._live.get(key)
        return None if entry is None else entry[0]

    def next_due(self) -> float | None:
        """Tell when the next deadline of all is."""
        self._drop_dead()
        return self._heap[0][0] if self._heap else None

    def pop(self, now: float) -> K | None:
        """Take out one key whose deadline has come, earliest first."""
        self._drop_dead()
        if not self._heap or self._heap[0][0] > now:
            return None
        key = heappop(self._heap)[2]
        del self._live[key]
        return key

    def _drop_dead(self) -> None:
        heap, live = self._heap, self._live
        while heap and live.get(heap[0][2]) != heap[0][:2]:
            heappop(heap)

    def _sweep(self) -> None:
        if len(self._heap) > max(_SWEEP_FROM, 2 * len(self._live)):
            self._heap = [(*entry, key) for key, entry in self._live.items()]
            heapify(self._heap)
