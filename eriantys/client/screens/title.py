"""The big title on the sea, over the screens before a match."""

from __future__ import annotations

from eriantys.client.canvas import Area, Canvas, ink
from eriantys.client.screens.art import put_big
from eriantys.client.screens.texts import SUBTITLE
from eriantys.client.text import cut, width

_CHIPS = "GRYPB"


def draw_title(canvas: Canvas, *, plain: bool) -> int:
    """Draw the title from the second row on; return the row where the rest begins.

    With `plain`, its letters are made of signs of ASCII.
    """
    spare = spare_rows(canvas)
    pad = min(6, spare // 4)
    high = 9 + 2 * pad
    canvas.fill(Area(0, 1, canvas.width, high), ink("text", "sea"))
    y = put_big(canvas, 2 + pad, "ERIANTYS", ink("accent", "sea"), most=5, plain=plain)
    chips = 2 * len(_CHIPS)
    room = canvas.width - chips - 6
    text = cut(SUBTITLE, room)
    x = (canvas.width - width(text) - chips - 3) // 2
    x = canvas.put(x, y + 1, text, ink("dim", "sea")) + 3
    for colour in _CHIPS:
        x = canvas.put(x, y + 1, colour, ink("ink", colour, "bold")) + 1
    return high + 1 + min(2, spare // 8)


def spare_rows(canvas: Canvas) -> int:
    """Tell how many rows there are beyond those of the smallest screen."""
    return max(0, canvas.height - 24)
