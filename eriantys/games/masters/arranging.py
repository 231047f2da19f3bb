"""Moving goods about between one's own depots, which never goes round in circles."""

from __future__ import annotations

from eriantys.games.contract import Event
from eriantys.games.masters import decisions, refusals, turns, warehouse
from eriantys.games.masters.state import State, put
from eriantys.games.masters.warehouse import Warehouse


def swap(state: State, one: int, other: int, _: int, events: list[Event]) -> None:
    """Let two depots of the board change contents."""
    del events  # what changed is told of every action alike
    _check_moment(state)
    _arrange(state, warehouse.swapped(state.depots[state.seat], one, other), one, other)


def move(state: State, start: int, end: int, _: int, events: list[Event]) -> None:
    """Move a good between a depot of the board and one of a leader."""
    del events
    _check_moment(state)
    _arrange(state, warehouse.moved(state.depots[state.seat], start, end), start, end)


def _check_moment(state: State) -> None:
    if state.decision not in decisions.ARRANGING:
        raise refusals.wrong_phase(state)


def _arrange(state: State, after: Warehouse | None, one: int, other: int) -> None:
    seat = state.seat
    if after is None or after == state.depots[seat]:
        raise refusals.cannot_arrange(state, one, other)
    if after in state.reached:
        raise refusals.reached_before()
    state.depots = put(state.depots, seat, after)
    if state.decision == decisions.STORE:
        turns.step(state)
    else:
        state.undoable += 1
