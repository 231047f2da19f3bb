"""Buying and paying: what a card costs and brings, where it lies, and from where it is paid."""

from __future__ import annotations

from eriantys.client.boards.masters import chips, reading
from eriantys.client.boards.masters.scene import Scene
from eriantys.client.boards.masters.targets import (
    GOOD_WORDS,
    GOODS,
    ROMAN,
    Target,
)
from eriantys.client.boards.reading import part
from eriantys.client.canvas import HEAVY, Area, Canvas, Span, ink
from eriantys.games.masters.cards import Card
from eriantys.games.masters.names import COLOURS, LEVELS, RESOURCES

SIZE = (70, 11)
"""What the panel takes, in columns and rows."""
_TEXT = ink("text", "panel")
_DIM = ink("dim", "panel")
_BRIGHT = ink("bright", "panel", "bold")
_SOURCES = ("depots", "leader", "strongbox")


def name_of(card: Card) -> str:
    """Name a card by colour and level."""
    return f"{COLOURS[card.colour].capitalize()} {ROMAN[card.level]}"


def card_of(scene: Scene) -> Card | None:
    """Give the card that is being bought."""
    target = scene.card()
    if target is not None:
        return reading.top(scene.view, target.which)
    pile = part(scene.view, "action").get("pile")
    if not isinstance(pile, str) or "/" not in pile:
        return None
    colour, _, level = pile.partition("/")
    if colour not in COLOURS or not level.isdecimal():
        return None
    return reading.top(scene.view, COLOURS.index(colour) * len(LEVELS) + int(level) - 1)


def _begin(canvas: Canvas, area: Area, title: str, right: str = "") -> Area:
    canvas.fill(area, _TEXT)
    canvas.box(area, ink("cur", "panel", "bold"), HEAVY)
    # What lies below cannot be seen well, and so not be clicked either.
    canvas.mark(area, None)
    canvas.put(area.x + 2, area.y, f" {title} ", _BRIGHT)
    if right:
        worth = f" {right} "
        canvas.put(area.x + area.width - len(worth) - 2, area.y, worth, ink("gold", "panel"))
    return Area(area.x + 3, area.y + 1, area.width - 6, area.height - 2)


