"""What is told of a match of Santorini when it is over: why, its table, its chart."""

from __future__ import annotations

from itertools import pairwise

from eriantys.client.boards.afterwards import named, places
from eriantys.client.boards.reading import View, part
from eriantys.client.boards.room import Row
from eriantys.client.boards.santorini import cards, reading, words
from eriantys.client.boards.santorini.facts import why
from eriantys.client.boards.santorini.retelling import Retelling
from eriantys.client.boards.santorini.scene import Scene
from eriantys.client.canvas import Span, ink
from eriantys.client.chart import Series
from eriantys.client.match import Match
from eriantys.client.names import shorten
from eriantys.client.sentences import counted
from eriantys.client.tape import Tape
from eriantys.client.text import pad, width

_GAP = 3
_GOD = 10
_LEVELS = 14
_LEAST = 8
"""Cells of the shortest name."""


class SantoriniSummary(Retelling):
    """All that is told of a match of Santorini when it is over."""

    def played(self, match: Match) -> str:
        """Say in a few words what was played and how long."""
        gods = "gods" if reading.with_gods(match.view) else "no gods"
        mode = "hardcore, " if reading.hardcore(match.view) else ""
        # A turn that wins is never passed on, so that the next one does not count.
        won = part(match.view, "ending").get("reason") in ("top", "god")
        turns = max(0, reading.turn_number(match.view) - (0 if won else 1))
        return f"{mode}{gods} · {counted(turns, 'turn')}"

    def why(self, match: Match) -> list[str]:
        """Say why the match ended and what decided it."""
        ended = match.ended
        if ended is None:
            return ["The match is not over."]
        if not reading.is_over(match.view):
            return [ended.text, *([] if ended.ranking else ["There is no ranking."])]
        return why(Scene(match))

    def table(self, match: Match, wide: int) -> list[Row]:
        """Write what became of each player."""
        with_gods = reading.with_gods(match.view)
        rest = 6 + _GAP + (_GOD + _GAP if with_gods else 0) + _LEVELS + _GAP
        longest = max(width(named(match, seat)) for seat in range(len(match.players)))
        names = max(_LEAST, min(longest, wide - rest - 12))
        heads = f"{'':6}{pad('PLAYER', names + _GAP)}"
        heads += pad("GOD", _GOD + _GAP) if with_gods else ""
        heads += f"{pad('WORKERS ON', _LEVELS + _GAP)}"
        tail = wide - rest - names
        heads += pad("IN THE END", min(tail, 40))
        rows = [Row([Span(heads, ink("dim", "panel", "underline"))])]
        for seat, place in places(match):
            own = seat == match.seat
            bg = "me" if own else "panel"
            name = shorten(named(match, seat), names)
            spans = [
                Span(f"{place or '·':>2}    ", ink("cur" if place == 1 else "dim", bg)),
                Span(pad(name, names + _GAP), ink(reading.SEATS[seat % 3], bg, "bold")),
            ]
            if with_gods:
                god = cards.title(reading.god_of(match.view, seat))
                spans.append(Span(pad(god, _GOD + _GAP), ink("text", bg)))
            spans.append(Span(pad(_levels(match, seat), _LEVELS + _GAP), ink("text", bg)))
            end = _end(match, seat)
            spans.append(Span(pad(end, min(tail, 40)), ink("dim", bg)))
            rows.append(Row(spans, own))
        return rows

    def charted(self) -> str:
        """Name what the chart shows."""
        return "LEVELS OF BOTH WORKERS TOGETHER, turn by turn"

    def series(self, tape: Tape) -> tuple[list[Series], list[str]]:
        """Give how high the workers of each player stood after each turn."""
        last = tape.match(tape.last, 0.0)
        views = self._ends(tape)
        lines = [
            Series(
                last.name_of(seat),
                tuple(_height(view, seat) for view in views),
                reading.SEATS[seat % len(reading.SEATS)],
            )
            for seat, _ in places(last)
        ]
        return lines, ["0", *(str(number) for number in range(1, len(views)))]

    def swing(self, tape: Tape) -> str:
        """Name the turn in which somebody climbed most."""
        last = tape.match(tape.last, 0.0)
        rises = [
            (_height(after, seat) - _height(before, seat), -number, seat)
            for number, (before, after) in enumerate(pairwise(self._ends(tape)), 1)
            for seat in range(len(last.players))
        ]
        rise, number, seat = max(rises, default=(0, 0, 0))
        return f"turn {-number}: {last.name_of(seat)} +{rise}" if rise > 1 else ""

    def _ends(self, tape: Tape) -> list[View]:
        """Give the views before the first turn and after each."""
        begins = [
            place
            for place in tape.beginnings(self.turn)
            if reading.turn_number(tape.view(place))
        ]
        return [tape.view(place) for place in dict.fromkeys((*begins, tape.last))]


def _height(view: View, seat: int) -> int:
    """Add up the levels on which the workers of a player stand."""
    return sum(reading.square(view, name).level for _, name in reading.team(view, seat))


def _levels(match: Match, seat: int) -> str:
    levels = [
        f"{reading.worker_name(worker)}:{reading.square(match.view, name).level}"
        for worker, name in reading.team(match.view, seat)
    ]
    return f"level {' '.join(levels)}" if levels else "gone"


def _end(match: Match, seat: int) -> str:
    if part(match.view, "ending").get("winner") == seat:
        return "won"
    return words.lost(match, seat) or "was still in the game"


SUMMARY = SantoriniSummary()
