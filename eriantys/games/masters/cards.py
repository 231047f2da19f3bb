"""The 48 development cards and the 16 leaders: what is printed on them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from eriantys.games.masters.names import (
    BLUE,
    COIN,
    COLOURS,
    DEPOT,
    DISCOUNT,
    GREEN,
    LEVELS,
    MARBLE,
    PRODUCTION,
    PURPLE,
    RESOURCES,
    SERVANT,
    SHIELD,
    STONE,
    YELLOW,
)

Goods: TypeAlias = tuple[int, ...]
"""Counts of the four kinds of goods."""


class Card(NamedTuple):
    """A development card."""

    colour: int
    level: int
    points: int
    cost: Goods
    needs: Goods
    """What its production takes."""
    makes: Goods
    """What its production brings to the strongbox."""
    faith: int
    """How far its production moves the marker."""


class Leader(NamedTuple):
    """A leader card."""

    ability: str
    resource: int
    """The kind of goods that the ability is about."""
    points: int
    cards: tuple[int, ...]
    """By colour: development cards that must be owned."""
    level: int
    """The level that those cards must be of; 0 if any will do."""
    goods: Goods
    """Goods that must be held."""


def goods(counts: Mapping[int, int]) -> Goods:
    """Write out the counts of all four kinds."""
    return tuple(counts.get(kind, 0) for kind in range(len(RESOURCES)))


def _card(
    colour: int,
    level: int,
    points: int,
    cost: Mapping[int, int],
    needs: Mapping[int, int],
    makes: Mapping[int, int],
    faith: int,
) -> Card:
    return Card(colour, level, points, goods(cost), goods(needs), goods(makes), faith)


def _leader(
    ability: str,
    resource: int,
    points: int,
    cards: Mapping[int, int] | None = None,
    level: int = 0,
    holding: Mapping[int, int] | None = None,
) -> Leader:
    owned = tuple((cards or {}).get(colour, 0) for colour in range(len(COLOURS)))
    return Leader(ability, resource, points, owned, level, goods(holding or {}))


_DEVELOPMENTS = (
    _card(GREEN, 1, 1, {SHIELD: 2}, {COIN: 1}, {}, 1),
    _card(PURPLE, 1, 1, {SERVANT: 2}, {STONE: 1}, {}, 1),
    _card(BLUE, 1, 1, {COIN: 2}, {SHIELD: 1}, {}, 1),
    _card(YELLOW, 1, 1, {STONE: 2}, {SERVANT: 1}, {}, 1),
    _card(GREEN, 1, 2, {STONE: 1, SERVANT: 1, SHIELD: 1}, {STONE: 1}, {SERVANT: 1}, 0),
    _card(PURPLE, 1, 2, {COIN: 1, SERVANT: 1, SHIELD: 1}, {COIN: 1}, {SHIELD: 1}, 0),
    _card(BLUE, 1, 2, {COIN: 1, STONE: 1, SERVANT: 1}, {SERVANT: 1}, {STONE: 1}, 0),
    _card(YELLOW, 1, 2, {COIN: 1, STONE: 1, SHIELD: 1}, {SHIELD: 1}, {COIN: 1}, 0),
    _card(GREEN, 1, 3, {SHIELD: 3}, {SERVANT: 2}, {COIN: 1, STONE: 1, SHIELD: 1}, 0),
    _card(PURPLE, 1, 3, {SERVANT: 3}, {COIN: 2}, {STONE: 1, SERVANT: 1, SHIELD: 1}, 0),
    _card(BLUE, 1, 3, {COIN: 3}, {STONE: 2}, {COIN: 1, SERVANT: 1, SHIELD: 1}, 0),
    _card(YELLOW, 1, 3, {STONE: 3}, {SHIELD: 2}, {COIN: 1, STONE: 1, SERVANT: 1}, 0),
    _card(GREEN, 1, 4, {COIN: 2, SHIELD: 2}, {STONE: 1, SERVANT: 1}, {COIN: 2}, 1),
    _card(PURPLE, 1, 4, {STONE: 2, SERVANT: 2}, {COIN: 1, SHIELD: 1}, {STONE: 2}, 1),
    _card(BLUE, 1, 4, {COIN: 2, SERVANT: 2}, {STONE: 1, SHIELD: 1}, {SERVANT: 2}, 1),
    _card(YELLOW, 1, 4, {STONE: 2, SHIELD: 2}, {COIN: 1, SERVANT: 1}, {SHIELD: 2}, 1),
    _card(GREEN, 2, 5, {SHIELD: 4}, {STONE: 1}, {}, 2),
    _card(PURPLE, 2, 5, {SERVANT: 4}, {COIN: 1}, {}, 2),
    _card(BLUE, 2, 5, {COIN: 4}, {SERVANT: 1}, {}, 2),
    _card(YELLOW, 2, 5, {STONE: 4}, {SHIELD: 1}, {}, 2),
    _card(GREEN, 2, 6, {SERVANT: 2, SHIELD: 3}, {SERVANT: 1, SHIELD: 1}, {STONE: 3}, 0),
    _card(PURPLE, 2, 6, {COIN: 2, SERVANT: 3}, {COIN: 1, SERVANT: 1}, {SHIELD: 3}, 0),
    _card(BLUE, 2, 6, {COIN: 3, STONE: 2}, {COIN: 1, STONE: 1}, {SERVANT: 3}, 0),
    _card(YELLOW, 2, 6, {STONE: 3, SHIELD: 2}, {STONE: 1, SHIELD: 1}, {COIN: 3}, 0),
    _card(GREEN, 2, 7, {SHIELD: 5}, {COIN: 2}, {STONE: 2}, 2),
    _card(PURPLE, 2, 7, {SERVANT: 5}, {STONE: 2}, {COIN: 2}, 2),
    _card(BLUE, 2, 7, {COIN: 5}, {SERVANT: 2}, {SHIELD: 2}, 2),
    _card(YELLOW, 2, 7, {STONE: 5}, {SHIELD: 2}, {SERVANT: 2}, 2),
    _card(GREEN, 2, 8, {COIN: 3, SHIELD: 3}, {COIN: 1}, {SHIELD: 2}, 1),
    _card(PURPLE, 2, 8, {SERVANT: 3, SHIELD: 3}, {STONE: 1}, {SERVANT: 2}, 1),
    _card(BLUE, 2, 8, {COIN: 3, STONE: 3}, {SERVANT: 1}, {STONE: 2}, 1),
    _card(YELLOW, 2, 8, {STONE: 3, SERVANT: 3}, {SHIELD: 1}, {COIN: 2}, 1),
    _card(GREEN, 3, 9, {SHIELD: 6}, {COIN: 2}, {STONE: 3}, 2),
    _card(PURPLE, 3, 9, {SERVANT: 6}, {STONE: 2}, {COIN: 3}, 2),
    _card(BLUE, 3, 9, {COIN: 6}, {SERVANT: 2}, {SHIELD: 3}, 2),
    _card(YELLOW, 3, 9, {STONE: 6}, {SHIELD: 2}, {SERVANT: 3}, 2),
    _card(
        GREEN, 3, 10, {SERVANT: 2, SHIELD: 5}, {COIN: 1, SERVANT: 1}, {STONE: 2, SHIELD: 2}, 1
    ),
    _card(
        PURPLE, 3, 10, {COIN: 2, SERVANT: 5}, {STONE: 1, SHIELD: 1}, {COIN: 2, SERVANT: 2}, 1
    ),
    _card(BLUE, 3, 10, {COIN: 5, STONE: 2}, {COIN: 1, SHIELD: 1}, {STONE: 2, SERVANT: 2}, 1),
    _card(
        YELLOW, 3, 10, {STONE: 5, SERVANT: 2}, {STONE: 1, SERVANT: 1}, {COIN: 2, SHIELD: 2}, 1
    ),
    _card(GREEN, 3, 11, {SHIELD: 7}, {SERVANT: 1}, {COIN: 1}, 3),
    _card(PURPLE, 3, 11, {SERVANT: 7}, {COIN: 1}, {STONE: 1}, 3),
    _card(BLUE, 3, 11, {COIN: 7}, {STONE: 1}, {SHIELD: 1}, 3),
    _card(YELLOW, 3, 11, {STONE: 7}, {SHIELD: 1}, {SERVANT: 1}, 3),
    _card(GREEN, 3, 12, {COIN: 4, SHIELD: 4}, {STONE: 1}, {COIN: 3, SHIELD: 1}, 0),
    _card(PURPLE, 3, 12, {SERVANT: 4, SHIELD: 4}, {COIN: 1}, {STONE: 3, SERVANT: 1}, 0),
    _card(BLUE, 3, 12, {COIN: 4, STONE: 4}, {SERVANT: 1}, {COIN: 1, SHIELD: 3}, 0),
    _card(YELLOW, 3, 12, {STONE: 4, SERVANT: 4}, {SHIELD: 1}, {STONE: 1, SERVANT: 3}, 0),
)
"""By number from 1: colour, level, points, cost, what it takes, what it makes, faith."""

_LEADERS = (
    _leader(DISCOUNT, SERVANT, 2, {GREEN: 1, YELLOW: 1}),
    _leader(DISCOUNT, SHIELD, 2, {BLUE: 1, PURPLE: 1}),
    _leader(DISCOUNT, STONE, 2, {GREEN: 1, BLUE: 1}),
    _leader(DISCOUNT, COIN, 2, {YELLOW: 1, PURPLE: 1}),
    _leader(DEPOT, STONE, 3, holding={COIN: 5}),
    _leader(DEPOT, SERVANT, 3, holding={STONE: 5}),
    _leader(DEPOT, SHIELD, 3, holding={SERVANT: 5}),
    _leader(DEPOT, COIN, 3, holding={SHIELD: 5}),
    _leader(MARBLE, SERVANT, 5, {BLUE: 1, YELLOW: 2}),
    _leader(MARBLE, SHIELD, 5, {GREEN: 2, PURPLE: 1}),
    _leader(MARBLE, STONE, 5, {BLUE: 2, YELLOW: 1}),
    _leader(MARBLE, COIN, 5, {GREEN: 1, PURPLE: 2}),
    _leader(PRODUCTION, SHIELD, 4, {YELLOW: 1}, level=2),
    _leader(PRODUCTION, SERVANT, 4, {BLUE: 1}, level=2),
    _leader(PRODUCTION, STONE, 4, {PURPLE: 1}, level=2),
    _leader(PRODUCTION, COIN, 4, {GREEN: 1}, level=2),
)
"""By number from 49: ability, its resource, points, and what must be owned or held."""

CARDS: dict[int, Card] = dict(enumerate(_DEVELOPMENTS, 1))
LEADERS: dict[int, Leader] = dict(enumerate(_LEADERS, 1 + len(_DEVELOPMENTS)))

PILES: tuple[bytes, ...] = tuple(
    bytes(number for number, card in CARDS.items() if (card.colour, card.level) == place)
    for place in ((colour, level) for colour in range(len(COLOURS)) for level in LEVELS)
)
"""The numbers of the cards in each pile, by colour and level."""


def pile_of(colour: int, level: int) -> int:
    """Tell which of the twelve piles holds this colour and level."""
    return colour * len(LEVELS) + level - 1


def printed(number: int) -> dict[str, Any]:
    """Tell by name all that is printed on a development card, as events say it."""
    card = CARDS[number]
    return {
        "card": number,
        "colour": COLOURS[card.colour],
        "level": card.level,
        "points": card.points,
        "cost": list(card.cost),
        "needs": list(card.needs),
        "makes": list(card.makes),
        "faith": card.faith,
    }
