"""Playing an action: whose turn it is, whether it is in order, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence

from eriantys.games.contract import Event
from eriantys.games.santorini import decisions, notation, refusals, setup, turns
from eriantys.games.santorini.actions import BUILD, DOME, DONE, IMPLIED, Action
from eriantys.games.santorini.perform import perform
from eriantys.games.santorini.permitted import permitted, pieces
from eriantys.games.santorini.prohibitions import culprits, in_order
from eriantys.games.santorini.state import State


def apply(state: State, seat: int, action: Action) -> list[Event]:
    """Act for a seat, in place, and tell what happened; or raise `Illegal`."""
    if state.ended:
        raise refusals.game_over()
    if seat != state.seat:
        raise refusals.not_your_turn(state)
    events: list[Event] = []
    if state.decision not in decisions.TURN_STEPS:
        setup.act(state, action, events)
        return events
    _take_a_step(state, action, events)
    return events


def legal(state: State) -> Sequence[Action]:
    """List every action that is in order.

    In hardcore mode somebody may be left with nothing but what costs the game: that, then.
    """
    if state.ended:
        return ()
    if state.decision not in decisions.TURN_STEPS:
        return setup.legal(state)
    return in_order(state) or permitted(state)


def _take_a_step(state: State, action: Action, events: list[Event]) -> None:
    action = _in_full(state, action)
    if action not in in_order(state):
        if action not in permitted(state):
            raise refusals.not_permitted(state, action)
        if not state.table.hardcore:
            raise refusals.forbidden(state, action)
        _break(state, action, events)
        return
    if action == DONE:
        turns.end_turn(state, events)
        return
    state.undoable += 1
    perform(state, action, events)
    if not state.ended:
        turns.go_on(state, events)


def _in_full(state: State, action: Action) -> Action:
    """Write a build as it is listed, with its builder's square or without."""
    if action.kind not in (BUILD, DOME) or action in in_order(state):
        return action
    listed = permitted(state)
    if action.first == IMPLIED:
        meant = [each for each in listed if each._replace(first=IMPLIED) == action]
        if len(meant) > 1:
            raise refusals.which_builder(meant)
        return meant[0] if meant else action
    implied = action._replace(first=IMPLIED)
    worker = state.worker_on(action.first)
    possible = (worker, action.second, action.kind == DOME) in pieces(state)
    return implied if possible and implied in listed else action


def _break(state: State, action: Action, events: list[Event]) -> None:
    """Put whoever breaks a prohibition out; the action is not carried out."""
    gods = culprits(state, action)
    facts = {"seat": state.seat, "action": notation.format_action(action)}
    if gods:
        names = [god.name for _, god in gods]
        events.append(Event("prohibition broken", {**facts, "gods": names}))
    else:
        events.append(Event("turn cannot be finished", facts))
    turns.lose(state, turns.BROKE if gods else turns.STUCK, events)
