"""The faith track: a lane for each player where columns are few, one wide track for all."""

from __future__ import annotations

from eriantys.client.boards.masters import chips, reading
from eriantys.client.boards.masters.chips import BRIGHT, DIM, LINE
from eriantys.client.boards.masters.scene import Scene
from eriantys.client.boards.masters.targets import LORENZO
from eriantys.client.canvas import Area, Canvas, Span, ink, spans_width
from eriantys.client.names import shorten
from eriantys.client.text import pad, split
from eriantys.games.masters.names import (
    LAST_SPACE,
    LOST,
    POPE_SPACES,
    SECTIONS,
    TILE_POINTS,
    TRACK_POINTS,
    UP,
)

SPACES = range(LAST_SPACE + 1)
CROSS = "✚"
_OUTSIDE, _INSIDE = "·", "╌"
"""Where nobody stands: a space outside all sections, and one in a section of the pope."""
_SIGNS = {UP: ("✓", "fine"), LOST: ("✗", "bad")}


def in_section(space: int) -> bool:
    """Tell whether a space belongs to a section of the pope."""
    return any(
        first <= space <= pope for first, pope in zip(SECTIONS, POPE_SPACES, strict=True)
    )


def walkers(scene: Scene) -> list[int]:
    """List whose markers there are: the own first, in the order of play, Lorenzo's last."""
    solo = [LORENZO] if reading.is_solo(scene.view) else []
    return [scene.eyes, *scene.others(), *solo]


def space_of(scene: Scene, walker: int) -> int:
    """Tell where a marker stands, or is on its way."""
    if walker in scene.walks:
        return scene.walks[walker]
    if walker == LORENZO:
        return reading.cross(scene.view)
    return reading.faith(scene.view, walker)


def role_of(scene: Scene, walker: int) -> str:
    """Give the role of a marker's colour."""
    return "R" if walker == LORENZO else scene.role(walker)


def name_of(scene: Scene, walker: int) -> str:
    """Name whose marker it is."""
    return "Lorenzo" if walker == LORENZO else scene.name(walker)


def legend() -> list[Span]:
    """Explain the grounds and signs of the track."""
    return [
        Span("section ", DIM),
        Span(f" {_INSIDE} ", ink("dim", "sect")),
        Span(" pope space ", DIM),
        Span(" 8 ", chips.chip("mn")),
        Span(" your tile ", DIM),
        Span("✓", chips.FINE),
        Span(" won ", DIM),
        Span("✗", chips.BAD),
        Span(" lost ", DIM),
    ]


def coming(scene: Scene) -> list[Span]:
    """Say which report comes next, and who is nearest to it."""
    space = reading.next_report(scene.view)
    if space is None:
        return [Span("all three reports are over", DIM)]
    nearest = max(walkers(scene), key=lambda walker: space_of(scene, walker))
    left = max(0, space - space_of(scene, nearest))
    return [
        Span("next report ", DIM),
        Span(str(space), ink("mn", "bg", "bold")),
        Span(f": {shorten(name_of(scene, nearest), 12)} in {left}", DIM),
    ]


def draw_lanes(canvas: Canvas, scene: Scene, y: int) -> int:
    """Draw the track with a lane for each marker; return the row after the last."""
    after = chips.rule(canvas, 0, y, canvas.width, "FAITH TRACK")
    canvas.spans(after + 1, y, [Span(" "), *legend()])
    canvas.put(1, y + 1, "VP", DIM)
    for space in SPACES:
        x = 5 + 3 * space
        worth = TRACK_POINTS.get(space)
        if worth is not None:
            canvas.put(x, y + 1, f"{worth:>2} ", ink("gold", "bg", "bold"))
        label = f" {space} " if space < 10 else f" {space}"
        if space in POPE_SPACES:
            canvas.put(x, y + 2, label, chips.chip("mn"))
        else:
            canvas.put(x, y + 2, label, ink("text", "sect" if in_section(space) else "land"))
    for row, walker in enumerate(walkers(scene)):
        _draw_lane(canvas, scene, walker, y + 3 + row)
    return y + 3 + len(walkers(scene))


