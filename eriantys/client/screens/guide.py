"""The guide of the first game: each phase explains itself once, in one line."""

from __future__ import annotations

from collections.abc import Mapping

from eriantys.client.canvas import Area, Canvas, ink
from eriantys.client.keys import Key
from eriantys.client.match import Match
from eriantys.client.settings import Settings
from eriantys.client.text import cut, wrap

_STYLE = ink("text", "warn")
_TITLE = ink("mn", "warn", "bold")
_KEY = ink("accent", "warn", "bold")


class Guide:
    """What a newcomer has not been told yet."""

    def __init__(self, settings: Settings, lessons: Mapping[str, str]) -> None:
        self._settings = settings
        self._lessons = lessons

    def line(self, match: Match) -> str:
        """Explain the phase that is going on; empty once that was put away."""
        if match.seat is None or match.turn != match.seat:
            return ""
        if _name(match) in self._settings.guide_seen:
            return ""
        return self._lessons.get(match.decision, "")

    def draw(self, canvas: Canvas, place: Area, line: str) -> None:
        """Draw the line in as many rows as there are, with the key that puts it away."""
        stop, last = place.x + place.width, place.y + place.height - 1
        canvas.fill(place, _STYLE)
        x = canvas.put(place.x + 1, place.y, "? ", _TITLE)
        # The key stands behind the last row, and the others have the place of it, too.
        rows = wrap(line, stop - x - 1)[: place.height] if place.height > 1 else [line]
        for y, words in enumerate(rows, place.y):
            canvas.put(x, y, cut(words, stop - x - (11 if y == last else 1)), _STYLE)
        x = canvas.put(stop - 9, last, ".", _KEY)
        canvas.put(x, last, " got it", _STYLE)
        canvas.mark(Area(stop - 9, last, 8, 1), Key("."))

    def dismiss(self, match: Match) -> None:
        """Do not explain this phase again."""
        self._settings.guide_seen.add(_name(match))


def _name(match: Match) -> str:
    return f"{match.started.game}/{match.decision}"
