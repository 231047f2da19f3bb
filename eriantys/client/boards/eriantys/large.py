"""The layout from 130x42 on: the ring, the school as it is printed and the hand as cards.

At their right are the others' boards and the log. Where there are more rows the chat moves
below the hand and leaves its rows to the log; where there are more columns the boards stand
beside each other. The ring never moves and never grows.
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

LEAST = (130, 42)
LOWER_HALF = 20
"""The first row of the school."""
_FOOT = 3
"""Rows below the board: two of guidance and one of keys."""
_LEFT = schools.LARGE_SIZE[0]
"""Where the right column begins."""
_CHAT_ROWS = 5
"""From so many rows beyond the least on, the chat lies below the hand."""
_TALK_LEAST = 14
"""The inspector is only there if it leaves so many rows to log and chat."""


def draw(canvas: Canvas, scene: Scene) -> None:
    """Draw everything between the banner and the guidance."""
    form = ring.LARGE
    canvas.fill(Area(0, 1, _LEFT, LOWER_HALF - 1), ink("line", "sea"))
    ring.draw(canvas, scene, form, 1, 1)
    clouds.boxes(canvas, scene, ring.middle(form, 1, 1))
    school, cards = schools.LARGE_SIZE[1], hand.CARDS_SIZE[1]
    schools.draw_large(canvas, scene, Area(0, LOWER_HALF, _LEFT, school))
    hand.draw_cards(canvas, scene, Area(0, LOWER_HALF + school, _LEFT, cards))
    bottom = canvas.height - _FOOT
    free = _draw_others(canvas, scene, Area(_LEFT, 1, canvas.width - _LEFT, bottom - 1))
    column = Area(_LEFT, free, canvas.width - _LEFT, bottom - free)
    below = LOWER_HALF + school + cards
    if not scene.silent and bottom - below >= _CHAT_ROWS:
        talk.draw_chat(canvas, scene, Area(0, below, _LEFT, bottom - below))
        talk.draw_log(canvas, scene, column)
    else:
        talk.draw_column(canvas, scene, column)


def _draw_others(canvas: Canvas, scene: Scene, area: Area) -> int:
    """Draw the others' boards, and the inspector if there is room; return the row after."""
    seats = opponents.others(scene)
    in_a_row = max(1, area.width // opponents.WIDE)
    wide = area.width // in_a_row
    places = [
        Area(area.x + at % in_a_row * wide, area.y + at // in_a_row * opponents.WHOLE, wide, 7)
        for at in range(len(seats) + 1)
    ]
    # The last column takes the cells that remain, so that nothing is left at the edge.
    places = [
        place._replace(width=area.x + area.width - place.x)
        if (at + 1) % in_a_row == 0
        else place
        for at, place in enumerate(places)
    ]
    for seat, place in zip(seats, places[:-1], strict=True):
        opponents.draw_board(canvas, scene, seat, place)
    free = places[-2].y + opponents.WHOLE
    last = places[-1]._replace(height=inspector.rows(scene, wide))
    end = max(free, last.y + last.height)
    if area.y + area.height - end < _TALK_LEAST:
        return free
    inspector.draw(canvas, scene, last)
    return end
