"""The ring of islands: where each has its place for the whole game, and how it is drawn.

There are three forms: `WIDE` (two rows of six, tiles of 13x4), `ROUND` (five above, one right,
five below, one left; tiles of 14x5) and `LARGE` (the same with tiles of 17x6). With
`draw(canvas, scene, form, x, y)` the whole ring is drawn, its upper left corner there, over a
sea that covers `form.width` x `form.height` cells, and every island can be clicked. What lies
within it is drawn by others: `middle(form, x, y)` says where. `tile(form, number, x, y)` is the
place of one island. Joined islands have one outline, which is worked out from the cells that
their places cover, around corners and over the land bridges at the ends of `WIDE` too.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from eriantys.client.boards.eriantys import chips
from eriantys.client.boards.eriantys.chips import Mark, framed, mark_ink, mark_of
from eriantys.client.boards.eriantys.scene import LETTERS, TOWER_NAMES, Scene, Target
from eriantys.client.canvas import Area, Canvas, Span, ink, spans_width
from eriantys.client.names import shorten

LAND = "land"
TEXT = ink("text", LAND)
DIM = ink("dim", LAND)
FAINT = ink("line", LAND)
SEA = ink("line", "sea")
MOTHER = ink("ink", "mn", "bold")

# The four directions in which a wall can go on from a cell.
UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
_LIGHT = {
    RIGHT | DOWN: "╭",
    LEFT | RIGHT: "─",
    LEFT | DOWN: "╮",
    UP | DOWN: "│",
    UP | RIGHT: "╰",
    UP | LEFT: "╯",
}
_HEAVY = {
    RIGHT | DOWN: "┏",
    LEFT | RIGHT: "━",
    LEFT | DOWN: "┓",
    UP | DOWN: "┃",
    UP | RIGHT: "┗",
    UP | LEFT: "┛",
}


class Form(NamedTuple):
    """The shape of a ring, counted in cells from its upper left corner."""

    name: str
    width: int
    height: int
    tile_width: int
    places: tuple[Area, ...]
    """By number of the island, from 1 on."""
    bridges: tuple[tuple[int, int, Area], ...]
    """Land between two neighbours that do not touch, when they are joined."""
    middle: Area


def _two_rows(wide: int, high: int, gap: int, bridge: int) -> Form:
    low = high + gap
    above = [Area(column * wide, 0, wide, high) for column in range(6)]
    below = [Area(column * wide, low, wide, high) for column in reversed(range(6))]
    over_gap = high - 1, bridge, gap + 2
    return Form(
        "wide",
        6 * wide,
        low + high,
        wide,
        (*above, *below),
        (
            (12, 1, Area(0, *over_gap)),
            (6, 7, Area(6 * wide - bridge, *over_gap)),
        ),
        Area(bridge, high, 6 * wide - 2 * bridge, gap),
    )


def _all_around(name: str, wide: int, high: int) -> Form:
    above = [Area(column * wide, 0, wide, high) for column in range(5)]
    below = [Area(column * wide, 2 * high, wide, high) for column in reversed(range(5))]
    right, left = Area(4 * wide, high, wide, high), Area(0, high, wide, high)
    middle = Area(wide, high, 3 * wide, high)
    places = (*above, right, *below, left)
    return Form(name, 5 * wide, 3 * high, wide, places, (), middle)


WIDE = _two_rows(13, 4, gap=2, bridge=5)
ROUND = _all_around("round", 14, 5)
LARGE = _all_around("large", 17, 6)


class Island(NamedTuple):
    """An island, or a group of joined ones, as the view shows it."""

    head: int
    tiles: tuple[int, ...]
    """Clockwise."""
    students: tuple[int, ...]
    side: int | None
    """Whose towers stand on it."""
    towers: int
    no_entry: int
    influence: tuple[int, ...]
    """By side."""


def islands(scene: Scene) -> list[Island]:
    """Read all islands of the view, one for each group."""
    return [read_island(scene, head) for head in scene.heads()]


def read_island(scene: Scene, number: int) -> Island:
    """Read the group that an island belongs to."""
    head = scene.match.view[f"island/{number}"]["head"]
    part = scene.match.view[f"island/{head}"]
    return Island(
        head,
        chips.row(part["tiles"]),
        chips.row(part["students"]),
        part["side"],
        part["towers"],
        part["no_entry"],
        chips.row(part["influence"]),
    )


def middle(form: Form, x: int, y: int) -> Area:
    """Tell what is free inside a ring, where clouds and characters lie."""
    inside = form.middle
    return Area(x + inside.x, y + inside.y, inside.width, inside.height)


def tile(form: Form, number: int, x: int, y: int) -> Area:
    """Tell where an island lies in a ring."""
    place = form.places[number - 1]
    return Area(x + place.x, y + place.y, place.width, place.height)


# The outline of a group.


class Shape(NamedTuple):
    """What is drawn of a group, whatever is on it."""

    grounds: tuple[Area, ...]
    walls: tuple[tuple[int, int, str], ...]
    """Pieces of the outline: column, row and text."""
    heavy_walls: tuple[tuple[int, int, str], ...]
    top: Area
    """The places whose upper edge holds the label."""
    body: Area
    """The places that hold students and towers."""


@lru_cache(maxsize=512)
def shape(form: Form, tiles: tuple[int, ...]) -> Shape:
    """Work out the outline of a group, and where its label and content go."""
    grounds = _grounds(form, tiles)
    runs = _runs(form, tiles)
    top = min(runs, key=lambda run: (run.y, -run.width, run.x))
    body = min(runs, key=lambda run: (-run.width, run.y, run.x))
    ways = outline(frozenset(_cells(grounds)))
    return Shape(grounds, _pieces(ways, _LIGHT), _pieces(ways, _HEAVY), top, body)


def _grounds(form: Form, tiles: tuple[int, ...]) -> tuple[Area, ...]:
    bridges = [land for one, other, land in form.bridges if {one, other} <= {*tiles}]
    return (*(form.places[number - 1] for number in tiles), *bridges)


def _cells(grounds: tuple[Area, ...]) -> set[tuple[int, int]]:
    return {
        (x, y)
        for area in grounds
        for x in range(area.x, area.x + area.width)
        for y in range(area.y, area.y + area.height)
    }


def outline(cells: frozenset[tuple[int, int]]) -> dict[tuple[int, int], int]:
    """Find the cells at the edge of a land, and the ways that its wall takes from each.

    The wall runs inside the land. It goes from a cell to the next one if not both cells on
    either side of the two are land: so it turns at hollow corners as well.
    """
    ways: dict[tuple[int, int], int] = {}
    for x, y in cells:
        if (x + 1, y) in cells and not (
            {(x, y - 1), (x + 1, y - 1), (x, y + 1), (x + 1, y + 1)} <= cells
        ):
            ways[x, y] = ways.get((x, y), 0) | RIGHT
            ways[x + 1, y] = ways.get((x + 1, y), 0) | LEFT
        if (x, y + 1) in cells and not (
            {(x - 1, y), (x - 1, y + 1), (x + 1, y), (x + 1, y + 1)} <= cells
        ):
            ways[x, y] = ways.get((x, y), 0) | DOWN
            ways[x, y + 1] = ways.get((x, y + 1), 0) | UP
    return ways


def _pieces(
    ways: dict[tuple[int, int], int], signs: dict[int, str]
) -> tuple[tuple[int, int, str], ...]:
    """Write the walls of each row in as few pieces as possible."""
    pieces: list[tuple[int, int, str]] = []
    for y, x in sorted((y, x) for x, y in ways):
        sign = signs[ways[x, y]]
        if pieces:
            begin, row, text = pieces[-1]
            if row == y and begin + len(text) == x:
                pieces[-1] = begin, row, text + sign
                continue
        pieces.append((x, y, sign))
    return tuple(pieces)


def _runs(form: Form, tiles: tuple[int, ...]) -> list[Area]:
    """Find the places of a group that lie side by side, each such row as one area."""
    runs: list[Area] = []
    for place in sorted(
        (form.places[number - 1] for number in tiles), key=lambda p: (p.y, p.x)
    ):
        last = runs[-1] if runs else None
        if last and last.y == place.y and last.x + last.width == place.x:
            runs[-1] = last._replace(width=last.width + place.width)
        else:
            runs.append(place)
    return runs


# Drawing.


def draw(canvas: Canvas, scene: Scene, form: Form, x: int, y: int) -> None:
    """Draw the whole ring, and let each island be clicked."""
    canvas.fill(Area(x, y, form.width, form.height), SEA)
    walker = scene.mother_at if scene.mother_at is not None else scene.match.view["mother"]
    mother = scene.match.view[f"island/{walker}"]["head"]
    groups = islands(scene)
    for one, other, land in form.bridges:
        if not any({one, other} <= {*island.tiles} for island in groups):
            _draw_gap(canvas, land.x + x, land.y + y + 1, land)
    for island in groups:
        _draw_island(canvas, scene, form, island, mother == island.head, x, y)


def _draw_gap(canvas: Canvas, x: int, y: int, land: Area) -> None:
    """Draw the water between two ends that may once be bridged."""
    edge = x if land.x == 0 else x + land.width - 1
    for row in range(land.height - 2):
        canvas.put(edge, y + row, "╎", SEA)


def _draw_island(
    canvas: Canvas, scene: Scene, form: Form, island: Island, mother: bool, x: int, y: int
) -> None:
    target = Target("island", island.head)
    mark = mark_of(scene, target)
    plan = shape(form, island.tiles)
    for land in plan.grounds:
        area = Area(land.x + x, land.y + y, land.width, land.height)
        canvas.fill(area, TEXT)
        canvas.mark(area, target)
    fresh = target in scene.fresh
    wall = mark_ink(mark, LAND, "bright") if mark is not Mark.NONE or fresh else FAINT
    for column, row, text in plan.heavy_walls if mark is Mark.CURSOR else plan.walls:
        canvas.put(column + x, row + y, text, wall)
    top, body = (
        Area(part.x + x, part.y + y, part.width, part.height) for part in (plan.top, plan.body)
    )
    tags = _tags(form, island, mother)
    _draw_label(canvas, island, top, mark, tags)
    content = {"wide": _draw_wide, "round": _draw_round, "large": _draw_large}[form.name]
    content(canvas, scene, form, island, body)
    if mother and form is LARGE:
        room = form.tile_width - 2
        canvas.put(body.x + 1, body.y + 2, "▲ MOTHER NATURE".center(room), MOTHER)


def _tags(form: Form, island: Island, mother: bool) -> list[Span]:
    """Write what is told in the upper edge: Mother Nature and no-entry tiles."""
    tags: list[Span] = []
    if mother and form is not LARGE:
        short = form is WIDE or island.no_entry
        tags.append(Span("▲MN" if short else "▲ MN ", MOTHER))
    if island.no_entry:
        tags.append(Span(f"⊘{island.no_entry}", ink("bad", LAND, "bold")))
    return tags


def _draw_label(
    canvas: Canvas, island: Island, top: Area, mark: Mark, tags: list[Span]
) -> None:
    """Write a group's numbers into its upper edge, and the tags behind them."""
    last = top.width - 1 - spans_width(tags)  # where the tags can begin at the latest
    label = "+".join(map(str, island.tiles))
    if len(label) + 3 > last:
        label = f"{island.tiles[0]}…{island.tiles[-1]}"
    canvas.put(top.x + 1, top.y, framed(label, mark), mark_ink(mark, LAND))
    begin = max(last - 1, len(label) + 3)
    canvas.spans(top.x + begin, top.y, tags)


