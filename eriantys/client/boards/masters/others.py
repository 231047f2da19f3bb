"""The other players: a tall card for each beside each other, or short ones below each other."""

from __future__ import annotations

from eriantys.client.boards.masters import chips, reading, stores
from eriantys.client.boards.masters.chips import DIM, TEXT
from eriantys.client.boards.masters.leading import brief
from eriantys.client.boards.masters.scene import Scene
from eriantys.client.boards.masters.targets import Target
from eriantys.client.boards.reading import part
from eriantys.client.canvas import Area, Canvas, Span, ink
from eriantys.client.names import shorten
from eriantys.games.masters.cards import Card
from eriantys.games.masters.names import LOST, TILE_POINTS, UP

ROOMY = 9
"""Rows of a box in which each slot has one of its own."""
_BOT = "Bot "
"""With what the names of bots begin; no name of a person has a blank."""


def _frame(canvas: Canvas, scene: Scene, seat: int, area: Area) -> None:
    """Draw the frame of a player's card with name and points; bright for whoever is on turn."""
    now = scene.match.turn == seat
    canvas.box(area, ink("bright" if now else "line", "bg", *(("bold",) if now else ())))
    after = canvas.put(
        area.x + 2, area.y, f" {scene.letter(seat)} ", chips.chip(scene.role(seat))
    )
    away = " away" if seat in scene.match.away else ""
    name = scene.match.name_of(seat)
    bot = " bot" if scene.match.is_bot(seat) and not (away or name.startswith(_BOT)) else ""
    points = f" {reading.points(scene.view, seat)} VP "
    room = area.width - 9 - len(points) - len(away) - len(bot)
    after = canvas.put(
        after, area.y, f" {shorten(name, max(3, room))}", ink("bright", "bg", "bold")
    )
    after = canvas.put(after, area.y, away, chips.BAD)
    after = canvas.put(after, area.y, f"{bot} ", DIM)
    canvas.put(area.x + area.width - 2 - len(points), area.y, points, chips.GOLD)
    canvas.mark(area, Target("seat", seat))


def draw_tall(canvas: Canvas, scene: Scene, seat: int, area: Area) -> None:
    """Draw all that a player has in at least fourteen rows of 24 columns."""
    _frame(canvas, scene, seat, area)
    x, y, room = area.x + 2, area.y + 1, area.width - 4
    view = scene.view
    for depot in reading.depots(view, seat)[:3]:
        row = y + depot.number - 1
        canvas.put(x, row, str(depot.number), DIM)
        for place in range(depot.size):
            at = x + 2 + 2 * (3 - depot.number) + 4 * place
            if place < depot.held:
                chips.put_good(canvas, at, row, depot.kind)
            else:
                canvas.put(at, row, " · ", ink("dim", "land"))
    if part(view, "table").get("first") == seat and room >= 18:
        canvas.put(x + room - 7, y, "inkwell", DIM)
    _draw_leader_depots(canvas, scene, seat, x, y + 3)
    canvas.put(x, y + 4, "box ", DIM)
    canvas.spans(x + 4, y + 4, chips.counts(reading.strongbox(view, seat)))
    faith = reading.faith(view, seat)
    canvas.put(x, y + 6, f"faith {faith}", ink(scene.role(seat), "bg", "bold"))
    canvas.spans(x + 10, y + 6, [Span("tile ", DIM), *tiles(scene, seat)])
    cards = reading.number_of_cards(view, seat)
    canvas.put(x, y + 7, f"cards {cards} of {reading.MOST_CARDS}", TEXT)
    for slot, owned in enumerate(reading.slots(view, seat), 1):
        _draw_slot(canvas, slot, owned, x, y + 7 + slot)
    for row, spans in enumerate(brief(scene, seat, room)[: area.height - 14]):
        canvas.spans(x, y + 12 + row, spans)


def _draw_leader_depots(canvas: Canvas, scene: Scene, seat: int, x: int, y: int) -> None:
    for place, depot in enumerate(reading.depots(scene.view, seat)[3:]):
        at = x + 10 * place
        canvas.put(at, y, str(depot.number), DIM)
        for number in range(depot.size):
            if number < depot.held:
                chips.put_good(canvas, at + 2 + 3 * number, y, depot.kind)
            else:
                canvas.put(at + 2 + 3 * number, y, " · ", ink("dim", "land"))


def _draw_slot(canvas: Canvas, slot: int, owned: list[Card], x: int, y: int) -> None:
    """Draw a slot in a row: the colours of covered cards, the top card with its production."""
    at = canvas.put(x, y, f"{slot} ", DIM)
    if not owned:
        canvas.put(at, y, "empty", DIM)
        return
    if len(owned) > 1:
        at = canvas.spans(at, y, chips.colours(owned[:-1])) + 1
    at = canvas.spans(at, y, [chips.level(owned[-1])])
    canvas.spans(at + 1, y, chips.production(owned[-1]))


def tiles(scene: Scene, seat: int) -> list[Span]:
    """Show a player's favour tiles: `✓2·3·4`."""
    spans: list[Span] = []
    for tile, worth in zip(reading.tiles(scene.view, seat), TILE_POINTS, strict=True):
        sign, style = "·", DIM
        if tile == UP:
            sign, style = "✓", chips.FINE
        elif tile == LOST:
            sign, style = "✗", chips.BAD
        spans.append(Span(f"{sign}{worth}", style))
    return spans


def draw_short(canvas: Canvas, scene: Scene, seat: int, area: Area) -> None:
    """Draw what a player has in a box of six rows; in one of nine with all productions."""
    _frame(canvas, scene, seat, area)
    x, y = area.x + 2, area.y + 1
    view = scene.view
    stores.draw_short(canvas, scene, x, y, seat, area.x + area.width - 11)
    faith = ink(scene.role(seat), "bg", "bold")
    right = area.x + area.width - 11
    canvas.put(right, y, f"faith {reading.faith(view, seat)}", faith)
    canvas.put(x, y + 1, "box ", DIM)
    canvas.spans(x + 4, y + 1, chips.counts(reading.strongbox(view, seat)))
    canvas.spans(right, y + 1, tiles(scene, seat))
    cards = f"{reading.number_of_cards(view, seat)} of {reading.MOST_CARDS}"
    canvas.put(right, y + 2, cards, TEXT)
    for spans in brief(scene, seat, area.width - 4)[:1]:
        canvas.spans(x, area.y + area.height - 3 + (area.height < ROOMY), spans)
    if area.height >= ROOMY:
        for slot, owned in enumerate(reading.slots(view, seat), 1):
            _draw_slot(canvas, slot, owned, x, y + 1 + slot)
        return
    at = x
    for slot, owned in enumerate(reading.slots(view, seat), 1):
        at = canvas.put(at, y + 2, f"{slot} ", DIM)
        at = canvas.spans(at, y + 2, chips.colours(owned) or [Span("–", DIM)]) + 2


def draw_panel(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw the others beside each other."""
    seats = scene.others()
    wide = min(36, (area.width - 2) // max(1, len(seats)))
    for place, seat in enumerate(seats):
        draw_tall(
            canvas, scene, seat, Area(area.x + place * wide, area.y, wide - 1, area.height)
        )
