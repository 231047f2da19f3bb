"""The promising ways to play a turn of Santorini, found by looking ahead to its end.

Every step of a turn is a stage, and only the best positions of a stage are followed; what
other steps have led to before is not followed again. Of a turn that can be ended at any time,
each end counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from eriantys.bots.evaluation import Line
from eriantys.bots.evaluation.santorini.standing import shares
from eriantys.games.santorini.actions import Action
from eriantys.games.santorini.board import PERIMETER
from eriantys.games.santorini.decisions import GOD, GODS, PLACE
from eriantys.games.santorini.play import apply, legal
from eriantys.games.santorini.state import State

DEEPEST = 8
"""Longer turns than that bring nothing that shorter ones do not."""
WHIM = 1 << 16
"""Which gods and openings are best nobody here knows: chance decides, with so many faces."""


class Found(NamedTuple):
    """A position on the way: how it looks for the mover, and how it was reached."""

    share: float
    actions: tuple[Action, ...]
    state: State


def lines(state: State, width: int) -> list[Line]:
    """List the promising ways to finish this turn, the best first."""
    if state.decision in (GODS, GOD, PLACE):
        return _whims(state)
    turn, seat = state.turns, state.seat
    stage, finished = [Found(0.0, (), state)], list[Found]()
    seen: set[tuple[object, ...]] = set()
    for depth in range(DEEPEST):
        following = [
            _after(found, action, seat) for found in stage for action in legal(found.state)
        ]
        finished += [found for found in following if found.state.turns != turn or _over(found)]
        going_on = (
            found for found in following if found.state.turns == turn and not _over(found)
        )
        stage = _best(going_on, width if depth else 2 * width, seen)
    finished.sort(key=_by_share)
    kept = finished or stage
    return [Line(found.actions, found.share) for found in kept[: 2 * width]]


def _whims(state: State) -> list[Line]:
    """Choose by a roll of the brain's own dice: any god, and any square off the perimeter."""
    even = 1 / state.table.seats
    dice, chosen = state.dice.copy(), list(legal(state))
    if state.decision == PLACE:
        chosen = [action for action in chosen if action.second not in PERIMETER] or chosen
    first = dice.below(WHIM) % len(chosen)
    return [Line((action,), even) for action in (*chosen[first:], *chosen[:first])]


def _over(found: Found) -> bool:
    return bool(found.state.ended)


def _after(found: Found, action: Action, seat: int) -> Found:
    """Play one more action, and look at what came of it."""
    state = found.state.copy()
    apply(state, state.seat, action)
    return Found(shares(state)[seat], (*found.actions, action), state)


def _best(found: Iterable[Found], count: int, seen: set[tuple[object, ...]]) -> list[Found]:
    """Keep the best positions that have not been followed before, each of them once."""
    kept: list[Found] = []
    for each in sorted(found, key=_by_share):
        position = _position(each.state)
        if position not in seen:
            seen.add(position)
            kept.append(each)
            if len(kept) == count:
                break
    return kept


def _by_share(found: Found) -> float:
    return -found.share


def _position(state: State) -> tuple[object, ...]:
    """Tell apart what is not the same on the way through one turn."""
    return (
        state.levels,
        state.domes,
        state.workers,
        state.decision,
        state.mover(),
        state.climbed(),
        state.bound,
        state.spent,
        len(state.builds),
    )
