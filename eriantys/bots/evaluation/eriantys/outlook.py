"""What the islands promise: what the towers are worth that each side can expect on them.

A group of islands either stays as it is or is resolved again; how likely that is follows from
the moves left to Mother Nature and from where she stands, and who would win it from the
influence there. Those who move before the round is over choose where she goes, which is
counted for them in turn.

Most moves of a turn leave the islands alone, and most lines of play lead through positions
that others have led through. So these questions are about plain values as well, and the
answers are kept.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import NamedTuple

from eriantys.bots.evaluation.eriantys.islands import (
    Islands,
    Visit,
    hopes,
    influences,
    islands_of,
    visit,
)
from eriantys.games.eriantys import decisions
from eriantys.games.eriantys.influence import KNIGHT_BONUS
from eriantys.games.eriantys.names import CENTAUR, KNIGHT, MOTHER_STEPS, MUSHROOM
from eriantys.games.eriantys.play import steps_with
from eriantys.games.eriantys.state import ISLAND, NO_COLOUR, NOBODY, State

KEPT = 1 << 14
"""How many answers are kept of each question: some 30 MiB where all are in use."""

NEAR_PACE, FAR_PACE = 1.3, 0.8
"""How soon an island is resolved again, where Mother Nature can get in one move or not."""
BARRED = 0.4
"""How much less likely that is where a No Entry tile lies."""
BOOST = 0.55
"""What each student yet to be moved adds to the influence where Mother Nature is led."""
TOWER = 0.292
"""A tower to be expected, in the points of `standing`."""
LED = (0.409, 0.35, 0.199, 0.085)
"""A tower more by leading Mother Nature: in the next turn, in the one after it and so on."""
TURN = 1.193
"""Still to have one's turn in this round, beyond that."""
UNPLAYED = 5.5
"""The value of an assistant that is not known yet."""
UNPLAYED_STEPS = 3


class Walker(NamedTuple):
    """Somebody who will still lead Mother Nature in this round."""

    side: int
    steps: int
    boost: float
    """What the students that are still to be moved may add to the influence."""
    character: int
    colour: int
    """The character in play, and its colour."""


def promise(state: State, left: int) -> tuple[float, ...]:
    """Value by side the towers to expect, with so many moves left to Mother Nature."""
    table = state.table
    walkers = _walkers(
        state.resume or state.decision,
        state.order,
        state.acting,
        state.played,
        state.moves_left,
        state.character,
        state.colour,
        table.side_of,
        table.cloud_size,
    )
    return _walked(islands_of(state), left, walkers)


@lru_cache(maxsize=KEPT)
def _walkers(
    decision: str,
    order: tuple[int, ...],
    acting: int,
    played: tuple[int, ...],
    moves_left: int,
    character: int,
    colour: int,
    side_of: tuple[int, ...],
    cloud_size: int,
) -> tuple[Walker, ...]:
    """List who will still lead Mother Nature in this round, the next one first."""
    full = BOOST * cloud_size
    if decision == decisions.ASSISTANT:
        turns = sorted(order, key=lambda seat: played[seat] or UNPLAYED)
    else:
        turns = list(order[acting + 1 :])
    walkers = [
        Walker(
            side_of[seat],
            MOTHER_STEPS[played[seat]] if played[seat] else UNPLAYED_STEPS,
            full,
            0,
            NO_COLOUR,
        )
        for seat in turns
    ]
    if decision in (decisions.STUDENT, decisions.MOTHER):
        seat = order[acting]
        boost = BOOST * moves_left if decision == decisions.STUDENT else 0.0
        steps = steps_with(played[seat], character)
        walkers.insert(0, Walker(side_of[seat], steps, boost, character, colour))
    return tuple(walkers)


@lru_cache(maxsize=KEPT)
def _expected(islands: Islands, left: int) -> tuple[tuple[float, ...], ...]:
    """Tell by island, as the ring goes, the towers that each side can expect there."""
    ring, head_of, students = islands.ring, islands.head, islands.students
    count, here = len(ring), ring.index(islands.mother)
    pace = left / count
    near, far = 1 - exp(-NEAR_PACE * pace), 1 - exp(-FAR_PACE * pace)
    expected: list[tuple[float, ...]] = []
    for place, head in enumerate(ring):
        again = near if 1 <= (place - here) % count <= MOTHER_STEPS[-1] else far
        if islands.no_entry[head]:
            again *= BARRED
        cell = ISLAND[head]
        expected.append(
            hopes(
                students[cell : cell + 5],
                islands.owner[head],
                islands.towers_on[head],
                islands.ruling,
                islands.sides,
                head_of.count(head),
                again,
            )
        )
    return tuple(expected)


@lru_cache(maxsize=KEPT)
def _walked(islands: Islands, left: int, walkers: tuple[Walker, ...]) -> tuple[float, ...]:
    """Add up the islands, and let the walkers lead Mother Nature where it suits them."""
    expected = _expected(islands, left)
    points = [TOWER * sum(each) for each in zip(*expected, strict=True)]
    ring, sides = islands.ring, range(islands.sides)
    count, here = len(ring), ring.index(islands.mother)
    for tower, walker in zip(LED, walkers, strict=False):
        best = None
        for step in range(1, min(walker.steps, count) + 1):
            place = (here + step) % count
            seen = _seen(islands, ring[place], expected[place], walker)
            if best is None or seen.gain > best.gain:
                best = seen
        assert best is not None  # every assistant allows at least one step
        for side in sides:
            points[side] += tower * best.change[side]
        points[walker.side] += TURN
    return tuple(points)


def _seen(islands: Islands, head: int, hoped: tuple[float, ...], walker: Walker) -> Visit:
    """Tell what a walker would find who leads Mother Nature to an island."""
    if islands.no_entry[head]:
        return Visit(0.0, (0.0,) * islands.sides)
    side, _, boost, character, colour = walker
    cell, owner, ruling = ISLAND[head], islands.owner[head], islands.ruling
    if character == MUSHROOM and colour != NO_COLOUR:
        ruling = (*ruling[:colour], NOBODY, *ruling[colour + 1 :])
    towers = 0 if character == CENTAUR else islands.towers_on[head]
    influence = influences(
        islands.students[cell : cell + 5], owner, towers, ruling, islands.sides
    )
    if character == KNIGHT:
        influence = (*influence[:side], influence[side] + KNIGHT_BONUS, *influence[side + 1 :])
    return visit(influence, owner, islands.head.count(head), hoped, side, boost)
