"""What can be pointed at on the board, and the signs by which its things are told apart."""

from __future__ import annotations

from typing import NamedTuple

from eriantys.games.masters.names import COLOURS, LEVELS, LINES, ROWS


class Target(NamedTuple):
    """A thing or a button on the board.

    Kinds: `line` (of the market, as in `LINES`), `card` (a pile, column by column), `slot`,
    `depot`, `power` (1-3 a slot, 4-5 a leader), `play` and `discard` (a leader), `good` (a
    resource that waits or is chosen), `pair` (what the basic power takes), `made` (what a
    power brings) and `source` count as the notation does, resources from 0. The others are
    buttons: `produce`, `arrange`, `back`, `box`, `rest`, `done`, `end`. A `panel` is looked at,
    and a `seat` as well.
    """

    kind: str
    which: int = 0


GOODS = "CSVH"
"""The letters of the resources, in their order; each word shows its letter as a capital."""
GOOD_ROLES = ("Y", "bk", "serv", "B")
"""The roles of their colours."""
MARBLES = "CSVHFW"
"""What a marble gives, in the order of the marbles."""
MARBLE_ROLES = (*GOOD_ROLES, "R", "wh")
FAITH_ROLE = "R"
CARD_ROLES = ("G", "B", "Y", "serv")
"""The roles of the colours of cards, in their order."""
CARD_LETTERS = "GBYP"
"""The same colours by letter, for whoever does not see them."""
GOOD_WORDS = ("coin", "stone", "serVant", "sHield")
ROMAN = ("", "I", "II", "III")

LINE_KEYS = "abcdefg"
"""Rows from the top, then columns from the left: the letter stands where the slide goes in."""
PAIR_KEYS = "abcdefghij"
CARD_KEYS = "abcdefghijkl"
"""The cards as they lie on the screen, from the upper left on."""
GOOD_KEYS = "csvh"

SEAT_LETTERS = "ABCD"
LORENZO = -1
"""Stands where a seat would, for the black cross."""
OTHER_ROLES = ("mn", "G", "B")
"""The roles of the others, in the order of play after the own seat."""


def card_at(place: int) -> int:
    """Tell which pile lies in a place of the grid, counted from the upper left."""
    row, column = divmod(place, len(COLOURS))
    return column * len(LEVELS) + len(LEVELS) - 1 - row


def place_of(pile: int) -> int:
    """Tell where in the grid a pile lies, counted from the upper left."""
    column, level = divmod(pile, len(LEVELS))
    return (len(LEVELS) - 1 - level) * len(COLOURS) + column


def line_number(name: str) -> int | None:
    """Find a line of the market by its name."""
    return LINES.index(name) if name in LINES else None


def is_row(line: int) -> bool:
    """Tell a row from a column."""
    return line < ROWS


def line_label(line: int) -> str:
    """Name a line of the market by the letter that stands beside it."""
    return f"{'row' if is_row(line) else 'column'} {LINE_KEYS[line]}"
