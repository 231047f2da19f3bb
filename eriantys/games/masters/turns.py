"""The course of play: the set-up's questions, turns, and the way from one to the next."""

from __future__ import annotations

from eriantys.games.contract import Event
from eriantys.games.masters import decisions, lorenzo, scoring
from eriantys.games.masters.actions import HAND
from eriantys.games.masters.names import START_GOODS
from eriantys.games.masters.state import NO_GOODS, NO_PILE, State
from eriantys.games.masters.warehouse import held

START_FAITH = (0, 0, 1, 1)
"""How far each marker stands at the start, by the order of play."""


def setup_turns(seats: int) -> int:
    """Count the turns of the set-up: one each for leaders, and one for whoever gets goods."""
    return seats + sum(goods > 0 for goods in START_GOODS[:seats])


def round_of(state: State) -> int:
    """Tell the number of the round; 0 in the set-up."""
    since = state.turns - setup_turns(state.seats)
    return since // state.seats + 1 if since >= 0 else 0


def due(state: State) -> int:
    """Count the resources that the seat on turn may still choose in the set-up."""
    place = state.order().index(state.seat)
    return START_GOODS[place] - sum(held(state.depots[state.seat]))


def step(state: State) -> None:
    """Count a step of something that has not had its effect yet."""
    state.undoable += 1
    state.unfinished += 1


def finish_action(state: State) -> None:
    """Let the main action be done."""
    state.acted = True
    state.unfinished = 0
    state.box = state.fresh = state.owed = NO_GOODS
    state.whites = state.thrown = 0
    state.pile, state.slot = NO_PILE, 0
    state.powers = ()
    state.decision = decisions.END


def go_on_setting_up(state: State, events: list[Event]) -> None:
    """Ask the next question of the set-up, of the next seat where this one is through."""
    if state.decision == decisions.LEADERS and len(state.hands[state.seat]) > HAND:
        return
    if state.decision == decisions.RESOURCES and due(state):
        return
    order = state.order()
    asked = decisions.LEADERS
    waiting = [seat for seat in order if len(state.hands[seat]) > HAND]
    if not waiting:
        asked = decisions.RESOURCES
        waiting = [
            seat
            for seat, goods in zip(order, START_GOODS, strict=False)
            if goods > sum(held(state.depots[seat]))
        ]
    state.turns += 1
    if waiting:
        state.decision = asked
        _pass_to(state, waiting[0], events)
    else:
        begin_turn(state, state.first, events)


def begin_turn(state: State, seat: int, events: list[Event]) -> None:
    """Ask a seat for its main action."""
    state.decision = decisions.ACTION
    state.acted = False
    _pass_to(state, seat, events)


def _pass_to(state: State, seat: int, events: list[Event]) -> None:
    state.seat = seat
    state.undoable = state.unfinished = 0
    state.reached = frozenset((state.depots[seat],))
    events.append(Event("turn begun", {"seat": seat, "turn": state.turns + 1}))


def end_turn(state: State, events: list[Event]) -> None:
    """Pass on to the next seat, or come to the end; alone, Lorenzo acts in between."""
    following = (state.seat + 1) % state.seats
    if state.triggered and following == state.first:
        scoring.finish(state, state.triggered)
        return
    if state.solo:
        state.undoable = 0
        lorenzo.act(state, events)
    if not state.ended:
        state.turns += 1
        begin_turn(state, following, events)
