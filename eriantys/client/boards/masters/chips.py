"""The small signs that everything is made of: goods, prices, productions, levels, buttons."""

from __future__ import annotations

from collections.abc import Sequence

from eriantys.client.boards.masters.scene import Scene
from eriantys.client.boards.masters.targets import (
    CARD_LETTERS,
    CARD_ROLES,
    FAITH_ROLE,
    GOOD_ROLES,
    GOODS,
    MARBLE_ROLES,
    MARBLES,
    ROMAN,
    Target,
)
from eriantys.client.canvas import Area, Canvas, Span, Style, ink
from eriantys.client.text import width
from eriantys.games.masters.cards import Card

TEXT = ink()
DIM = ink("dim")
LINE = ink("line")
BRIGHT = ink("bright", "bg", "bold")
HEAD = ink("dim", "bg", "underline")
GOLD = ink("gold")
CURSOR = ink("cur", "bg", "bold")
KEY = ink("accent", "bg", "bold")
FINE = ink("fine", "bg", "bold")
BAD = ink("bad", "bg", "bold")


def chip(role: str) -> Style:
    """Give the style of a letter on its colour."""
    return ink("ink", role, "bold")


def good(kind: int) -> Style:
    """Give the style of a resource's letter."""
    return chip(GOOD_ROLES[kind])


def put_good(canvas: Canvas, x: int, y: int, kind: int, *, fresh: bool = False) -> int:
    """Draw a resource in three cells; a plus says that it is new."""
    return canvas.put(x, y, f"{'+' if fresh else ' '}{GOODS[kind]} ", good(kind))


def put_marble(canvas: Canvas, x: int, y: int, marble: int, gives: int | None = None) -> int:
    """Draw a marble in three cells; a white one that gives something as that, underlined."""
    if gives is not None:
        style = ink("ink", GOOD_ROLES[gives], "bold", "underline")
        return canvas.put(x, y, f" {GOODS[gives]} ", style)
    return canvas.put(x, y, f" {MARBLES[marble]} ", chip(MARBLE_ROLES[marble]))


def counts(goods: Sequence[int], bg: str = "bg", *, gap: str = " ") -> list[Span]:
    """Write counts of goods: `C2 S1`; nothing for what there is none of."""
    spans: list[Span] = []
    for kind, count in enumerate(goods):
        if count:
            spans += [Span(gap if spans else "", ink("text", bg)), *counted(kind, count, bg)]
    return spans or [Span("nothing", ink("dim", bg))]


def counted(kind: int, count: int, bg: str = "bg") -> list[Span]:
    """Write a number of one good: its letter, and how many."""
    return [
        Span(GOODS[kind], good(kind)),
        Span(str(count), ink(GOOD_ROLES[kind], bg, "bold")),
    ]


def faith(steps: int, bg: str = "bg") -> list[Span]:
    """Write steps on the faith track, as a production brings them."""
    if not steps:
        return []
    return [Span("F", chip(FAITH_ROLE)), Span(str(steps), ink(FAITH_ROLE, bg, "bold"))]


def price(cost: Sequence[int], cut: Sequence[int], bg: str = "bg") -> list[Span]:
    """Write what a card costs, and in green what leaders take off: `C2−1 S2`."""
    spans: list[Span] = []
    for kind, count in enumerate(cost):
        off = min(count, cut[kind])
        if count:
            spans += [
                Span(" " if spans else "", ink("text", bg)),
                *counted(kind, count - off, bg),
            ]
            if off:
                spans.append(Span(f"−{off}", ink("fine", bg, "bold")))
    return spans


def production(card: Card, bg: str = "bg") -> list[Span]:
    """Write what a card's production takes and brings: `C1H1▸S2F1`."""
    takes = counts(card.needs, bg, gap="")
    brings = counts(card.makes, bg, gap="") if any(card.makes) else []
    return [*takes, Span("▸", ink("text", bg)), *brings, *faith(card.faith, bg)]


def level(card: Card) -> Span:
    """Write a card's colour and level: `G II`."""
    text = f"{CARD_LETTERS[card.colour]} {ROMAN[card.level]}"
    return Span(text, chip(CARD_ROLES[card.colour]))


def colours(cards: Sequence[Card]) -> list[Span]:
    """Write the colours of the cards of a slot, from level I on: `GB`."""
    return [Span(CARD_LETTERS[card.colour], chip(CARD_ROLES[card.colour])) for card in cards]


def letters(goods: Sequence[int]) -> list[Span]:
    """Write every single good as a letter."""
    return [
        Span(GOODS[kind] * min(count, 20), good(kind))
        for kind, count in enumerate(goods)
        if count
    ]


def button(
    canvas: Canvas, scene: Scene, x: int, y: int, target: Target, key: str, label: str
) -> int:
    """Draw something that can be pressed, or why it is there though it cannot be now.

    It stands in a cell more on either side, where the cursor's signs go.
    """
    wide = width(key) + width(label) + 1
    canvas.mark(Area(x, y, wide + 2, 1), target)
    if scene.cursor == target:
        canvas.put(x, y, "▶", CURSOR)
        canvas.put(x + 1, y, f"{key} {label}", ink("ink", "cur", "bold"))
        canvas.put(x + 1 + wide, y, "◀", CURSOR)
    elif scene.legal(target) or (scene.asks and scene.choice.beside(target)):
        after = canvas.put(x + 1, y, key, KEY)
        canvas.put(after, y, f" {label}", BRIGHT)
    else:
        canvas.put(x + 1, y, f"{key} {label}", DIM)
    return x + wide + 3


def rule(canvas: Canvas, x: int, y: int, wide: int, title: str, role: str = "bright") -> int:
    """Draw a line with a title in it; return the column after the title."""
    canvas.put(x, y, "─" * wide, LINE)
    return canvas.put(x + 1, y, f" {title} ", ink(role, "bg", "bold"))
