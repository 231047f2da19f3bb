"""The card for a window that is too small: which way it is, and how to go on anyway."""

from __future__ import annotations

from eriantys.client.canvas import Area, Canvas, card, centred, ink
from eriantys.client.frame import BAR, GUIDE, GUIDE_BRIGHT, HINT
from eriantys.client.screens.screen import Screen
from eriantys.client.text import cut, width, wrap

LEAST = (80, 24)
"""The smallest window that every screen fits in."""
_WIDE, _HIGH = 38, 8
_LOW = 5
"""Rows of the card, and of the short one."""
_ASKED_MOST = 3
"""Rows that the question may take."""
_BAR = 18


def is_too_small(width: int, height: int) -> bool:
    """Tell whether nothing but this card fits."""
    return width < LEAST[0] or height < LEAST[1]


def draw_too_small(canvas: Canvas, screen: Screen) -> None:
    """Draw how far the window is too small, and what is asked in words."""
    asked, keys = screen.brief()
    needed = f"Too small: {canvas.width}x{canvas.height}, {LEAST[0]}x{LEAST[1]} is needed."
    rows = (wrap(asked or needed, canvas.width) or [""])[:_ASKED_MOST]
    below = rows[: max(1, canvas.height - 2)]
    foot = canvas.height - len(below) - (1 if canvas.height > 1 else 0)
    canvas.fill(Area(0, foot, canvas.width, len(below)), GUIDE)
    for row, text in enumerate(below):
        canvas.put(0, foot + row, text, GUIDE_BRIGHT)
    if canvas.height > 1:
        canvas.put(0, canvas.height - 1, _whole(keys, canvas.width), HINT)
    if canvas.height > 3:
        canvas.fill(Area(0, 0, canvas.width, 1), BAR)
        canvas.put(0, 0, cut(screen.headline(), canvas.width), BAR)
    room = foot - 1
    if canvas.width >= _WIDE and room >= _LOW:
        _draw_card(canvas, _HIGH if room >= _HIGH else _LOW)
    elif room >= 2:
        canvas.put(0, 1, cut(needed, canvas.width), HINT)


def _whole(keys: str, cells: int) -> str:
    """Name as many keys as there is room for."""
    while width(keys) > cells and "  " in keys:
        keys = keys.rpartition("  ")[0]
    return cut(keys, cells)


def _draw_card(canvas: Canvas, high: int) -> None:
    area = centred(canvas, _WIDE, high)._replace(y=1)
    inside = card(canvas, area, "TOO SMALL", ink("cur", "panel", "bold"))
    text, dim = ink("text", "panel"), ink("dim", "panel")
    x, y = inside.x, inside.y
    canvas.put(x, y, f"this window  {canvas.width} x {canvas.height}", text)
    canvas.put(x, y + 1, f"the table    {LEAST[0]} x {LEAST[1]} or more", text)
    if high < _HIGH:
        canvas.put(x, y + 2, "Enlarge it, or use the keys below.", dim)
        return
    for row, (name, has, needs) in enumerate(
        (("columns", canvas.width, LEAST[0]), ("rows", canvas.height, LEAST[1]))
    ):
        full = min(_BAR, has * _BAR // needs)
        at = canvas.put(x, y + 3 + row, f"{name:<8}", dim)
        at = canvas.put(at, y + 3 + row, "▆" * full, ink("cur", "panel"))
        canvas.put(at, y + 3 + row, "▁" * (_BAR - full), ink("line", "panel"))
    canvas.put(x, y + 5, "Enlarge it, or use the keys below.", dim)
