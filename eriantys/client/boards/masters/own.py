"""One player's board: warehouse, strongbox, the cards in their slots, and what can be done."""

from __future__ import annotations

from eriantys.client.boards.masters import chips, grid, reading, stores
from eriantys.client.boards.masters.chips import DIM, GOLD, HEAD
from eriantys.client.boards.masters.scene import Scene
from eriantys.client.boards.masters.targets import ROMAN, Target
from eriantys.client.canvas import DASHED, ROUND, Area, Canvas, Span, ink
from eriantys.client.names import shorten
from eriantys.games.masters.cards import Card

_NO_CUT = (0, 0, 0, 0)


def title(scene: Scene) -> tuple[str, str]:
    """Name whose board it is, and say how far it has come."""
    seat = scene.shown
    cards = reading.number_of_cards(scene.view, seat)
    right = f"{cards} of {reading.MOST_CARDS} cards · {reading.points(scene.view, seat)} VP now"
    if seat == scene.match.seat:
        return "YOUR BOARD", right
    name = shorten(scene.match.name_of(seat), 20)
    back = "" if seat == scene.eyes else " (v goes on, Esc: yours)"
    return f"{name}’s BOARD{back}", right


def draw_rule(canvas: Canvas, scene: Scene, y: int) -> None:
    """Draw the line above a board that has no box."""
    left, right = title(scene)
    chips.rule(
        canvas, 0, y, canvas.width, left, "bright" if scene.shown == scene.eyes else "mn"
    )
    canvas.put(canvas.width - len(right) - 3, y, f" {right} ", GOLD)


def draw_box(canvas: Canvas, scene: Scene, area: Area) -> Area:
    """Draw the frame of a board; return what is inside."""
    left, right = title(scene)
    own = scene.shown == scene.eyes
    canvas.box(area, ink("cur" if own and scene.asks else "line"))
    canvas.title(area, left, chips.BRIGHT if own else ink("mn", "bg", "bold"))
    canvas.put(area.x + area.width - len(right) - 5, area.y, f" {right} ", GOLD)
    return Area(area.x + 1, area.y + 1, area.width - 2, area.height - 2)


def draw(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw a board into at least eight rows of eighty columns."""
    x, y = area.x, area.y
    airy = area.height >= 10
    stores.draw_warehouse(canvas, scene, x, y, pitch=2 if airy and _no_more(scene) else 1)
    stores.draw_strongbox(canvas, scene, x + 21, y)
    wide = min(17, (area.width - 38) // 3)
    for slot, cards in enumerate(reading.slots(scene.view, scene.shown), 1):
        _draw_slot(canvas, slot, cards, Area(x + 38 + (slot - 1) * wide, y, wide, 7))
    if scene.silent and area.height < 8:
        return
    bottom = y + area.height - 2
    canvas.put(x + 1, bottom, "basic", DIM)
    canvas.put(x + 7, bottom, "any 2 ▸ 1 of choice", chips.TEXT)
    canvas.spans(x + 28, bottom, _leader_words(scene)) if area.height >= 9 else None
    _draw_buttons(canvas, scene, x, bottom + 1)


def _no_more(scene: Scene) -> bool:
    """Tell whether there are no depots of leaders, and so room between the others."""
    return len(reading.depots(scene.view, scene.shown)) <= 3


def _draw_slot(canvas: Canvas, slot: int, cards: list[Card], area: Area) -> None:
    """Draw a slot: the card on top, and above it the colours of the covered ones."""
    x, y = area.x, area.y
    after = canvas.put(x + 1, y, f"SLOT {slot}", HEAD)
    if len(cards) > 1:
        after = canvas.put(after, y, " on ", DIM)
        canvas.spans(after, y, chips.colours(cards[:-1]))
    face = Area(x, y + 1, area.width, 5)
    if not cards:
        canvas.box(face, ink("line"), DASHED)
        canvas.put(x + 2, y + 2, "empty", DIM)
        canvas.put(x + 2, y + 3, "takes I", DIM)
        return
    canvas.box(face, ink("line"), ROUND)
    grid.draw_face(canvas, cards[-1], face, _NO_CUT, named=True)
    takes = "is full" if len(cards) > 2 else f"takes {ROMAN[len(cards) + 1]}"
    canvas.put(x + 2, y + 4, takes, DIM)


def _leader_words(scene: Scene) -> list[Span]:
    played = [held for held in reading.leaders(scene.view, scene.shown) if held.fate == 1]
    hidden = reading.hidden(scene.view, scene.shown)
    said = f"{len(played)} leader{'' if len(played) == 1 else 's'} played"
    return [Span(f"{said}, {hidden} in hand", DIM)]


def _draw_buttons(canvas: Canvas, scene: Scene, x: int, y: int) -> None:
    if scene.shown != scene.eyes or scene.match.seat is None or scene.silent:
        return
    x = chips.button(canvas, scene, x, y, Target("produce"), "p", "production")
    x = chips.button(canvas, scene, x, y, Target("arrange"), "w", "rearrange depots")
    if scene.legal(Target("end")):
        chips.button(canvas, scene, x, y, Target("end"), "e", "end the turn")
