"""What moves by itself: marbles that are pushed on, markers that walk, cards that glow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from eriantys.client.boards.masters import reading
from eriantys.client.boards.masters.targets import LORENZO, Target, line_number
from eriantys.client.boards.moving import GLOW, Moving
from eriantys.client.boards.reading import View, number, word
from eriantys.client.match import Line, Match
from eriantys.client.settings import Settings
from eriantys.games.masters.names import COLOURS, LAST_SPACE, LEVELS
from eriantys.wire.cards import Happening

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


class Motion(Moving[Target]):
    """What is under way on one board."""

    def __init__(self, match: Match, settings: Settings) -> None:
        super().__init__(match, settings)
        self._push: tuple[Push, float] | None = None
        """A line as it lay, and when it began to move."""
        self._walks: dict[int, _Walk] = {}

    def _begin(self, match: Match, line: Line, now: float) -> None:
        before = {**match.view, **line.before}
        for event in line.events:
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

    def _dues(self, now: float) -> list[float]:
        dues = [walk.due(now) for walk in self._walks.values() if walk.until > now]
        if self._push is not None:
            _, begun = self._push
            dues.append(begun + NUDGE * (int((now - begun) / NUDGE) + 1))
        return dues

    def skip(self) -> None:
        """End everything that is under way."""
        super().skip()
        self._push = None
        self._walks.clear()
