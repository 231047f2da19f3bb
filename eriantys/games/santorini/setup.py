"""The set-up: gods are chosen and taken, the start player is named, workers are placed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from eriantys.games.contract import Event, Illegal
from eriantys.games.dice import Dice
from eriantys.games.santorini import actions, decisions, refusals
from eriantys.games.santorini.actions import PLACES, Action
from eriantys.games.santorini.board import NAMES, NOBODY, NOWHERE, SQUARES
from eriantys.games.santorini.gods import PANTHEON
from eriantys.games.santorini.state import Options, State, Table, empty_table, put
from eriantys.games.santorini.turns import begin_turn

GODS_NEEDED = 3
"""From so many players on there are always gods."""


def objection(seats: int, options: Options) -> str:
    """Say why so many players cannot play like this."""
    if seats >= GODS_NEEDED and not options.gods:
        return "Santorini for 3 players is always played with gods."
    if options.advanced and not options.gods:
        return "The advanced gods are only there in a game with gods."
    return ""


def new(seats: int, options: Options, dice: Dice) -> State:
    """Begin a match; chance decides who is the challenger, or without gods who starts."""
    state = empty_table(Table.of(seats, options), dice)
    chosen = dice.below(seats)
    if state.table.gods:
        state.challenger = chosen
        _ask(state, chosen, decisions.GODS)
    else:
        state.starter = chosen
        _ask(state, chosen, decisions.PLACE)
    return state


def available(state: State) -> tuple[int, ...]:
    """List the gods that the challenger may choose among, those chosen already included."""
    return _pool(state.table)


@lru_cache
def _pool(table: Table) -> tuple[int, ...]:
    return tuple(
        number
        for number, god in enumerate(PANTHEON)
        if table.seats in god.seats and (god.simple or table.advanced)
    )


def legal(state: State) -> Sequence[Action]:
    """List what may be answered in the set-up."""
    match state.decision:
        case decisions.GODS:
            return [actions.god(n) for n in available(state) if n not in state.offered]
        case decisions.GOD:
            return [actions.god(number) for number in state.offered]
        case decisions.START:
            return [actions.start(seat) for seat in range(state.table.seats)]
        case _:
            return [PLACES[square] for square in SQUARES if _may_place(state, square)]


def candidates(state: State) -> Sequence[Action]:
    """List every answer that has the form of this decision's, legal or not."""
    match state.decision:
        case decisions.GODS | decisions.GOD:
            return [actions.god(number) for number in range(len(PANTHEON))]
        case decisions.START:
            return [actions.start(seat) for seat in range(state.table.seats)]
        case _:
            return PLACES


def act(state: State, action: Action, events: list[Event]) -> None:
    """Take a step of the set-up, or raise `Illegal`."""
    if trouble := _trouble(state, action):
        raise trouble
    match state.decision:
        case decisions.GODS:
            _offer(state, action.first, events)
        case decisions.GOD:
            _take(state, action.first, events)
        case decisions.START:
            _start(state, action.first, events)
        case _:
            _place(state, action.second, events)


_WORD = {
    decisions.GODS: actions.GOD,
    decisions.GOD: actions.GOD,
    decisions.START: actions.START,
    decisions.PLACE: actions.PLACE,
}


def _trouble(state: State, action: Action) -> Illegal | None:
    if action.kind != _WORD[state.decision]:
        return refusals.wrong_phase(state)
    match state.decision:
        case decisions.GODS if action.first not in available(state):
            return refusals.god_not_allowed(state, action.first)
        case decisions.GODS if action.first in state.offered:
            return refusals.god_chosen(state, action.first)
        case decisions.GOD if action.first not in state.offered:
            return refusals.god_not_offered(state, action.first)
        case decisions.START if action.first >= state.table.seats:
            return refusals.no_such_player(state, action.first)
        case decisions.PLACE if not state.free(action.second):
            return refusals.occupied(state, action.second)
        case decisions.PLACE if not _may_place(state, action.second):
            return refusals.not_to_be_placed(state, action.second)
    return None


def _offer(state: State, number: int, events: list[Event]) -> None:
    state.offered = tuple(sorted((*state.offered, number)))
    state.undoable += 1
    events.append(
        Event("god offered", {"seat": state.challenger, "god": PANTHEON[number].name})
    )
    if len(state.offered) == state.table.seats:
        _next(state, _after(state, state.challenger), decisions.GOD)


def _take(state: State, number: int, events: list[Event]) -> None:
    _give(state, state.seat, number, events)
    following = _after(state, state.seat)
    if following != state.challenger:
        _next(state, following, decisions.GOD)
        return
    _give(state, following, state.offered[0], events)
    state.deal_powers()
    _next(state, following, decisions.START)


def _give(state: State, seat: int, number: int, events: list[Event]) -> None:
    state.cards = put(state.cards, seat, number)
    state.offered = tuple(other for other in state.offered if other != number)
    events.append(Event("god taken", {"seat": seat, "god": PANTHEON[number].name}))


def _start(state: State, seat: int, events: list[Event]) -> None:
    state.starter = seat
    events.append(Event("start player named", {"seat": state.challenger, "start": seat}))
    _next(state, placing_order(state)[0], decisions.PLACE)


def placing_order(state: State) -> list[int]:
    """List who places workers, in order: the start player first, unless a god comes before."""
    seats = state.table.seats
    around = [(state.starter + step) % seats for step in range(seats)]
    # The sort is stable: all others stay in the order of their turns.
    return sorted(around, key=lambda seat: not state.powers.gods[seat].places_first)


def _may_place(state: State, square: int) -> bool:
    may_stand = state.god.may_stand
    return state.free(square) and (may_stand is None or may_stand(state, square))


def _place(state: State, square: int, events: list[Event]) -> None:
    worker = next(w for w in state.team(state.seat) if state.workers[w] == NOWHERE)
    state.workers = put(state.workers, worker, square)
    state.undoable += 1
    facts = {"seat": state.seat, "worker": worker, "square": NAMES[square]}
    events.append(Event("worker placed", facts))
    if worker != state.team(state.seat)[-1]:
        return
    order = placing_order(state)
    place = order.index(state.seat) + 1
    if place < len(order):
        _next(state, order[place], decisions.PLACE)
        return
    state.turns += 1
    begin_turn(state, state.starter, events)


def _after(state: State, seat: int) -> int:
    return (seat + 1) % state.table.seats


def _next(state: State, seat: int, decision: str) -> None:
    state.turns += 1
    _ask(state, seat, decision)


def _ask(state: State, seat: int, decision: str) -> None:
    state.seat, state.decision, state.undoable = seat, decision, 0
    assert seat != NOBODY
