"""Production: which powers work, what all of them take and bring, and what is left then."""

from __future__ import annotations

from typing import NamedTuple

from eriantys.client.boards.masters import chips, reading
from eriantys.client.boards.masters.chips import CURSOR, DIM, KEY, LINE, TEXT
from eriantys.client.boards.masters.choosing import PAIRS
from eriantys.client.boards.masters.reading import KINDS
from eriantys.client.boards.masters.scene import Scene
from eriantys.client.boards.masters.targets import (
    GOOD_WORDS,
    GOODS,
    PAIR_KEYS,
    Target,
)
from eriantys.client.canvas import Area, Canvas, Span, ink
from eriantys.games.masters.cards import Goods
from eriantys.games.masters.names import PLAYED, PRODUCTION, RESOURCES

_NONE: Goods = (0, 0, 0, 0)
_RIGHT = 50
"""Where the sum begins."""
_KIND = {name: kind for kind, name in enumerate(RESOURCES)}


class Sum(NamedTuple):
    """What some powers take and bring together."""

    takes: Goods
    brings: Goods
    faith: int


def chosen(scene: Scene) -> dict[int, str]:
    """Give the powers that are chosen: 1-3 slots, 4-5 leaders, 0 the basic one."""
    found = {}
    for power in reading.powers(scene.view):
        number = number_of(power)
        if number is not None:
            found[number] = power
    return found


def number_of(power: str) -> int | None:
    """Tell which power is named: 1-3 a slot, 4-5 a leader, 0 the basic one."""
    match power.split():
        case ["produce", "card", slot] if slot in ("1", "2", "3"):
            return int(slot)
        case ["produce", "leader", slot, *_] if slot in ("1", "2"):
            return 3 + int(slot)
        case ["produce", "basic", *_]:
            return 0
    return None


def worth(scene: Scene, power: str) -> Sum:
    """Tell what a power takes and brings."""
    match power.split():
        case ["produce", "card", _]:
            cards = reading.slots(scene.view, scene.eyes)
            slot = number_of(power)
            if slot and slot <= len(cards) and cards[slot - 1]:
                card = cards[slot - 1][-1]
                return Sum(card.needs, card.makes, card.faith)
        case ["produce", "leader", slot, "->", made] if made in _KIND:
            for held in reading.leaders(scene.view, scene.eyes):
                if str(held.slot) == slot:
                    return Sum(_one(held.leader.resource), _one(_KIND[made]), 1)
        case ["produce", "basic", one, other, "->", made] if {one, other, made} <= _KIND.keys():
            takes = reading.together(_one(_KIND[one]), _one(_KIND[other]))
            return Sum(takes, _one(_KIND[made]), 0)
    return Sum(_NONE, _NONE, 0)


def _one(kind: int) -> Goods:
    return tuple(int(each == kind) for each in KINDS)


def total(scene: Scene, *more: str) -> Sum:
    """Add up the chosen powers, and others with them."""
    takes, brings, faith = _NONE, _NONE, 0
    for power in (*reading.powers(scene.view), *more):
        each = worth(scene, power)
        takes = reading.together(takes, each.takes)
        brings = reading.together(brings, each.brings)
        faith += each.faith
    return Sum(takes, brings, faith)


def draw(canvas: Canvas, scene: Scene, area: Area) -> None:
    """Draw the powers on the left, and what they come to on the right, in eight rows."""
    x, y = area.x, area.y
    powers = chosen(scene)
    for slot, cards in enumerate(reading.slots(scene.view, scene.eyes), 1):
        told = chips.production(cards[-1]) if cards else [Span("empty", DIM)]
        _draw_power(canvas, scene, x, y + slot - 1, slot, f"slot {slot}", told, powers)
    row = y + 3
    for held in reading.leaders(scene.view, scene.eyes):
        if held.fate == PLAYED and held.leader.ability == PRODUCTION:
            told = [*chips.counted(held.leader.resource, 1), Span("▸ any 1 "), *chips.faith(1)]
            told += _made(powers.get(3 + held.slot, ""))
            _draw_power(canvas, scene, x, row, 3 + held.slot, "leader", told, powers)
            row += 1
    _draw_basic(canvas, scene, x, y + area.height - 3, powers)
    _draw_made(canvas, scene, x, y + area.height - 1)
    for at in range(area.height - 1):
        canvas.put(x + _RIGHT - 2, y + at, "│", LINE)
    _draw_sum(canvas, scene, x + _RIGHT, y)
    done = Target("done")
    if scene.legal(done):
        label = "pay and produce"
        chips.button(canvas, scene, x + _RIGHT - 1, y + area.height - 1, done, "p", label)


def _made(power: str) -> list[Span]:
    """Show what a chosen power was made to bring."""
    made = power.rpartition(" ")[2]
    return (
        [Span("  ▸ ", DIM), Span(GOODS[_KIND[made]], chips.good(_KIND[made]))] if power else []
    )


