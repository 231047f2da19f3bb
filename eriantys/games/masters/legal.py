"""What may be answered: the legal actions, and every well-formed one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from eriantys.games.masters import actions, buying, decisions, paying, producing
from eriantys.games.masters.actions import (
    DISCARD_REST,
    DONE,
    END,
    LEADER_DEPOTS,
    MEANINGS,
    Action,
    Kind,
)
from eriantys.games.masters.holdings import goods_of, playable, whitened
from eriantys.games.masters.names import DEPOT_SIZES, IN_HAND, NOTHING, RESOURCES
from eriantys.games.masters.state import State
from eriantys.games.masters.warehouse import COUNTS, places_for, rearrangements, remove

_KINDS = range(len(RESOURCES))
_TAKE = actions.every(Kind.TAKE)


def legal(state: State) -> Sequence[Action]:
    """List every legal action, each of them once."""
    return _OFFERS[state.decision](state)


def _leaders(state: State) -> Sequence[Action]:
    return [actions.discard_leader(slot) for slot in range(len(state.hands[state.seat]))]


def _resources(state: State) -> Sequence[Action]:
    held = state.depots[state.seat]
    return [
        actions.put_into(kind, depot) for kind in _KINDS for depot in places_for(held, kind)
    ]


def _action(state: State) -> Sequence[Action]:
    return [
        *_TAKE,
        *buying.offers(state),
        *producing.offers(state),
        *_leader_actions(state),
        *_rearrangements(state),
    ]


def _end(state: State) -> Sequence[Action]:
    return [*_leader_actions(state), *_rearrangements(state), END]


def _leader_actions(state: State) -> list[Action]:
    seat = state.seat
    found = []
    for slot, fate in enumerate(state.fates[seat]):
        if fate == IN_HAND:
            card = state.hands[seat][slot]
            if playable(card, state.slots[seat], goods_of(state, seat)):
                found.append(actions.play_leader(slot))
            found.append(actions.discard_leader(slot))
    return found


def _rearrangements(state: State) -> list[Action]:
    reached = state.reached
    return [
        action
        for action, after in rearrangements(state.depots[state.seat])
        if after not in reached
    ]


def _white(state: State) -> Sequence[Action]:
    seat = state.seat
    return [actions.white(kind) for kind in whitened(state.hands[seat], state.fates[seat])]


def _store(state: State) -> Sequence[Action]:
    held, box = state.depots[state.seat], state.box
    waiting = [kind for kind in _KINDS if box[kind]]
    found = [
        actions.put_into(kind, depot) for kind in waiting for depot in places_for(held, kind)
    ]
    found += [actions.discard(kind) for kind in waiting]
    if sum(box) > 1:
        found.append(DISCARD_REST)
    for depot in range(len(DEPOT_SIZES)):
        kind = held[depot]
        fresh = kind != NOTHING and held[COUNTS + depot] and state.fresh[kind]
        if fresh and remove(held, depot) not in state.reached:
            found.append(actions.back(depot))
    return found + _rearrangements(state)


def _pay(state: State) -> Sequence[Action]:
    asked = paying.choice(state)
    assert asked is not None  # or else it would not have been asked
    return [actions.pay(asked.kind, source) for source in asked.sources]


def _production(state: State) -> Sequence[Action]:
    return [*producing.offers(state), DONE]


def _nothing(_: State) -> Sequence[Action]:
    return ()


_OFFERS: dict[str, Callable[[State], Sequence[Action]]] = {
    decisions.LEADERS: _leaders,
    decisions.RESOURCES: _resources,
    decisions.ACTION: _action,
    decisions.WHITE: _white,
    decisions.STORE: _store,
    decisions.PAY: _pay,
    decisions.PRODUCTION: _production,
    decisions.END: _end,
    decisions.OVER: _nothing,
}


def candidates(state: State) -> Sequence[Action]:
    """List every answer that has the form of this decision's, legal or not."""
    return _FORMS[state.decision]


_LEADER_ACTIONS = (
    *actions.every(Kind.LEADER_PLAY),
    *(actions.discard_leader(slot) for slot in range(actions.HAND)),
)
_ARRANGING = actions.every(Kind.SWAP, Kind.MOVE)
_POWERS = actions.every(Kind.BASIC, Kind.CARD, Kind.LEADER)

_FORMS: dict[str, tuple[Action, ...]] = {
    decisions.LEADERS: actions.every(Kind.LEADER_DISCARD),
    decisions.RESOURCES: tuple(
        action
        for action in actions.every(Kind.PUT)
        if MEANINGS[action].second not in LEADER_DEPOTS
    ),
    decisions.ACTION: (
        *_TAKE,
        *actions.every(Kind.BUY),
        *_POWERS,
        *_LEADER_ACTIONS,
        *_ARRANGING,
    ),
    decisions.WHITE: actions.every(Kind.WHITE),
    decisions.STORE: (
        *actions.every(Kind.PUT, Kind.DISCARD, Kind.DISCARD_REST, Kind.BACK),
        *_ARRANGING,
    ),
    decisions.PAY: actions.every(Kind.PAY),
    decisions.PRODUCTION: (*_POWERS, DONE),
    decisions.END: (*_LEADER_ACTIONS, *_ARRANGING, END),
    decisions.OVER: (),
}
"""What an answer to each decision looks like."""
