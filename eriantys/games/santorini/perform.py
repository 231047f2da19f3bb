"""What an action does to the town, and whether it wins, before anything follows from that."""

from __future__ import annotations

from eriantys.games.contract import Event
from eriantys.games.santorini import actions, decisions
from eriantys.games.santorini.actions import Action
from eriantys.games.santorini.board import NAMES, NOBODY, NOWHERE
from eriantys.games.santorini.permitted import builder
from eriantys.games.santorini.state import (
    DOME,
    SUMMIT,
    WORKERS_EACH,
    Build,
    State,
    Step,
    put,
)

REACHED_THE_TOP = "top"
BY_GOD = "god"
LAST_STANDING = "last-standing"


def perform(state: State, action: Action, events: list[Event]) -> None:
    """Take a step of a turn that has been found to be in order; `done` is none."""
    state.offers = None
    kind = action.kind
    if kind == actions.MOVE:
        _move(state, action, events)
    elif kind == actions.FERRY:
        _ferry(state, action, events)
    elif kind == actions.RAZE:
        _raze(state, action.second, events)
    else:
        _build(state, action, events)


def finish(state: State, winner: int, reason: str, events: list[Event]) -> None:
    """End the game."""
    state.ended, state.winner = reason, winner
    state.decision, state.undoable, state.offers = decisions.OVER, 0, None
    events.append(Event("game over", {"reason": reason, "winner": winner}))


def _move(state: State, action: Action, events: list[Event]) -> None:
    _, origin, target = action
    worker, victim, god = state.worker_on(origin), state.worker_on(target), state.god
    rise = state.levels[target] - state.levels[origin]
    if victim != NOBODY:
        assert god.displaces is not None  # nobody else steps onto others
        forced_to = god.displaces(state, worker, target)
        state.workers = put(put(state.workers, worker, target), victim, forced_to)
    else:
        state.workers = put(state.workers, worker, target)
    step = Step(worker, origin, target, rise)
    state.steps = (*state.steps, step)
    if rise > 0:
        state.rose = put(state.rose, state.seat, True)
    state.decision = decisions.BUILD
    facts = {"seat": state.seat, "worker": worker, "rise": rise}
    way = {"from": NAMES[origin], "to": NAMES[target]}
    events.append(Event("worker moved", facts | way))
    if victim != NOBODY:
        events.append(_forced(state, victim, target, forced_to))
    if god.strikes and (struck := god.strikes(state, step)) != NOBODY:
        remove(state, struck, events)
    _look_for_a_win(state, step, events)


def _look_for_a_win(state: State, step: Step, events: list[Event]) -> None:
    god = state.god
    reason = ""
    if step.rise > 0 and state.levels[step.target] == SUMMIT:
        reason = REACHED_THE_TOP
    elif god.wins and god.wins(state, step):
        reason = BY_GOD
    if not reason:
        return
    for owner, other in enumerate(state.powers.gods):
        if owner != state.seat and other.denies and other.denies(step):
            facts = {"seat": state.seat, "god": other.name, "square": NAMES[step.target]}
            events.append(Event("win denied", facts))
            return
    finish(state, state.seat, reason, events)


def _ferry(state: State, action: Action, events: list[Event]) -> None:
    ferries = state.god.ferries
    assert ferries is not None  # nobody else ferries
    worker, square = state.worker_on(action.first), action.second
    victim, forced_to = state.worker_on(square), ferries(state, worker, square)
    state.workers = put(state.workers, victim, forced_to)
    state.bound, state.spent = worker, True
    events.append(_forced(state, victim, square, forced_to))


def _forced(state: State, worker: int, origin: int, target: int) -> Event:
    return Event(
        "worker forced",
        {
            "seat": worker // WORKERS_EACH,
            "worker": worker,
            "god": state.god.name,
            "from": NAMES[origin],
            "to": NAMES[target],
        },
    )


def _build(state: State, action: Action, events: list[Event]) -> None:
    square, dome, worker = action.second, action.kind == actions.DOME, builder(state, action)
    if state.god.pays:
        state.tokens = put(state.tokens, state.seat, state.tokens[state.seat] - 1)
    put_piece(state, square, dome=dome)
    state.builds = (*state.builds, Build(worker, square, dome))
    if state.decision == decisions.MOVE and not state.god.stays:
        state.bound = worker
    else:
        state.decision = decisions.MORE
    events.append(
        Event(
            "built",
            {
                "seat": state.seat,
                "worker": worker,
                "square": NAMES[square],
                "piece": "dome" if dome else "block",
                "level": state.levels[square],
            },
        )
    )
    for owner, judge in state.powers.judges:
        assert judge.wins_by_towers is not None
        if judge.wins_by_towers(state):
            finish(state, owner, BY_GOD, events)
            return


def put_piece(state: State, square: int, *, dome: bool) -> None:
    """Put a block or a dome on a square, out of the stock."""
    level = state.levels[square]
    place = DOME if dome else level
    if dome:
        state.domes |= 1 << square
    else:
        state.levels = raised(state.levels, square, level + 1)
    state.left = put(state.left, place, state.left[place] - 1)


def raised(levels: bytes, square: int, level: int) -> bytes:
    """Make levels that differ in one square."""
    changed = bytearray(levels)
    changed[square] = level
    return bytes(changed)


def _raze(state: State, square: int, events: list[Event]) -> None:
    level = state.levels[square] - 1
    state.levels = raised(state.levels, square, level)
    state.left = put(state.left, level, state.left[level] + 1)
    state.spent = True
    facts = {"seat": state.seat, "square": NAMES[square], "level": level}
    events.append(Event("block removed", facts))


def remove(state: State, worker: int, events: list[Event]) -> None:
    """Take a worker off the board for good."""
    square = state.workers[worker]
    state.workers = put(state.workers, worker, NOWHERE)
    facts = {"seat": worker // WORKERS_EACH, "worker": worker, "god": state.god.name}
    events.append(Event("worker removed", facts | {"square": NAMES[square]}))
