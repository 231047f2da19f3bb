"""Buying a development card: what it costs, where it fits, and what follows."""

from __future__ import annotations

from functools import lru_cache

from eriantys.games.contract import Event
from eriantys.games.masters import actions, decisions, lorenzo, paying, refusals, scoring, turns
from eriantys.games.masters.actions import ANY, SLOTS, Action
from eriantys.games.masters.cards import Goods, pile_of, printed
from eriantys.games.masters.holdings import (
    MOST_CARDS,
    discounts,
    goods_of,
    number_of_cards,
    price,
)
from eriantys.games.masters.names import COLOURS, LEVELS
from eriantys.games.masters.state import State, put


def buy(state: State, colour: int, level: int, slot: int, events: list[Event]) -> None:
    """Choose a card and its slot, and pay as far as there is nothing to choose."""
    if state.decision != decisions.ACTION:
        raise refusals.wrong_phase(state)
    seat, pile = state.seat, pile_of(colour, level)
    if not state.piles[pile]:
        raise refusals.pile_empty(colour, level)
    fitting = [place for place in SLOTS if len(state.slots[seat][place]) == level - 1]
    if not fitting:
        raise refusals.no_slot(level)
    if slot == ANY:
        if len(fitting) > 1:
            raise refusals.ambiguous("slot", f"buy {COLOURS[colour]} {level} slot", fitting)
        slot = fitting[0]
    if slot not in fitting:
        raise refusals.wrong_level(state, level, slot)
    needs = price(state.piles[pile][-1], discounts(state.hands[seat], state.fates[seat]))
    have = goods_of(state, seat)
    if any(need > there for need, there in zip(needs, have, strict=True)):
        raise refusals.too_expensive(state, needs, "This card costs you")
    state.pile, state.slot, state.owed = pile, slot, needs
    turns.step(state)
    if paying.collect(state):
        complete(state, events)


def complete(state: State, events: list[Event]) -> None:
    """Let the card that was paid go to its slot."""
    seat, pile, slot = state.seat, state.pile, state.slot
    number = state.piles[pile][-1]
    slots = state.slots[seat]
    state.slots = put(state.slots, seat, put(slots, slot, slots[slot] + bytes((number,))))
    facts = {"seat": seat, "slot": slot + 1, **printed(number)}
    events.append(Event("card bought", facts))
    lorenzo.uncover(state, pile, events)
    if state.piles[pile]:
        state.undoable = 0  # what lies under it has been seen
    turns.finish_action(state)
    if number_of_cards(state.slots[seat]) == MOST_CARDS:
        scoring.reach(state, scoring.SEVEN_CARDS, events)
    if state.solo and lorenzo.colour_gone(state, pile // len(LEVELS)):
        scoring.finish(state, scoring.COLOUR_GONE)


def offers(state: State) -> tuple[Action, ...]:
    """List the cards that the seat on turn can buy, with every slot for each."""
    seat = state.seat
    return _offers(
        bytes(cards[-1] if cards else 0 for cards in state.piles),
        goods_of(state, seat),
        discounts(state.hands[seat], state.fates[seat]),
        tuple(map(len, state.slots[seat])),
    )


@lru_cache(maxsize=1 << 14)
def _offers(
    tops: bytes, have: Goods, cut: Goods, heights: tuple[int, ...]
) -> tuple[Action, ...]:
    found = []
    for pile, number in enumerate(tops):
        colour, below = divmod(pile, len(LEVELS))
        if number and below in heights:
            needs = price(number, cut)
            if all(need <= there for need, there in zip(needs, have, strict=True)):
                found += [
                    actions.buy(colour, below + 1, slot)
                    for slot in SLOTS
                    if heights[slot] == below
                ]
    return tuple(found)