def _draw_power(
    canvas: Canvas,
    scene: Scene,
    x: int,
    y: int,
    number: int,
    name: str,
    told: list[Span],
    powers: dict[int, str],
) -> None:
    target = Target("power", number)
    at = scene.cursor == target or scene.taken("power") == target
    if at:
        canvas.fill(Area(x, y, _RIGHT - 3, 1), ink("text", "me"))
        canvas.put(x, y, "▶", ink("cur", "me", "bold"))
    bg = "me" if at else "bg"
    legal = scene.legal(target)
    sign = "[✓]" if number in powers else "[ ]" if legal or at else " – "
    canvas.put(x + 2, y, sign, ink("fine" if number in powers else "text", bg, "bold"))
    canvas.put(x + 6, y, str(number), ink("accent" if legal else "dim", bg, "bold"))
    canvas.put(x + 8, y, name, ink("text" if legal or number in powers else "dim", bg))
    canvas.spans(x + 17, y, told)
    canvas.mark(Area(x, y, _RIGHT - 3, 1), target)


def _draw_basic(canvas: Canvas, scene: Scene, x: int, y: int, powers: dict[int, str]) -> None:
    """Draw what the board's own power can take: each pair has a letter."""
    if 0 in powers:
        takes, brings, _ = worth(scene, powers[0])
        told = [*chips.letters(takes), Span(" ▸ "), *chips.letters(brings)]
        canvas.put(x + 2, y, "[✓]", chips.FINE)
        canvas.spans(x + 6, y, [Span("basic    ", TEXT), *told])
        return
    canvas.put(x + 2, y, "any 2", TEXT)
    canvas.put(x + 2, y + 1, "▸ any 1", TEXT)
    for place, (one, other) in enumerate(PAIRS):
        target = Target("pair", place)
        at, row = x + 11 + 7 * (place % 5), y + place // 5
        legal = scene.legal(target)
        chosen_ = scene.taken("pair") == target
        key = KEY if legal else DIM
        canvas.put(at, row, PAIR_KEYS[place], key)
        if legal or chosen_ or scene.cursor == target:
            canvas.put(at + 2, row, GOODS[one], chips.good(one))
            canvas.put(at + 3, row, GOODS[other], chips.good(other))
        else:
            canvas.put(at + 2, row, GOODS[one] + GOODS[other], DIM)
        if scene.cursor == target or chosen_:
            canvas.put(at - 1, row, "▶" if not chosen_ else "(", CURSOR)
            canvas.put(at + 4, row, "◀" if not chosen_ else ")", CURSOR)
        canvas.mark(Area(at - 1, row, 6, 1), target)


def _draw_made(canvas: Canvas, scene: Scene, x: int, y: int) -> None:
    """Draw what can be chosen to be brought, once a power that brings anything is taken up."""
    if not scene.choice.has("made") or not scene.asks:
        return
    canvas.put(x + 2, y, "get", CURSOR)
    for kind, word in enumerate(GOOD_WORDS):
        target = Target("made", kind)
        at = x + 7 + 10 * kind
        canvas.put(at + 1, y, GOODS[kind], chips.good(kind))
        here = scene.cursor == target
        canvas.put(at + 3, y, word, ink("cur", "bg", "bold") if here else TEXT)
        if here:
            canvas.put(at, y, "▶", CURSOR)
        canvas.mark(Area(at, y, 9, 1), target)


def _draw_sum(canvas: Canvas, scene: Scene, x: int, y: int) -> None:
    """Add up what is paid and received, with the power under the cursor."""
    action = scene.choice.action if scene.asks else ""
    more = [action] if action.startswith("produce ") else []
    takes, brings, faith = total(scene, *more)
    have = reading.goods(scene.view, scene.eyes)
    lacks = reading.less(takes, have)
    canvas.put(x, y, "pay first, then receive", chips.HEAD)
    canvas.put(x, y + 1, "pay", DIM)
    canvas.spans(x + 9, y + 1, chips.counts(takes))
    if any(lacks):
        canvas.spans(x, y + 2, [Span("short of ", chips.BAD), *chips.counts(lacks)])
    canvas.put(x, y + 3, "receive", DIM)
    got = chips.counts(brings) if any(brings) else []
    gap = [Span(" ")] if got and faith else []
    canvas.spans(x + 9, y + 3, [*got, *gap, *chips.faith(faith)] or [Span("nothing", DIM)])
    canvas.put(x, y + 4, "then", DIM)
    after = reading.together(reading.less(have, takes), brings)
    canvas.spans(x + 9, y + 4, chips.counts(after))
    at = reading.faith(scene.view, scene.eyes)
    canvas.put(x, y + 5, "faith", DIM)
    canvas.put(x + 9, y + 5, f"{at} → {min(24, at + faith)}", TEXT)
