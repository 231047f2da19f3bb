"""What happened and what was said: two panels, or one where there is little room."""

from __future__ import annotations

from collections.abc import Sequence

from eriantys.client.boards.eriantys.scene import Scene
from eriantys.client.boards.eriantys.schools import BRIGHT, DIM, KEY, LINE
from eriantys.client.boards.folding import latest
from eriantys.client.canvas import Area, Canvas, Span
from eriantys.client.keys import Key
from eriantys.client.text import cut


def draw_both(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw one panel with the log above and the latest talk below."""
    if scene.silent:
        draw_log(canvas, scene, area)
        return
    inside = _panel(canvas, area, "LOG & CHAT")
    said = latest(scene.chat, inside.width, max(1, (inside.height - 1) // 3))
    rows = inside.height - 1 - len(said)
    _lines(canvas, inside.x, inside.y, latest(scene.log, inside.width, rows))
    bottom = inside.y + inside.height - 1
    _lines(canvas, inside.x, bottom - len(said), said)
    _hint(canvas, scene, inside.x, bottom, inside.width)


def draw_log(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw what happened."""
    inside = _panel(canvas, area, "LOG")
    _lines(canvas, inside.x, inside.y, latest(scene.log, inside.width, inside.height))


def draw_chat(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw what was said, and how to say something."""
    _chat(canvas, scene, _panel(canvas, area, "CHAT"))


def draw_column(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw the log above the chat in one frame; all rows that are left are the log's."""
    if scene.silent:
        draw_log(canvas, scene, area)
        return
    chat = max(3, min(8, area.height // 3))
    inside = _panel(canvas, area, "LOG")
    wall = inside.y + inside.height - chat - 1
    rows = wall - inside.y
    _lines(canvas, inside.x, inside.y, latest(scene.log, inside.width, rows))
    canvas.put(area.x, wall, f"├─{'─' * (area.width - 4)}─┤", LINE)
    canvas.put(area.x + 2, wall, " CHAT ", BRIGHT)
    _chat(canvas, scene, Area(inside.x, wall + 1, inside.width, chat))


def _panel(canvas: Canvas, area: Area, title: str) -> Area:
    canvas.box(area, LINE)
    canvas.title(area, title, BRIGHT)
    return Area(area.x + 2, area.y + 1, area.width - 4, area.height - 2)


def _chat(canvas: Canvas, scene: Scene, inside: Area) -> None:
    said = latest(scene.chat, inside.width, inside.height - 1)
    _lines(canvas, inside.x, inside.y, said)
    _hint(canvas, scene, inside.x, inside.y + len(said), inside.width)


def _lines(canvas: Canvas, x: int, y: int, rows: Sequence[Sequence[Span]]) -> None:
    for at, spans in enumerate(rows):
        canvas.spans(x, y + at, spans)


def _hint(canvas: Canvas, scene: Scene, x: int, y: int, cells: int) -> None:
    """Tell how to say something; a click there is the key."""
    if scene.match.watching:
        told = "t to write to who looks on"
    else:
        told = "t to write, T to your team" if scene.seats == 4 else "t to write"
    canvas.put(x, y, "»", KEY)
    canvas.put(x + 2, y, cut(told, cells - 2), DIM)
    canvas.mark(Area(x, y, cells, 1), Key("t"))
