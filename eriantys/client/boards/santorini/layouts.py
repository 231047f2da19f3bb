"""Which layout a screen of some size has: the large town, or the small one."""

from __future__ import annotations

from eriantys.client.boards.santorini import cards_panel, sides, town
from eriantys.client.boards.santorini.scene import Scene
from eriantys.client.canvas import Area, Canvas

LARGE = (130, 42)
"""From this size on the squares are large and every god has a card."""
GAP = 1
"""Columns between the town and the panels."""


def is_large(width: int, height: int) -> bool:
    """Tell whether there is room for the large town."""
    return width >= LARGE[0] and height >= LARGE[1]


def guidance_rows(width: int, height: int) -> int:
    """Tell how many rows the guidance has."""
    return 2 if is_large(width, height) else 1


def draw(canvas: Canvas, scene: Scene) -> Area:
    """Draw all between the banner and the guidance; return where the panels end."""
    large = is_large(canvas.width, canvas.height)
    form = town.LARGE if large else town.SMALL
    town.draw(canvas, scene, form, 0, 1)
    x = form.width + GAP
    bottom = canvas.height - 1 - guidance_rows(canvas.width, canvas.height)
    area = Area(x, 1, canvas.width - x, bottom - 1)
    return cards_panel.draw(canvas, scene, area) if large else sides.draw(canvas, scene, area)
