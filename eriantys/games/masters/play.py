"""Playing an action: whose turn it is, the way to what the action does, and what follows."""

from __future__ import annotations

from collections.abc import Callable

from eriantys.games.contract import Event
from eriantys.games.masters import (
    arranging,
    buying,
    decisions,
    leaders,
    market,
    paying,
    producing,
    refusals,
    scoring,
    telling,
    turns,
)
from eriantys.games.masters.actions import END, MEANINGS, Action, Kind
from eriantys.games.masters.state import NO_PILE, State


def apply(state: State, seat: int, action: Action) -> list[Event]:
    """Act for a seat, in place, and tell what happened; or raise `Illegal`."""
    if seat != state.seat or state.ended:
        raise refusals.not_your_turn(state)
    try:
        act, first, second, third = _ACTS[action]
    except KeyError:
        raise refusals.unknown_action(state, action) from None
    before, events = telling.stores_of(state), list[Event]()
    act(state, first, second, third, events)
    _tell_changes(state, before, events)
    if state.decision in decisions.SET_UP:
        turns.go_on_setting_up(state, events)
    elif (state.decision == decisions.END and not state.in_hand(seat)) or action == END:
        turns.end_turn(state, events)
        telling.tell_points(state, events)
    scoring.tell_end(state, events)
    return events


def _tell_changes(state: State, before: telling.Stores, events: list[Event]) -> None:
    telling.tell_stores(state, before, events)
    telling.tell_points(state, events)
    if state.depots is not before.depots:
        state.reached |= {state.depots[state.seat]}


def _pay(state: State, kind: int, source: int, _: int, events: list[Event]) -> None:
    paying.pay(state, kind, source)
    if paying.collect(state):
        complete = producing.complete if state.pile == NO_PILE else buying.complete
        complete(state, events)


def _end(state: State, _: int, __: int, ___: int, events: list[Event]) -> None:
    del events
    if state.decision != decisions.END:
        raise refusals.no_passing(state)


_HANDLERS: dict[Kind, Callable[[State, int, int, int, list[Event]], None]] = {
    Kind.LEADER_PLAY: leaders.play,
    Kind.LEADER_DISCARD: leaders.discard,
    Kind.TAKE: market.take,
    Kind.WHITE: market.choose_white,
    Kind.PUT: market.store,
    Kind.BACK: market.take_back,
    Kind.DISCARD: market.discard,
    Kind.DISCARD_REST: market.discard_rest,
    Kind.SWAP: arranging.swap,
    Kind.MOVE: arranging.move,
    Kind.BUY: buying.buy,
    Kind.PAY: _pay,
    Kind.BASIC: producing.use_basic,
    Kind.CARD: producing.use_card,
    Kind.LEADER: producing.use_leader,
    Kind.DONE: producing.done,
    Kind.END: _end,
}

_ACTS = {
    action: (_HANDLERS[kind], first, second, third)
    for action, (kind, first, second, third) in enumerate(MEANINGS)
}
"""By action: the function that plays it, and the numbers of its meaning."""
