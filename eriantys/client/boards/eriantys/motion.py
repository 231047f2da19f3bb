"""What moves by itself on the board: Mother Nature's walk, and what has just changed."""

from __future__ import annotations

from typing import NamedTuple

from eriantys.client.boards.eriantys.reading import head_of, heads, number
from eriantys.client.boards.eriantys.scene import Target
from eriantys.client.boards.moving import GLOW, Moving
from eriantys.client.match import Line, Match
from eriantys.client.settings import Settings
from eriantys.games.eriantys.names import COLOURS

STEP = 0.16
"""Seconds that Mother Nature rests on each island."""
LONGEST = 1.5
"""Seconds that all of it may take after one message."""


class _Walk(NamedTuple):
    islands: tuple[int, ...]
    begun: float


class Motion(Moving[Target]):
    """What is under way on one board."""

    def __init__(self, match: Match, settings: Settings) -> None:
        super().__init__(match, settings)
        self._walk: _Walk | None = None

    def _begin(self, match: Match, line: Line, now: float) -> None:
        for event in line.events:
            facts = event.facts
            island = number(facts.get("island"))
            match event.kind:
                case "mother moved":
                    self._begin_walk(match, line, number(facts.get("steps")), now)
                case "student moved" | "student sent" | "no entry placed":
                    target = Target("island", head_of(match.view, island))
                    self._glows[target if island else Target("dining")] = now + GLOW
                case "island conquered" | "islands joined":
                    until = now + min(LONGEST, self._walking(now) + GLOW)
                    self._glows[Target("island", head_of(match.view, island))] = until
                case "cloud taken":
                    self._glows[Target("cloud", number(facts.get("cloud")))] = now + GLOW
                case "professor taken":
                    colour = facts.get("colour")
                    if colour in COLOURS:
                        self._glows[Target("table", COLOURS.index(colour))] = now + GLOW

    def _begin_walk(self, match: Match, line: Line, steps: int, now: float) -> None:
        ring = heads(match.view | line.before)
        start = number(line.before.get("mother"))
        if start not in ring:
            return
        at = ring.index(start)
        islands = tuple(ring[(at + step) % len(ring)] for step in range(steps))
        self._walk = _Walk(islands, now)

    def _walking(self, now: float) -> float:
        """Tell for how long she is still under way."""
        if self._walk is None:
            return 0.0
        return max(0.0, self._walk.begun + STEP * len(self._walk.islands) - now)

    def mother_at(self, now: float) -> int | None:
        """Tell on which island she is drawn while she walks; None when she is where she is."""
        if self._walk is None:
            return None
        at = int((now - self._walk.begun) / STEP)
        if not 0 <= at < len(self._walk.islands):
            self._walk = None
            return None
        return self._walk.islands[at]

    def _dues(self, now: float) -> list[float]:
        if self.mother_at(now) is None or self._walk is None:
            return []
        return [self._walk.begun + STEP * (int((now - self._walk.begun) / STEP) + 1)]

    def skip(self) -> None:
        """End everything that is under way."""
        super().skip()
        self._walk = None
