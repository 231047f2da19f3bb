"""What follows from the cards that a player has: abilities, discounts, points.

A search asks the same about the same few cards thousands of times. So every question here
is about plain values, and the answers are kept.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from eriantys.games.masters.cards import CARDS, LEADERS, Goods, Leader
from eriantys.games.masters.names import (
    COLOURS,
    DISCOUNT,
    LAST_SPACE,
    LEVELS,
    MARBLE,
    PLAYED,
    PRODUCTION,
    RESOURCES,
    TILE_POINTS,
    TRACK_POINTS,
    UP,
)
from eriantys.games.masters.state import State, together
from eriantys.games.masters.warehouse import Warehouse, held

Slots: TypeAlias = tuple[bytes, ...]

MOST_CARDS = 7
"""Whoever owns so many development cards brings the end."""
GOODS_FOR_A_POINT = 5

_TRACK = tuple(
    max((points for space, points in TRACK_POINTS.items() if space <= marker), default=0)
    for marker in range(LAST_SPACE + 1)
)


@lru_cache(maxsize=4096)
def played(hand: bytes, fates: bytes) -> tuple[tuple[int, Leader], ...]:
    """List the leaders that were played, each with its place in the hand."""
    return tuple(
        (slot, LEADERS[card])
        for slot, (card, fate) in enumerate(zip(hand, fates, strict=True))
        if fate == PLAYED
    )


@lru_cache(maxsize=4096)
def discounts(hand: bytes, fates: bytes) -> Goods:
    """Tell by how much each resource is cheaper."""
    cut = [0] * len(RESOURCES)
    for _, leader in played(hand, fates):
        cut[leader.resource] += leader.ability == DISCOUNT
    return tuple(cut)


@lru_cache(maxsize=4096)
def whitened(hand: bytes, fates: bytes) -> tuple[int, ...]:
    """List what a white marble can become."""
    return tuple(
        leader.resource for _, leader in played(hand, fates) if leader.ability == MARBLE
    )


@lru_cache(maxsize=4096)
def producing(hand: bytes, fates: bytes) -> tuple[tuple[int, int], ...]:
    """List the leaders that can produce: their places in the hand, and what they take."""
    return tuple(
        (slot, leader.resource)
        for slot, leader in played(hand, fates)
        if leader.ability == PRODUCTION
    )


@lru_cache(maxsize=4096)
def price(card: int, cut: Goods) -> Goods:
    """Tell what a card costs with these discounts."""
    return tuple(max(0, cost - less) for cost, less in zip(CARDS[card].cost, cut, strict=True))


@lru_cache(maxsize=4096)
def card_points(slots: Slots) -> int:
    """Add up the points of development cards, covered ones as well."""
    return sum(CARDS[card].points for slot in slots for card in slot)


@lru_cache(maxsize=4096)
def owned(slots: Slots) -> tuple[int, ...]:
    """Count development cards by colour and level."""
    counts = [0] * (len(COLOURS) * len(LEVELS))
    for slot in slots:
        for card in slot:
            counts[CARDS[card].colour * len(LEVELS) + CARDS[card].level - 1] += 1
    return tuple(counts)


@lru_cache(maxsize=4096)
def missing_cards(card: int, slots: Slots) -> tuple[int, ...]:
    """Tell by colour how many cards a leader still wants."""
    leader, counts = LEADERS[card], owned(slots)
    found = []
    for colour, wanted in enumerate(leader.cards):
        first = colour * len(LEVELS)
        have = (
            counts[first + leader.level - 1]
            if leader.level
            else sum(counts[first : first + len(LEVELS)])
        )
        found.append(max(0, wanted - have))
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def missing_goods(card: int, have: Goods) -> Goods:
    """Tell by kind how many goods a leader still wants to see."""
    wanted = LEADERS[card].goods
    return tuple(max(0, need - got) for need, got in zip(wanted, have, strict=True))


def playable(card: int, slots: Slots, have: Goods) -> bool:
    """Tell whether a leader's requirement is met."""
    return not any(missing_cards(card, slots)) and not any(missing_goods(card, have))


def goods_of(state: State, seat: int) -> Goods:
    """Count all goods that a player holds, wherever they are."""
    return _all_goods(state.depots[seat], state.strongbox[seat])


@lru_cache(maxsize=1 << 14)
def _all_goods(warehouse: Warehouse, strongbox: Goods) -> Goods:
    return together(held(warehouse), strongbox)


def number_of_cards(slots: Slots) -> int:
    """Count a player's development cards."""
    return sum(map(len, slots))


def points_of(state: State, seat: int) -> int:
    """Add up what a player would score if it ended now."""
    return _points(
        state.slots[seat],
        state.faith[seat],
        state.tiles[seat],
        state.hands[seat],
        state.fates[seat],
    ) + goods_points(state.depots[seat], state.strongbox[seat])


@lru_cache(maxsize=1 << 14)
def goods_points(warehouse: Warehouse, strongbox: Goods) -> int:
    """Tell what the remaining goods are worth, all together."""
    return (sum(held(warehouse)) + sum(strongbox)) // GOODS_FOR_A_POINT


@lru_cache(maxsize=1 << 14)
def _points(slots: Slots, faith: int, tiles: bytes, hand: bytes, fates: bytes) -> int:
    favours = sum(points for points, tile in zip(TILE_POINTS, tiles, strict=True) if tile == UP)
    leaders = sum(leader.points for _, leader in played(hand, fates))
    return card_points(slots) + _TRACK[faith] + favours + leaders
