"""A grid of styled cells: everything is drawn here first, and nothing here knows a terminal.

A style names roles, such as `dim` on `sea`; which colours those are is for the theme to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

from eriantys.client.text import cut, split, width


class Style(NamedTuple):
    """How a cell looks: the roles of its two colours, and what is done to its letter."""

    fg: str
    bg: str
    looks: tuple[str, ...] = ()
    """Any of `bold`, `underline`, `strike` and `reverse`."""


@cache
def ink(fg: str = "text", bg: str = "bg", *looks: str) -> Style:
    """Name a style; the same names always give the very same style."""
    return Style(fg, bg, tuple(sorted(looks)))


PAPER = ink()

ROUND = tuple("╭─╮│╰╯")
HEAVY = tuple("┏━┓┃┗┛")
DASHED = tuple("╭╌╮╎╰╯")
SQUARE = tuple("┌─┐│└┘")
"""Frames: upper left, level, upper right, upright, lower left, lower right."""


class Span(NamedTuple):
    """A piece of text with its style."""

    text: str
    style: Style = PAPER


class Area(NamedTuple):
    """A part of the canvas."""

    x: int
    y: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        """Tell whether a cell lies in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Canvas:
    """A screen to be: its letters and styles, and what a click on its parts means."""

    def __init__(self, width: int, height: int, style: Style = PAPER) -> None:
        self.width = width
        self.height = height
        self.letters = [[" "] * width for _ in range(height)]
        """By row and column; the right half of a wide sign is empty."""
        self.styles = [[style] * width for _ in range(height)]
        self.hits: list[tuple[Area, Any]] = []
        """What a click on an area means, the topmost last."""
        self.cursor: tuple[int, int] | None = None
        """Where the terminal's own cursor blinks, while somebody types."""
        self.spilled: list[str] = []
        """Texts that did not fit on the canvas: always a mistake of whoever drew them."""

    def put(self, x: int, y: int, text: str, style: Style = PAPER) -> int:
        """Write a text, and return the column after it; what does not fit is cut off."""
        if not text:
            return x
        cells = split(text)
        count = len(cells)
        end = x + count
        if x < 0 or end > self.width or not 0 <= y < self.height:
            self.spilled.append(text)
            if 0 <= y < self.height:
                self._put_part(x, y, cells, style)
            return end
        row = self.letters[y]
        # A wide sign of which one half is overwritten is gone.
        if x and not row[x]:
            row[x - 1] = " "
        row[x:end] = cells
        if end < self.width and not row[end]:
            row[end] = " "
        self.styles[y][x:end] = [style] * count
        return end

    def _put_part(self, x: int, y: int, cells: Sequence[str], style: Style) -> None:
        """Write those of some cells that lie in a row; half of a wide sign is nothing."""
        before, after = max(0, -x), max(0, self.width - x)
        part = list(cells[before:after])
        if not part:
            return
        part[0] = part[0] or " "
        if cells[after : after + 1] == ("",):
            part[-1] = " "
        self.put(x + before, y, "".join(part), style)

    def spans(self, x: int, y: int, spans: Iterable[Span]) -> int:
        """Write pieces of text one after the other; return the column after them."""
        for text, style in spans:
            x = self.put(x, y, text, style)
        return x

    def fill(self, area: Area, style: Style, letter: str = " ") -> None:
        """Paint an area in one style."""
        x, y = max(0, area.x), max(0, area.y)
        stop = min(self.width, area.x + area.width)
        if stop <= x:
            return
        filled, painted = [letter] * (stop - x), [style] * (stop - x)
        for row in range(y, min(self.height, area.y + area.height)):
            letters = self.letters[row]
            if x and not letters[x]:
                letters[x - 1] = " "
            letters[x:stop] = filled
            if stop < self.width and not letters[stop]:
                letters[stop] = " "
            self.styles[row][x:stop] = painted

    def box(self, area: Area, style: Style, frame: Sequence[str] = ROUND) -> None:
        """Draw a frame; what is inside stays."""
        x, y, wide, high = area
        if wide < 2 or high < 2:
            return
        top_left, level, top_right, upright, low_left, low_right = frame
        self.put(x, y, top_left + level * (wide - 2) + top_right, style)
        for row in range(y + 1, y + high - 1):
            self.put(x, row, upright, style)
            self.put(x + wide - 1, row, upright, style)
        self.put(x, y + high - 1, low_left + level * (wide - 2) + low_right, style)

    def title(self, area: Area, text: str, style: Style) -> None:
        """Write a title into the upper edge of a frame."""
        self.put(area.x + 2, area.y, f" {cut(text, area.width - 6)} ", style)

    def restyle(self, area: Area, change: Callable[[Style], Style]) -> None:
        """Let every cell of an area look otherwise."""
        changed: dict[Style, Style] = {}
        stop = min(self.width, area.x + area.width)
        for y in range(max(0, area.y), min(self.height, area.y + area.height)):
            row = self.styles[y]
            for x in range(max(0, area.x), stop):
                old = row[x]
                new = changed.get(old)
                if new is None:
                    new = changed[old] = change(old)
                row[x] = new

    def mark(self, area: Area, meaning: Any) -> None:
        """Let a click on an area mean something."""
        self.hits.append((area, meaning))

    def hit(self, x: int, y: int) -> Any:
        """Tell what a click there means; None if nothing."""
        return next(
            (meaning for area, meaning in reversed(self.hits) if area.holds(x, y)), None
        )

    @property
    def area(self) -> Area:
        """The whole of it."""
        return Area(0, 0, self.width, self.height)

    def rows(self) -> list[str]:
        """Give the letters row by row, as somebody without colours would see them."""
        return ["".join(row) for row in self.letters]


def centred(canvas: Canvas, wide: int, high: int) -> Area:
    """Find the place of a card in the middle of the canvas."""
    wide, high = min(wide, canvas.width), min(high, canvas.height)
    return Area((canvas.width - wide) // 2, (canvas.height - high) // 2, wide, high)


def card(canvas: Canvas, area: Area, title: str, style: Style, bg: str = "panel") -> Area:
    """Draw an empty card with a heavy frame over what is there; return what is inside."""
    canvas.fill(area, ink("text", bg))
    canvas.box(area, style, HEAVY)
    if title:
        canvas.title(area, title, ink("bright", bg, "bold"))
    return Area(area.x + 2, area.y + 1, area.width - 4, area.height - 2)


def spans_width(spans: Iterable[Span]) -> int:
    """Count the cells that pieces of text take together."""
    return sum(width(span.text) for span in spans)
