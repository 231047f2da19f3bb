"""The decisions that a player can be asked for."""

from __future__ import annotations

from eriantys.games.eriantys import names

ASSISTANT = "assistant"
STUDENT = "student"
MOTHER = "mother"
CLOUD = "cloud"
END = "end"
"""The turn is over but for a character that could still be played."""

MONK_STUDENT = "monk-student"
MONK_ISLAND = "monk-island"
HERALD_ISLAND = "herald-island"
GRANDMA_ISLAND = "grandma-island"
JESTER_SWAP = "jester-swap"
MUSHROOM_COLOUR = "mushroom-colour"
MINSTREL_SWAP = "minstrel-swap"
PRINCESS_STUDENT = "princess-student"
THIEF_COLOUR = "thief-colour"

OVER = ""
"""Nothing is asked any more."""

TURN_STEPS = (STUDENT, MOTHER, CLOUD, END)
"""The steps of an action turn: at each of them a character may be played."""

FIRST_QUESTION = {
    names.MONK: MONK_STUDENT,
    names.HERALD: HERALD_ISLAND,
    names.GRANDMA: GRANDMA_ISLAND,
    names.JESTER: JESTER_SWAP,
    names.MUSHROOM: MUSHROOM_COLOUR,
    names.MINSTREL: MINSTREL_SWAP,
    names.PRINCESS: PRINCESS_STUDENT,
    names.THIEF: THIEF_COLOUR,
}
"""What a character asks for once it is paid; those not here act at once."""

QUESTIONS = {
    ASSISTANT: "play an assistant",
    STUDENT: "move a student",
    MOTHER: "move Mother Nature",
    CLOUD: "take a cloud",
    END: "end the turn",
    MONK_STUDENT: "pick a student of the Monk",
    MONK_ISLAND: "name the island for the Monk's student",
    HERALD_ISLAND: "name the island that the Herald resolves",
    GRANDMA_ISLAND: "name the island for the No Entry tile",
    JESTER_SWAP: "swap a student with the Jester",
    MUSHROOM_COLOUR: "pick the colour that does not count",
    MINSTREL_SWAP: "swap a student with the Dining Room",
    PRINCESS_STUDENT: "pick a student of the Princess",
    THIEF_COLOUR: "pick the colour that goes back to the bag",
}
"""Each decision as something that a player has to do."""
