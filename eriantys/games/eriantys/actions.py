"""Every action of the game as a small number, and what the number means.

Actions are numbers because playouts make millions of them. The constructors below give
the number for a meaning, and `MEANINGS` gives the meaning for a number; nothing else
needs to know how they are counted.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, TypeAlias

from eriantys.games.eriantys.names import ASSISTANTS, CHARACTERS, COLOURS

Action: TypeAlias = int


class Kind(Enum):
    """The ways to act."""

    ASSISTANT = "assistant"
    STUDENT = "student"
    MOTHER = "mother"
    CLOUD = "cloud"
    PLAY = "play"
    PICK = "pick"
    ISLAND = "island"
    SWAP = "swap"
    DONE = "done"


class Meaning(NamedTuple):
    """What an action says: its kind and up to two numbers."""

    kind: Kind
    first: int = 0
    second: int = 0


TILES = range(12)
TO_DINING = -1
"""Stands for the Dining Room where the meaning of an action has a tile."""
MOST_STEPS = 7
"""Assistant 10 and the Postman together."""
MOST_CLOUDS = 4

MEANINGS: tuple[Meaning, ...] = (
    *(Meaning(Kind.ASSISTANT, value) for value in ASSISTANTS),
    *(
        Meaning(Kind.STUDENT, colour, tile)
        for colour in range(len(COLOURS))
        for tile in (TO_DINING, *TILES)
    ),
    *(Meaning(Kind.MOTHER, steps) for steps in range(1, MOST_STEPS + 1)),
    *(Meaning(Kind.CLOUD, cloud) for cloud in range(MOST_CLOUDS)),
    *(Meaning(Kind.PLAY, character) for character in range(1, len(CHARACTERS))),
    *(Meaning(Kind.PICK, colour) for colour in range(len(COLOURS))),
    *(Meaning(Kind.ISLAND, tile) for tile in TILES),
    *(
        Meaning(Kind.SWAP, mine, theirs)
        for mine in range(len(COLOURS))
        for theirs in range(len(COLOURS))
    ),
    Meaning(Kind.DONE),
)
"""What each action says, by its number. Tiles, clouds and colours count from 0 here."""

_NUMBERS = {meaning: number for number, meaning in enumerate(MEANINGS)}


def assistant(value: int) -> Action:
    """Play the assistant of this value."""
    return _NUMBERS[Meaning(Kind.ASSISTANT, value)]


def to_dining(colour: int) -> Action:
    """Seat a student of this colour in one's Dining Room."""
    return _NUMBERS[Meaning(Kind.STUDENT, colour, TO_DINING)]


def to_island(colour: int, tile: int) -> Action:
    """Put a student of this colour on an island."""
    return _NUMBERS[Meaning(Kind.STUDENT, colour, tile)]


def mother(steps: int) -> Action:
    """Walk Mother Nature so many steps."""
    return _NUMBERS[Meaning(Kind.MOTHER, steps)]


def take_cloud(cloud: int) -> Action:
    """Take all students of a cloud."""
    return _NUMBERS[Meaning(Kind.CLOUD, cloud)]


def play(character: int) -> Action:
    """Pay a character."""
    return _NUMBERS[Meaning(Kind.PLAY, character)]


def pick(colour: int) -> Action:
    """Name the colour, or the student of that colour, that a character asks for."""
    return _NUMBERS[Meaning(Kind.PICK, colour)]


def island(tile: int) -> Action:
    """Name the island that a character asks for."""
    return _NUMBERS[Meaning(Kind.ISLAND, tile)]


def swap(mine: int, theirs: int) -> Action:
    """Give a student of the Entrance for one of the card or of the Dining Room."""
    return _NUMBERS[Meaning(Kind.SWAP, mine, theirs)]


DONE: Action = _NUMBERS[Meaning(Kind.DONE)]
"""End one's swaps, or a turn in which no cloud is taken."""
