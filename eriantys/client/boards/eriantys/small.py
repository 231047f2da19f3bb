"""The layout for windows from 80x24 on: the ring, one school, a table of all players, the hand.

`draw(canvas, scene)` fills the rows from 1 to the third last. The banner above, and guidance
and keys below, are drawn by others. Rows beyond 24 go to the log; columns beyond 80 to long
names and to the space between assistants.
"""

from __future__ import annotations

from typing import NamedTuple

from eriantys.client.boards.eriantys import chips, clouds, ring
from eriantys.client.boards.eriantys.chips import Mark, mark_of
from eriantys.client.boards.eriantys.scene import LETTERS, Scene, Target
from eriantys.client.boards.talking import fit, side_by_side
from eriantys.client.canvas import Area, Canvas, Span, ink, spans_width
from eriantys.client.names import shorten
from eriantys.client.text import width
from eriantys.games.eriantys.names import ASSISTANTS, MOTHER_STEPS

RING = 1
SCHOOL = 11
HAND = 18
"""The first row of each part."""
DIVIDER = 30
"""The column between the school and the table of all players."""
LEAST = 80
SHORTEST_NAME = 7
NAME_ROOM = 8
LONGEST_NAME = 20
"""Cells for a name: in the table at least, there beside coins at most, in a title at most."""

TEXT = ink()
DIM = ink("dim")
LINE = ink("line")
TITLE = ink("bright", "bg", "bold")
CURSOR = ink("cur", "bg", "bold")
CHOSEN = ink("ink", "cur", "bold")


def draw(canvas: Canvas, scene: Scene) -> None:
    """Draw everything between the banner and the guidance."""
    canvas.fill(Area(0, RING, canvas.width, ring.WIDE.height), ring.SEA)
    ring.draw(canvas, scene, ring.WIDE, 1, RING)
    clouds.strip(canvas, scene, ring.middle(ring.WIDE, 1, RING))
    _draw_school(canvas, scene)
    _draw_players(canvas, scene)
    _draw_hand(canvas, scene)
    _draw_talk(canvas, scene)


def _rule(canvas: Canvas, y: int, title: str, crossing: str = "", role: str = "bright") -> None:
    """Draw a line across the screen with a title in it."""
    canvas.put(0, y, "─" * canvas.width, LINE)
    if crossing:
        canvas.put(DIVIDER, y, crossing, LINE)
    canvas.put(1, y, f" {title} ", ink(role, "bg", "bold"))


# The school.


def _draw_school(canvas: Canvas, scene: Scene) -> None:
    """Draw the dining room and the entrance of the school that is looked at."""
    seat = scene.shown
    own = seat == scene.eyes
    _rule(canvas, SCHOOL, _school_title(scene), "┬", "bright" if own else "mn")
    tables = chips.students(scene, f"dining/{seat}")
    for colour in range(len(LETTERS)):
        _draw_table(canvas, scene, colour, tables[colour])
    for y in range(SCHOOL + 1, HAND):
        canvas.put(DIVIDER, y, "│", LINE)
    if own:
        canvas.mark(Area(0, SCHOOL + 1, DIVIDER, len(LETTERS)), Target("dining"))
    _draw_entrance(canvas, scene)


def _school_title(scene: Scene) -> str:
    if scene.shown == scene.match.seat:
        return "YOUR SCHOOL"
    name = scene.match.players[scene.shown]
    if scene.shown == scene.eyes:
        return f"{shorten(name, DIVIDER - 12)}’s school"
    return f"{shorten(name, DIVIDER - 24)}’s school (Esc: back)"


def _draw_table(canvas: Canvas, scene: Scene, colour: int, taken: int) -> None:
    """Draw a table: its letter, ten seats, and the professor if it sits there."""
    y = SCHOOL + 1 + colour
    own = scene.shown == scene.eyes
    joining = own and scene.cursor == Target("dining") and scene.picked == colour
    pointed = own and (joining or scene.cursor == Target("table", colour))
    bg = "me" if joining else "bg"
    if joining:
        canvas.fill(Area(0, y, DIVIDER, 1), ink("text", bg))
    canvas.put(1, y, LETTERS[colour], chips.chip(colour))
    if pointed:
        _point(canvas, 1, y, bg)
    for seat, span in enumerate(chips.table_seats(colour, taken, expert=scene.expert, bg=bg)):
        canvas.spans(3 + 2 * seat, y, [span])
    if joining and taken < chips.TABLE_SEATS:
        canvas.put(3 + 2 * taken, y, "+", ink("cur", bg, "bold"))
    if chips.professors(scene)[colour] == scene.shown:
        canvas.put(24, y, "♛", ink(LETTERS[colour], bg, "bold"))
    else:
        canvas.put(24, y, "·", ink("dim", bg))