def _count(number: int, room: int) -> str:
    """Write a count in so many cells; one that is too large shows only that it is."""
    return str(number) if len(str(number)) <= room else "+"


def _draw_wide(canvas: Canvas, scene: Scene, form: Form, island: Island, body: Area) -> None:
    """Draw three colours above, two below and the towers at the right."""
    del scene
    joined = body.width > form.tile_width
    pitch = 4 if joined else 3
    for colour, count in enumerate(island.students):
        x = body.x + 2 + colour % 3 * pitch
        y = body.y + 1 + colour // 3
        if not count:
            canvas.put(x, y, "··", FAINT)
            continue
        canvas.put(x, y, LETTERS[colour], chips.chip(colour))
        style = ink(LETTERS[colour], LAND, "bold")
        canvas.put(x + 1, y, _count(count, 2 if joined else 1), style)
    if island.side is not None and island.towers:
        standing = chips.towers(island.towers, island.side, LAND)
        end = body.x + body.width - 1
        canvas.spans(end - spans_width(standing), body.y + 2, standing)


def _draw_round(canvas: Canvas, scene: Scene, form: Form, island: Island, body: Area) -> None:
    """Draw the five letters, their counts below, and then the towers."""
    del scene
    joined = body.width > form.tile_width
    pitch = 3 if joined else 2
    for colour, count in enumerate(island.students):
        x = body.x + 2 + colour * pitch
        canvas.put(x, body.y + 1, LETTERS[colour], chips.chip(colour) if count else DIM)
        if count:
            style = ink(LETTERS[colour], LAND, "bold")
            canvas.put(x, body.y + 2, _count(count, pitch - 1), style)
        else:
            canvas.put(x, body.y + 2, "·", FAINT)
    _draw_towers(canvas, island, body.x + 2, body.y + 3)


