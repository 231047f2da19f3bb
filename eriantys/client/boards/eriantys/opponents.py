"""The other players' boards: whole with seven rows, in numbers with five.

A click on one looks at that school.
"""

from __future__ import annotations

from eriantys.client.boards.eriantys.chips import TABLE_SEATS, chip, chips, spread, tower_stock
from eriantys.client.boards.eriantys.scene import LETTERS, Scene, Target
from eriantys.client.boards.eriantys.schools import (
    BRIGHT,
    DIM,
    TEXT,
    School,
    coins_left,
    frame,
    professor_style,
    school_of,
    seats_of_table,
)
from eriantys.client.canvas import Area, Canvas, Span, ink, spans_width
from eriantys.client.names import shorten
from eriantys.games.eriantys.names import COLOURS

WHOLE = 7
SHORT = 5
"""The rows of a board."""
LEAST_WIDTH = 28
WIDE = 43
"""From so many columns on, a whole board has its seats and students apart."""
_FRAME = 7
"""Cells of a frame's upper edge that neither the name nor the facts take."""
_WORD = "entrance"
_TEAM = "plays with "


def others(scene: Scene) -> list[int]:
    """List the other players in the order of their seats, beginning after the own one."""
    return [(scene.eyes + after) % scene.seats for after in range(1, scene.seats)]


def draw_boards(canvas: Canvas, scene: Scene, area: Area) -> int:
    """Draw all the other boards one below the other; return the row after them.

    They are whole if there is room for that, and short otherwise.
    """
    seats = others(scene)
    rows = WHOLE if area.height >= WHOLE * len(seats) else SHORT
    y = area.y
    for seat in seats:
        draw_board(canvas, scene, seat, Area(area.x, y, area.width, rows))
        y += rows
    return y


def draw_board(canvas: Canvas, scene: Scene, seat: int, area: Area) -> None:
    """Draw what one player has, as the room allows."""
    school = school_of(scene, seat)
    facts = _facts(school, area.width)
    title = _title(scene, seat, area.width, area.width - spans_width(facts) - _FRAME)
    frame(canvas, scene, area, seat, title, facts)
    if seat == scene.shown:
        # Whose school is looked at below is told here too.
        told = " shown below "
        end = area.x + area.width - 2
        canvas.put(end - len(told), area.y + area.height - 1, told, BRIGHT)
    if area.height < WHOLE:
        _draw_short(canvas, scene, school, area)
    elif area.width >= WIDE:
        _draw_wide(canvas, scene, school, area)
    else:
        _draw_whole(canvas, scene, school, area)
    canvas.mark(area, Target("seat", seat))


def _title(scene: Scene, seat: int, width: int, room: int) -> str:
    """Name a player in so many cells; an ally so that it is seen."""
    name = scene.match.name_of(seat)
    if not scene.ally(seat):
        return shorten(name, room)
    sign = " +ally" if width >= WIDE else "+"
    name = shorten(name, room - len(sign))
    return f"{name}{sign}" if width >= WIDE else f"{sign}{name}"


def _facts(school: School, width: int) -> list[Span]:
    card = school.assistant or "·"
    return [
        Span(f" card {card} " if width >= WIDE else f" #{card} ", TEXT),
        *tower_stock(school.towers, school.side),
        *coins_left(school),
        Span(" "),
    ]


def _draw_whole(canvas: Canvas, scene: Scene, school: School, area: Area) -> None:
    x, y = area.x, area.y + 1
    for colour in range(len(COLOURS)):
        _table(canvas, scene, school, colour, (x + 2, y + colour), 1)
    # The entrance stands beside the tables, four in a row, however wide the frame is.
    right = x + LEAST_WIDTH - 10
    canvas.put(right, y, _WORD, DIM)
    for place, colour in enumerate(spread(school.entrance)):
        at = y + 1 + place // 4
        canvas.put(right + place % 4 * 2, at, LETTERS[colour], chip(colour))


def _draw_wide(canvas: Canvas, scene: Scene, school: School, area: Area) -> None:
    x, y = area.x, area.y + 1
    for colour in range(len(COLOURS)):
        _table(canvas, scene, school, colour, (x + 2, y + colour), 2)
    right = x + WIDE - 13
    canvas.put(right + 1, y, _WORD, DIM)
    for place, colour in enumerate(spread(school.entrance)):
        at = y + 1 + place // 3
        canvas.put(right + place % 3 * 4, at, f" {LETTERS[colour]} ", chip(colour))


def _table(
    canvas: Canvas, scene: Scene, school: School, colour: int, at: tuple[int, int], step: int
) -> None:
    """Draw a table: its chip, its students and its professor."""
    x, y = at
    letter, taken = LETTERS[colour], min(school.dining[colour], TABLE_SEATS)
    x = canvas.put(x, y, letter if step == 1 else f" {letter} ", chip(colour)) + 1
    x = canvas.spans(x, y, seats_of_table(colour, taken, step, False, "·"))
    if school.professors[colour]:
        canvas.put(x + step, y, "♛", professor_style(scene, colour))


def _draw_short(canvas: Canvas, scene: Scene, school: School, area: Area) -> None:
    x, y = area.x + 2, area.y + 1
    for colour, letter in enumerate(LETTERS):
        at = canvas.put(x + colour * 5, y, letter, chip(colour))
        taken = school.dining[colour]
        at = canvas.put(at, y, str(taken or "·"), ink(letter) if taken else DIM)
        if school.professors[colour]:
            canvas.put(at, y, "♛", professor_style(scene, colour))
    at = canvas.put(x, y + 1, f"{_WORD} ", DIM)
    chips(canvas, at, y + 1, school.entrance)
    if scene.ally(school.seat):
        canvas.put(x, y + 2, "ally, shares towers", ink("fine"))
    elif school.seat == scene.match.seat:
        canvas.put(x, y + 2, "you", ink("cur"))
    elif not scene.match.watching:
        canvas.put(x, y + 2, "rival team", DIM)
    elif (partner := scene.partner(school.seat)) is not None:
        name = shorten(scene.match.name_of(partner), area.width - 4 - len(_TEAM))
        canvas.put(x, y + 2, f"{_TEAM}{name}", DIM)
