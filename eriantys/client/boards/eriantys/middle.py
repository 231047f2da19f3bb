"""The layout from 100x32 on: the ring with the others beside it, the school, talk and hand.

Where there are more rows the log grows, and the chat moves below the school. From 130 columns
on, with too few rows for the large layout, the log has a column of its own. The ring never
moves and never grows.
"""

from __future__ import annotations

from eriantys.client.boards.eriantys import (
    clouds,
    hand,
    inspector,
    opponents,
    ring,
    schools,
    talk,
)
from eriantys.client.boards.eriantys.scene import Scene
from eriantys.client.canvas import Area, Canvas, ink

LEAST = (100, 32)
LOWER_HALF = 16
"""The first row below the ring."""
_FOOT = 3
"""Rows below the board: two of guidance and one of keys."""
_LOG_COLUMN = 30
"""From so many columns beyond the least on, the log has its own."""
_CHAT_ROWS = 5
"""From so many rows beyond the least on, the chat lies below the school."""


def draw(canvas: Canvas, scene: Scene) -> None:
    """Draw everything between the banner and the guidance."""
    form = ring.ROUND
    canvas.fill(Area(0, 1, form.width + 2, form.height), ink("line", "sea"))
    ring.draw(canvas, scene, form, 1, 1)
    clouds.centre(canvas, scene, ring.middle(form, 1, 1))
    # Where nothing can be said there is only the log, and it needs no column of its own.
    column = not scene.silent and canvas.width - LEAST[0] >= _LOG_COLUMN
    width = LEAST[0] if column else canvas.width
    x = form.width + 2
    free = opponents.draw_boards(canvas, scene, Area(x, 1, width - x, form.height))
    if LOWER_HALF - free >= inspector.rows(scene, width - x):
        inspector.draw(canvas, scene, Area(x, free, width - x, LOWER_HALF - free))
    if column:
        _draw_with_column(canvas, scene, width)
    else:
        _draw_lower_half(canvas, scene)


def _draw_lower_half(canvas: Canvas, scene: Scene) -> None:
    """Draw the school with the talk beside it, and the hand below them."""
    cards = canvas.height - _FOOT - hand.PANEL_ROWS
    hand.draw_panel(canvas, scene, Area(0, cards, canvas.width, hand.PANEL_ROWS))
    wide, rows = schools.MIDDLE_SIZE
    free = cards - LOWER_HALF
    beside = Area(wide, LOWER_HALF, canvas.width - wide, free)
    if scene.silent or free - rows < _CHAT_ROWS:
        schools.draw_middle(canvas, scene, Area(0, LOWER_HALF, wide, free))
        talk.draw_both(canvas, scene, beside)
        return
    if free - schools.SPACED_ROWS >= _CHAT_ROWS:
        rows = schools.SPACED_ROWS
    schools.draw_middle(canvas, scene, Area(0, LOWER_HALF, wide, rows))
    talk.draw_chat(canvas, scene, Area(0, LOWER_HALF + rows, wide, free - rows))
    talk.draw_log(canvas, scene, beside)


def _draw_with_column(canvas: Canvas, scene: Scene, width: int) -> None:
    """Draw the log at the right from top to bottom, and all else as it is without it."""
    bottom = canvas.height - _FOOT
    talk.draw_log(canvas, scene, Area(width, 1, canvas.width - width, bottom - 1))
    spare = hand.CARDS_SIZE[1] - hand.PANEL_ROWS
    large = canvas.height - LEAST[1] >= spare
    cards = bottom - (hand.CARDS_SIZE[1] if large else hand.PANEL_ROWS)
    school = schools.MIDDLE_SIZE[0]
    rows = cards - LOWER_HALF
    schools.draw_middle(canvas, scene, Area(0, LOWER_HALF, school, rows))
    talk.draw_chat(canvas, scene, Area(school, LOWER_HALF, width - school, rows))
    draw_hand = hand.draw_cards if large else hand.draw_panel
    draw_hand(canvas, scene, Area(0, cards, width, bottom - cards))
