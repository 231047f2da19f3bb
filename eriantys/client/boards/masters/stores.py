"""Warehouse and strongbox: where goods lie, drawn as a pyramid of depots and a list."""

from __future__ import annotations

from eriantys.client.boards.masters import chips, reading
from eriantys.client.boards.masters.chips import DIM, HEAD, KEY, TEXT
from eriantys.client.boards.masters.reading import KINDS, Depot
from eriantys.client.boards.masters.scene import Scene
from eriantys.client.boards.masters.targets import GOOD_WORDS, GOODS, Target
from eriantys.client.canvas import Area, Canvas, Style, ink
from eriantys.games.masters.names import NOTHING

WIDE = 18
"""Columns of the warehouse."""


def draw_warehouse(canvas: Canvas, scene: Scene, x: int, y: int, *, pitch: int = 1) -> None:
    """Draw the depots of the board that is shown, and below them those of its leaders.

    It takes so many rows for each depot; a depot that can be chosen now has a bright number.
    """
    canvas.put(x + 1, y, "WAREHOUSE", HEAD)
    seat = scene.shown
    row = y
    for depot in reading.depots(scene.view, seat):
        row = row + pitch if depot.number <= 3 else row + 1
        left = x + 5 + 2 * max(0, 3 - depot.number)
        _draw_depot(canvas, scene, depot, x, left, row)


def _draw_depot(canvas: Canvas, scene: Scene, depot: Depot, x: int, left: int, y: int) -> None:
    own = scene.shown == scene.eyes
    target = Target("depot", depot.number)
    fresh = reading.fresh(scene.view)[depot.kind] if own and depot.kind in KINDS else 0
    at_cursor = own and scene.cursor == target
    taken = own and scene.taken("depot") == target
    bg = "me" if at_cursor or taken else "bg"
    if at_cursor or taken:
        canvas.fill(Area(x, y, WIDE, 1), ink("text", bg))
        canvas.put(x, y, "▶" if at_cursor else "(", ink("cur", bg, "bold"))
        canvas.put(x + WIDE - 1, y, "◀" if at_cursor else ")", ink("cur", bg, "bold"))
    legal = own and scene.legal(target)
    label = ink("cur", bg, "bold") if at_cursor or taken else KEY if legal else DIM
    canvas.put(x + 2, y, str(depot.number), label)
    for place in range(depot.size):
        at = left + 4 * place
        if place < depot.held and depot.kind in KINDS:
            chips.put_good(canvas, at, y, depot.kind, fresh=place >= depot.held - fresh)
        else:
            canvas.put(at, y, " · ", ink("dim", "land"))
    if depot.number > 3 and depot.kind != NOTHING:
        canvas.put(left + 7, y, "for ", ink("dim", bg))
        canvas.put(left + 11, y, *_letter(depot.kind))
    if own:
        canvas.mark(Area(x, y, WIDE, 1), target)


def draw_strongbox(canvas: Canvas, scene: Scene, x: int, y: int) -> None:
    """List what lies in the strongbox, in five rows of sixteen columns."""
    canvas.put(x, y, "STRONGBOX", HEAD)
    for kind, count in enumerate(reading.strongbox(scene.view, scene.shown)):
        chips.put_good(canvas, x, y + 1 + kind, kind)
        canvas.put(x + 4, y + 1 + kind, GOOD_WORDS[kind], TEXT if count else DIM)
        style = chips.BRIGHT if count else DIM
        canvas.put(x + 12, y + 1 + kind, f"{count:>3}", style)


def draw_short(canvas: Canvas, scene: Scene, x: int, y: int, seat: int, most: int) -> int:
    """Draw the depots of a player in one row: `1 H  2 C C  3 S S ·`; return the end."""
    for depot in reading.depots(scene.view, seat):
        wide = 2 + 2 * depot.size + 1
        if x + wide > most:
            break
        canvas.put(x, y, str(depot.number), DIM)
        for place in range(depot.size):
            if place < depot.held and depot.kind in KINDS:
                canvas.put(x + 2 + 2 * place, y, *_letter(depot.kind))
            else:
                canvas.put(x + 2 + 2 * place, y, "·", ink("dim", "land"))
        x += wide + 1
    return x


def _letter(kind: int) -> tuple[str, Style]:
    return GOODS[kind], chips.good(kind)
