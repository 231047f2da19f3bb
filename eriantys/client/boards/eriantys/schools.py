"""One player's whole school: entrance, dining room, professors and towers.

It is the own school, or the one that is being looked at. There are two sizes: tables in rows
with the entrance below, and the school as it is printed, with its four parts side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from eriantys.client.boards.eriantys import chips
from eriantys.client.boards.eriantys.chips import COIN_SEATS, TABLE_SEATS, chip, spread
from eriantys.client.boards.eriantys.scene import LETTERS, TOWER_NAMES, Scene, Target
from eriantys.client.canvas import Area, Canvas, Span, Style, ink, spans_width
from eriantys.client.sentences import counted
from eriantys.client.text import cut
from eriantys.client.times import clock
from eriantys.games.eriantys.names import COLOURS, MOTHER_STEPS

MIDDLE_SIZE = (52, 9)
LARGE_SIZE = (87, 12)
"""The least that the two panels take, in columns and rows."""
SPACED_ROWS = 13
"""With so many rows the tables of the smaller panel stand apart."""

LINE = ink("line")
DIM = ink("dim")
TEXT = ink("text")
BRIGHT = ink("bright", "bg", "bold")
GOLD = ink("gold")
CURSOR = ink("cur", "bg", "bold")
TAKEN_UP = ink("ink", "cur", "bold")
AWAY = ink("mn", "bg", "bold")
KEY = ink("accent", "bg", "bold")


class School(NamedTuple):
    """What one player has, read from the view."""

    seat: int
    side: int
    towers: int
    """Those that are still to be built."""
    coins: int | None
    """None where there are no coins in this game."""
    assistant: int | None
    """The card of this round; None as long as it has not been played."""
    entrance: tuple[int, ...]
    dining: tuple[int, ...]
    professors: tuple[bool, ...]
    """By colour, as are the students: whether its professor is here."""


def school_of(scene: Scene, seat: int) -> School:
    """Read what a player has."""
    holders = chips.professors(scene)
    return School(
        seat,
        scene.side_of(seat),
        chips.towers_left(scene, seat),
        chips.coins(scene, seat) if scene.expert else None,
        chips.assistant(scene, seat),
        chips.students(scene, f"entrance/{seat}"),
        chips.students(scene, f"dining/{seat}"),
        tuple(holder == seat for holder in holders),
    )


def tower_stock(scene: Scene) -> int:
    """Tell how many towers each side has in all."""
    return 6 if scene.seats == 3 else 8


# The frame, which boards of every size share.


def frame_style(scene: Scene, seat: int) -> Style:
    """Choose the colour of a player's frame: it tells whose turn it is."""
    turn = scene.match.turn == seat
    seated = turn and Target("dining") in scene.fresh
    if seated or Target("seat", seat) in scene.fresh:
        return ink("bright")
    if turn:
        return ink("cur")
    return ink("fine") if scene.ally(seat) else LINE


def frame(
    canvas: Canvas, scene: Scene, area: Area, seat: int, title: str, facts: Sequence[Span]
) -> None:
    """Draw a player's frame: the name on the left, the numbers on the right, absence below."""
    style = frame_style(scene, seat)
    canvas.box(area, style)
    turn = scene.match.turn == seat
    room = area.width - spans_width(facts) - 7
    named = CURSOR if turn else ink("fine", "bg", "bold") if scene.ally(seat) else BRIGHT
    canvas.put(area.x + 2, area.y, f"{'▸' if turn else ' '}{cut(title, room)} ", named)
    canvas.spans(area.x + area.width - spans_width(facts) - 3, area.y, facts)
    away = scene.match.away.get(seat)
    if away is not None:
        told = f" away {clock(scene.now - away.since)} "
        canvas.put(area.x + 2, area.y + area.height - 1, told, AWAY)


def coins_left(school: School) -> list[Span]:
    """Write how many coins a player has; nothing where there are none in the game."""
    return [] if school.coins is None else [Span(f" ¢{school.coins}", GOLD)]


# The tables of the dining room.


@lru_cache(maxsize=1024)
def seats_of_table(
    colour: int, taken: int, step: int, coins: bool, empty: str = "○"
) -> tuple[Span, ...]:
    """Write the ten seats of a table, each so many cells from the one before."""
    blank = " " * (step - 1)
    spans = [Span(("●" + blank) * taken, ink(LETTERS[colour]))] if taken else []
    for seat in range(taken, TABLE_SEATS):
        coin = coins and seat in COIN_SEATS
        style = GOLD if coin else DIM
        text = ("¢" if coin else empty) + blank
        if spans and spans[-1].style is style:
            text = spans.pop().text + text
        spans.append(Span(text, style))
    text, style = spans[-1]
    spans[-1] = Span(text.rstrip(), style)
    return tuple(spans)


