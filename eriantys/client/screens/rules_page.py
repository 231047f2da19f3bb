"""The rules of a game as a page: laid out once for a width, scrolled and searched."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from eriantys.client.canvas import Area, Canvas, Style, ink
from eriantys.client.screens.markdown import Laid, lay_out
from eriantys.client.text import split

WIDEST = 96
"""Longer lines than this are hard to read."""
USUAL = 76
"""The width for a search that comes before anything was drawn."""
FOUND = ink("ink", "accent")
FOUND_HERE = ink("ink", "cur", "bold")


class Index(NamedTuple):
    """All words of a page in a row, and in which line and cell each sign of them stands."""

    words: str
    places: list[tuple[int, int]]


class RulesPage:
    """What can be seen of the rules, and what was looked for in them."""

    def __init__(self, rules: Sequence[str]) -> None:
        self._rules = rules
        self.lines: list[Laid] = []
        self._wide = 0
        """For which width they are laid out."""
        self._index: Index | None = None
        self.sought = ""
        self._found: list[list[tuple[int, int]]] = []
        """By place that was found: its cells."""
        self._at = 0

    def lay_out(self, cells: int) -> None:
        """Lay the rules out for so many cells, if they are not yet."""
        cells = min(cells, WIDEST)
        if cells != self._wide:
            self._wide = cells
            self.lines = lay_out(self._rules, cells)
            self._index = None
            at = self._at
            if self.search(self.sought) is not None:
                self._at = min(at, len(self._found) - 1)

    def heading(self, line: int) -> str:
        """Tell under which heading a line stands."""
        for above in reversed(self.lines[: line + 1]):
            if above.heading:
                return above.text
        return ""

    # Searching.

    def search(self, text: str, line: int = 0) -> int | None:
        """Look for words, however lines break; tell the first line from there with them."""
        self.sought = " ".join(text.split())
        self._found, self._at = [], 0
        if not self.sought:
            return None
        if not self._wide:
            self.lay_out(USUAL)
        if self._index is None:
            self._index = _index_of(self.lines)
        words, places = self._index
        for hit in re.finditer(re.escape(self.sought), words, re.IGNORECASE):
            self._found.append(places[hit.start() : hit.end()])
        after = [at for at, cells in enumerate(self._found) if cells[0][0] >= line]
        self._at = after[0] if after else 0
        return self._line()

    def go_on(self, way: int) -> int | None:
        """Go to the next place that was found, or the one before; tell its line."""
        if self._found:
            self._at = (self._at + way) % len(self._found)
        return self._line()

    def _line(self) -> int | None:
        return self._found[self._at][0][0] if self._found else None

    def told(self) -> str:
        """Say which of the places that were found it is."""
        if not self._found:
            return f"“{self.sought}” is not in the rules."
        return f"“{self.sought}”: {self._at + 1} of {len(self._found)}."

    # Drawing.

    def draw(self, canvas: Canvas, area: Area, top: int) -> None:
        """Draw the lines from there on, with what was found in them."""
        for row, line in enumerate(self.lines[top : top + area.height]):
            canvas.spans(area.x, area.y + row, line.spans)
        for number, cells in enumerate(self._found):
            look = _look_here if number == self._at else _look_found
            for line_number, column in cells:
                row = line_number - top
                if 0 <= row < area.height:
                    canvas.restyle(Area(area.x + column, area.y + row, 1, 1), look)


def _look_found(_: Style) -> Style:
    return FOUND


def _look_here(_: Style) -> Style:
    return FOUND_HERE


def _index_of(lines: Sequence[Laid]) -> Index:
    words: list[str] = []
    places: list[tuple[int, int]] = []
    for number, line in enumerate(lines):
        blank = True
        cells = split(line.text)
        for column, cell in enumerate(cells):
            if cell.isspace() and blank:
                continue
            blank = cell.isspace()
            words.append(cell)
            places += [(number, column)] * len(cell)
        if cells and not blank:
            words.append(" ")
            places.append((number, len(cells) - 1))
    return Index("".join(words), places)
