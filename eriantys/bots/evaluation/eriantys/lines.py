"""The promising ways to play a turn of Eriantys, found by looking ahead to its end.

A turn has a thousand ways and most of them are silly. So it is looked through in stages, one
for each student, for Mother Nature and for the cloud, and only the best positions of a stage
are followed: the same set of moves in another order is the same position, and a student goes
to no island but the few that it does most for. Characters are tried where they can pay: at
the beginning of the search, but for those that lose nothing by waiting, and before Mother
Nature moves.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from eriantys.bots.evaluation import Line
from eriantys.bots.evaluation.eriantys.moves import moves, plays
from eriantys.bots.evaluation.eriantys.standing import shares
from eriantys.games.eriantys import decisions
from eriantys.games.eriantys.actions import Action
from eriantys.games.eriantys.legal import legal
from eriantys.games.eriantys.play import apply
from eriantys.games.eriantys.state import State

ANSWERS = 6
"""How many answers to a character's question are followed."""
HIRING = 2
"""For how many of a stage's positions characters are tried.

Those of them that look best are followed beside the others, and not in their place: what a
character costs is seen at once, and what it brings perhaps only later in the turn.
"""


class Found(NamedTuple):
    """A position on the way: how it looks for the mover, and how it was reached."""

    share: float
    actions: tuple[Action, ...]
    state: State


def lines(state: State, width: int) -> list[Line]:
    """List the promising ways to finish this turn, the best first."""
    start = Found(0.0, (), state)
    if state.decision == decisions.ASSISTANT:
        finished = [_after(start, action) for action in legal(state)]
    else:
        finished = _finish_turn(start, width)
    finished.sort(key=_by_share)
    return [Line(found.actions, found.share) for found in finished[: 2 * width]]


def _finish_turn(start: Found, width: int) -> list[Found]:
    """Follow the best positions, stage by stage, to the end of the turn."""
    turn = _turn(start.state)
    stage, finished = [start], []
    if start.state.resume:
        stage = _answered(start)
    hiring = True
    while stage:
        if hiring or stage[0].state.decision == decisions.MOTHER:
            hired = [
                found
                for each in stage[:HIRING]
                if _turn(each.state) == turn
                for play in plays(each.state)
                for found in _answered(_after(each, play))
            ]
            stage = [*stage, *_best(hired, max(1, width // 2))]
        hiring = False
        following: list[Found] = []
        for found in stage:
            if _turn(found.state) != turn:
                finished.append(found)
            else:
                following += (_after(found, action) for action in moves(found.state))
        stage = _best(following, width if _goes_on(following, turn) else 2 * width)
    return finished


def _after(found: Found, action: Action) -> Found:
    """Play one more action, and look at what came of it."""
    state = found.state.copy()
    side = state.table.side_of[state.seat]
    apply(state, state.seat, action)
    return Found(shares(state)[side], (*found.actions, action), state)


def _answered(found: Found) -> list[Found]:
    """Answer all questions of a character that has been played."""
    asked, done = [found], []
    while asked:
        following = []
        for each in asked:
            if each.state.unfinished:
                following += [_after(each, action) for action in legal(each.state)]
            else:
                done.append(each)
        asked = _best(following, ANSWERS)
    return done


def _best(found: Iterable[Found], count: int) -> list[Found]:
    """Keep the best positions, each of them once."""
    kept: dict[tuple[object, ...], Found] = {}
    for each in sorted(found, key=_by_share):
        if kept.setdefault(_position(each.state), each) is each and len(kept) == count:
            break
    return list(kept.values())


def _by_share(found: Found) -> float:
    return -found.share


def _position(state: State) -> tuple[object, ...]:
    """Tell apart what is not the same on the way through one turn."""
    return (
        bytes(state.students),
        state.mother,
        state.professors,
        state.owner,
        state.coins,
        state.no_entry,
        state.character,
        state.colour,
        state.decision,
        state.came_to_entrance,
        state.came_to_other,
    )


def _turn(state: State) -> tuple[int, int, bool]:
    return state.round, state.acting, bool(state.ended)


def _goes_on(found: list[Found], turn: tuple[int, int, bool]) -> bool:
    return any(_turn(each.state) == turn for each in found)
