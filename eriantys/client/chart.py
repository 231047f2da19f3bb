"""A chart of lines in braille dots, and the same numbers as a table.

A cell has two dots across and four down, so that a line of a few cells is smooth. Every line
ends with its name and value. Where dots or colours cannot be shown, the table says the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from eriantys.client.canvas import Area, Canvas, ink
from eriantys.client.text import cut, pad, width

ACROSS, DOWN = 2, 4
"""Dots of a cell."""
BLANK = 0x2800
"""The braille sign without a dot."""
_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""Each dot's bit, by row and column of the cell."""
_STEPS = (1, 2, 5, 10, 20, 50, 100)
"""Distances between the labelled values."""
LONGEST_NAME = 16


class Series(NamedTuple):
    """One line of the chart."""

    name: str
    values: tuple[int, ...]
    """One for each place along the chart, the same places for all lines."""
    role: str = "text"
    """The role of its colour."""


def draw_chart(
    canvas: Canvas,
    area: Area,
    series: Sequence[Series],
    labels: Sequence[str],
    *,
    bg: str = "panel",
) -> None:
    """Draw lines, the first of them on top, with the labels of the places in the last row.

    The labels are as many as each line has values; those for which there is no room are left
    out. The first line is that of whoever is best, and so are the ends named.
    """
    top = max(1, max(max(each.values) for each in series))
    names = [f" ◂ {cut(each.name, LONGEST_NAME)} {each.values[-1]}" for each in series]
    gauge = len(str(top)) + 1
    plot = Area(
        area.x + gauge,
        area.y,
        area.width - gauge - max(map(width, names)),
        area.height - 1,
    )
    if plot.width < 4 or plot.height < 2:
        return
    scale = _Scale(plot, top, max(len(each.values) for each in series))
    dim = ink("dim", bg)
    for value in scale.marked():
        y = plot.y + scale.row(value)
        canvas.put(area.x, y, f"{value:>{gauge - 1}}", dim)
        canvas.put(plot.x, y, "·" * plot.width, ink("line", bg))
    for each in reversed(series):
        _draw_line(canvas, scale, each, bg)
    rows = _apart([scale.row(each.values[-1]) for each in series], plot.height)
    for each, name, row in zip(series, names, rows, strict=True):
        canvas.put(plot.x + plot.width, plot.y + row, name, ink(each.role, bg, "bold"))
    _draw_labels(canvas, scale, labels, bg)


class _Scale(NamedTuple):
    """Where values lie in a plot."""

    plot: Area
    top: int
    places: int

    def dot(self, value: float) -> int:
        """Find the row of dots of a value, from the top."""
        dots = self.plot.height * DOWN - 1
        return dots - round(value * dots / self.top)

    def row(self, value: int) -> int:
        """Find the row of cells of a value."""
        return self.dot(value) // DOWN

    def column(self, place: int) -> int:
        """Find the column of dots of a place."""
        dots = self.plot.width * ACROSS - 1
        return round(place * dots / max(1, self.places - 1))

    def marked(self) -> range:
        """Choose the values that are labelled, so that no two share a row."""
        for step in _STEPS:
            values = range(0, self.top + 1, step)
            rows = [self.row(value) for value in values]
            if len(set(rows)) == len(rows):
                return values
        return range(1)


def _draw_line(canvas: Canvas, scale: _Scale, series: Series, bg: str) -> None:
    style = ink(series.role, bg, "bold")
    bits: dict[tuple[int, int], int] = {}
    for column, dot in _points(scale, series.values):
        cell = (scale.plot.x + column // ACROSS, scale.plot.y + dot // DOWN)
        bits[cell] = bits.get(cell, 0) | _BITS[dot % DOWN][column % ACROSS]
    for (x, y), own in bits.items():
        below = ord(canvas.letters[y][x][:1] or " ") - BLANK
        # The dots of a line below stay where both pass through the cell.
        canvas.put(x, y, chr(BLANK + (own | below if 0 < below < 256 else own)), style)


def _points(scale: _Scale, values: Sequence[int]) -> list[tuple[int, int]]:
    """List the dots of a line, straight from each place to the next and without a gap."""
    if len(values) == 1:
        dot = scale.dot(values[0])
        return [(column, dot) for column in range(scale.plot.width * ACROSS)]
    points: list[tuple[int, int]] = []
    for place, (value, following) in enumerate(pairwise(values)):
        begin, end = scale.column(place), scale.column(place + 1)
        before = scale.dot(value)
        for column in range(begin, end + 1):
            share = (column - begin) / max(1, end - begin)
            dot = scale.dot(value + (following - value) * share)
            between = range(min(before, dot) + 1, max(before, dot))
            points += [(column, each) for each in between]
            points.append((column, dot))
            before = dot
    return points


def _apart(rows: Sequence[int], height: int) -> list[int]:
    """Give each of some names a row of its own, as near as can be to the one it wants.

    Of those who want the same, the first stands above; too many for the height share rows.
    """
    order = sorted(range(len(rows)), key=lambda which: (rows[which], which))
    found = [0] * len(rows)
    free = 0
    for which in order:
        found[which] = free = max(free, rows[which])
        free += 1
    ceiling = height - 1
    for which in reversed(order):
        found[which] = max(0, min(found[which], ceiling))
        ceiling = found[which] - 1
    return found


def _draw_labels(canvas: Canvas, scale: _Scale, labels: Sequence[str], bg: str) -> None:
    """Write the labels of the places, evenly as far as there is room; the last in any case."""
    plot = scale.plot
    room = max(1, plot.width // max(1, scale.places - 1))
    every = -(-(max(map(width, labels)) + 1) // room)
    end = plot.x + plot.width
    for place in (len(labels) - 1, *range((len(labels) - 2) // every * every, -1, -every)):
        wide = width(labels[place])
        x = plot.x + scale.column(place) // ACROSS - (wide - 1) // 2
        x = max(plot.x, x)
        if place == len(labels) - 1:
            x = min(x, plot.x + plot.width - wide)
        if x + wide <= end:
            canvas.put(x, plot.y + plot.height, labels[place], ink("dim", bg))
            end = x - 1


def draw_table(
    canvas: Canvas,
    area: Area,
    series: Sequence[Series],
    labels: Sequence[str],
    *,
    bg: str = "panel",
) -> None:
    """Write the numbers of the lines: a row each, a column for each place, the latest last.

    Where not all places have room, the earliest are left out.
    """
    name = min(LONGEST_NAME, max(width(each.name) for each in series))
    digits = max(len(str(value)) for each in series for value in each.values)
    wide = max(digits, *map(width, labels)) + 1
    most = max(1, (area.width - name - 1) // wide)
    first = max(0, len(labels) - most)
    x = area.x + name + 1
    for place in range(first, len(labels)):
        canvas.put(
            x + (place - first) * wide, area.y, f"{labels[place]:>{wide}}", ink("dim", bg)
        )
    for row, each in enumerate(series[: area.height - 1], 1):
        style = ink(each.role, bg, "bold")
        canvas.put(area.x, area.y + row, pad(each.name, name), style)
        for place in range(first, len(each.values)):
            canvas.put(
                x + (place - first) * wide,
                area.y + row,
                f"{each.values[place]:>{wide}}",
                style if place == len(labels) - 1 else ink("text", bg),
            )
