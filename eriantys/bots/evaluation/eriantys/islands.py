"""Islands one by one: who rules one, and who is likely to hold it in the end.

A search asks the same about the same island thousands of times, since a move touches one or
two of them. So every question here is about plain values, and the answers are kept.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import NamedTuple

from eriantys.games.eriantys.state import CLOUD, NOBODY, State

KEPT = 1 << 15
"""How many answers are kept of each question: some 8 MiB where all are in use."""

SLOPE = 0.7
"""How much a lead of one in influence tells about who will hold an island."""
HELD = 0.35
"""What standing there already is worth, beside one's towers: a tie changes nothing."""


class Islands(NamedTuple):
    """The islands, Mother Nature and the professors: all that decides about towers."""

    students: bytes
    owner: tuple[int, ...]
    towers_on: tuple[int, ...]
    no_entry: tuple[int, ...]
    head: tuple[int, ...]
    ring: tuple[int, ...]
    mother: int
    ruling: tuple[int, ...]
    sides: int


def islands_of(state: State) -> Islands:
    """Take the islands of a position as a plain value."""
    table = state.table
    return Islands(
        bytes(state.students[: CLOUD[0]]),
        state.owner,
        state.towers_on,
        state.no_entry,
        state.head,
        state.ring,
        state.mother,
        rulers(state.professors, table.side_of),
        table.sides,
    )


@lru_cache(maxsize=1024)
def rulers(professors: tuple[int, ...], side_of: tuple[int, ...]) -> tuple[int, ...]:
    """Tell by colour for which side its students count, or NOBODY."""
    return tuple(NOBODY if holder == NOBODY else side_of[holder] for holder in professors)


@lru_cache(maxsize=KEPT)
def influences(
    students: bytes, owner: int, towers: int, ruling: tuple[int, ...], sides: int
) -> tuple[int, ...]:
    """Sum up the influence of each side, without characters."""
    result = [0] * sides
    for count, side in zip(students, ruling, strict=True):
        if side != NOBODY:
            result[side] += count
    if owner != NOBODY:
        result[owner] += towers
    return tuple(result)


@lru_cache(maxsize=KEPT)
def prospects(
    students: bytes, owner: int, towers: int, ruling: tuple[int, ...], sides: int
) -> tuple[float, ...]:
    """Guess by side how likely it is to win the island when it is next resolved."""
    return _likelihoods(influences(students, owner, towers, ruling, sides), owner, NOBODY, 0.0)


@lru_cache(maxsize=KEPT)
def hopes(
    students: bytes,
    owner: int,
    towers: int,
    ruling: tuple[int, ...],
    sides: int,
    tiles: int,
    again: float,
) -> tuple[float, ...]:
    """Tell by side how many towers it can expect there, if `again` is the chance of change."""
    chances = prospects(students, owner, towers, ruling, sides)
    return tuple(
        tiles * (again * chance + (1 - again) * (side == owner))
        for side, chance in enumerate(chances)
    )


class Visit(NamedTuple):
    """What becomes of an island where somebody leads Mother Nature."""

    gain: float
    """How much better that is for the one who does it than for the others."""
    change: tuple[float, ...]
    """By side: towers beyond those it could expect before."""


@lru_cache(maxsize=KEPT)
def visit(
    influence: tuple[int, ...],
    owner: int,
    tiles: int,
    hoped: tuple[float, ...],
    side: int,
    boost: float,
) -> Visit:
    """Resolve an island for a side that may bring students along, as `boost`."""
    after = _likelihoods(influence, owner, side, boost) if boost else _verdict(influence, owner)
    change = tuple(tiles * chance - hope for chance, hope in zip(after, hoped, strict=True))
    return Visit(len(change) * change[side] - sum(change), change)


def _verdict(influence: tuple[int, ...], owner: int) -> tuple[float, ...]:
    most = max(influence)
    winner = owner if most == 0 or influence.count(most) > 1 else influence.index(most)
    return tuple(float(side == winner) for side in range(len(influence)))


def _likelihoods(
    shares: tuple[int, ...], owner: int, side: int, boost: float
) -> tuple[float, ...]:
    weights = [exp(SLOPE * share) for share in shares]
    if owner != NOBODY:
        weights[owner] *= exp(HELD)
    if side != NOBODY:
        weights[side] *= exp(SLOPE * boost)
    total = sum(weights)
    return tuple(weight / total for weight in weights)
