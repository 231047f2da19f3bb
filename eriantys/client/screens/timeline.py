"""The timeline of a replay: how far it has come, the rounds, and marks of what mattered."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from eriantys.client.boards.room import Mark
from eriantys.client.canvas import Area, Canvas, Span, ink, spans_width
from eriantys.client.sentences import counted

DIM = ink("dim")
BRIGHT = ink("bright", "bg", "bold")


OWN_MARK = Mark("⚑", "mn", "your mark")


class Track(NamedTuple):
    """Where the places of a tape lie along a row."""

    x: int
    width: int
    last: int

    def column(self, place: int) -> int:
        """Find the column of a place."""
        return self.x + place * (self.width - 1) // max(1, self.last)

    def place(self, column: int) -> int:
        """Find the place that lies nearest to a column."""
        return round((column - self.x) * self.last / max(1, self.width - 1))


class Timeline:
    """All places of a match in a row."""

    def __init__(
        self,
        last: int,
        rounds: Sequence[int],
        turns: Sequence[int],
        marks: Mapping[int, tuple[Mark, ...]],
        kinds: Sequence[Mark],
        *,
        set_up: bool = False,
    ) -> None:
        self.last = last
        self.rounds = rounds
        """The places where rounds begin."""
        self.turns = turns
        """The places where turns begin."""
        self.own: set[int] = set()
        """Places with a mark of one's own."""
        self._marks = marks
        self._set_up = set_up
        """Whether what comes before the second of the rounds is none: it is round 0."""
        self._kinds = (OWN_MARK, *kinds)
        """All marks, those that matter most first."""

    @property
    def marked(self) -> list[int]:
        """List the places that have a mark."""
        return sorted({*self._marks, *self.own})

    def round_at(self, place: int) -> int:
        """Number the round of a place, from 1; 0 where it is not one yet."""
        return bisect_right(self.rounds, place) - self._set_up

    def draw(
        self,
        canvas: Canvas,
        area: Area,
        place: int,
        settings: Sequence[list[Span]],
        *,
        framed: bool,
    ) -> None:
        """Draw the line, its labels and the settings: four rows at least, with air if more."""
        canvas.fill(area, ink())
        if framed:
            canvas.box(area, ink("accent"))
        else:
            canvas.put(area.x, area.y, "─" * area.width, ink("line"))
        canvas.put(area.x + 1, area.y, " TIMELINE ", ink("accent", "bg", "bold"))
        self._draw_counts(canvas, area, place)
        track = Track(area.x + 2, area.width - 4, self.last)
        y = area.y + (2 if area.height > 5 else 1)
        low = area.y + area.height - (2 if framed and area.height > 4 else 1)
        self._draw_track(canvas, track, y, place)
        self._draw_labels(canvas, track, y + 1, place)
        self._draw_settings(canvas, Area(track.x, low, track.width, 1), place, settings)
        # The line and its labels are one target: two rows are easier to hit.
        canvas.mark(Area(track.x, y, track.width, 2), track)

    def _draw_counts(self, canvas: Canvas, area: Area, place: int) -> None:
        counts = (
            ("step", place, self.last),
            ("turn", bisect_right(self.turns, place), len(self.turns)),
            ("round", self.round_at(place), len(self.rounds) - self._set_up),
        )
        spans = [Span(" ")]
        for number, (word, at, of) in enumerate(counts):
            more = [Span(" · " if number else "", DIM)]
            if word == "round" and not at:
                more += [Span("set-up", BRIGHT), Span(f" before {counted(of, 'round')}", DIM)]
            else:
                more += [Span(f"{word} {at}", BRIGHT), Span(f" of {of}", DIM)]
            # A timeline beside a board is narrow: then it counts the steps alone.
            if spans_width(spans) + spans_width(more) < area.width - len(" TIMELINE ") - 3:
                spans += more
        spans.append(Span(" "))
        canvas.spans(area.x + area.width - spans_width(spans) - 2, area.y, spans)

    def _draw_track(self, canvas: Canvas, track: Track, y: int, place: int) -> None:
        now = track.column(place)
        canvas.put(track.x, y, "━" * (now - track.x), ink("accent"))
        canvas.put(now, y, "─" * (track.x + track.width - now), ink("line"))
        for begin in self.rounds:
            x = track.column(begin)
            canvas.put(x, y, "│", ink("accent" if x < now else "line"))
        canvas.put(now, y, "●", ink("cur", "bg", "bold"))

    def _draw_labels(self, canvas: Canvas, track: Track, y: int, place: int) -> None:
        """Number the rounds, and put the signs of marks where there is room, the best first."""
        free = set(range(track.x, track.x + track.width))
        for number, begin in enumerate(self.rounds, 1 - self._set_up):
            label, x = f"r{number}", track.column(begin)
            if number and {*range(x, x + len(label))} <= free:
                canvas.put(x, y, label, BRIGHT if number == self.round_at(place) else DIM)
                free -= {*range(x - 1, x + len(label) + 1)}
        wanted = [(0, place, OWN_MARK) for place in self.own]
        for at, marks in self._marks.items():
            wanted += [(self._kinds.index(mark), at, mark) for mark in marks]
        for _, at, mark in sorted(wanted):
            x = track.column(at)
            near = next((each for each in (x, x - 1, x + 1, x - 2) if each in free), None)
            if near is not None:
                canvas.put(near, y, mark.sign, ink(mark.role))
                free.discard(near)

    def _draw_settings(
        self, canvas: Canvas, area: Area, place: int, settings: Sequence[list[Span]]
    ) -> None:
        """Show the settings, the next mark and what the signs mean, as far as there is room."""
        signs = [
            [Span(f"  {mark.sign}", ink(mark.role)), Span(f" {mark.word}", DIM)]
            for mark in (*self._kinds[1:], OWN_MARK)
        ]
        spans: list[Span] = []
        for more in (*settings, self._next_mark(place), *signs):
            if spans_width(spans) + spans_width(more) < area.width:
                spans += more
        canvas.spans(area.x, area.y, [*spans, Span(" ")])

    def _next_mark(self, place: int) -> list[Span]:
        following = next((each for each in self.marked if each > place), None)
        if following is None:
            return []
        mark = self._marks.get(following, (OWN_MARK,))[0]
        return [
            Span("  next ", DIM),
            Span(mark.sign, ink(mark.role)),
            Span(f" step {following} ", DIM),
            Span("n", ink("accent")),
        ]
