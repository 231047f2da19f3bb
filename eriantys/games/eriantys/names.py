"""The names of things on the table: all that a screen needs to know of the game.

Numbers stand for things everywhere in the rules; their order here is that numbering.
"""

from __future__ import annotations

COLOURS = ("green", "red", "yellow", "pink", "blue")
"""The five colours of students and professors."""

TOWER_COLOURS = ("white", "black", "grey")
"""The colour of the towers, by side."""

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

SUMMARIES = (
    "",
    "Put one student of this card on an island.",
    "This turn an equal count is enough for you to take a professor.",
    "Choose an island and resolve it now.",
    "Mother Nature may go up to 2 steps further this turn.",
    "Put a No Entry tile on an island.",
    "Towers do not count for influence this turn.",
    "Swap up to 3 students of your Entrance with students of this card.",
    "You have 2 more influence this turn.",
    "Choose a colour: it gives no influence this turn.",
    "Swap up to 2 students between your Entrance and your Dining Room.",
    "Seat one student of this card in your Dining Room.",
    "Choose a colour: everybody returns 3 students of it to the bag.",
)
"""What a character does, in one line, by number."""

ASSISTANTS = range(1, 11)
"""The values of the assistant cards."""

STEPS = (0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5)
"""How far an assistant lets Mother Nature go, by its value."""
