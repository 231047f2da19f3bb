"""What is told of a match of Eriantys when it is over: why it ended, its table, its chart.

`SUMMARY` is what the result screen and the replay ask about the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import cycle, pairwise
from typing import Any, NamedTuple

from eriantys.client.boards.afterwards import cell, named, places
from eriantys.client.boards.eriantys import reading
from eriantys.client.boards.eriantys.reading import number, part, row
from eriantys.client.boards.eriantys.retelling import Retelling
from eriantys.client.boards.eriantys.scene import LETTERS, TOWERS
from eriantys.client.boards.room import Row
from eriantys.client.canvas import Span, ink
from eriantys.client.chart import Series
from eriantys.client.match import Match
from eriantys.client.names import shorten
from eriantys.client.sentences import counted
from eriantys.client.tape import Tape
from eriantys.client.text import pad, width
from eriantys.wire.fields import Parts

REASONS = {
    "last-tower": "{winners} built the last tower: the game ends at once.",
    "three-islands": "Only three islands are left: the game ends at once.",
    "bag-empty": "The bag is empty: round {round} was the last.",
    "no-assistants": "All assistants are played: round {round} was the last.",
}
"""Why a game ends by its rules."""

LINE_ROLES = ("accent", "P", "mn")
"""The colours of the others' lines; the own one is that of the cursor."""
GAP = 3
"""Between the columns of the table."""
COINS = 6
SHORTEST_NAME = 10
TOWERS_HEAD = "TOWERS built"


class EriantysSummary(Retelling):
    """All that is told of a match of Eriantys when it is over."""

    def played(self, match: Match) -> str:
        """Say in a few words what was played and how long."""
        kind = "expert" if part(match.view, "table").get("expert") else "simple"
        return f"{kind} · round {self.round(match.view)}"

    def why(self, match: Match) -> list[str]:
        """Say why the match ended and what decided it."""
        ended = match.ended
        if ended is None:
            return ["The match is not over."]
        sentence = REASONS.get(ended.reason)
        if sentence is None or not ended.ranking or not ended.ranking[0]:
            return [ended.text, *([] if ended.ranking else ["There is no ranking."])]
        first = [match.name_of(seat) for seat in ended.ranking[0]]
        told = sentence.format(winners=" and ".join(first), round=self.round(match.view))
        return [told, _decided(match, ended.ranking)]

    def table(self, match: Match, wide: int) -> list[Row]:
        """Write what each player has in the end."""
        columns = _Columns.fitting(match, wide)
        rows = [Row(columns.heads())]
        told: dict[int, int] = {}
        for seat, place in _places(match):
            own = seat == match.seat
            side = reading.side_of(match.view, seat)
            partner = told.setdefault(side, seat)
            spans = [
                cell(f"{place or '·':>2}    ", "cur" if place == 1 else "dim", own=own),
                cell(columns.name(match, seat), "bright" if own else "text", own=own, bold=own),
            ]
            if partner != seat:
                ally = shorten(match.name_of(partner), columns.towers - len("with "))
                spans.append(cell(pad(f"with {ally}", columns.towers + GAP), "dim", own=own))
            else:
                spans += _towers(match.view, side, columns, own=own)
            spans += _professors(match.view, seat, own=own)
            held = str(_islands(match.view, side)) if partner == seat else ""
            spans.append(cell(f"{held:>4}   ", "text", own=own))
            if columns.expert:
                coins = number(part(match.view, f"school/{seat}").get("coins"))
                spans.append(cell(f"{f'¢{coins}':>{COINS}}", "gold", own=own))
            rows.append(Row(spans, own))
        return rows

    def charted(self) -> str:
        """Name what the chart shows."""
        return "TOWERS ON THE ISLANDS, round by round"

    def series(self, tape: Tape) -> tuple[list[Series], list[str]]:
        """Give the towers of each side at the end of each round, those of the best first."""
        last = tape.match(tape.last, 0.0)
        sides = _sides(last)
        ends = self._ends(tape)
        own = sides[0] if last.seat is None else reading.side_of(last.view, last.seat)
        others = cycle(LINE_ROLES)
        lines = [
            Series(
                _side_name(last, side),
                tuple(_built(view, side) for view in ends),
                "cur" if side == own else next(others),
            )
            for side in sides
        ]
        return lines, ["0", *(f"r{number}" for number in range(1, len(ends)))]

    def swing(self, tape: Tape) -> str:
        """Name the round in which somebody's towers rose most."""
        last = tape.match(tape.last, 0.0)
        rises = [
            (_built(after, side) - _built(before, side), number, side)
            for number, (before, after) in enumerate(pairwise(self._ends(tape)), 1)
            for side in _sides(last)
        ]
        rise, number, side = max(rises)
        return f"r{number}: {_side_name(last, side)} +{rise}" if rise > 1 else ""

    def _ends(self, tape: Tape) -> list[Parts]:
        """Give the views at the beginning and after each round."""
        places = (0, *tape.beginnings(self.round)[1:], tape.last)
        return [tape.view(place) for place in places]


def _built(view: Mapping[str, Any], side: int) -> int:
    """Count the towers of a side on the islands."""
    left = row(view.get("towers"))
    stock = _stock(view)
    return max(0, min(stock - left[side], stock)) if 0 <= side < len(left) else 0


