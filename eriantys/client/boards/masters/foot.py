"""What never leaves the screen where panels take turns: one's goods, faith of all, the log."""

from __future__ import annotations

from eriantys.client.boards.folding import latest
from eriantys.client.boards.masters import chips, faith, reading, stores
from eriantys.client.boards.masters.chips import DIM, LINE, TEXT
from eriantys.client.boards.masters.scene import Scene
from eriantys.client.boards.talking import side_by_side
from eriantys.client.canvas import Area, Canvas, Span, ink, spans_width
from eriantys.client.names import shorten

TOP = 18
"""Its first row."""
ROWS = 3
"""Above the log."""
_BOX, _ALL = 44, 62
"""The columns of the strongbox and of all goods together."""


def draw(canvas: Canvas, scene: Scene) -> None:
    """Draw the rows from its top to the third last."""
    seat = scene.eyes
    whose = "YOU HAVE" if seat == scene.match.seat else f"{scene.match.name_of(seat)} HAS"
    chips.rule(canvas, 0, TOP, canvas.width, shorten(whose, 24))
    canvas.put(_BOX - 1, TOP, " STRONGBOX ", chips.BRIGHT)
    canvas.put(_ALL - 1, TOP, " IN ALL ", chips.BRIGHT)
    stores.draw_short(canvas, scene, 1, TOP + 1, seat, _BOX - 2)
    box = reading.strongbox(scene.view, seat)
    canvas.put(_BOX - 2, TOP + 1, "│", LINE)
    canvas.spans(_BOX, TOP + 1, chips.counts(box))
    canvas.put(_ALL - 2, TOP + 1, "│", LINE)
    canvas.spans(_ALL, TOP + 1, chips.counts(reading.goods(scene.view, seat)))
    canvas.spans(1, TOP + 2, _faith(scene, canvas.width - 2))
    _draw_talk(canvas, scene)


def _faith(scene: Scene, room: int) -> list[Span]:
    """Say where all markers stand, and what comes next."""
    walkers = faith.walkers(scene)
    ends = [[Span("   "), *faith.coming(scene)], []]
    if reading.is_solo(scene.view):
        cards = reading.number_of_cards(scene.view, scene.eyes)
        have = "you have" if scene.match.seat is not None else "cards"
        owned = [
            Span(f"   {have} ", DIM),
            Span(f"{cards} of {reading.MOST_CARDS} cards", chips.BRIGHT),
        ]
        ends = [[*owned, *ends[0]], owned]
    full, short = ends[0], ends[-1]
    for longest, end in ((12, full), (8, full), (12, short), (8, short), (5, short)):
        spans = [Span("faith ", DIM)]
        for walker in walkers:
            if walker != walkers[0]:
                spans.append(Span(" · ", DIM))
            name = shorten(faith.name_of(scene, walker), longest)
            space = faith.space_of(scene, walker)
            role = faith.role_of(scene, walker)
            spans.append(Span(f"{name} {space}", ink(role, "bg", "bold")))
            if walker == scene.eyes:
                worth = reading.track_points(space)
                spans.append(Span(f" {worth}VP", DIM))
        if spans_width([*spans, *end]) <= room:
            return [*spans, *end]
    return spans


def _draw_talk(canvas: Canvas, scene: Scene) -> None:
    """Draw the latest of log and chat in all the rows that are left."""
    top = TOP + ROWS
    rows = canvas.height - 2 - top
    wide = canvas.width - 2
    if rows == 1:
        canvas.spans(1, top, side_by_side(scene.log, scene.chat, wide, silent=scene.silent))
        return
    if scene.lesson:  # the latest line is not to lie under it
        rows -= 1
    said = latest(scene.chat, wide, min(len(scene.chat), 1 + rows // 4))
    lines = [*latest(scene.log, wide, rows - len(said)), *said]
    for row, spans in enumerate(lines):
        canvas.spans(1, top + row, spans)


def draw_box(canvas: Canvas, scene: Scene, x: int, y: int, wide: int, high: int) -> None:
    """Draw log and chat in a box of their own."""
    area = Area(x, y, wide, high)
    canvas.box(area, LINE)
    canvas.title(area, "LOG" if scene.silent else "LOG & CHAT", chips.BRIGHT)
    rows, room = high - 2, wide - 3
    said = latest(scene.chat, room, min(len(scene.chat), rows // 2))
    lines = [*latest(scene.log, room, rows - len(said)), *said]
    for row, spans in enumerate(lines):
        canvas.spans(x + 2, y + 1 + row, spans)
    if not lines and not scene.silent:
        canvas.put(x + 2, y + 1, "t writes to all", TEXT)
