"""Students as chips, towers, and the marks of what can be chosen: small things of all layouts.

A chip is a colour's letter on that colour: `chips(canvas, x, y, five)` draws the students that
five counts mean, from the left, and returns the column after them. `towers(count, side, bg)`
gives pieces of text. What a `Target` looks like is asked with `mark_of(scene, target)`: it is
under the cursor (`▶9◀`), legal where only some are (`[8]`), or neither (` 7 `); `framed` puts
those signs around a label, `mark_ink` gives their style. Nothing here moves when a mark comes
or goes: a label always has a cell for a sign at either end.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence

from eriantys.client.boards.eriantys.scene import (
    LETTERS,
    TOWER_NAMES,
    TOWERS,
    Scene,
    Target,
)
from eriantys.client.canvas import Canvas, Span, Style, ink

TABLE_SEATS = 10
COIN_SEATS = (2, 5, 8)
"""The seats of a table that pay a coin, counted from 0."""


class Mark(enum.Enum):
    """How something on the board is marked, with the signs around its label."""

    NONE = "  "
    LEGAL = "[]"
    CURSOR = "▶◀"


def mark_of(scene: Scene, target: Target) -> Mark:
    """Tell whether something is under the cursor, or marked as legal."""
    if scene.cursor == target:
        return Mark.CURSOR
    return Mark.LEGAL if target in scene.marked else Mark.NONE


def framed(label: str, mark: Mark) -> str:
    """Put a mark's signs around a label; blanks where it has none."""
    return f"{mark.value[0]}{label}{mark.value[1]}"


def mark_ink(mark: Mark, bg: str, otherwise: str = "bright") -> Style:
    """Give the style of a label and of its signs."""
    if mark is Mark.CURSOR:
        return ink("cur", bg, "bold")
    return ink("accent" if mark is Mark.LEGAL else otherwise, bg, "bold")


def chip(colour: int) -> Style:
    """Give the style of a student's letter."""
    return ink("ink", LETTERS[colour], "bold")


def spread(five: Sequence[int]) -> list[int]:
    """List the colours of all students that five counts mean, in the order of the colours."""
    return [colour for colour, count in enumerate(five) for _ in range(count)]


def chips(canvas: Canvas, x: int, y: int, five: Sequence[int], pitch: int = 2) -> int:
    """Draw students as chips, so many cells from one to the next."""
    end = x
    for place, colour in enumerate(spread(five)):
        end = canvas.put(x + place * pitch, y, LETTERS[colour], chip(colour))
    return end


def letters(five: Sequence[int], bg: str = "bg") -> list[Span]:
    """Write students as coloured letters without gaps, where chips would be too loud."""
    return [
        Span(LETTERS[colour] * count, ink(LETTERS[colour], bg))
        for colour, count in enumerate(five)
        if count
    ]


def tower_ink(side: int, bg: str = "bg") -> Style:
    """Give the style of a side's towers; black ones are dark on a light ground."""
    role = TOWERS[side]
    return ink("ink", "bk", "bold") if role == "bk" else ink(role, bg, "bold")


def towers(count: int, side: int, bg: str = "bg", *, long: bool = False) -> list[Span]:
    """Write towers one by one, with the short name of their colour or the whole."""
    name = f" {TOWER_NAMES[side]}" if long else TOWERS[side]
    return [Span("♜" * count, tower_ink(side, bg)), Span(name, ink("text", bg))]


def tower_stock(count: int, side: int, bg: str = "bg") -> list[Span]:
    """Write how many towers a school has left, as `♜3wh`."""
    return [Span(f"♜{count}", tower_ink(side, bg)), Span(TOWERS[side], ink("text", bg))]


def table_seats(colour: int, taken: int, *, expert: bool, bg: str = "bg") -> list[Span]:
    """Give the ten seats of a table: taken, free, or free and paying a coin."""
    return [
        Span("●", ink(LETTERS[colour], bg))
        if seat < taken
        else Span("¢", ink("gold", bg))
        if expert and seat in COIN_SEATS
        else Span("○", ink("dim", bg))
        for seat in range(TABLE_SEATS)
    ]


def row(part: object) -> tuple[int, ...]:
    """Read a row of small numbers of the view, which travels as bytes."""
    if isinstance(part, bytes | bytearray | list | tuple):
        return tuple(part)
    raise TypeError(f"This is no row of numbers: {part!r}.")


def students(scene: Scene, part: str) -> tuple[int, ...]:
    """Give the five counts of a place, such as `entrance/0`, `dining/1`, `cloud/2`, `bag`."""
    return row(scene.match.view[part])


def professors(scene: Scene) -> list[int | None]:
    """Tell by colour which seat has the professor."""
    return list(scene.match.view["professors"])


def coins(scene: Scene, seat: int) -> int:
    """Count the coins of a seat."""
    return int(scene.match.view[f"school/{seat}"]["coins"])


def hand(scene: Scene, seat: int) -> tuple[int, ...]:
    """List the values of the assistants that a seat still holds."""
    return row(scene.match.view[f"school/{seat}"]["hand"])


def assistant(scene: Scene, seat: int) -> int | None:
    """Give the value that a seat has played this round; None if none yet."""
    value: int | None = scene.match.view[f"school/{seat}"]["assistant"]
    return value


def towers_left(scene: Scene, seat: int) -> int:
    """Count the towers that a seat's side has still to build."""
    return row(scene.match.view["towers"])[scene.side_of(seat)]
