"""The actions: what can be written down, each as a word and up to two numbers."""

from __future__ import annotations

from typing import NamedTuple

from eriantys.games.santorini.board import SQUARES

GOD = "god"
START = "start"
PLACE = "place"
MOVE = "move"
BUILD = "build"
DOME = "dome"
FERRY = "ferry"
RAZE = "raze"

IMPLIED = -1
"""Stands for the builder's square where only one worker can build."""


class Action(NamedTuple):
    """What a seat does: a god, a seat or the squares that it is about."""

    kind: str
    first: int = IMPLIED
    """The god, the seat, or where the worker stands that acts."""
    second: int = IMPLIED
    """The square that it is done to."""


DONE = Action("done")

# Searches make the same actions over and over: they are made once, here.
_FROM = (IMPLIED, *SQUARES)
_MADE = {
    kind: {first: tuple(Action(kind, first, square) for square in SQUARES) for first in _FROM}
    for kind in (PLACE, MOVE, BUILD, DOME, FERRY, RAZE)
}
MOVES = _MADE[MOVE]
"""By origin and target."""
BUILDS = _MADE[BUILD]
"""By the builder's square, or IMPLIED, and the square: a block."""
DOMES = _MADE[DOME]
"""The same with a dome."""
FERRIES = _MADE[FERRY]
"""By the worker's square and that of the worker who is ferried."""
PLACES = _MADE[PLACE][IMPLIED]
RAZES = _MADE[RAZE][IMPLIED]


def god(number: int) -> Action:
    """Choose a god."""
    return Action(GOD, number)


def start(seat: int) -> Action:
    """Name the start player."""
    return Action(START, seat)
