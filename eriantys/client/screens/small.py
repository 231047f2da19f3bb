"""The card for a window that is too small: which way it is, and how to go on anyway."""

from __future__ import annotations

from eriantys.client.canvas import Canvas, card, centred, ink
from eriantys.client.screens.frame import GUIDE_BRIGHT, HINT
from eriantys.client.screens.screen import Screen
from eriantys.client.text import cut

LEAST = (80, 24)
"""The smallest window that every screen fits in."""
_CARD_LEAST = (38, 10)
_BAR = 18


def is_too_small(width: int, height: int) -> bool:
    """Tell whether nothing but this card fits."""
    return width < LEAST[0] or height < LEAST[1]


def draw_too_small(canvas: Canvas, screen: Screen) -> None:
    """Draw how far the window is too small, and what is asked in words."""
    asked, keys = screen.brief()
    if canvas.width >= _CARD_LEAST[0] and canvas.height >= _CARD_LEAST[1] + 2:
        _draw_card(canvas)
    rows = [(asked, GUIDE_BRIGHT), (keys, HINT)]
    for row, (text, style) in enumerate(rows[: max(1, min(2, canvas.height))]):
        y = canvas.height - min(2, canvas.height) + row
        canvas.put(0, y, cut(text, canvas.width), style)
    if not asked and canvas.height < _CARD_LEAST[1] + 2:
        canvas.put(0, 0, cut("Too small: 80x24 needed", canvas.width), GUIDE_BRIGHT)


def _draw_card(canvas: Canvas) -> None:
    area = centred(canvas, _CARD_LEAST[0], _CARD_LEAST[1])._replace(y=1)
    inside = card(canvas, area, "TOO SMALL", ink("cur", "panel", "bold"))
    text, dim = ink("text", "panel"), ink("dim", "panel")
    x, y = inside.x, inside.y
    canvas.put(x, y, f"this window  {canvas.width} x {canvas.height}", text)
    canvas.put(x, y + 1, f"the table    {LEAST[0]} x {LEAST[1]} or more", text)
    for row, (name, has, needs) in enumerate(
        (("columns", canvas.width, LEAST[0]), ("rows", canvas.height, LEAST[1]))
    ):
        full = min(_BAR, has * _BAR // needs)
        at = canvas.put(x, y + 3 + row, f"{name:<8}", dim)
        at = canvas.put(at, y + 3 + row, "▆" * full, ink("cur", "panel"))
        canvas.put(at, y + 3 + row, "▁" * (_BAR - full), ink("line", "panel"))
    canvas.put(x, y + 6, "Nothing is lost: enlarge it,", dim)
    canvas.put(x, y + 7, "or play by the keys below.", dim)