def _stock(view: Mapping[str, Any]) -> int:
    """Tell how many towers a side has in all."""
    return 6 if len(row(view.get("towers"))) == 3 else 8


def _islands(view: Mapping[str, Any], side: int) -> int:
    parts = (part(view, f"island/{head}") for head in reading.heads(view))
    return sum(each.get("side") == side for each in parts)


def _places(match: Match) -> list[tuple[int, int]]:
    """List all seats from the best on, each with its place; 0 where there is no ranking."""

    def merit(seat: int) -> tuple[int, ...]:
        side = reading.side_of(match.view, seat)
        return (-_built(match.view, side), side)

    return places(match, merit)


def _sides(match: Match) -> list[int]:
    """List the sides from the best on."""
    return list(dict.fromkeys(reading.side_of(match.view, seat) for seat, _ in _places(match)))


def _decided(match: Match, ranking: tuple[tuple[int, ...], ...]) -> str:
    """Say by what the first place was won."""
    firsts = [reading.side_of(match.view, seat) for seat in ranking[0]]
    towers, professors = _strength(match.view, firsts[0])
    if len(set(firsts)) > 1:
        both = f"{counted(towers, 'tower')} and {counted(professors, 'professor')}"
        return f"{both} each: they share the win."
    if len(ranking) < 2 or not ranking[1]:
        return f"{counted(towers, 'tower')}."
    others, held = _strength(match.view, reading.side_of(match.view, ranking[1][0]))
    if towers == others:
        beat = f"{counted(professors, 'professor')} beat {held}"
        return f"{counted(towers, 'tower')} each: {beat}."
    return f"Most towers win: {towers} against {others}."


def _strength(view: Mapping[str, Any], side: int) -> tuple[int, int]:
    """Count the towers and professors of a side."""
    seats = reading.seats_of(view, side)
    holders = view.get("professors")
    held = [holder in seats for holder in holders] if isinstance(holders, list | tuple) else []
    return _built(view, side), sum(held)


def _side_name(match: Match, side: int) -> str:
    seats = reading.seats_of(match.view, side) or [side]
    return "+".join(match.name_of(seat) for seat in seats)


# The cells of the table.


class _Columns(NamedTuple):
    """How wide the columns of the table are."""

    names: int
    stock: int
    """How many towers each side has in all."""
    airy: bool
    """Whether there is a blank between the towers."""
    expert: bool

    @classmethod
    def fitting(cls, match: Match, wide: int) -> _Columns:
        """Give the names all they need, if the towers move together for it."""
        expert = bool(part(match.view, "table").get("expert"))
        longest = max(width(named(match, seat)) for seat in range(len(match.players)))
        stock = _stock(match.view)
        for airy in (True, False):
            columns = cls(longest, stock, airy, expert)
            spare = wide - width("".join(span.text for span in columns.heads()))
            if spare >= 0:
                return columns
        return columns._replace(names=max(SHORTEST_NAME, longest + spare))

    @property
    def towers(self) -> int:
        """The cells of the towers and of how many they are."""
        return max(len(TOWERS_HEAD), (2 if self.airy else 1) * self.stock + 4)

    def name(self, match: Match, seat: int) -> str:
        """Write a player's name, with what makes it the own one whole in any case."""
        you = " (you)" if seat == match.seat else ""
        name = shorten(match.name_of(seat), self.names - len(you))
        return pad(name + you, self.names + GAP)

    def heads(self) -> list[Span]:
        """Write the heads of the columns."""
        heads = f"{'':6}{pad('PLAYER', self.names + GAP)}{pad(TOWERS_HEAD, self.towers + GAP)}"
        heads += f"{pad('PROFESSORS', 15 + GAP - 1)}ISLANDS{'  COINS' if self.expert else ''}"
        return [Span(heads, ink("dim", "panel", "underline"))]


def _towers(view: Mapping[str, Any], side: int, columns: _Columns, *, own: bool) -> list[Span]:
    built = _built(view, side)
    role = TOWERS[side] if side < len(TOWERS) else "gy"
    bg = "me" if own else "panel"
    spans: list[Span] = []
    for at in range(columns.stock):
        if at >= built:
            spans.append(Span("·", ink("dim", bg)))
        else:
            spans.append(Span("♜", ink("ink", "bk") if role == "bk" else ink(role, bg)))
        spans.append(Span(" " if columns.airy else "", ink("dim", bg)))
    room = columns.towers + GAP - (2 if columns.airy else 1) * columns.stock
    return [*spans, cell(pad(f" {built}/{columns.stock}", room), "text", own=own)]


def _professors(view: Mapping[str, Any], seat: int, *, own: bool) -> list[Span]:
    holders = view.get("professors")
    holders = holders if isinstance(holders, list | tuple) else ()
    spans: list[Span] = []
    for letter, holder in zip(LETTERS, holders, strict=False):
        if holder == seat:
            spans += [
                Span(f"{letter}♛", ink("ink", letter, "bold")),
                cell(" ", "dim", own=own),
            ]
        else:
            spans.append(cell(" · ", "dim", own=own))
    return [*spans, cell(" " * GAP, "dim", own=own)]


SUMMARY = EriantysSummary()
