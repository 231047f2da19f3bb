"""What has just changed in the town, drawn brighter for a moment."""

from __future__ import annotations

from eriantys.client.boards.moving import GLOW, Moving
from eriantys.client.boards.reading import word
from eriantys.client.match import Line, Match
from eriantys.games.santorini.board import NAMES

_WHERE = ("square", "to")
"""The facts of an event that name a square where something is otherwise now."""


class Glow(Moving[str]):
    """Which squares of one board have just changed, if somebody else did it."""

    def _begin(self, match: Match, line: Line, now: float) -> None:
        if line.seat != match.seat:
            self._glows = dict.fromkeys(touched(line), now + GLOW)


def touched(line: Line) -> frozenset[str]:
    """Find the squares that a step was about."""
    named = (word(event.facts.get(fact)) for event in line.events for fact in _WHERE)
    return frozenset(name for name in named if name in NAMES)
