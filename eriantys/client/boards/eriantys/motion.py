"""What moves by itself on the board: Mother Nature's walk, and what has just changed.

The model is at the final state at once. A motion only says what is drawn otherwise until when,
so that it delays nothing: the next key ends it, and is acted on as well.
"""

from __future__ import annotations

from typing import NamedTuple

from eriantys.client.boards.eriantys.reading import head_of, heads, number
from eriantys.client.boards.eriantys.scene import Target
from eriantys.client.match import Line, Match
from eriantys.client.settings import Settings
from eriantys.games.eriantys.names import COLOURS

STEP = 0.16
"""Seconds that Mother Nature rests on each island."""
GLOW = 0.6
"""Seconds for which something that has changed is drawn brighter."""
LONGEST = 1.5
"""Seconds that all of it may take after one message."""


class _Walk(NamedTuple):
    islands: tuple[int, ...]
    begun: float


class Motion:
    """What is under way on one board."""

    def __init__(self, match: Match, settings: Settings) -> None:
        self._settings = settings
        self._seen = match.number
        self._walk: _Walk | None = None
        self._glows: dict[Target, float] = {}
        """Until when each is drawn brighter."""

    def follow(self, match: Match, now: float) -> None:
        """Begin what the latest line of the log lets move."""
        if match.number == self._seen:
            return
        next_one = match.number == self._seen + 1
        self._seen = match.number
        self.skip()
        latest = match.story[-1] if match.story else None
        # Whoever has missed something wants to see how things stand, not how they came about.
        if not (self._settings.animations and next_one and isinstance(latest, Line)):
            return
        for event in latest.events:
            facts = event.facts
            island = number(facts.get("island"))
            match event.kind:
                case "mother moved":
                    self._begin_walk(match, latest, number(facts.get("steps")), now)
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

    def fresh(self, now: float) -> frozenset[Target]:
        """Name what is drawn brighter."""
        self._glows = {target: until for target, until in self._glows.items() if until > now}
        return frozenset(self._glows)

    def next_due(self, now: float) -> float | None:
        """Tell when the next picture is due, while anything is under way."""
        dues = list(self._glows.values())
        if self._walk is not None:
            dues.append(self._walk.begun + STEP * (int((now - self._walk.begun) / STEP) + 1))
        return min(dues, default=None)

    def skip(self) -> None:
        """End everything that is under way."""
        self._walk = None
        self._glows.clear()
