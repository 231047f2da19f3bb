"""The market of marbles, and the meaning of the letters under it."""

from __future__ import annotations

from eriantys.client.boards.masters import chips, reading
from eriantys.client.boards.masters.chips import BRIGHT, CURSOR, DIM, HEAD, KEY, LINE
from eriantys.client.boards.masters.motion import NUDGES, Push
from eriantys.client.boards.masters.scene import Scene
from eriantys.client.boards.masters.targets import (
    GOOD_WORDS,
    GOODS,
    LINE_KEYS,
    MARBLE_ROLES,
    Target,
    is_row,
)
from eriantys.client.canvas import Area, Canvas, Span, ink
from eriantys.games.masters.names import COLUMNS, ROWS, WHITE

_PITCH = 4
"""Columns from one marble to the next."""


def draw(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw the market in a box of ten rows; the letters stand where the slide is pushed in."""
    x, y = area.x + 2 + (area.width - 22) // 2, area.y
    canvas.box(area, LINE)
    canvas.title(area, "MARKET", BRIGHT)
    cursor = scene.cursor
    line = cursor.which if cursor is not None and cursor.kind == "line" else None
    whitened = reading.whitened(scene.view, scene.eyes)
    _draw_ground(canvas, area, x, line)
    for row in range(ROWS):
        _draw_row(canvas, scene, x, y + 1 + 2 * row, row, line, whitened)
        canvas.mark(Area(area.x + 1, y + 1 + 2 * row, area.width - 2, 1), Target("line", row))
    if scene.push is not None:
        _draw_push(canvas, scene.push, x, y + 1)
    for column in range(COLUMNS):
        number = ROWS + column
        at = x + column * _PITCH
        sign = "▶" if line == number else "▴"
        role = CURSOR if line == number else KEY if _open(scene, number) else DIM
        canvas.put(at, y + 6, f"{sign}{LINE_KEYS[number]}", role)
        # The lowest marble belongs to the row, what is under it to the column.
        canvas.mark(Area(at, y + 6, _PITCH, 2), Target("line", number))
    after = canvas.put(x, y + 8, "slide ", DIM)
    after = chips.put_marble(canvas, after, y + 8, reading.slide(scene.view))
    if line is not None:
        after = canvas.put(after, y + 8, " goes to ", DIM)
        canvas.put(after, y + 8, LINE_KEYS[line], CURSOR)


def _open(scene: Scene, line: int) -> bool:
    return scene.legal(Target("line", line))


def _draw_ground(canvas: Canvas, area: Area, x: int, line: int | None) -> None:
    """Paint the ground of the line under the cursor."""
    if line is None:
        return
    if is_row(line):
        canvas.fill(Area(area.x + 1, area.y + 1 + 2 * line, area.width - 2, 1), ink(bg="me"))
    else:
        at = x + (line - ROWS) * _PITCH
        canvas.fill(Area(at - 1, area.y + 1, 5, 6), ink(bg="me"))


def _draw_row(
    canvas: Canvas,
    scene: Scene,
    x: int,
    y: int,
    row: int,
    line: int | None,
    whitened: list[int],
) -> None:
    gives = whitened[0] if len(whitened) == 1 else None
    for column, marble in enumerate(reading.marbles(scene.view, row)):
        at = x + column * _PITCH
        chips.put_marble(canvas, at, y, marble, gives if marble == WHITE else None)
        if line == ROWS + column:
            canvas.put(at - 1, y, "▸", ink("cur", "me", "bold"))
    if line == row:
        canvas.put(x - 1, y, "▶", ink("cur", "me", "bold"))
        canvas.put(x + 4 * _PITCH, y, f"◂{LINE_KEYS[row]}", ink("cur", "me", "bold"))
    else:
        role = KEY if _open(scene, row) else DIM
        ground = line is not None and not is_row(line) and line == ROWS + COLUMNS - 1
        canvas.put(x + 4 * _PITCH, y, "◂", ink("dim", "me") if ground else DIM)
        canvas.put(x + 4 * _PITCH + 1, y, LINE_KEYS[row], role)


def _draw_push(canvas: Canvas, push: Push, x: int, y: int) -> None:
    """Draw a line on its way: what drops out is gone, what comes in is half inside."""
    line, marbles, done = push
    left = NUDGES - done
    if is_row(line):
        y += 2 * line
        canvas.fill(Area(x, y, COLUMNS * _PITCH, 1), chips.TEXT)
        for place, marble in enumerate(marbles[1:]):
            chips.put_marble(canvas, x + place * _PITCH + left * _PITCH // NUDGES, y, marble)
        return
    x += (line - ROWS) * _PITCH
    canvas.fill(Area(x, y, 3, 2 * ROWS), chips.TEXT)
    for place, marble in enumerate(marbles[1:]):
        chips.put_marble(canvas, x, y + 2 * place + left * 2 // NUDGES, marble)


def white_words(scene: Scene) -> list[Span]:
    """Say what a white marble gives."""
    kinds = reading.whitened(scene.view, scene.eyes)
    if not kinds:
        return [Span("is nothing", DIM)]
    spans = [Span("gives ", DIM)]
    for at, kind in enumerate(kinds):
        spans += [Span(" or " if at else "", DIM), Span(GOODS[kind], chips.good(kind))]
    return spans


def draw_signs(canvas: Canvas, scene: Scene, x: int, y: int) -> None:
    """Explain the letters in six rows of twenty columns."""
    canvas.put(x, y, "SIGNS", HEAD)
    for kind, word in enumerate(GOOD_WORDS):
        at, row = x + 10 * (kind % 2), y + 1 + kind // 2
        canvas.put(at, row, GOODS[kind], chips.good(kind))
        canvas.put(at + 2, row, word, chips.TEXT)
    canvas.put(x, y + 3, "F", chips.chip("R"))
    canvas.put(x + 2, y + 3, "faith", chips.TEXT)
    canvas.put(x + 10, y + 3, "▸", chips.TEXT)
    canvas.put(x + 12, y + 3, "produces", chips.TEXT)
    canvas.put(x, y + 4, "W", chips.chip(MARBLE_ROLES[WHITE]))
    canvas.spans(x + 2, y + 4, [Span("white ", chips.TEXT), *white_words(scene)])
    canvas.put(x, y + 5, "×3 cards", DIM)
    canvas.put(x + 9, y + 5, "−1", chips.FINE)
    canvas.put(x + 12, y + 5, "leader", DIM)


def draw_large_signs(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Explain the letters in a box of its own."""
    canvas.box(area, LINE)
    canvas.title(area, "SIGNS", BRIGHT)
    x, y = area.x + 2, area.y + 1
    for kind, word in enumerate(GOOD_WORDS):
        chips.put_good(canvas, x, y + kind, kind)
        canvas.put(x + 4, y + kind, word, chips.TEXT)
    canvas.put(x, y + 4, " F ", chips.chip("R"))
    canvas.put(x + 4, y + 4, "faith", chips.TEXT)
    canvas.put(x, y + 5, " W ", chips.chip("wh"))
    canvas.spans(x + 4, y + 5, [Span("white ", chips.TEXT), *white_words(scene)])
    canvas.put(x, y + 6, "−1", chips.FINE)
    canvas.put(x + 4, y + 6, "off by a leader", DIM)