def professor_style(scene: Scene, colour: int) -> Style:
    """Choose how a professor looks: turned round for a moment when it has just come."""
    if Target("table", colour) in scene.fresh:
        return chip(colour)
    return ink(LETTERS[colour], "bg", "bold")


def _table(
    canvas: Canvas, scene: Scene, school: School, colour: int, at: tuple[int, int], step: int
) -> None:
    """Draw one table: its chip, its seats, and the seat that is being chosen."""
    x, y = at
    letter, taken = LETTERS[colour], min(school.dining[colour], TABLE_SEATS)
    canvas.put(x, y, f" {letter} ", chip(colour))
    seats = x + 3 + step // 2
    canvas.spans(seats, y, seats_of_table(colour, taken, step, scene.expert))
    if not _own(scene, school.seat):
        return
    target = Target("table", colour)
    if scene.cursor == target:
        canvas.put(x - 1, y, "▶", CURSOR)
        canvas.put(x + 3, y, "◀", CURSOR)
    elif target in scene.marked:
        canvas.put(x - 1, y, "[", KEY)
        canvas.put(x + 3, y, "]", KEY)
    if scene.cursor == Target("dining") and scene.picked == colour and taken < TABLE_SEATS:
        # The student is drawn where it would sit.
        canvas.put(seats + taken * step - 1, y, "▶", CURSOR)
        canvas.put(seats + taken * step, y, letter, chip(colour))
        canvas.put(seats + taken * step + 1, y, "◀", CURSOR)
    if scene.match.decision.startswith("minstrel"):
        canvas.mark(Area(x - 1, y, seats + TABLE_SEATS * step - x, 1), target)


def _own(scene: Scene, seat: int) -> bool:
    """Tell whether what is drawn is the school of whoever sits here."""
    return seat == scene.eyes


# Students in the entrance.


_PLAIN = (Span("", LINE), Span("", LINE))
_NEW = (Span("+", CURSOR), Span("", LINE))
_CURSOR = (Span("▶", CURSOR), Span("◀", CURSOR))
_TAKEN_UP = (Span("(", TAKEN_UP), Span(")", TAKEN_UP))
"""What stands before a student and after it."""


def _entrance(scene: Scene, school: School) -> list[tuple[int, tuple[Span, Span]]]:
    """List the students of the entrance: the colour of each, and the signs around it."""
    own = _own(scene, school.seat)
    here = spread(school.entrance)
    picked = here.index(scene.picked) if own and scene.picked in here else None
    mark = _TAKEN_UP if scene.taken_up else _CURSOR
    listed = [(colour, mark if at == picked else _PLAIN) for at, colour in enumerate(here)]
    if own:
        listed += [(colour, _NEW) for colour in spread(scene.coming)]
    return listed


def _student(
    canvas: Canvas, at: tuple[int, int], student: tuple[int, tuple[Span, Span]], own: bool
) -> None:
    """Draw one student of the entrance, with a sign before or around it."""
    x, y = at
    colour, signs = student
    canvas.spans(x - 1, y, [signs[0]])
    canvas.put(x, y, f" {LETTERS[colour]} ", chip(colour))
    canvas.spans(x + 3, y, [signs[1]])
    if own and signs is not _NEW:
        canvas.mark(Area(x, y, 3, 1), Target("entrance", colour))


def _title(scene: Scene, seat: int) -> str:
    if seat == scene.match.seat:
        return f"YOUR SCHOOL · {scene.match.name_of(seat)}"
    back = " (Esc: back)" if seat != scene.eyes else ""
    return f"{scene.match.name_of(seat)}’s school{back}"


# The panel of 52 columns and 9 rows.


