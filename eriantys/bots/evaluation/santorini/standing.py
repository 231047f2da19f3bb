"""How a position of Santorini stands: who climbs, who can move, and who is about to win.

What counts is height, room to move, and above all the squares where a worker's next step
would win: whoever is on turn and has one wins, and whoever is not and has two of them can
hardly be stopped. Of the gods only is judged how they win and whom they keep from it; the
search finds out what else they do.
"""

from __future__ import annotations

from math import exp

from eriantys.games.santorini.actions import MOVE
from eriantys.games.santorini.board import BESIDE, NEIGHBOURS, NOWHERE
from eriantys.games.santorini.decisions import BUILD, MORE
from eriantys.games.santorini.decisions import MOVE as BEFORE
from eriantys.games.santorini.gods.movers import complete_towers
from eriantys.games.santorini.prohibitions import ahead, in_order
from eriantys.games.santorini.state import SUMMIT, State, Step, put

HEIGHT = (0.0, 1.0, 2.6, 2.2)
"""A worker's level; from the highest one it can only come down again."""
ROOM = (0.06, 0.14, 0.32, 0.0)
"""A square that a worker could step onto, by its level; a step that wins is a threat."""
STUCK = -1.5
"""A worker that cannot move anywhere."""
THREATS = (0.0, 0.9, 3.0)
"""Squares from which a seat threatens to win: none, one, or two and more."""
TOWERS = (0.0, 0.3, 0.8, 1.6, 3.0)
"""For whom five complete towers win: what is worth how many of them."""
ON_TURN = 0.25
STEEPNESS = 0.75
"""How surely more points win."""
WINNING = 0.97
"""Somebody on turn can win at once."""
HARDLY_STOPPED = 0.9
"""Somebody can win in the next turn, and the one on turn can do nothing about it."""


def shares(state: State) -> tuple[float, ...]:
    """Tell by seat how likely it is to win."""
    seats = state.table.seats
    if state.ended:
        return tuple(float(seat == state.winner) for seat in range(seats))
    active = state.active()
    threatened = {seat: set[int]() for seat in active}
    points = {seat: _points(state, seat, threatened[seat]) for seat in active}
    for seat, squares in threatened.items():
        points[seat] += THREATS[min(len(squares), 2)]
    points[state.seat] += ON_TURN
    top = max(points.values())
    weights = {seat: exp(STEEPNESS * (each - top)) for seat, each in points.items()}
    total = sum(weights.values())
    found = [weights.get(seat, 0.0) / total for seat in range(seats)]
    if state.decision == BEFORE and _can_win(state):
        return _tilted(found, state.seat, WINNING)
    if state.decision in (BUILD, MORE):
        following = next((seat for seat in active if seat > state.seat), active[0])
        if _cannot_be_stopped(state, threatened[following]):
            return _tilted(found, following, HARDLY_STOPPED)
    return tuple(found)


def _points(state: State, seat: int, threatened: set[int]) -> float:
    """Value a seat's workers, and note the squares where they threaten to win."""
    levels, workers, domes = state.levels, state.workers, state.domes
    god = state.powers.gods[seat]
    points = TOWERS[min(complete_towers(state), 4)] if god.wins_by_towers else 0.0
    for worker in state.team(seat):
        square = workers[worker]
        if square == NOWHERE:
            continue
        level = levels[square]
        points += HEIGHT[level]
        stuck = True
        for target in NEIGHBOURS[square]:
            there = levels[target]
            if there <= level + 1 and not domes >> target & 1 and target not in workers:
                stuck = False
                if _would_win(state, seat, worker, target):
                    threatened.add(target)
                else:
                    points += ROOM[there]
        if stuck:
            points += STUCK
    return points


def _would_win(state: State, seat: int, worker: int, target: int) -> bool:
    """Tell whether a step would win, if that seat were on turn."""
    levels, gods, origin = state.levels, state.powers.gods, state.workers[worker]
    god, rise = gods[seat], levels[target] - levels[origin]
    won = levels[target] == SUMMIT and rise > 0
    if not (won or god.wins):
        return False
    step = Step(worker, origin, target, rise)
    if god.wins and not won:
        after = state.copy()
        after.seat, after.workers = seat, put(state.workers, worker, target)
        won = god.wins(after, step)
    return won and not any(
        other.denies and other.denies(step) for owner, other in enumerate(gods) if owner != seat
    )


def _can_win(state: State) -> bool:
    """Tell whether the seat on turn has a step that wins."""
    levels, god = state.levels, state.god
    for action in in_order(state):
        if action.kind == MOVE:
            climbs = levels[action.second] == SUMMIT > levels[action.first]
            if (climbs or god.wins) and ahead(state, action).ended:
                return True
    return False


def _cannot_be_stopped(state: State, threatened: set[int]) -> bool:
    """Tell whether more squares are threatened than the builder of this turn can close."""
    if not threatened:
        return False
    if state.decision == MORE or len(threatened) > 1:
        return True
    mover = state.mover()
    return mover < 0 or not threatened & BESIDE[state.workers[mover]]


def _tilted(found: list[float], seat: int, share: float) -> tuple[float, ...]:
    """Give a seat so much, and the others what is left in proportion."""
    rest = 1.0 - found[seat]
    if rest <= 0:
        return tuple(found)
    return tuple(
        share if other == seat else each * (1 - share) / rest
        for other, each in enumerate(found)
    )
