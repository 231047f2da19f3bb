"""How long things take: every turn of the loop, every commit, and every move.

A move is measured from the moment at which the loop learns that something has come until what
became of it has been handed to the system for everybody who hears of it. In that time the move
was decoded, checked, played, put on disk and announced.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from eriantys.server.operator.answers import Figure, Sample

BOUNDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds; what takes longer than the last of them is counted apart."""


class Histogram:
    """Counts how many things took how long."""

    __slots__ = ("counts", "total")

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def note(self, seconds: float, times: int = 1) -> None:
        """Count something that took so long, or several such things."""
        self.counts[bisect_left(BOUNDS, seconds)] += times
        self.total += seconds * times

    def samples(self) -> Iterable[Sample]:
        """Tell it in the usual form: how many took at most so long, for every bound."""
        so_far = 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self.counts, strict=True):
            so_far += count
            yield Sample(so_far, {"le": bound}, "_bucket")
        yield Sample(round(self.total, 6), suffix="_sum")
        yield Sample(so_far, suffix="_count")


class Meters:
    """All that the loop measures."""

    def __init__(self) -> None:
        self.turns = Histogram()
        self.commits = Histogram()
        self.moves = Histogram()
        self.failed = 0
        """Commits that failed."""
        self.saving = True
        """Whether the latest commit did not."""

    def committed(self, seconds: float) -> None:
        """Note a commit, and that what comes is saved."""
        self.commits.note(seconds)
        self.saving = True

    def refused(self) -> None:
        """Note a commit that failed."""
        self.failed += 1
        self.saving = False

    def figures(self) -> Iterable[Figure]:
        """Tell all of it."""
        for name, says, measured in (
            ("move_seconds", "From the arrival of a move to its announcement.", self.moves),
            ("commit_seconds", "How long it took to put things on disk.", self.commits),
            ("turn_seconds", "Turns of the loop; nobody is heard meanwhile.", self.turns),
        ):
            yield Figure(name, "histogram", says, tuple(measured.samples()))
        says = "Commits that failed; what they were for was refused."
        yield Figure("failed_commits_total", "counter", says, (Sample(self.failed),))
