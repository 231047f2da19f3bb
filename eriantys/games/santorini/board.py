"""The town: its 25 squares, who neighbours whom, and what they are called.

Squares are numbers from 0 (a1) to 24 (e5): a letter for the column, a digit for the row.
"""

from __future__ import annotations

COLUMNS = "abcde"
SIDE = len(COLUMNS)
SQUARES = range(SIDE * SIDE)
NOWHERE = -1
"""Where a worker stands that is not placed yet, or was taken off the board."""
NOBODY = -1
"""No worker, no seat, no god."""

NAMES = tuple(f"{COLUMNS[square % SIDE]}{square // SIDE + 1}" for square in SQUARES)
BY_NAME = {name: square for square, name in enumerate(NAMES)}


def _at(column: int, row: int) -> int:
    inside = 0 <= column < SIDE and 0 <= row < SIDE
    return row * SIDE + column if inside else NOWHERE


def _around(square: int) -> tuple[int, ...]:
    row, column = divmod(square, SIDE)
    around = (_at(column + x, row + y) for y in (-1, 0, 1) for x in (-1, 0, 1))
    return tuple(other for other in around if other not in (square, NOWHERE))


def _behind(square: int, target: int) -> int:
    row, column = divmod(target, SIDE)
    return _at(2 * column - square % SIDE, 2 * row - square // SIDE)


NEIGHBOURS = tuple(map(_around, SQUARES))
"""By square: those that touch it by a side or a corner, ascending."""
BESIDE = tuple(frozenset(around) for around in NEIGHBOURS)
PERIMETER = frozenset(square for square in SQUARES if len(NEIGHBOURS[square]) < 8)
BEHIND = tuple(
    {target: _behind(square, target) for target in NEIGHBOURS[square]} for square in SQUARES
)
"""By square and neighbour: the square behind that neighbour in a straight line, or NOWHERE."""
EDGES = tuple(
    frozenset(square for square in SQUARES if divmod(square, SIDE)[axis] == end)
    for end in (0, SIDE - 1)
    for axis in (1, 0)
)
"""Left, bottom, right and top: opposite edges are two places apart."""