def draw_buy(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw the price, the slots, and what is gained and covered."""
    card = card_of(scene)
    if card is None:
        return
    title = f"BUY  {name_of(card)}"
    inside = _begin(canvas, area, title, f"{card.points} VP")
    x, y = inside.x, inside.y
    seat = scene.eyes
    cost = reading.price(scene.view, seat, card)
    canvas.put(x, y, "price", _DIM)
    at = canvas.spans(x + 10, y, chips.counts(card.cost, "panel"))
    if cost != card.cost:
        told = [Span("   leaders pay ", _DIM)]
        told += chips.counts(reading.less(card.cost, cost), "panel")
        told += [Span("   you pay ", _DIM), *chips.counts(cost, "panel")]
        canvas.spans(at, y, told)
    have = reading.goods(scene.view, seat)
    canvas.put(x, y + 1, "you have", _DIM)
    canvas.spans(x + 10, y + 1, chips.counts(have, "panel"))
    canvas.put(x + 30, y + 1, "you keep", _DIM)
    canvas.spans(x + 40, y + 1, chips.counts(reading.less(have, cost), "panel"))
    _draw_slots(canvas, scene, card, x, y + 3)
    canvas.put(x, y + 5, "gain", _DIM)
    told = [*chips.production(card, "panel"), Span(" each production, ", _DIM)]
    canvas.spans(x + 10, y + 5, [*told, Span(f"+{card.points} VP", _BRIGHT)])
    _draw_covered(canvas, scene, card, x, y + 6)
    after = canvas.put(x + 1, y + 8, "Enter", ink("accent", "panel", "bold"))
    after = canvas.put(
        after, y + 8, " buys it, and asks from where only if it matters   ", _DIM
    )
    after = canvas.put(after, y + 8, "Esc", ink("accent", "panel", "bold"))
    canvas.put(after, y + 8, " back", _DIM)


def _slot_under(scene: Scene) -> int:
    cursor = scene.choice.cursor
    return cursor.which if cursor is not None and cursor.kind == "slot" else 0


def _draw_slots(canvas: Canvas, scene: Scene, card: Card, x: int, y: int) -> None:
    canvas.put(x, y, "put on", _DIM)
    for slot, cards in enumerate(reading.slots(scene.view, scene.eyes), 1):
        target = Target("slot", slot)
        at = x + 10 + 18 * (slot - 1)
        begin = at
        if scene.cursor == target:
            at = canvas.put(at, y, f"▶ slot {slot} ◀", ink("cur", "panel", "bold"))
        elif scene.legal(target):
            at = canvas.put(at, y, f" [slot {slot}] ", ink("accent", "panel", "bold"))
        else:
            at = canvas.put(at, y, f"  slot {slot}  ", _DIM)
        canvas.mark(Area(begin, y, 17, 1), target)
        if len(cards) == card.level - 1:
            told = [Span(" on ", _DIM), chips.level(cards[-1])] if cards else []
            canvas.spans(at, y, told or [Span(" empty", _DIM)])
        elif len(cards) >= card.level:
            canvas.put(at, y, " is taken", _DIM)
        else:
            canvas.put(at, y, f" wants {ROMAN[len(cards) + 1]}", _DIM)


def _draw_covered(canvas: Canvas, scene: Scene, card: Card, x: int, y: int) -> None:
    slot = _slot_under(scene)
    owned = reading.slots(scene.view, scene.eyes)
    below = owned[slot - 1] if 0 < slot <= len(owned) else []
    canvas.put(x, y, "lose", _DIM)
    if not below or len(below) != card.level - 1:
        canvas.put(x + 10, y, "nothing: no card is covered", _DIM)
        return
    told = chips.production(below[-1], "panel")
    kept = f" is covered; its {below[-1].points} VP stay yours"
    canvas.spans(x + 10, y, [*told, Span(kept, _DIM)])


def draw_pay(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw what is still owed, and from where the next good can be paid."""
    card = card_of(scene)
    title = f"PAY FOR  {name_of(card)}" if card is not None else "PAY FOR THE PRODUCTION"
    inside = _begin(canvas, area, title)
    x, y = inside.x, inside.y
    canvas.put(x, y, "still owed", _DIM)
    canvas.spans(x + 12, y, chips.counts(reading.owed(scene.view), "panel"))
    kind = _kind_asked(scene)
    word = GOOD_WORDS[kind].lower() if kind is not None else "good"
    told: list[Span] = [Span(f"the next {word} ", _TEXT)]
    if kind is not None:
        told.append(Span(f" {GOODS[kind]} ", chips.good(kind)))
    canvas.spans(x, y + 1, [*told, Span(" comes from", _TEXT)])
    for source, name in enumerate(_SOURCES):
        _draw_source(canvas, scene, x, y + 2 + source, source, name, kind)
    notes = "paying from the depots makes room for the market"
    canvas.put(x, y + 5, notes, _DIM)


def _kind_asked(scene: Scene) -> int | None:
    for action in scene.match.offers:
        words = action.split()
        if words[:1] == ["pay"] and len(words) > 1 and words[1] in RESOURCES:
            return RESOURCES.index(words[1])
    return None


def _draw_source(
    canvas: Canvas, scene: Scene, x: int, y: int, source: int, name: str, kind: int | None
) -> None:
    target = Target("source", source)
    at, legal = scene.cursor == target, scene.legal(target)
    bg = "me" if at else "panel"
    canvas.fill(Area(x, y, 40, 1), ink("text", bg))
    canvas.put(x, y, "▶" if at else " ", ink("cur", bg, "bold"))
    canvas.put(x + 2, y, str(source + 1), ink("accent" if legal else "dim", bg, "bold"))
    canvas.put(x + 4, y, name, ink("bright" if legal else "dim", bg))
    if kind is not None:
        there = _there(scene, source, kind)
        canvas.put(x + 16, y, f"{there} there", ink("text" if legal else "dim", bg))
    canvas.mark(Area(x, y, 40, 1), target)


def _there(scene: Scene, source: int, kind: int) -> int:
    """Count what a source holds of a kind."""
    if source == len(_SOURCES) - 1:
        return reading.strongbox(scene.view, scene.eyes)[kind]
    depots = reading.depots(scene.view, scene.eyes)
    return sum(
        depot.held
        for depot in depots
        if depot.kind == kind and (depot.number > 3) == (source == 1)
    )
