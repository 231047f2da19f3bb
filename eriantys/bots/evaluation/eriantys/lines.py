"""The promising ways to play a turn of Eriantys, found by looking ahead to its end.

A turn has a thousand ways and most of them are silly. So it is looked through in stages, one
for each student, for Mother Nature and for the cloud, and only the best positions of a stage
are followed: the same set of moves in another order is the same position, and a student goes
to no island but the few that it does most for. What students are moved for often shows only
when all of them have been, so more positions are followed up to there. Characters are tried
where they can pay: at the beginning of the search, but for those that lose nothing by
waiting, and before Mother Nature moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from eriantys.bots.evaluation import Line
from eriantys.bots.evaluation.eriantys.moves import answers, moves, plays
from eriantys.bots.evaluation.eriantys.standing import shares
from eriantys.games.eriantys import decisions
from eriantys.games.eriantys.actions import Action
from eriantys.games.eriantys.legal import legal
from eriantys.games.eriantys.play import apply
from eriantys.games.eriantys.state import State

WITH_STUDENTS, BEFORE_MOTHER = 3, 4
"""How many times the width is followed while students are moved, and when all of them are."""
ANSWERS = 6
"""How many answers to a character's question are followed, at most."""
HIRING = 2
"""For how many of a stage's positions characters are tried, at most.

Those of them that look best are followed beside the others, and not in their place: what a
character costs is seen at once, and what it brings perhaps only later in the turn.
"""

Turn: TypeAlias = tuple[int, int, bool]
"""Whose turn it is, of which round, and whether that was the last one."""


class Found(NamedTuple):
    """A position on the way: how it looks for the mover, and how it was reached."""

    share: float
    actions: tuple[Action, ...]
    state: State


_share = attrgetter("share")


def lines(state: State, width: int) -> list[Line]:
    """List the promising ways to finish this turn, the best first."""
    start = Found(0.0, (), state)
    if state.decision == decisions.ASSISTANT:
        finished = [_after(start, action) for action in legal(state)]
        finished.sort(key=_share, reverse=True)
    else:
        finished = _best(_finish_turn(start, width), 2 * width)
    return [Line(found.actions, found.share) for found in finished]


def _finish_turn(start: Found, width: int) -> list[Found]:
    """Follow the best positions, stage by stage, until the turn is over in all of them."""
    turn = _turn(start.state)
    answered = _answered(start, width) if start.state.unfinished else [start]
    stage, finished = _parted(answered, turn)
    hiring = True
    while stage:
        now = stage[0].state
        if hiring or now.decision == decisions.MOTHER:
            hired, over = _parted(_hired(stage[:HIRING], width), turn)
            stage += _best(hired, max(1, width // 2))
            finished += over
        hiring = False
        reached, over = _parted(_moved(stage), turn)
        stage = _best(reached, _breadth(now, width))
        finished += over
    return finished


def _parted(found: Iterable[Found], turn: Turn) -> tuple[list[Found], list[Found]]:
    """Tell where this turn goes on, and where it is over."""
    parts: tuple[list[Found], list[Found]] = ([], [])
    for each in found:
        parts[_turn(each.state) != turn].append(each)
    return parts


def _breadth(before: State, width: int) -> int:
    """Tell how many positions are followed after the next move."""
    if before.decision != decisions.STUDENT:
        return 2 * width
    return width * (BEFORE_MOTHER if before.moves_left == 1 else WITH_STUDENTS)


def _moved(stage: Iterable[Found]) -> list[Found]:
    """Make every move that is worth a thought."""
    reached: dict[tuple[Action, ...], Found] = {}
    for found in stage:
        in_any_order = found.state.decision == decisions.STUDENT
        for action in moves(found.state):
            way = (*found.actions, action)
            # The same students in another order lead to a position that is known already.
            known_by = tuple(sorted(way)) if in_any_order else way
            if known_by not in reached:
                reached[known_by] = _after(found, action)
    return list(reached.values())


def _hired(stage: Iterable[Found], width: int) -> Iterator[Found]:
    """Play every character that is worth a thought."""
    for found in stage:
        for play in plays(found.state):
            yield from _answered(_after(found, play), width)


def _after(found: Found, action: Action) -> Found:
    """Play one more action, and look at what came of it."""
    state = found.state.copy()
    side = state.table.side_of[state.seat]
    apply(state, state.seat, action)
    return Found(shares(state)[side], (*found.actions, action), state)


def _answered(found: Found, width: int) -> list[Found]:
    """Answer all questions of a character that has been played."""
    asked, done = [found], []
    while asked:
        following = []
        for each in asked:
            if each.state.unfinished:
                following += [_after(each, action) for action in answers(each.state)]
            else:
                done.append(each)
        asked = _best(following, min(width + 1, ANSWERS))
    return done


def _best(found: Iterable[Found], count: int) -> list[Found]:
    """Keep the best positions, each of them once."""
    kept: dict[tuple[object, ...], Found] = {}
    for each in sorted(found, key=_share, reverse=True):
        if kept.setdefault(_position(each.state), each) is each and len(kept) == count:
            break
    return list(kept.values())


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


def _turn(state: State) -> Turn:
    return state.round, state.acting, bool(state.ended)
