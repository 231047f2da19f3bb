"""What gods forbid the seat on turn, and whether a turn can be finished in spite of it.

An action is in order if the rules permit it, no god forbids it, and the turn can be finished
after it without breaking any prohibition. So nobody who keeps to these is ever stuck.
"""

from __future__ import annotations

from collections import deque

from eriantys.games.santorini.actions import BUILD as BLOCK
from eriantys.games.santorini.actions import DOME, MOVE, Action
from eriantys.games.santorini.decisions import BUILD, MORE
from eriantys.games.santorini.decisions import MOVE as BEFORE
from eriantys.games.santorini.gods import God
from eriantys.games.santorini.perform import perform
from eriantys.games.santorini.permitted import builder, moves, permitted
from eriantys.games.santorini.state import SUMMIT, Build, State, put

Position = tuple[tuple[int, ...], bool, tuple[Build, ...], int, int]
"""What of a turn matters for its end: the workers, if one has risen, what was built, who has
moved last, and whether that was the first step or a later one: no god asks for more."""
LATER = 2
Notes = dict[int, set[Position]]
"""By whose demands and bans are lifted: positions from which the turn cannot be finished."""


def in_order(state: State) -> tuple[Action, ...]:
    """List the next steps of a turn that nobody forbids and that it can be finished after."""
    if state.offers is None:
        hopeless: set[Position] = set()
        state.offers = tuple(
            step for step in permitted(state) if is_in_order(state, step, hopeless)
        )
    return state.offers


def is_in_order(state: State, action: Action, hopeless: set[Position]) -> bool:
    """Tell it of a step that the rules permit.

    What is found out about positions from which the turn cannot be finished is noted for the
    other steps of the same state.
    """
    if state.powers.wards[state.seat] and opposed(state, action):
        return False
    return _leads_on(state, action, hopeless)


def opposed(state: State, action: Action) -> list[tuple[int, God]]:
    """List the gods that forbid this very action, each with its owner."""
    return [
        (owner, god)
        for owner, god in state.powers.wards[state.seat]
        if not state.lifted >> owner & 1 and _forbids(state, owner, god, action)
    ]


def culprits(state: State, action: Action, notes: Notes | None = None) -> list[tuple[int, God]]:
    """List the gods because of which an action is not in order: none if it just leads nowhere.

    Where none forbids it itself, it is those without whom the turn could be finished. Who asks
    about several actions of a state hands the same notes in each time.
    """
    if found := opposed(state, action):
        return found
    notes = {} if notes is None else notes
    wards = [
        (owner, god)
        for owner, god in state.powers.wards[state.seat]
        if god.because is None or god.because(state, owner)
    ]
    alone = [(owner, god) for owner, god in wards if _without(state, [owner], action, notes)]
    return alone or wards * _without(state, [owner for owner, _ in wards], action, notes)


def _without(state: State, owners: list[int], action: Action, notes: Notes) -> bool:
    """Tell whether an action would be in order if some gods forbade nothing."""
    free = state.copy()
    for owner in owners:
        free.lifted |= 1 << owner
    return is_in_order(free, action, notes.setdefault(free.lifted, set()))


def _forbids(state: State, owner: int, god: God, action: Action) -> bool:
    if action.kind == MOVE:
        worker = state.worker_on(action.first)
        if god.no_move and god.no_move(state, owner, worker, action.second):
            return True
        climbs = state.levels[action.second] == SUMMIT
        if god.content is None or not (climbs or state.god.wins):
            return False
        # A step that wins is the last one, so whoever makes demands must be content with it.
        after = ahead(state, action)
        return bool(after.ended) and not god.content(after, owner)
    if action.kind in (BLOCK, DOME) and god.no_build:
        worker = builder(state, action)
        if god.no_build(state, owner, worker, action.second, action.kind == DOME):
            return True
    if god.content is None or not _ends_the_moves(state, action):
        return False
    return not god.content(state, owner)


def _ends_the_moves(state: State, action: Action) -> bool:
    """Tell whether an action that is no move makes any further move impossible."""
    if state.decision == BEFORE:
        return state.god.stays and action.kind in (BLOCK, DOME)
    return state.decision == BUILD


def _leads_on(state: State, action: Action, hopeless: set[Position]) -> bool:
    """Tell whether the turn can be finished after an action that nobody forbids."""
    if state.decision == MORE or (action.kind != MOVE and _ends_the_moves(state, action)):
        return True
    if (
        action.kind == MOVE
        and not state.powers.bars_builds[state.seat]
        and state.left[state.levels[action.first]]
        and state.free(action.second)
    ):
        # Nobody is forced onto the square that is left, so that one can be built on.
        return True
    after = ahead(state, action)
    return bool(after.ended) or _can_finish(after, hopeless)


def _can_finish(start: State, hopeless: set[Position]) -> bool:
    """Tell whether some way leads to the end of the turn; note all positions if none does.

    Two workers that may walk on and on reach hundreds of positions: each is looked at once,
    the nearest first, so that the way that is found is a short one.
    """
    seen = {_position(start)}
    if not seen.isdisjoint(hopeless):
        return False
    waiting = deque([start])
    while waiting:
        state = waiting.popleft()
        climbed = state.climbed()
        for action in _ways_on(state):
            known = _foreseen(state, action, climbed)
            if known in seen or known in hopeless or opposed(state, action):
                continue
            if action.kind != MOVE and _ends_the_moves(state, action):
                return True
            after = ahead(state, action)
            if after.ended:
                return True
            position = _position(after)
            if position not in seen and position not in hopeless:
                seen.add(position)
                waiting.append(after)
    hopeless |= seen
    return False


def _position(state: State) -> Position:
    number = min(len(state.steps), LATER)
    return state.workers, state.climbed(), state.builds, state.mover(), number


def _ways_on(state: State) -> list[Action]:
    """List the next steps of a turn, or its moves alone while it must not end yet."""
    if state.decision == BUILD and any(
        god.content and not state.lifted >> owner & 1 and not god.content(state, owner)
        for owner, god in state.powers.wards[state.seat]
    ):
        return moves(state) if state.god.moves_again else []
    return permitted(state)


def _foreseen(state: State, action: Action, climbed: bool) -> Position | None:
    """Tell where a plain step leads, without taking it; None of what may do more than that."""
    kind, origin, target = action
    god, level = state.god, state.levels[target]
    if kind != MOVE or level == SUMMIT or god.wins or god.strikes:
        return None
    if god.displaces and not state.free(target):
        return None
    rises = level > state.levels[origin]
    worker, number = state.worker_on(origin), min(len(state.steps) + 1, LATER)
    workers = put(state.workers, worker, target)
    return workers, climbed or rises, state.builds, worker, number


def ahead(state: State, action: Action) -> State:
    """Look at what an action does, before anything follows from it."""
    after = state.copy()
    perform(after, action, [])
    return after
