"""What the basic rules and a player's own god permit, whatever others forbid."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from itertools import accumulate

from eriantys.games.santorini.actions import (
    BUILDS,
    DOMES,
    DONE,
    FERRIES,
    IMPLIED,
    MOVES,
    RAZES,
    Action,
)
from eriantys.games.santorini.actions import DOME as DOME_WORD
from eriantys.games.santorini.board import NEIGHBOURS, NOBODY, NOWHERE, SQUARES
from eriantys.games.santorini.decisions import BUILD, MORE, MOVE
from eriantys.games.santorini.state import DOME, SUMMIT, WORKERS_EACH, State

Piece = tuple[int, int, bool]
"""A worker, a square, and whether it is a dome."""


def permitted(state: State) -> list[Action]:
    """List the next steps of a turn that the basic rules and the player's god permit."""
    if state.decision == MOVE:
        steps = moves(state)
        if not state.builds and state.bound == NOBODY:
            god = state.god
            if god.ferries:
                steps += _ferries(state)
            if god.builds_first or god.stays:
                steps += [_named(state, piece) for piece in pieces(state)]
        return steps
    steps = builds(state)
    if state.decision == BUILD:
        if state.god.moves_again:
            steps += moves(state)
        if state.god.pays and not patience_is_over(state):
            steps.append(DONE)
    elif state.decision == MORE:
        if state.god.razes and not state.spent:
            steps += _razes(state)
        steps.append(DONE)
    return steps


def moves(state: State) -> list[Action]:
    """List the moves of this turn's workers, before the first one or after it."""
    god, workers, levels = state.god, state.workers, state.levels
    again = god.moves_again if state.steps else None
    been = _been(state) if again else ()
    reach = god.reach(state)
    blocked = state.domes
    for square in workers:
        if square != NOWHERE:
            blocked |= 1 << square
    found = []
    for worker in state.own():
        if state.bound not in (NOBODY, worker):
            continue
        origin = workers[worker]
        highest = levels[origin] + reach
        listed = MOVES[origin]
        for target in NEIGHBOURS[origin]:
            if levels[target] > highest:
                continue
            if blocked >> target & 1 and not can_displace(state, worker, target):
                continue
            if state.steps and not (again and again(state, worker, target)):
                continue
            if been and in_circles(state, worker, target, been):
                continue
            found.append(listed[target])
    return found


def can_displace(state: State, worker: int, target: int) -> bool:
    """Tell whether a worker may step onto whoever stands on a square."""
    displaces = state.god.displaces
    if not displaces:
        return False
    victim = state.worker_on(target)
    if victim == NOBODY or victim // WORKERS_EACH == state.seat:
        return False
    return displaces(state, worker, target) != NOWHERE


Positions = tuple[tuple[tuple[int, ...], bool], ...]


def _been(state: State) -> Positions:
    """List where this turn's steps have led, the latest first: the workers, and if one rose."""
    climbed = [*accumulate((step.rise > 0 for step in state.steps), operator.or_)]
    workers, found = list(state.workers), []
    for step, risen in zip(reversed(state.steps), reversed(climbed), strict=True):
        found.append((tuple(workers), risen))
        workers[step.worker] = step.origin
    return tuple(found)


def in_circles(state: State, worker: int, target: int, been: Positions = ()) -> bool:
    """Tell whether a step would bring back a position that this turn has had before."""
    been = been or _been(state)
    if not been:
        return False
    workers, (_, risen) = state.workers, been[0]
    rise = state.levels[target] - state.levels[workers[worker]]
    after = (*workers[:worker], target, *workers[worker + 1 :])
    return (after, risen or rise > 0) in been


def patience_is_over(state: State) -> bool:
    """Tell whether a god that need not build has saved so much that it has to."""
    return state.tokens[state.seat] >= state.god.patience


def builds(state: State) -> list[Action]:
    """List what this turn's workers may build now, once one of them has moved."""
    found, god = pieces(state), state.god
    several = god.builds_also or god.builds_again
    if several and len({worker for worker, _, _ in found}) > 1:
        return [_named(state, piece) for piece in found]
    return [(DOMES if dome else BUILDS)[IMPLIED][square] for _, square, dome in found]


def pieces(state: State) -> list[Piece]:
    """List who may build what and where."""
    if state.god.pays and not state.tokens[state.seat]:
        return []
    if state.decision == MORE:
        return _more_pieces(state)
    if state.decision == MOVE and state.god.builds_first:
        return [piece for worker in state.own() for piece in _normal_pieces(state, worker)]
    return _main_pieces(state)


def builder(state: State, action: Action) -> int:
    """Tell which worker builds: the one that is named, or the only one that can."""
    if action.first != IMPLIED:
        return state.worker_on(action.first)
    if state.decision == BUILD and not state.god.builds_also:
        return state.mover()
    built = action.second, action.kind == DOME_WORD
    return next((worker for worker, *piece in pieces(state) if tuple(piece) == built), NOBODY)


def _named(state: State, piece: Piece) -> Action:
    worker, square, dome = piece
    return (DOMES if dome else BUILDS)[state.workers[worker]][square]


def _main_pieces(state: State) -> list[Piece]:
    found = _normal_pieces(state, state.steps[-1].worker) if state.steps else []
    also = state.god.builds_also
    if also:
        listed = set(found)
        found += [
            (worker, square, dome)
            for worker in state.own()
            for square in (*NEIGHBOURS[state.workers[worker]], state.workers[worker])
            for dome in (False, True)
            if (worker, square, dome) not in listed
            and fits(state, worker, square, dome)
            and also(state, worker, square, dome)
        ]
    return found


def _more_pieces(state: State) -> list[Piece]:
    again = state.god.builds_again
    if not again:
        return []
    return [
        piece
        for worker in state.own()
        for piece in _normal_pieces(state, worker)
        if again(state, *piece)
    ]


def _normal_pieces(state: State, worker: int) -> list[Piece]:
    """List what everybody may build: the next piece on the free squares around a worker."""
    levels, left, workers = state.levels, state.left, state.workers
    domes = state.domes
    return [
        (worker, square, level == SUMMIT)
        for square in NEIGHBOURS[workers[worker]]
        # Blocks for level 1 stand first in the stock, so the level is the piece's place.
        if left[level := levels[square]] and not domes >> square & 1 and square not in workers
    ]


def fits(state: State, worker: int, square: int, dome: bool) -> bool:
    """Tell whether there is such a piece, and room for it: the worker's own square counts."""
    level = state.levels[square]
    if not dome and level == SUMMIT:
        return False
    if not state.left[DOME if dome else level]:
        return False
    return state.free(square) or (square == state.workers[worker] and not dome)


def _ferries(state: State) -> Iterator[Action]:
    ferries = state.god.ferries
    assert ferries is not None
    for worker in state.own():
        here = state.workers[worker]
        for victim in state.others(state.seat):
            square = state.workers[victim]
            if square in NEIGHBOURS[here] and ferries(state, worker, square) != NOWHERE:
                yield FERRIES[here][square]


def _razes(state: State) -> Iterator[Action]:
    razes = state.god.razes
    assert razes is not None
    for square in SQUARES:
        if state.levels[square] and state.free(square) and razes(state, square):
            yield RAZES[square]
