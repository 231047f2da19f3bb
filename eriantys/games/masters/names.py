"""The names of things on the table: all that a screen needs to know of the game.

Numbers stand for things everywhere in the rules; their order here is that numbering.
"""

from __future__ import annotations

RESOURCES = ("coin", "stone", "servant", "shield")
"""The four kinds of goods that can be stored."""

COIN, STONE, SERVANT, SHIELD = range(4)
NOTHING = 4
"""Stands where a kind of goods would, for a depot that has none."""

MARBLES = ("yellow", "grey", "purple", "blue", "red", "white")
"""The marbles; each of the first four brings the resource of its own number."""

RED = 4
WHITE = 5
ROWS = 3
COLUMNS = 4
SLIDE = ROWS * COLUMNS
"""Where the marble that is left over stands, behind those of the rows."""

COLOURS = ("green", "blue", "yellow", "purple")
"""The colours of development cards, as their columns lie on the table."""

GREEN, BLUE, YELLOW, PURPLE = range(4)
LEVELS = (1, 2, 3)

LINES = (
    *(f"row {row + 1}" for row in range(ROWS)),
    *(f"column {column + 1}" for column in range(COLUMNS)),
)
"""What can be taken from the market: rows from the top, columns from the left."""

DEPOT_SIZES = (1, 2, 3, 2, 2)
"""The places of each depot: three of the warehouse, then those of a first and second leader."""

SOURCES = ("warehouse", "leader", "strongbox")
"""Where goods for a payment can come from."""

TOKENS = ("green", "blue", "yellow", "purple", "cross", "shuffle")
"""Lorenzo's tokens: two cards of a colour go, the cross goes two, or one and a new stack."""

CROSS = 4
SHUFFLE = 5

START_GOODS = (0, 1, 1, 2)
"""How many resources each player chooses to begin with, by the order of play."""

DISCOUNT = "discount"
DEPOT = "depot"
MARBLE = "marble"
PRODUCTION = "production"
"""What a leader can do once played."""

IN_HAND, PLAYED, DISCARDED = range(3)
"""What has become of a leader that was kept."""

WAITING, UP, LOST = range(3)
"""What has become of a pope's favour tile."""

POPE_SPACES = (8, 16, 24)
"""Where each of the three vatican reports is called."""
SECTIONS = (5, 12, 19)
"""The first space of each report's section: whoever stands there or beyond gets the tile."""
TILE_POINTS = (2, 3, 4)
LAST_SPACE = 24
TRACK_POINTS = {3: 1, 6: 2, 9: 4, 12: 6, 15: 9, 18: 12, 21: 16, 24: 20}
"""The spaces of the faith track that bring points: the last one passed counts."""
