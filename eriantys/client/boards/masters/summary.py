"""What is told of a match when it is over: why it ended, whose the points are, a chart."""

from __future__ import annotations

from itertools import cycle, pairwise
from typing import NamedTuple

from eriantys.client.boards.afterwards import cell, named, places
from eriantys.client.boards.masters import reading, words
from eriantys.client.boards.masters.retelling import Retelling
from eriantys.client.boards.reading import View
from eriantys.client.boards.room import Row
from eriantys.client.canvas import Span, ink
from eriantys.client.chart import Series
from eriantys.client.match import Match
from eriantys.client.names import shorten
from eriantys.client.sentences import counted
from eriantys.client.tape import Tape
from eriantys.client.text import pad, width
from eriantys.games.masters.names import PLAYED, TILE_POINTS, UP
from eriantys.wire.fields import Parts

REASONS = {
    "faith": "{who} came to the end of the faith track",
    "seven-cards": "{who} bought the seventh card",
    "lorenzo": "Lorenzo’s cross came to the end of the faith track: he has won.",
    "colour-gone": "No card of a colour was left: Lorenzo has won.",
}
"""Why a game ends by its rules."""
LINE_ROLES = ("mn", "G", "B")
"""The colours of the others' lines; the own one is that of the cursor."""
GAP = 2
_SHORTEST = 10
_HEADS = ("CARDS", "FAITH", "TILES", "LEADERS", "GOODS", "POINTS")
_GOODS_FOR_A_POINT = 5


class Points(NamedTuple):
    """Where the points of a player come from."""

    cards: int
    faith: int
    tiles: int
    leaders: int
    goods: int
    total: int


def points_of(view: View, seat: int) -> Points:
    """Tell where the points of a player come from."""
    cards = sum(card.points for slot in reading.slots(view, seat) for card in slot)
    tiles = zip(TILE_POINTS, reading.tiles(view, seat), strict=True)
    favours = sum(worth for worth, tile in tiles if tile == UP)
    held = reading.leaders(view, seat)
    leaders = sum(each.leader.points for each in held if each.fate == PLAYED)
    return Points(
        cards,
        reading.track_points(reading.faith(view, seat)),
        favours,
        leaders,
        sum(reading.goods(view, seat)) // _GOODS_FOR_A_POINT,
        reading.points(view, seat),
    )


