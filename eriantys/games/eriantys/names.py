"""The names of things on the table: all that a screen needs to know of the game.

Numbers stand for things everywhere in the rules; their order here is that numbering.
"""

from __future__ import annotations

COLOURS = ("green", "red", "yellow", "pink", "blue")
"""The five colours of students and professors."""

MONK = 1
FARMER = 2
HERALD = 3
POSTMAN = 4
GRANDMA = 5
CENTAUR = 6
JESTER = 7
KNIGHT = 8
MUSHROOM = 9
MINSTREL = 10
PRINCESS = 11
THIEF = 12

CHARACTERS = (
    "",  # characters are numbered from 1; 0 stands for none
    "monk",
    "farmer",
    "herald",
    "postman",
    "grandma",
    "centaur",
    "jester",
    "knight",
    "mushroom",
    "minstrel",
    "princess",
    "thief",
)
"""The twelve characters, by number."""

PRINTED_PRICES = (0, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3)
"""What a character costs the first time, by number."""

ASSISTANTS = range(1, 11)
"""The values of the assistant cards."""

MOTHER_STEPS = (0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5)
"""How far an assistant lets Mother Nature go, by its value."""
