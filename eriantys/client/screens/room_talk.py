"""The talk of a waiting room: what was said there, and between it who came and went."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from eriantys.client.canvas import Area, Canvas, Span, ink
from eriantys.client.conversation import Spoken
from eriantys.client.names import shorten
from eriantys.client.screens.say import age
from eriantys.client.screens.widgets import put_cut
from eriantys.client.text import cut, wrap

_INDENT = 4
"""The cells of an age, and of the blanks below it."""
_HINT = "t to write"
_KEPT = 50


class Doorman:
    """Notes who sits down in a room and who leaves it."""

    def __init__(self) -> None:
        self.notes: list[Spoken] = []
        """Said by nobody, the latest last."""
        self._names: set[str] | None = None

    def forget(self) -> None:
        """Begin anew, in another room."""
        self.notes.clear()
        self._names = None

    def look(self, seats: Sequence[str | None], me: str, now: float) -> None:
        """Compare who is there with who was; those who were there before are not told."""
        names = {name for name in seats if name is not None}
        if self._names is not None:
            came, gone = names - self._names - {me}, self._names - names - {me}
            told = [f"{name} left" for name in sorted(gone)]
            told += [f"{name} sat down" for name in seats if name in came]
            self.notes += [Spoken("", text, now) for text in told]
            del self.notes[:-_KEPT]
        self._names = names


def draw_room_talk(
    canvas: Canvas, area: Area, spoken: Iterable[Spoken], *, me: str, now: float
) -> None:
    """Draw as many of the latest lines as fit, and in the last row how to write one."""
    rows: list[list[Span]] = []
    for line in sorted(spoken, key=lambda line: line.at):
        rows += _rows(line, me, now, area.width)
    shown = rows[max(0, len(rows) - area.height + 1) :]
    for row, spans in enumerate(shown):
        canvas.spans(area.x, area.y + row, spans)
    y = area.y + len(shown)
    x = canvas.put(area.x, y, "» ", ink("accent"))
    put_cut(canvas, x, y, _HINT, ink("dim"), area.x + area.width)


def _rows(line: Spoken, me: str, now: float, wide: int) -> list[list[Span]]:
    """Break a line into rows: its age, who said it, and the words; quiet if nobody did."""
    ago = Span(f"{age(now - line.at)} ", ink("line"))
    if not line.name:
        return [[ago, Span(cut(line.text, wide - _INDENT), ink("dim"))]]
    own = line.name == me
    who = "you" if own else shorten(line.name, wide // 2)
    style = ink("cur", "bg", "bold") if own else ink("accent")
    first, *more = wrap(f"{who} » {line.text}", wide - _INDENT) or [""]
    head = f"{who} » "
    if not first.startswith(head):
        head = ""  # the name has blanks where the row was broken
    rows = [[ago, Span(head, style), Span(first[len(head) :])]]
    return rows + [[Span(" " * _INDENT), Span(row)] for row in more]