def _point(canvas: Canvas, x: int, y: int, bg: str = "bg") -> None:
    """Put the cursor's signs around a chip."""
    canvas.put(x - 1, y, "▶", ink("cur", bg, "bold"))
    canvas.put(x + 1, y, "◀", ink("cur", bg, "bold"))


def _lift(canvas: Canvas, x: int, y: int) -> None:
    """Put the signs of a student that is taken up around a chip."""
    canvas.put(x - 1, y, "(", CHOSEN)
    canvas.put(x + 1, y, ")", CHOSEN)


def _draw_entrance(canvas: Canvas, scene: Scene) -> None:
    """Draw the entrance, with the student that is picked and those that would come."""
    y = SCHOOL + 6
    own = scene.shown == scene.eyes
    waiting = chips.spread(chips.students(scene, f"entrance/{scene.shown}"))
    coming = chips.spread(scene.coming) if own else []
    canvas.put(1, y, "Entrance", TEXT)
    left, pitch = (11, 2) if scene.seats == 3 else (10, 3)
    for place, colour in enumerate(waiting + coming):
        x = left + place * pitch
        canvas.put(x, y, LETTERS[colour], chips.chip(colour))
        if place >= len(waiting):
            canvas.put(x - 1, y, "+", CURSOR)
        elif own:
            # The blanks beside it count, for one cell is hard to hit.
            canvas.mark(Area(x + 2 - pitch, y, pitch, 1), Target("entrance", colour))
    if own and scene.picked in waiting:
        show = _lift if scene.taken_up else _point
        show(canvas, left + waiting.index(scene.picked) * pitch, y)


# The table of all players.


class Columns(NamedTuple):
    """Where the columns of the table begin."""

    name: int
    flag: int
    tower: int
    coins: int
    card: int
    tables: int
    entrance: int


def _columns(scene: Scene, wide: int) -> Columns:
    """Lay the columns out; without coins, and in wider windows, long names have more room."""
    name = DIVIDER + 3
    longest = max(width(scene.name(seat)) for seat in range(scene.seats)) + 1
    room = NAME_ROOM + (0 if scene.expert else 4) + wide - LEAST
    flag = name + max(SHORTEST_NAME, min(longest, room))
    tower = flag + 1
    coins = tower + 5
    card = coins + 4 if scene.expert else coins
    tables = card + 4
    return Columns(name, flag, tower, coins, card, tables, tables + 3 * len(LETTERS))


def _draw_players(canvas: Canvas, scene: Scene) -> None:
    """Draw a row for each player, so that all can be compared."""
    at = _columns(scene, canvas.width)
    y = SCHOOL + 1
    canvas.put(at.tower, y, "tower", DIM)
    if scene.expert:
        canvas.put(at.coins + 1, y, "¢", DIM)
    canvas.put(at.card + 1, y, "#", DIM)
    for colour, letter in enumerate(LETTERS):
        canvas.put(at.tables + 3 * colour, y, letter, chips.chip(colour))
    canvas.put(at.entrance, y, "entrance", DIM)
    for seat in range(scene.seats):
        _draw_player(canvas, scene, seat, at, y + 1 + seat)
    keys = "" if scene.silent else "v view a school · i inspect island"
    legend = [Span(keys, DIM)]
    if any(scene.ally(seat) for seat in range(scene.seats)):
        legend += [Span("   +", ink("fine", "bg", "bold")), Span(" ally", DIM)]
    if scene.match.away:
        legend += [Span("   !", ink("bad", "bg", "bold")), Span(" away", DIM)]
    if spans_width(legend) > canvas.width - DIVIDER - 2:
        legend[0] = Span("" if scene.silent else "v school · i island", DIM)
    canvas.spans(DIVIDER + 2, SCHOOL + 6, legend)


