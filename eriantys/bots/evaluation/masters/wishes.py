"""Which goods a player wishes for most: those that the best cards within reach still cost."""

from __future__ import annotations

from functools import lru_cache

from eriantys.games.masters.actions import SLOTS
from eriantys.games.masters.cards import CARDS, Goods
from eriantys.games.masters.holdings import discounts, goods_of, price
from eriantys.games.masters.names import LEVELS, RESOURCES
from eriantys.games.masters.state import State

BY_LEVEL = (0.0, 1.5, 1.0, 0.5)
"""What a card of a level brings beside its points."""


def wished(state: State) -> tuple[int, ...]:
    """List the kinds of goods, the most wished for first."""
    seat = state.seat
    slots = state.slots[seat]
    return _wished(
        bytes(cards[-1] if cards else 0 for cards in state.piles),
        goods_of(state, seat),
        discounts(state.hands[seat], state.fates[seat]),
        tuple(sorted({len(slots[slot]) for slot in SLOTS})),
        bytes(slot[-1] if slot else 0 for slot in slots),
    )


@lru_cache(maxsize=1 << 15)
def _wished(
    tops: bytes, have: Goods, cut: Goods, heights: tuple[int, ...], powers: bytes
) -> tuple[int, ...]:
    wishes = [0.0] * len(RESOURCES)
    for pile, number in enumerate(tops):
        if not number or pile % len(LEVELS) not in heights:
            continue
        card = CARDS[number]
        needs = price(number, cut)
        missing = [max(0, need - there) for need, there in zip(needs, have, strict=True)]
        far = sum(missing)
        merit = (card.points + BY_LEVEL[card.level]) / (1 + far) ** 2
        for kind, count in enumerate(missing):
            wishes[kind] += merit * count
    for number in powers:
        if number:
            for kind, count in enumerate(CARDS[number].needs):
                if count > have[kind]:
                    wishes[kind] += 0.8
    return tuple(sorted(range(len(RESOURCES)), key=lambda kind: (-wishes[kind], have[kind])))
