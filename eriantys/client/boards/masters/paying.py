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
_COLUMNS = (20, 31, 42)
_KEPT = 55
_WIDE = 64
"""Where the columns of the table begin from which is paid, and how wide it is."""


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


def height(scene: Scene) -> int:
    """Tell how many rows the table takes from which is paid."""
    return 4 + sum(map(bool, reading.owed(scene.view)))


def draw_pay(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw a table of what is still owed, and from where each good of it could be paid."""
    card = card_of(scene)
    title = f"PAY FOR  {name_of(card)}" if card is not None else "PAY FOR THE PRODUCTION"
    inside = _begin(canvas, area, title)
    x, y = inside.x, inside.y
    canvas.put(x + 14, y, "owed", _DIM)
    for source, name in enumerate(_SOURCES):
        legal = scene.legal(Target("source", source))
        after = canvas.put(
            x + _COLUMNS[source], y, str(source + 1), ink("accent" if legal else "dim", "panel")
        )
        canvas.put(after, y, f" {name}", _DIM)
    canvas.put(x + _KEPT, y, "left after", _DIM)
    owed, asked = reading.owed(scene.view), _kind_asked(scene)
    kinds = [kind for kind, count in enumerate(owed) if count]
    for row, kind in enumerate(kinds, 1):
        _draw_owed(canvas, scene, x, y + row, kind, owed[kind], now=kind == asked)
    notes = "paying from the depots makes room for the market"
    canvas.put(x, y + len(kinds) + 1, notes, _DIM)


def _kind_asked(scene: Scene) -> int | None:
    for action in scene.match.offers:
        words = action.split()
        if words[:1] == ["pay"] and len(words) > 1 and words[1] in RESOURCES:
            return RESOURCES.index(words[1])
    return None


def _draw_owed(
    canvas: Canvas, scene: Scene, x: int, y: int, kind: int, owed: int, *, now: bool
) -> None:
    """Draw the row of a resource; of the one that is asked for, a source can be chosen."""
    bg = "me" if now else "panel"
    canvas.fill(Area(x, y, _WIDE, 1), ink("text", bg))
    canvas.put(x, y, "▸" if now else " ", ink("cur", bg, "bold"))
    canvas.put(x + 2, y, f" {GOODS[kind]} ", chips.good(kind))
    canvas.put(x + 6, y, GOOD_WORDS[kind], ink("bright" if now else "text", bg))
    canvas.put(x + 15, y, str(owed), ink("bright", bg, "bold"))
    for source in range(len(_SOURCES)):
        there = _there(scene, source, kind)
        if now:
            _draw_source(canvas, scene, x + _COLUMNS[source], y, source, there)
        else:
            canvas.put(x + _COLUMNS[source] + 2, y, str(there), ink("dim", bg))
    left = reading.goods(scene.view, scene.eyes)[kind] - owed
    canvas.put(x + _KEPT + 4, y, str(left), ink("text", bg))


def _draw_source(canvas: Canvas, scene: Scene, x: int, y: int, source: int, there: int) -> None:
    target = Target("source", source)
    if scene.cursor == target:
        canvas.put(x, y, f"▶ {there} ◀", ink("cur", "me", "bold"))
    elif scene.legal(target):
        canvas.put(x + 1, y, f"[{there}]", ink("accent", "me", "bold"))
    else:
        canvas.put(x + 2, y, str(there), ink("dim", "me"))
    canvas.mark(Area(x, y, 10, 1), target)


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