def _draw_lane(canvas: Canvas, scene: Scene, walker: int, y: int) -> None:
    role = role_of(scene, walker)
    canvas.put(0, y, "▸" if walker == scene.match.turn else " ", chips.CURSOR)
    name = "".join(split(_short_name(scene, walker))[:3])
    canvas.put(1, y, pad(name, 4), ink(role, "bg", "bold"))
    at = space_of(scene, walker)
    tiles = (0, 0, 0) if walker == LORENZO else reading.tiles(scene.view, walker)
    for space in SPACES:
        x, bg = 5 + 3 * space, "sect" if in_section(space) else "bg"
        if space < at:
            canvas.put(x, y, "━━━", ink(role, bg, "bold"))
        elif space == at:
            letter = CROSS if walker == LORENZO else scene.letter(walker)
            canvas.put(x, y, f" {letter} ", chips.chip(role))
        else:
            canvas.put(x, y, f" {_free(space)} ", ink("dim", bg))
        if space in POPE_SPACES and space != at:
            sign = _SIGNS.get(tiles[POPE_SPACES.index(space)])
            if sign is not None:
                canvas.put(x + 1, y, sign[0], ink(sign[1], bg, "bold"))


def _free(space: int) -> str:
    return _INSIDE if in_section(space) else _OUTSIDE


def _short_name(scene: Scene, walker: int) -> str:
    """Leave out a first word that others begin with as well, such as that of bots."""
    name = name_of(scene, walker)
    first, _, rest = name.partition(" ")
    alike = [each for each in walkers(scene) if name_of(scene, each).startswith(f"{first} ")]
    return rest if rest and len(alike) > 1 else name


def draw_wide(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw one track for all in a box of seven rows, five columns for each space."""
    canvas.box(area, LINE)
    canvas.title(area, "FAITH TRACK", BRIGHT)
    after = canvas.spans(area.x + 17, area.y, [Span(" "), *legend()])
    ahead = coming(scene)
    wide = spans_width(ahead)
    if after + wide + 4 < area.x + area.width:
        canvas.spans(area.x + area.width - wide - 3, area.y, [Span(" "), *ahead, Span(" ")])
    left = area.x + (area.width - 5 * len(SPACES)) // 2
    standing: dict[int, list[int]] = {}
    for walker in walkers(scene):
        standing.setdefault(space_of(scene, walker), []).append(walker)
    for space in SPACES:
        here = standing.get(space, [])
        _draw_space(canvas, scene, space, here, left + 5 * space, area.y + 1)


def _draw_space(
    canvas: Canvas, scene: Scene, space: int, here: list[int], x: int, y: int
) -> None:
    bg = "sect" if in_section(space) else "bg"
    pope = space in POPE_SPACES
    head = chips.chip("mn") if pope else ink("text", "sect" if bg == "sect" else "land")
    canvas.put(x, y, str(space).center(5), head)
    canvas.fill(Area(x, y + 1, 5, 3), ink("dim", bg))
    if not here:
        canvas.put(x + 2, y + 2, _free(space), ink("dim", bg))
    elif len(here) == 1:
        _put_marker(canvas, scene, here[0], x, y + 2, alone=True)
    else:
        for place, walker in enumerate(here):
            # Two stand above each other's shoulders where three or four share a space.
            row, column = divmod(place, 2)
            _put_marker(canvas, scene, walker, x + 2 * column, y + 2 - row, alone=False)
    worth = TRACK_POINTS.get(space)
    if worth is not None:
        canvas.put(x, y + 4, f"{worth}VP".center(5), ink("gold", "bg", "bold"))
    if pope:
        _put_tiles(canvas, scene, POPE_SPACES.index(space), x, y + 3)


def _put_marker(
    canvas: Canvas, scene: Scene, walker: int, x: int, y: int, *, alone: bool
) -> None:
    style = chips.chip(role_of(scene, walker))
    if not alone:
        letter = CROSS if walker == LORENZO else scene.letter(walker)
        canvas.put(x, y, f" {letter}", style)
    elif walker == LORENZO:
        canvas.put(x, y, f"  {CROSS}  ", style)
    elif walker == scene.match.seat:
        canvas.put(x, y, " YOU ", style)
    else:
        canvas.put(x, y, f"  {scene.letter(walker)}  ", style)


def _put_tiles(canvas: Canvas, scene: Scene, report: int, x: int, y: int) -> None:
    """Show who won the tile of a report, or what it is worth before it was held."""
    seats = range(scene.seats)
    told = [reading.tiles(scene.view, seat)[report] for seat in seats]
    if not any(told):
        canvas.put(x + 1, y, f"+{TILE_POINTS[report]}", ink("mn", "sect", "bold"))
        return
    for seat, tile in zip(seats, told, strict=True):
        sign, role = _SIGNS.get(tile, ("·", "dim"))
        canvas.put(x + seat, y, sign, ink(role, "sect", "bold"))
