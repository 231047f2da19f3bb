"""Leader actions: playing one from hand, discarding one, and choosing two at the start."""

from __future__ import annotations

from eriantys.games.contract import Event
from eriantys.games.masters import decisions, faith, refusals, turns, warehouse
from eriantys.games.masters.actions import LEADER_DEPOTS
from eriantys.games.masters.cards import LEADERS
from eriantys.games.masters.holdings import goods_of, playable
from eriantys.games.masters.names import DEPOT, DISCARDED, IN_HAND, PLAYED, RESOURCES
from eriantys.games.masters.state import State, put

FAITH_FOR_A_LEADER = 1


def play(state: State, slot: int, _: int, __: int, events: list[Event]) -> None:
    """Play a leader from hand."""
    if state.decision not in decisions.BETWEEN_ACTIONS:
        raise refusals.wrong_phase(state)
    seat = state.seat
    card = _in_hand(state, slot)
    if not playable(card, state.slots[seat], goods_of(state, seat)):
        raise refusals.requirement_not_met(state, card)
    _decide(state, slot, PLAYED)
    leader = LEADERS[card]
    if leader.ability == DEPOT:
        opened = warehouse.open_depot(state.depots[seat], LEADER_DEPOTS[slot], leader.resource)
        state.depots = put(state.depots, seat, opened)
    state.undoable += 1
    facts = {
        "seat": seat,
        "slot": slot + 1,
        "leader": card,
        "ability": leader.ability,
        "resource": RESOURCES[leader.resource],
        "points": leader.points,
    }
    events.append(Event("leader played", facts))
    tell_hand(state, events)


def discard(state: State, slot: int, _: int, __: int, events: list[Event]) -> None:
    """Discard a leader: for faith in a turn, for nothing in the set-up."""
    if state.decision == decisions.LEADERS:
        _drop(state, slot, events)
        return
    if state.decision not in decisions.BETWEEN_ACTIONS:
        raise refusals.wrong_phase(state)
    _in_hand(state, slot)
    _decide(state, slot, DISCARDED)
    state.undoable += 1
    events.append(Event("leader discarded", {"seat": state.seat}))
    tell_hand(state, events)
    faith.move_own(state, FAITH_FOR_A_LEADER, events)


def _drop(state: State, slot: int, events: list[Event]) -> None:
    seat = state.seat
    hand = state.hands[seat]
    if slot >= len(hand):
        raise refusals.no_such_leader(state, slot)
    rest = hand[:slot] + hand[slot + 1 :]
    state.hands = put(state.hands, seat, rest)
    state.fates = put(state.fates, seat, bytes((IN_HAND,)) * len(rest))
    state.dropped = put(state.dropped, seat, state.dropped[seat] + hand[slot : slot + 1])
    turns.step(state)
    events.append(Event("leader dropped", {"seat": seat}))
    tell_hand(state, events)


def _in_hand(state: State, slot: int) -> int:
    fates = state.fates[state.seat]
    if slot >= len(fates) or fates[slot] != IN_HAND:
        raise refusals.no_such_leader(state, slot)
    return state.hands[state.seat][slot]


def _decide(state: State, slot: int, fate: int) -> None:
    seat = state.seat
    fates = bytearray(state.fates[seat])
    fates[slot] = fate
    state.fates = put(state.fates, seat, bytes(fates))


def tell_hand(state: State, events: list[Event]) -> None:
    """Tell a player, and nobody else, which leaders are in hand now."""
    seat = state.seat
    hand = zip(state.hands[seat], state.fates[seat], strict=True)
    left = [card for card, fate in hand if fate == IN_HAND]
    events.append(Event("leaders available", {"seat": seat, "leaders": left}, to=(seat,)))
