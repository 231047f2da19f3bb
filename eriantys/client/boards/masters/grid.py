"""The development cards: twelve small faces, with what each costs and whether it can be had."""

from __future__ import annotations

from eriantys.client.boards.masters import chips, reading
from eriantys.client.boards.masters.chips import DIM, LINE
from eriantys.client.boards.masters.scene import Scene
from eriantys.client.boards.masters.targets import (
    CARD_KEYS,
    CARD_ROLES,
    GOODS,
    ROMAN,
    Target,
    card_at,
    place_of,
)
from eriantys.client.canvas import DASHED, HEAVY, ROUND, Area, Canvas, ink
from eriantys.client.text import cut, width
from eriantys.games.masters import decisions
from eriantys.games.masters.cards import Card
from eriantys.games.masters.names import COLOURS

FACES = len(COLOURS) * 3


def draw(canvas: Canvas, scene: Scene, x: int, y: int, wide: int, high: int) -> None:
    """Draw all piles: columns of a colour, level I at the bottom as on the table."""
    for column, colour in enumerate(COLOURS):
        head = colour.upper().center(wide - 2)
        canvas.put(x + column * wide + 1, y, head, chips.chip(CARD_ROLES[column]))
    for place in range(FACES):
        row, column = divmod(place, len(COLOURS))
        area = Area(x + column * wide, y + 1 + row * high, wide, high)
        draw_pile(canvas, scene, card_at(place), area)


def draw_pile(canvas: Canvas, scene: Scene, pile: int, area: Area) -> None:
    """Draw the visible card of a pile, and how many there are."""
    card = reading.top(scene.view, pile)
    target = Target("card", pile)
    if card is None:
        canvas.box(area, LINE, DASHED)
        said = "pile empty"
        canvas.put(
            area.x + (area.width - width(said)) // 2, area.y + area.height // 2, said, DIM
        )
        return
    canvas.mark(area, target)
    pointed = scene.cursor == target or scene.taken("card") == target
    affordable = scene.choice.leads_to(target) and scene.asks and not scene.unguided
    bg = "panel" if affordable or pointed else "bg"
    canvas.fill(area, ink("text", bg))
    if pointed:
        canvas.box(area, ink("cur", bg, "bold"), HEAVY)
    elif target in scene.fresh:
        canvas.box(area, ink("gold", bg, "bold"), ROUND)
    else:
        canvas.box(area, ink("accent" if affordable else "line", bg), ROUND)
    draw_face(canvas, card, area, reading.discounts(scene.view, scene.eyes), bg)
    last = area.y + area.height - 1
    words = standing(scene, pile, card)
    style = ink("fine", bg, "bold") if affordable else ink("dim", bg)
    canvas.put(area.x + 2, last - 1, cut(words, area.width - 3), style)
    left = f"×{reading.left(scene.view, pile)}"
    canvas.put(area.x + area.width - 2 - width(left), last, left, ink("dim", bg))
    if scene.choice.naming and scene.asks:
        key = CARD_KEYS[place_of(pile)]
        canvas.put(area.x + 2, last, f" {key} ", ink("accent", bg, "bold"))


def draw_face(
    canvas: Canvas,
    card: Card,
    area: Area,
    cut_: tuple[int, ...],
    bg: str = "bg",
    *,
    named: bool = False,
) -> None:
    """Draw what is printed on a card into its frame: level, points, price, production.

    Where no heading names its colour, a letter does.
    """
    if named:
        canvas.spans(area.x + 2, area.y, [chips.level(card)])
    else:
        style = chips.chip(CARD_ROLES[card.colour])
        canvas.put(area.x + 1, area.y, f" {ROMAN[card.level]} ", style)
    worth = f" {card.points}VP "
    style = ink("bright" if bg == "panel" else "text", bg, "bold")
    canvas.put(area.x + area.width - 1 - width(worth), area.y, worth, style)
    canvas.spans(area.x + 2, area.y + 1, chips.price(card.cost, cut_, bg))
    canvas.spans(area.x + 2, area.y + 2, chips.production(card, bg))


def standing(scene: Scene, pile: int, card: Card) -> str:
    """Say whether a card can be had, or in a few letters why not."""
    if scene.unguided:
        return ""
    if scene.asks and scene.choice.leads_to(Target("card", pile)):
        return "✓ buy"
    if not reading.slots_for(scene.view, scene.eyes, card):
        return "no slot"
    needs = reading.price(scene.view, scene.eyes, card)
    lacks = reading.less(needs, reading.goods(scene.view, scene.eyes))
    if any(lacks):
        listed = [f"{GOODS[kind]}{count}" for kind, count in enumerate(lacks) if count]
        # Three kinds have no room for blanks between them.
        return f"need {('' if len(listed) > 2 else ' ').join(listed)}"
    if scene.match.decision in (decisions.ACTION, "") or scene.silent:
        return "in reach"
    return "not now"
