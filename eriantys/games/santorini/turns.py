"""The course of play: how turns begin and end, and how a player is out."""

from __future__ import annotations

from eriantys.games.contract import Event
from eriantys.games.santorini import decisions
from eriantys.games.santorini.actions import DONE
from eriantys.games.santorini.board import NAMES, NOBODY, NOWHERE
from eriantys.games.santorini.perform import LAST_STANDING, finish, put_piece, remove
from eriantys.games.santorini.permitted import permitted
from eriantys.games.santorini.prohibitions import Notes, culprits, in_order
from eriantys.games.santorini.state import SUMMIT, State, put

STUCK = "stuck"
"""There was no way to move and build."""
FORBIDDEN = "forbidden"
"""There was one, but gods forbade it."""
NO_WORKERS = "no-workers"
BROKE = "broke-prohibition"


def begin_turn(state: State, seat: int, events: list[Event]) -> None:
    """Ask a seat for its turn; if it can do nothing it is out, and the next one is asked."""
    state.seat, state.decision = seat, decisions.MOVE
    state.begun, state.steps, state.builds = state.workers, (), ()
    state.bound, state.spent, state.lifted, state.undoable = NOBODY, False, 0, 0
    state.offers = None
    state.rose = put(state.rose, seat, False)
    if state.god.pays:
        state.tokens = put(state.tokens, seat, state.tokens[seat] + 1)
        events.append(Event("token gained", {"seat": seat, "tokens": state.tokens[seat]}))
    if in_order(state) or _lift(state):
        return
    if not state.own():
        lose(state, NO_WORKERS, events)
    elif not permitted(state):
        lose(state, STUCK, events)
    elif not state.table.hardcore:
        notes: Notes = {}
        barred = any(culprits(state, step, notes) for step in permitted(state))
        lose(state, FORBIDDEN if barred else STUCK, events)


def _lift(state: State) -> bool:
    """Lift the demands that no turn can fulfil; tell whether there is something to do then."""
    for owner, god in state.powers.wards[state.seat]:
        if god.if_able:
            state.lifted |= 1 << owner
    state.offers = None
    return bool(state.lifted and in_order(state))


def go_on(state: State, events: list[Event]) -> None:
    """End a turn in which there is nothing left to choose."""
    if state.decision == decisions.MORE and in_order(state) == (DONE,):
        end_turn(state, events)


def end_turn(state: State, events: list[Event]) -> None:
    """Let a god act at the end of the turn, and pass on."""
    petrifies = state.god.petrifies
    for worker in petrifies(state) if petrifies else ():
        _petrify(state, worker, events)
    pass_on(state, events)


def _petrify(state: State, worker: int, events: list[Event]) -> None:
    square = state.workers[worker]
    remove(state, worker, events)
    level = state.levels[square]
    if level < SUMMIT and state.left[level]:
        put_piece(state, square, dome=False)
        events.append(
            Event(
                "built",
                {
                    "seat": state.seat,
                    "worker": None,
                    "square": NAMES[square],
                    "piece": "block",
                    "level": level + 1,
                },
            )
        )


def pass_on(state: State, events: list[Event]) -> None:
    """Count a turn, and begin that of the next seat that is still in the game."""
    state.turns += 1
    begin_turn(state, next_seat(state, state.seat), events)


def next_seat(state: State, seat: int) -> int:
    """Tell who comes after a seat among those who have not lost."""
    active = state.active()
    return next((other for other in active if other > seat), active[0])


def lose(state: State, reason: str, events: list[Event]) -> None:
    """Put the seat on turn out: its workers and its god leave the game."""
    seat = state.seat
    state.reasons = put(state.reasons, seat, reason)
    state.losers = (*state.losers, seat)
    for worker in state.team(seat):
        state.workers = put(state.workers, worker, NOWHERE)
    state.tokens = put(state.tokens, seat, 0)
    state.deal_powers()
    state.offers = None
    events.append(Event("player out", {"seat": seat, "reason": reason}))
    active = state.active()
    if len(active) == 1:
        state.turns += 1
        finish(state, active[0], LAST_STANDING, events)
    else:
        pass_on(state, events)
