"""The whole log of a match, to be scrolled through."""

from __future__ import annotations

from eriantys.client.boards.folding import fold
from eriantys.client.canvas import Area, Canvas, Span, card, ink
from eriantys.client.frame import asking, guidance, hints
from eriantys.client.keys import Click, Event, Key
from eriantys.client.screens.screen import App, Screen
from eriantys.client.text import cut


class Log(Screen):
    """Lines of the log, the latest at the bottom."""

    covers = False

    def __init__(self, app: App, lines: list[list[Span]]) -> None:
        super().__init__(app)
        self._lines = lines
        self._folded: list[list[Span]] = []
        """The same in rows that fit, for `_folded_for` so many lines and cells."""
        self._folded_for = (0, 0)
        self._back = 0
        """How many rows of the end are scrolled out of sight."""
        self._rows = 1

    def draw(self, canvas: Canvas) -> None:
        """Draw as much as there is room for."""
        area = Area(1, 1, canvas.width - 2, canvas.height - 3)
        inside = card(canvas, area, "LOG", ink("cur", "panel", "bold"))
        self._rows = inside.height
        folded = self._fold(inside.width)
        self._back = max(0, min(self._back, len(folded) - self._rows))
        end = len(folded) - self._back
        for row, line in enumerate(folded[max(0, end - self._rows) : end]):
            x = inside.x
            for text, style in line:
                text = cut(text, inside.x + inside.width - x)
                bg = "panel" if style.bg == "bg" else style.bg
                x = canvas.put(x, inside.y + row, text, ink(style.fg, bg, *style.looks))
        if not self._lines:
            canvas.put(inside.x, inside.y, "Nothing has happened yet.", ink("dim", "panel"))
        guidance(canvas, [asking(f"{len(self._lines)} lines of the log.")])
        hints(canvas, [("↑↓", "scroll"), ("PgUp PgDn", "page"), ("Esc", "close")])

    def _fold(self, cells: int) -> list[list[Span]]:
        """Break what is too long for one row: here is where all of it can be read."""
        wanted = (len(self._lines), cells)
        if self._folded_for != wanted:
            self._folded_for = wanted
            folded = (fold(line, cells, shorten=False) for line in self._lines)
            self._folded = [row for rows in folded for row in rows]
        return self._folded

    def handle(self, event: Event) -> bool:
        """Scroll, or close."""
        steps = {"Up": 1, "Down": -1, "PageUp": self._rows, "PageDown": -self._rows}
        match event:
            case Key(name="Esc" | "l" | "q" | "Enter"):
                self.app.pop(self)
            case Key(name="Home"):
                self._back = len(self._folded)
            case Key(name="End"):
                self._back = 0
            case Key() if event.name in steps:
                self._back += steps[event.name]
            case Click(button="wheel-up" | "wheel-down"):
                self._back += 3 if event.button == "wheel-up" else -3
            case _:
                return False
        return True
