"""What moves by itself: marbles that are pushed on, markers that walk, cards that glow.

The model is at the final state at once: a motion delays nothing, and the next key ends it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from eriantys.client.boards.masters import reading
from eriantys.client.boards.masters.targets import LORENZO, Target, line_number
from eriantys.client.boards.reading import View, number, word
from eriantys.client.match import Line, Match
from eriantys.client.settings import Settings
from eriantys.games.masters.names import COLOURS, LAST_SPACE, LEVELS
from eriantys.wire.cards import Happening

GLOW = 0.6
"""Seconds for which the face of a pile is drawn brighter once its card is another."""
NUDGE = 0.06
"""Seconds for which a line that is pushed stays in one place."""
NUDGES = 4
"""How many places that takes."""
STRIDE = 0.1
"""Seconds for which a marker stands on each space that it passes."""
LONGEST = 1.2
"""Seconds in which every marker has arrived, however far it goes."""


class Push(NamedTuple):
    """A line of the market on its way."""

    line: int
    marbles: tuple[int, ...]
    """As they lay, the one that is pushed out first, and last the one that comes in."""
    done: int
    """How much of the way is behind it, of `NUDGES`."""


@dataclass(frozen=True, slots=True)
class _Walk:
    start: int
    end: int
    begun: float
    stride: float

    def at(self, now: float) -> int:
        return min(self.end, self.start + int((now - self.begun) / self.stride))

    @property
    def until(self) -> float:
        return self.begun + self.stride * (self.end - self.start)

    def due(self, now: float) -> float:
        return self.begun + self.stride * (int((now - self.begun) / self.stride) + 1)


class Motion:
    """What is under way on one board."""

    def __init__(self, match: Match, settings: Settings) -> None:
        self._settings = settings
        self._seen = match.number
        self._push: tuple[Push, float] | None = None
        """A line as it lay, and when it began to move."""
        self._walks: dict[int, _Walk] = {}
        self._glows: dict[Target, float] = {}

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
        before = {**match.view, **latest.before}
        for event in latest.events:
            match event.kind:
                case "line taken":
                    self._begin_push(before, event, now)
                case "faith moved":
                    self._begin_walk(before, event, now)
                case "card uncovered":
                    self._begin_glow(event, now)

    def _begin_push(self, before: View, event: Happening, now: float) -> None:
        line = line_number(word(event.facts.get("line")))
        if line is not None:
            marbles = (*reading.marbles(before, line), reading.slide(before))
            self._push = Push(line, marbles, 0), now

    def _begin_walk(self, before: View, event: Happening, now: float) -> None:
        seat = event.facts.get("seat")
        walker = LORENZO if seat is None else number(seat)
        start = reading.cross(before) if walker == LORENZO else reading.faith(before, walker)
        end = min(LAST_SPACE, number(event.facts.get("space")))
        if end > start:
            walk = self._walks.get(walker)
            start = walk.start if walk is not None else start
            stride = min(STRIDE, LONGEST / (end - start))
            self._walks[walker] = _Walk(start, end, now, stride)

    def _begin_glow(self, event: Happening, now: float) -> None:
        colour, level = word(event.facts.get("colour")), number(event.facts.get("level"))
        if colour in COLOURS and level in LEVELS:
            pile = COLOURS.index(colour) * len(LEVELS) + level - 1
            self._glows[Target("card", pile)] = now + GLOW

    def push(self, now: float) -> Push | None:
        """Tell which line is on its way, and how far it has come."""
        if self._push is None:
            return None
        push, begun = self._push
        done = int((now - begun) / NUDGE)
        if not 0 <= done < NUDGES:
            self._push = None
            return None
        return push._replace(done=done)

    def walks(self, now: float) -> dict[int, int]:
        """Tell where markers are drawn that are still under way."""
        self._walks = {each: walk for each, walk in self._walks.items() if walk.until > now}
        return {each: walk.at(now) for each, walk in self._walks.items()}

    def fresh(self, now: float) -> frozenset[Target]:
        """Name what is drawn brighter."""
        self._glows = {target: until for target, until in self._glows.items() if until > now}
        return frozenset(self._glows)

    def next_due(self, now: float) -> float | None:
        """Tell when the next picture is due, while anything is under way."""
        dues = [until for until in self._glows.values() if until > now]
        dues += [walk.due(now) for walk in self._walks.values() if walk.until > now]
        if self._push is not None:
            _, begun = self._push
            dues.append(begun + NUDGE * (int((now - begun) / NUDGE) + 1))
        return min(dues, default=None)

    def skip(self) -> None:
        """End everything that is under way."""
        self._push = None
        self._walks.clear()
        self._glows.clear()