def draw_middle(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw the school with its tables in rows and its entrance below."""
    school = school_of(scene, scene.shown)
    card = school.assistant
    facts = [
        Span(" "),
        Span(f"♜{school.towers}", chips.tower_ink(school.side)),
        Span(f" {TOWER_NAMES[school.side]}", TEXT),
        *coins_left(school),
        Span(f" #{card}:{MOTHER_STEPS[card]} " if card else " #· ", TEXT),
    ]
    frame(canvas, scene, area, school.seat, _title(scene, school.seat), facts)
    apart = 2 if area.height >= SPACED_ROWS else 1
    own = _own(scene, school.seat)
    if own:
        last = (len(COLOURS) - 1) * apart + 1
        canvas.mark(Area(area.x + 1, area.y + 1, area.width - 2, last), Target("dining"))
    for colour in range(len(COLOURS)):
        y = area.y + 1 + colour * apart
        _table(canvas, scene, school, colour, (area.x + 2, y), 3)
        if school.professors[colour]:
            style = professor_style(scene, colour)
            canvas.put(area.x + 36, y, "♛ professor", style)
        else:
            canvas.put(area.x + 36, y, "·", DIM)
    y = area.y + area.height - 2
    canvas.put(area.x + 1, y - 1, "─" * (area.width - 2), LINE)
    canvas.put(area.x + 2, y, "entrance", TEXT)
    listed = _entrance(scene, school)
    step = 5 if len(listed) <= 7 else 4
    for place, student in enumerate(listed):
        _student(canvas, (area.x + 12 + place * step, y), student, own)


# The panel of 87 columns and 12 rows.

_WALLS = (15, 61, 69)
"""Where its parts meet."""
_IN_A_ROW = 2
"""Students of the entrance beside each other."""
_TOWERS_IN_A_ROW = 4


def draw_large(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw the school as it is printed: entrance, dining room, professors, towers."""
    school = school_of(scene, scene.shown)
    coins = [] if school.coins is None else [Span(f" {_coins(school.coins)} ", GOLD)]
    frame(canvas, scene, area, school.seat, _title(scene, school.seat), coins)
    x, y = area.x, area.y + 1
    for wall in _WALLS:
        for at in range(y, y + area.height - 2):
            canvas.put(x + wall, at, "│", LINE)
    canvas.put(x + 3, y, "ENTRANCE", DIM)
    canvas.put(x + 18, y, "DINING ROOM", DIM)
    canvas.put(x + _WALLS[1] + 2, y, "PROF", DIM)
    canvas.put(x + _WALLS[2] + 2, y, f"TOWERS left {school.towers}", DIM)
    own = _own(scene, school.seat)
    for place, student in enumerate(_entrance(scene, school)):
        column, line = place % _IN_A_ROW, place // _IN_A_ROW
        _student(canvas, (x + 3 + column * 6, y + 1 + line * 2), student, own)
    _draw_dining_room(canvas, scene, school, x + _WALLS[0], y)
    _draw_towers(canvas, scene, school, x + _WALLS[2], y)


def _draw_dining_room(canvas: Canvas, scene: Scene, school: School, x: int, y: int) -> None:
    own = _own(scene, school.seat)
    if own:
        canvas.mark(Area(x + 1, y, _WALLS[1] - _WALLS[0] - 1, 10), Target("dining"))
    canvas.put(x + 8, y + 1, "".join(f"{seat:<4}" for seat in range(1, 11)).rstrip(), DIM)
    for colour in range(len(COLOURS)):
        at = y + 2 + colour
        _table(canvas, scene, school, colour, (x + 3, at), 4)
        held = school.professors[colour]
        style = professor_style(scene, colour) if held else DIM
        canvas.put(x + 50, at, "♛" if held else "·", style)
    if own and scene.match.seat == school.seat:
        canvas.put(x + 3, y + 8, "d", KEY)
        canvas.put(x + 5, y + 8, "here", DIM)
    if scene.expert:
        canvas.put(x + 12, y + 8, "¢", GOLD)
        canvas.put(x + 14, y + 8, "= pays a coin to who sits there", DIM)


def _draw_towers(canvas: Canvas, scene: Scene, school: School, x: int, y: int) -> None:
    stock = tower_stock(scene)
    in_a_row = _TOWERS_IN_A_ROW if stock > 6 else 3
    for first in range(0, stock, in_a_row):
        at = y + 2 + first // in_a_row * 2
        for place in range(first, first + in_a_row):
            stands = place < school.towers
            style = chips.tower_ink(school.side) if stands else DIM
            canvas.put(x + 3 + (place - first) * 4, at, "♜" if stands else "·", style)
    canvas.put(x + 2, y + 6, TOWER_NAMES[school.side], TEXT)
    if school.coins is not None:
        canvas.put(x + 2, y + 7, _coins(school.coins), GOLD)
    card = school.assistant
    if card:
        canvas.put(x + 2, y + 8, f"card {card}", CURSOR)
        canvas.put(x + 2, y + 9, counted(MOTHER_STEPS[card], "step"), TEXT)
    else:
        canvas.put(x + 2, y + 8, "no card yet", DIM)


def _coins(count: int) -> str:
    return f"¢{counted(count, 'coin')}"