def _draw_large(canvas: Canvas, scene: Scene, form: Form, island: Island, body: Area) -> None:
    """Draw chips with their counts, who leads, and the towers."""
    joined = body.width > form.tile_width
    pitch = 4 if joined else 3
    for colour, count in enumerate(island.students):
        x = body.x + 1 + colour * pitch
        if count:
            text = LETTERS[colour] + _count(count, pitch - 2)
            canvas.put(x, body.y + 1, text, chips.chip(colour))
        else:
            canvas.put(x + 1, body.y + 1, "·", FAINT)
    name, score = leader(scene, island)
    style = ink("dim", LAND, "bold") if name == "tie" else ink("text", LAND, "bold")
    if name == "you":
        style = ink("bright", LAND, "bold")
    room = form.tile_width - 5 - len(score)
    if name:
        canvas.put(body.x + 2, body.y + 3, f"♟ {shorten(name, room - 1)} {score}", style)
    else:
        canvas.put(body.x + 2, body.y + 3, "♟ nobody", FAINT)
    if not island.towers:
        canvas.put(body.x + 2, body.y + 4, "no tower", FAINT)
    _draw_towers(canvas, island, body.x + 2, body.y + 4)


def _draw_towers(canvas: Canvas, island: Island, x: int, y: int) -> None:
    if island.side is not None and island.towers:
        canvas.spans(x, y, chips.towers(island.towers, island.side, LAND, long=True))


def leader(scene: Scene, island: Island) -> tuple[str, str]:
    """Tell who has the most influence on an island, and how much the two first have."""
    ranked = sorted(range(len(island.influence)), key=lambda side: -island.influence[side])
    most, next_most = (island.influence[side] for side in ranked[:2])
    score = f"{most}:{next_most}"
    if not most:
        return "", score
    if most == next_most:
        return "tie", score
    return side_name(scene, ranked[0]), score


def side_name(scene: Scene, side: int) -> str:
    """Call a side `you`, by its only player's name, or as a team by its towers."""
    seats = [seat for seat in range(scene.seats) if scene.side_of(seat) == side]
    if scene.match.seat in seats:
        return "you"
    return scene.name(seats[0]) if len(seats) == 1 else TOWER_NAMES[side]
