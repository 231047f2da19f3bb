"""The town: 25 squares seen from the front, in two sizes.

Every level is a row of stone, or two, narrower than the one below: the outline tells the
height without colour. The digit on the topmost one is the level.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from eriantys.client.boards.santorini import reading
from eriantys.client.boards.santorini.cards import title
from eriantys.client.boards.santorini.scene import Scene, Target
from eriantys.client.canvas import HEAVY, ROUND, Area, Canvas, Style, ink
from eriantys.games.santorini.board import COLUMNS

STONES = "▒▓▇"
"""By level: the sign of its stone, for those who see no colours."""
_LABEL = ink("bright", "sea", "bold")
SIDE = len(COLUMNS)


class Form(NamedTuple):
    """One size of the town."""

    wide: int
    """Cells of a square, across and down."""
    high: int
    layers: tuple[tuple[int, int], ...]
    """By level: how wide its stone is, and how many rows it takes."""
    shadow: int
    """Cells at the right of a stone that lie in shadow."""
    left: int
    """The column of the first square."""
    top: int
    """The row of the uppermost squares, counted from that of the town."""

    @property
    def width(self) -> int:
        """All columns of the town, its coordinates included."""
        return self.left + SIDE * self.wide + 2

    @property
    def height(self) -> int:
        """All rows of the town, its coordinates included."""
        return self.top + SIDE * self.high + 1

    def square(self, name: str, x: int, y: int) -> Area:
        """Find the place of a square in a town that begins there."""
        column, row = COLUMNS.index(name[0]), int(name[1])
        return Area(
            x + self.left + column * self.wide,
            y + self.top + (SIDE - row) * self.high,
            self.wide,
            self.high,
        )


SMALL = Form(9, 4, ((7, 1), (5, 1), (3, 1)), 1, 2, 0)
LARGE = Form(15, 7, ((11, 2), (7, 2), (5, 1)), 2, 3, 1)


def draw(canvas: Canvas, scene: Scene, form: Form, x: int, y: int) -> None:
    """Draw the town with its coordinates."""
    canvas.fill(Area(x, y, form.width, form.height), ink("line", "sea"))
    for at, letter in enumerate(COLUMNS):
        middle = x + form.left + at * form.wide + form.wide // 2
        canvas.put(middle, y + form.top + SIDE * form.high, letter, _LABEL)
        if form.top:
            canvas.put(middle, y, letter, _LABEL)
    for row in reading.ROWS:
        area = form.square(f"a{row}", x, y)
        canvas.put(x, area.y + form.high // 2, row, _LABEL)
        for column in COLUMNS:
            _draw_square(canvas, scene, form, f"{column}{row}", x, y)


def _draw_square(canvas: Canvas, scene: Scene, form: Form, name: str, x: int, y: int) -> None:
    area = form.square(name, x, y)
    here = name == scene.cursor
    marked = name in scene.marked
    column, row = COLUMNS.index(name[0]), int(name[1])
    ground = "hi" if here or marked or name in scene.fresh else f"g{(column + row) % 2}"
    canvas.fill(area, ink("text", ground))
    if not (here or marked):
        _draw_corners(canvas, area, ground)
    canvas.mark(area, Target("square", name))
    stands = reading.square(scene.view, name)
    if here:
        topped = stands.dome or stands.worker is not None
        full = topped and stands.level == len(STONES) and not form.top
        _draw_cursor(canvas, area, "" if full else name)
    elif marked:
        _draw_mark(canvas, area, name)
    above = _draw_stones(canvas, form, area, stands.level)
    if not stands.level:
        _draw_ground_sign(canvas, scene, area, ground, stands, lit=here or marked)
    worker = stands.worker
    if stands.dome:
        _draw_dome(canvas, form, area, above, ground)
    elif worker is not None or (here and scene.ghost is not None):
        ghost = worker is None
        _draw_worker(canvas, scene, form, area, above, worker if not ghost else scene.ghost)
    if name in scene.barred:
        _draw_ban(canvas, scene, form, area, name, ground)


def _draw_corners(canvas: Canvas, area: Area, ground: str) -> None:
    """Draw the corners of a square, for those who do not see its ground."""
    hidden = ink(ground, ground)
    for x in (area.x, area.x + area.width - 1):
        canvas.put(x, area.y, "·", hidden)


def _draw_ground_sign(
    canvas: Canvas, scene: Scene, area: Area, ground: str, stands: reading.Square, *, lit: bool
) -> None:
    """Draw what says that nothing is built here: the digit where something could be done."""
    if stands.dome or stands.worker is not None or (lit and scene.ghost is not None):
        return
    x, y = area.x + area.width // 2, area.y + area.height - 1
    canvas.put(x, y, "0" if lit else "·", ink("text" if lit else "dim", ground))


def _draw_stones(canvas: Canvas, form: Form, area: Area, level: int) -> int:
    """Draw the stones of a tower; return the row above the topmost."""
    y = area.y + area.height
    for at, (wide, rows) in enumerate(form.layers[:level]):
        x = area.x + (area.width - wide) // 2
        light, dark = f"l{at + 1}", f"s{at + 1}"
        for _ in range(rows):
            y -= 1
            lit = wide - form.shadow
            canvas.put(x, y, STONES[at] * lit, ink(light, light))
            canvas.put(x + lit, y, STONES[at] * form.shadow, ink(dark, dark))
        if at + 1 == level:
            middle = area.x + area.width // 2
            canvas.put(middle, y + rows - 1, str(level), ink("ink", light, "bold"))
    return y - 1


def _draw_dome(canvas: Canvas, form: Form, area: Area, y: int, ground: str) -> None:
    style = ink("dome", ground, "bold")
    middle = area.x + area.width // 2
    if form.top:
        canvas.put(middle - 2, y, "█████", style)
        canvas.put(middle - 2, y - 1, "▗▟█▙▖", style)
    else:
        canvas.put(middle - 1, y, "▟█▙", style)


def _draw_worker(
    canvas: Canvas, scene: Scene, form: Form, area: Area, y: int, worker: int | None
) -> None:
    assert worker is not None  # whoever is drawn is known
    role = reading.SEATS[worker // reading.EACH % len(reading.SEATS)]
    middle = area.x + area.width // 2
    selene = reading.god_of(scene.view, worker // reading.EACH) == "selene"
    sign = "♀" if selene and worker % reading.EACH == 0 else "♟"
    label = f"{sign}{reading.worker_name(worker)}"
    style = ink("ink", role, "bold")
    half = 1
    if form.top:
        label, half = f" {label} ", 2
        ground = canvas.styles[y - 1][middle].bg
        canvas.put(middle, y - 1, "●", ink(role, ground, "bold"))
    canvas.put(middle - half, y, label, style)
    if worker in (scene.chosen, scene.ghost):
        for x, mark in ((middle - half - 1, "▸"), (middle + half + 1, "◂")):
            ground = canvas.styles[y][x].bg
            if ground.startswith(("g", "hi")):
                canvas.put(x, y, mark, ink("cur", ground, "bold"))


def _draw_mark(canvas: Canvas, area: Area, name: str) -> None:
    """Draw brackets at the sides: the smaller set is marked, not all that there is."""
    style = ink("accent", "hi")
    _draw_brackets(canvas, area, ROUND, style)
    if area.width > SMALL.wide:
        canvas.put(area.x + 1, area.y, f"[{name}]", ink("accent", "hi", "bold"))


def _draw_cursor(canvas: Canvas, area: Area, name: str) -> None:
    style = ink("cur", "hi", "bold")
    _draw_brackets(canvas, area, HEAVY, style)
    canvas.put(area.x + 1, area.y, f"▶{name}◀" if name else "▶", style)


def _draw_brackets(canvas: Canvas, area: Area, frame: Sequence[str], style: Style) -> None:
    top_left, level, top_right, upright, low_left, low_right = frame
    x, y, wide, high = area
    arm = 1 if wide == SMALL.wide else 2
    canvas.put(x, y, top_left + level * arm, style)
    canvas.put(x + wide - 1 - arm, y, level * arm + top_right, style)
    for row in range(y + 1, y + high - 1):
        canvas.put(x, row, upright, style)
        canvas.put(x + wide - 1, row, upright, style)
    canvas.put(x, y + high - 1, low_left, style)
    canvas.put(x + wide - 1, y + high - 1, low_right, style)


def _draw_ban(
    canvas: Canvas, scene: Scene, form: Form, area: Area, name: str, ground: str
) -> None:
    """Say in the corner whose god forbids this square."""
    letter = scene.barred[name]
    text = f"×{letter}"
    if form.top and letter in reading.LETTERS:
        god = reading.god_of(scene.view, reading.LETTERS.index(letter))
        text = f"× {title(god)}"[: area.width - 3]
    canvas.put(area.x + area.width - 1 - len(text), area.y, text, ink("bad", ground, "bold"))