class MastersSummary(Retelling):
    """All that is told of a match when it is over."""

    def played(self, match: Match) -> str:
        """Say in a few words what was played and how long."""
        solo = reading.is_solo(match.view)
        kind = "solo against Lorenzo" if solo else counted(len(match.players), "player")
        return f"{kind} · round {words.round_of(match.view) or 1}"

    def why(self, match: Match) -> list[str]:
        """Say why the match ended and what decided it."""
        ended = match.ended
        if ended is None:
            return ["The match is not over."]
        sentence = REASONS.get(ended.reason)
        if sentence is None or not ended.ranking:
            return [ended.text, *([] if ended.ranking else ["There is no ranking."])]
        told = sentence.format(who=_who_ended(match, ended.reason))
        if not told.endswith("."):
            solo = reading.is_solo(match.view)
            told += ": the game ends at once." if solo else ": that round was the last."
        return [told, _decided(match, ended.ranking)]

    def table(self, match: Match, wide: int) -> list[Row]:
        """Write where everybody's points come from."""
        longest = max(width(named(match, seat)) for seat in range(len(match.players)))
        columns = sum(len(head) + GAP for head in _HEADS)
        room = wide - columns - 6 - 1
        names = max(_SHORTEST, min(longest, room))
        heads = f"{'':6}{pad('PLAYER', names)}" + "".join(
            f"{'':{GAP}}{head}" for head in _HEADS
        )
        rows = [Row([Span(heads, ink("dim", "panel", "underline"))])]
        ranking = match.ended.ranking if match.ended is not None else ()
        if ranking and not ranking[0]:
            # The first place is nobody's at the table.
            none = "".join(f"{'':{GAP}}{'·':>{len(head)}}" for head in _HEADS)
            cells = ((f"{1:>2}    ", "cur"), (pad("Lorenzo", names), "text"), (none, "dim"))
            rows.append(Row([cell(text, fg, own=False) for text, fg in cells]))
        for seat, place in _places(match):
            own = seat == match.seat
            you = " (you)" if own else ""
            name = shorten(match.name_of(seat), names - len(you)) + you
            spans = [
                cell(f"{place or '·':>2}    ", "cur" if place == 1 else "dim", own=own),
                cell(pad(name, names), "bright" if own else "text", own=own, bold=own),
            ]
            for head, value in zip(_HEADS, points_of(match.view, seat), strict=True):
                last = head == _HEADS[-1]
                text = f"{'':{GAP}}{value:>{len(head)}}"
                spans.append(cell(text, "gold" if last else "text", own=own, bold=last))
            rows.append(Row(spans, own))
        return rows

    def charted(self) -> str:
        """Name what the chart shows."""
        return "POINTS, round by round"

    def series(self, tape: Tape) -> tuple[list[Series], list[str]]:
        """Give the points of each player at the end of each round, those of the best first."""
        last = tape.match(tape.last, 0.0)
        ends = self._ends(tape)
        others = cycle(LINE_ROLES)
        own = 0 if last.seat is None else last.seat
        lines = [
            Series(
                last.name_of(seat),
                tuple(max(0, reading.points(view, seat)) for view in ends),
                "cur" if seat == own else next(others),
            )
            for seat, _ in _places(last)
        ]
        return lines, ["0", *(f"r{number}" for number in range(1, len(ends)))]

    def swing(self, tape: Tape) -> str:
        """Name the round in which somebody's points rose most."""
        last = tape.match(tape.last, 0.0)
        rises = [
            (reading.points(after, seat) - reading.points(before, seat), number, seat)
            for number, (before, after) in enumerate(pairwise(self._ends(tape)), 1)
            for seat in range(len(last.players))
        ]
        if not rises:
            return ""
        rise, number, seat = max(rises)
        return f"r{number}: {last.name_of(seat)} +{rise}" if rise > 1 else ""

    def _ends(self, tape: Tape) -> list[Parts]:
        """Give the views before the first round and after each."""
        begins = tape.beginnings(self.round)
        # The first beginning is that of the set-up, if the tape goes back so far.
        first = 1 if self.round(tape.view(0)) is None else 0
        places = (
            begins[first] - 1 if len(begins) > first else 0,
            *begins[first + 1 :],
            tape.last,
        )
        return [tape.view(max(0, place)) for place in places]


def _who_ended(match: Match, reason: str) -> str:
    """Name whoever brought the end."""
    found = [
        match.name_of(seat)
        for seat in range(len(match.players))
        if (reason == "faith" and reading.faith(match.view, seat) >= 24)
        or (
            reason == "seven-cards"
            and reading.number_of_cards(match.view, seat) >= reading.MOST_CARDS
        )
    ]
    return " and ".join(found) or "Somebody"


def _decided(match: Match, ranking: tuple[tuple[int, ...], ...]) -> str:
    """Say by what the first place was won."""
    view = match.view
    if not ranking[0]:
        had = counted(reading.points(view, 0), "point")
        return f"{match.name_of(0)} had {had} by then."
    best = reading.points(view, ranking[0][0])
    if len(ranking[0]) > 1:
        return f"{counted(best, 'point')} and as many goods each: they share the win."
    if len(ranking) < 2 or not ranking[1]:
        return f"{counted(best, 'point')} against Lorenzo."
    second = reading.points(view, ranking[1][0])
    if best == second:
        own, second_had = (sum(reading.goods(view, seats[0])) for seats in ranking[:2])
        return f"{counted(best, 'point')} each: {counted(own, 'good')} beat {second_had}."
    return f"Most points win: {best} against {second}."


def _places(match: Match) -> list[tuple[int, int]]:
    """List all seats from the best on, each with its place; 0 where there is no ranking."""
    return places(match, lambda seat: (-reading.points(match.view, seat),))


SUMMARY = MastersSummary()
