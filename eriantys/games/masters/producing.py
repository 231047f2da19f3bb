"""Production: powers are chosen one by one, paid all together, and only then work."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement

from eriantys.games.contract import Event
from eriantys.games.masters import actions, decisions, faith, paying, refusals, turns
from eriantys.games.masters.actions import MEANINGS, SLOTS, Action, Kind
from eriantys.games.masters.cards import CARDS, Goods
from eriantys.games.masters.holdings import goods_of, producing
from eriantys.games.masters.names import RESOURCES
from eriantys.games.masters.state import NO_GOODS, State, plus, put, together

NO_CARD = 0
_CHOOSING = (decisions.ACTION, decisions.PRODUCTION)


def use_basic(state: State, one: int, other: int, made: int, events: list[Event]) -> None:
    """Choose the power of the board."""
    needs = plus(plus(NO_GOODS, one, 1), other, 1)
    _choose(state, actions.basic(one, other, made), needs, events)


def use_card(state: State, slot: int, _: int, __: int, events: list[Event]) -> None:
    """Choose the power of the top card of a slot."""
    cards = state.slots[state.seat][slot]
    if state.decision in _CHOOSING and not cards:
        raise refusals.nothing_produces(f"There is no card on slot {slot + 1}")
    needs = CARDS[cards[-1]].needs if cards else NO_GOODS
    _choose(state, actions.use_card(slot), needs, events)


def use_leader(state: State, slot: int, made: int, _: int, events: list[Event]) -> None:
    """Choose the power of a leader."""
    able = dict(producing(state.hands[state.seat], state.fates[state.seat]))
    if state.decision in _CHOOSING and slot not in able:
        raise refusals.nothing_produces(f"Leader {slot + 1} is not on the table to produce")
    needs = plus(NO_GOODS, able[slot], 1) if slot in able else NO_GOODS
    _choose(state, actions.use_leader(slot, made), needs, events)


def _choose(state: State, power: Action, needs: Goods, events: list[Event]) -> None:
    if state.decision not in _CHOOSING:
        raise refusals.wrong_phase(state)
    if _source(power) in map(_source, state.powers):
        raise refusals.power_used()
    free = _free(state)
    if any(need > there for need, there in zip(needs, free, strict=True)):
        raise refusals.too_expensive(
            state, together(state.owed, needs), "With it you would pay"
        )
    state.powers = (*state.powers, power)
    state.owed = together(state.owed, needs)
    turns.step(state)
    if offers(state):
        state.decision = decisions.PRODUCTION
    else:
        _pay(state, events)


def done(state: State, _: int, __: int, ___: int, events: list[Event]) -> None:
    """Choose no more powers, and pay."""
    if state.decision != decisions.PRODUCTION:
        raise refusals.no_power_chosen(state)
    turns.step(state)
    _pay(state, events)


def _pay(state: State, events: list[Event]) -> None:
    if paying.collect(state):
        complete(state, events)


def complete(state: State, events: list[Event]) -> None:
    """Let all powers that were paid work."""
    seat, made, steps = state.seat, NO_GOODS, 0
    for power in state.powers:
        goods, more = yield_of(state, power)
        made, steps = together(made, goods), steps + more
    names = [RESOURCES[kind] for kind, count in enumerate(made) for _ in range(count)]
    events.append(Event("produced", {"seat": seat, "resources": names, "faith": steps}))
    state.strongbox = put(state.strongbox, seat, together(state.strongbox[seat], made))
    turns.finish_action(state)
    faith.move_own(state, steps, events)


def yield_of(state: State, power: Action) -> tuple[Goods, int]:
    """Tell what a power brings: goods and faith."""
    kind, first, second, third = MEANINGS[power]
    if kind is Kind.BASIC:
        return plus(NO_GOODS, third, 1), 0
    if kind is Kind.LEADER:
        return plus(NO_GOODS, second, 1), 1
    card = CARDS[state.slots[state.seat][first][-1]]
    return card.makes, card.faith


def offers(state: State) -> tuple[Action, ...]:
    """List the powers that the seat on turn can still choose."""
    seat = state.seat
    return _offers(
        _free(state),
        bytes(slot[-1] if slot else NO_CARD for slot in state.slots[seat]),
        producing(state.hands[seat], state.fates[seat]),
        tuple(sorted(map(_source, state.powers))),
    )


def _free(state: State) -> Goods:
    """Count the goods that no chosen power takes."""
    if not state.powers:
        return goods_of(state, state.seat)
    have = goods_of(state, state.seat)
    return tuple(map(int.__sub__, have, state.owed))


def _source(power: Action) -> tuple[str, int]:
    """Tell apart what works only once, whatever it is made to bring."""
    meaning = MEANINGS[power]
    return meaning.kind.value, 0 if meaning.kind is Kind.BASIC else meaning.first


@lru_cache(maxsize=1 << 14)
def _offers(
    free: Goods,
    tops: bytes,
    leaders: tuple[tuple[int, int], ...],
    used: tuple[tuple[str, int], ...],
) -> tuple[Action, ...]:
    kinds = range(len(RESOURCES))
    found: list[Action] = []
    if (Kind.BASIC.value, 0) not in used:
        for one, other in combinations_with_replacement(kinds, 2):
            if free[one] and free[other] and (one != other or free[one] > 1):
                found += [actions.basic(one, other, made) for made in kinds]
    for slot in SLOTS:
        if tops[slot] and (Kind.CARD.value, slot) not in used:
            needs = CARDS[tops[slot]].needs
            if all(need <= there for need, there in zip(needs, free, strict=True)):
                found.append(actions.use_card(slot))
    for slot, kind in leaders:
        if free[kind] and (Kind.LEADER.value, slot) not in used:
            found += [actions.use_leader(slot, made) for made in kinds]
    return tuple(found)
