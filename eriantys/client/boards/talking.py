"""Log and chat where a board leaves room for them, and how to say something there."""

from __future__ import annotations

from collections.abc import Sequence

from eriantys.client.boards.folding import latest
from eriantys.client.canvas import Area, Canvas, Span, Style, ink, spans_width
from eriantys.client.keys import Key
from eriantys.client.match import Match
from eriantys.client.text import cut, width

_LINE = ink("line")
_DIM = ink("dim")
_TITLE = ink("bright", "bg", "bold")
_DOT = Span(" · ", _DIM)
_LEAST = 20
"""Cells that a line of chat needs at least to be understood."""
_CHAT = 3, 8
"""Rows that the chat has at least and at most, with how to say something."""


def draw_column(
    canvas: Canvas,
    area: Area,
    log: Sequence[Sequence[Span]],
    chat: Sequence[Sequence[Span]] | None,
    hint: Span,
) -> None:
    """Draw the log above the chat in one frame; all rows that are left are the log's.

    `chat` is None where nothing can be said, as in a replay. The sign before the hint has the
    style of the hint.
    """
    inside = panel(canvas, area, "LOG")
    if chat is None:
        draw_lines(canvas, inside, latest(log, inside.width, inside.height))
        return
    least, most = _CHAT
    rows = max(least, min(most, area.height // 3))
    wall = inside.y + inside.height - rows - 1
    draw_lines(canvas, inside, latest(log, inside.width, wall - inside.y))
    canvas.put(area.x, wall, f"├─{'─' * (area.width - 4)}─┤", _LINE)
    canvas.put(area.x + 2, wall, " CHAT ", _TITLE)
    draw_chat(canvas, Area(inside.x, wall + 1, inside.width, rows), chat, hint)


def draw_chat(canvas: Canvas, inside: Area, chat: Sequence[Sequence[Span]], hint: Span) -> None:
    """Draw what was said, and right below how to say something."""
    said = latest(chat, inside.width, inside.height - 1)
    draw_lines(canvas, inside, said)
    draw_hint(canvas, inside.x, inside.y + len(said), inside.width, hint)


def panel(
    canvas: Canvas, area: Area, title: str, frame: Style = _LINE, title_style: Style = _TITLE
) -> Area:
    """Draw a frame with a title; return what lies inside, without the margins."""
    canvas.box(area, frame)
    canvas.title(area, title, title_style)
    return Area(area.x + 2, area.y + 1, area.width - 4, area.height - 2)


def draw_lines(canvas: Canvas, inside: Area, lines: Sequence[Sequence[Span]]) -> None:
    """Draw lines from the upper left corner of an area on."""
    for row, spans in enumerate(lines):
        canvas.spans(inside.x, inside.y + row, spans)


def draw_hint(canvas: Canvas, x: int, y: int, wide: int, hint: Span) -> None:
    """Tell how to say something; a click there is the key."""
    canvas.put(x, y, "»", hint.style)
    canvas.put(x + 2, y, cut(hint.text, wide - 2), _DIM)
    canvas.mark(Area(x, y, wide, 1), Key("t"))


def hint_for(match: Match, sign: Style, *, team: bool = False) -> Span:
    """Name the keys to say something with; the sign before them has that style."""
    if match.watching:
        return Span("t to write to who looks on", sign)
    return Span("t to write, T to your team" if team else "t to write", sign)


def side_by_side(
    log: Sequence[list[Span]], chat: Sequence[list[Span]], room: int, *, silent: bool
) -> list[Span]:
    """Write the latest of log and chat into one row, as far as they fit."""
    line = fit(log[-1], room) if log else []
    if chat:
        left = room - spans_width(line) - spans_width([_DOT])
        if left >= min(_LEAST, spans_width(chat[-1])):
            line = [*line, *([_DOT] if line else []), *fit(chat[-1], left)]
    hint = Span(" (t to chat)", _DIM)
    for older in reversed(log[:-1]):
        longer = [*older, _DOT, *line]
        if spans_width([*longer, hint]) > room:
            break
        line = longer
    fits = not silent and spans_width([*line, hint]) <= room
    return [*line, hint] if fits else line


def fit(spans: Sequence[Span], room: int) -> list[Span]:
    """Cut pieces of text to so many cells."""
    fitting: list[Span] = []
    for text, style in spans:
        left = room - spans_width(fitting)
        fitting.append(Span(cut(text, left), style))
        if width(text) >= left:
            break
    return fitting
