"""Which layout a screen of some size has: the largest that fits both ways."""

from __future__ import annotations

from eriantys.client.boards.eriantys import large, middle, small
from eriantys.client.boards.eriantys.scene import Scene
from eriantys.client.canvas import Canvas

LOWER_HALF = (middle.LOWER_HALF, large.LOWER_HALF)
"""The first row below the ring, in the middle and in the large layout."""


def draw(canvas: Canvas, scene: Scene) -> None:
    """Draw everything between the banner and the guidance."""
    if _fits(canvas.width, canvas.height, large.LEAST):
        large.draw(canvas, scene)
    elif _fits(canvas.width, canvas.height, middle.LEAST):
        middle.draw(canvas, scene)
    else:
        small.draw(canvas, scene)


def guidance_rows(width: int, height: int) -> int:
    """Tell how many rows the guidance has."""
    return 2 if _fits(width, height, middle.LEAST) else 1


def _fits(width: int, height: int, least: tuple[int, int]) -> bool:
    return width >= least[0] and height >= least[1]