def _draw_player(canvas: Canvas, scene: Scene, seat: int, at: Columns, y: int) -> None:
    target = Target("seat", seat)
    if scene.match.turn == seat:
        canvas.put(at.name - 1, y, "▸", CURSOR)
    looks = ("bold", "underline") if seat == scene.shown != scene.eyes else ("bold",)
    name = ink("cur", "bg", *looks) if seat == scene.match.seat else ink("text", "bg", *looks)
    if seat in scene.match.away:
        name = ink("dim", "bg", *looks)
    if target in scene.fresh:
        name = ink("bright", "bg", *looks)
    canvas.put(at.name, y, shorten(scene.name(seat), at.flag - at.name), name)
    if seat in scene.match.away:
        canvas.put(at.flag, y, "!", ink("bad", "bg", "bold"))
    elif scene.ally(seat):
        canvas.put(at.flag, y, "+", ink("fine", "bg", "bold"))
    left = chips.towers_left(scene, seat)
    canvas.spans(at.tower, y, chips.tower_stock(left, scene.side_of(seat)))
    if scene.expert:
        canvas.put(at.coins, y, f"¢{chips.coins(scene, seat)}", ink("gold"))
    card = chips.assistant(scene, seat)
    canvas.put(at.card, y, f"#{card or '·'}", TEXT if card else DIM)
    holders = chips.professors(scene)
    for colour, count in enumerate(chips.students(scene, f"dining/{seat}")):
        x = at.tables + 3 * colour
        if holders[colour] == seat:
            canvas.put(x, y, f"{count}♛", ink(LETTERS[colour], "bg", "bold"))
        else:
            canvas.put(x, y, str(count) if count else "·", TEXT if count else DIM)
    canvas.spans(at.entrance, y, chips.letters(chips.students(scene, f"entrance/{seat}")))
    canvas.mark(Area(DIVIDER + 1, y, canvas.width - DIVIDER - 1, 1), target)


# The hand.


def _planning(scene: Scene) -> bool:
    return scene.asks_assistant or scene.match.view["turn"]["phase"] == "planning"


def _takers(scene: Scene) -> dict[int, int]:
    """Tell which values others have played this round, and who was the first with each."""
    takers: dict[int, int] = {}
    for seat in chips.row(scene.match.view["order"]):
        value = chips.assistant(scene, seat)
        if value is not None and seat != scene.eyes:
            takers.setdefault(value, seat)
    return takers


def _draw_hand(canvas: Canvas, scene: Scene) -> None:
    """Draw the ten assistants; while they are chosen, with the reasons against some."""
    # Together with the log below it, which gives its rows to whatever needs more of them.
    canvas.mark(Area(0, HAND, canvas.width, canvas.height - 2 - HAND), Target("hand"))
    own = scene.eyes == scene.match.seat
    whose = "" if own else f" of {shorten(scene.match.players[scene.eyes], LONGEST_NAME)}"
    _rule(canvas, HAND, f"ASSISTANTS{whose} value:steps", "┴" if own else "")
    pitch = min(9, (canvas.width - 2) // len(ASSISTANTS))
    held = chips.hand(scene, scene.eyes)
    takers = _takers(scene) if _planning(scene) else {}
    # Whoever holds only values that others have played may repeat one of them.
    free = {*held} - {*takers} or {*held}
    for value in ASSISTANTS:
        x = 1 + (value - 1) * pitch
        chosen = chips.assistant(scene, scene.eyes) == value
        _draw_assistant(canvas, scene, value, x, held=value in held, free=value in free)
        if not _planning(scene):
            continue
        taker = takers.get(value)
        if taker is not None and value in held:
            note, style = scene.name(taker), DIM
        elif chosen or scene.cursor == Target("assistant", value):
            note, style = "now", CURSOR
        elif value not in held:
            note, style = "played", DIM
        else:
            continue
        note = shorten(note, pitch - 1)
        canvas.put(x + max(0, (6 - width(note)) // 2), HAND + 2, note, style)


def _draw_assistant(
    canvas: Canvas, scene: Scene, value: int, x: int, *, held: bool, free: bool
) -> None:
    """Draw one assistant in six cells, with the cursor's signs in the cells around them."""
    target = Target("assistant", value)
    y = HAND + 1
    card = f"{value}:{MOTHER_STEPS[value]}".center(6)
    canvas.mark(Area(x, y, 6, 1), target)
    if mark_of(scene, target) is Mark.CURSOR:
        canvas.put(x - 1, y, "▶", CURSOR)
        canvas.put(x, y, card, CHOSEN)
        canvas.put(x + 6, y, "◀", CURSOR)
    elif chips.assistant(scene, scene.eyes) == value:
        canvas.put(x, y, card, CHOSEN)
    elif not held:
        canvas.put(x, y, card, ink("dim", "bg", "strike"))
    else:
        canvas.put(x, y, card, TITLE if free else DIM)


# Log and chat.


def _draw_talk(canvas: Canvas, scene: Scene) -> None:
    """Draw what happened and what was said, in all the rows that are left."""
    top = HAND + 3 if _planning(scene) else HAND + 2
    last = canvas.height - 3
    if top < last:
        _rule(canvas, top, "LOG")
        top += 1
    rows = last - top + 1
    if rows == 1:
        canvas.spans(
            1, top, side_by_side(scene.log, scene.chat, canvas.width - 2, silent=scene.silent)
        )
        return
    said = min(len(scene.chat), 1 + (rows - 2) // 3)
    lines = [*scene.log[said - rows :], *scene.chat[len(scene.chat) - said :]]
    for row, spans in enumerate(lines):
        canvas.spans(1, top + row, fit(spans, canvas.width - 2))
