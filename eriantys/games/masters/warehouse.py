"""A player's depots as a value: what fits where, and every way to move goods about.

A warehouse is ten bytes: the kinds in the five depots, then the numbers of goods. The
first three depots are those of the board, which show NOTHING when empty. The other two
belong to the leaders in slot 1 and 2: closed (NOTHING) until such a leader is played, and
then open for one kind for good. Few warehouses ever occur, so answers are remembered.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from eriantys.games.masters import actions
from eriantys.games.masters.actions import DEPOTS, LEADER_DEPOTS, Action
from eriantys.games.masters.names import DEPOT_SIZES, NOTHING, RESOURCES

Warehouse: TypeAlias = bytes

COUNTS = len(DEPOT_SIZES)
"""Where the numbers of goods begin."""
EMPTY: Warehouse = bytes([NOTHING] * len(DEPOT_SIZES) + [0] * len(DEPOT_SIZES))
_ALL = (*DEPOTS, *LEADER_DEPOTS)
_REMEMBERED = 8192
"""How many warehouses the answers are kept of; about 1 MiB for each question."""


@lru_cache(maxsize=_REMEMBERED)
def held(warehouse: Warehouse) -> tuple[int, ...]:
    """Count the goods of each kind in all depots."""
    counts = [0] * (len(RESOURCES) + 1)
    for depot in _ALL:
        counts[warehouse[depot]] += warehouse[COUNTS + depot]
    return tuple(counts[:NOTHING])


@lru_cache(maxsize=_REMEMBERED)
def places_for(warehouse: Warehouse, kind: int) -> tuple[int, ...]:
    """List the depots that can take one more good of this kind."""
    own = warehouse.find(kind, 0, len(DEPOTS))
    # A kind that has a depot on the board grows there only; otherwise any empty one will do.
    board = (own,) if own >= 0 else DEPOTS
    found = [depot for depot in board if warehouse[depot] in (kind, NOTHING)]
    found += [depot for depot in LEADER_DEPOTS if warehouse[depot] == kind]
    return tuple(depot for depot in found if warehouse[COUNTS + depot] < DEPOT_SIZES[depot])


@lru_cache(maxsize=_REMEMBERED)
def sources_of(warehouse: Warehouse, kind: int) -> tuple[int | None, int | None]:
    """Name the depot of the board, and that of a leader, that have goods of this kind."""
    board = warehouse.find(kind, 0, len(DEPOTS))
    leader = warehouse.find(kind, len(DEPOTS), COUNTS)
    return (
        board if board >= 0 else None,
        leader if leader >= 0 and warehouse[COUNTS + leader] else None,
    )


def add(warehouse: Warehouse, kind: int, depot: int) -> Warehouse:
    """Put a good where it fits."""
    cells = bytearray(warehouse)
    cells[depot] = kind
    cells[COUNTS + depot] += 1
    return bytes(cells)


def remove(warehouse: Warehouse, depot: int) -> Warehouse:
    """Take a good out of a depot."""
    cells = bytearray(warehouse)
    cells[COUNTS + depot] -= 1
    if not cells[COUNTS + depot] and depot in DEPOTS:
        cells[depot] = NOTHING
    return bytes(cells)


def open_depot(warehouse: Warehouse, depot: int, kind: int) -> Warehouse:
    """Open a leader's depot for its kind of goods."""
    return warehouse[:depot] + bytes((kind,)) + warehouse[depot + 1 :]


def swapped(warehouse: Warehouse, one: int, other: int) -> Warehouse | None:
    """Let two depots of the board change contents; None if that does not fit."""
    cells = bytearray(warehouse)
    for start in (0, COUNTS):
        cells[start + one], cells[start + other] = cells[start + other], cells[start + one]
    too_full = any(cells[COUNTS + depot] > DEPOT_SIZES[depot] for depot in (one, other))
    return None if too_full else bytes(cells)


def moved(warehouse: Warehouse, start: int, end: int) -> Warehouse | None:
    """Move one good between a depot of the board and one of a leader; None if it cannot."""
    kind = warehouse[start]
    if not warehouse[COUNTS + start]:
        return None
    left = remove(warehouse, start)
    return add(left, kind, end) if end in places_for(left, kind) else None


@lru_cache(maxsize=_REMEMBERED)
def rearrangements(warehouse: Warehouse) -> tuple[tuple[Action, Warehouse], ...]:
    """List every move of goods between depots, with what comes of it."""
    tried = [
        (actions.swap(one, other), swapped(warehouse, one, other))
        for one in DEPOTS
        for other in DEPOTS
        if one < other
    ]
    for depot in DEPOTS:
        for leader in LEADER_DEPOTS:
            for start, end in ((depot, leader), (leader, depot)):
                tried.append((actions.move(start, end), moved(warehouse, start, end)))
    return tuple(
        (action, result)
        for action, result in tried
        if result is not None and result != warehouse
    )
