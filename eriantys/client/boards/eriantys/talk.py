"""What happened and what was said: two panels, or one where there is little room."""

from __future__ import annotations

from eriantys.client.boards import talking
from eriantys.client.boards.eriantys.scene import Scene
from eriantys.client.boards.eriantys.schools import KEY
from eriantys.client.boards.folding import latest
from eriantys.client.boards.talking import draw_hint, draw_lines, panel
from eriantys.client.canvas import Area, Canvas, Span


def draw_both(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw one panel with the log above and the latest talk below."""
    if scene.silent:
        draw_log(canvas, scene, area)
        return
    inside = panel(canvas, area, "LOG & CHAT")
    said = latest(scene.chat, inside.width, max(1, (inside.height - 1) // 3))
    rows = inside.height - 1 - len(said)
    draw_lines(canvas, inside, latest(scene.log, inside.width, rows))
    draw_lines(canvas, inside._replace(y=inside.y + rows), said)
    draw_hint(canvas, inside.x, inside.y + inside.height - 1, inside.width, _hint(scene))


def draw_log(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw what happened."""
    inside = panel(canvas, area, "LOG")
    draw_lines(canvas, inside, latest(scene.log, inside.width, inside.height))


def draw_chat(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw what was said, and how to say something."""
    talking.draw_chat(canvas, panel(canvas, area, "CHAT"), scene.chat, _hint(scene))


def draw_column(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw the log above the chat in one frame."""
    chat = None if scene.silent else scene.chat
    talking.draw_column(canvas, area, scene.log, chat, _hint(scene))


def _hint(scene: Scene) -> Span:
    return talking.hint_for(scene.match, KEY, team=scene.seats == 4)
