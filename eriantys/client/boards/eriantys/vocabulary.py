"""What is said of Eriantys before a match, and by those who are not at it."""

from __future__ import annotations

from eriantys.client.boards.eriantys.scene import TOWER_NAMES, TOWERS
from eriantys.client.boards.eriantys.telling import ENDINGS
from eriantys.client.boards.room import Option, Pieces, Words
from eriantys.games.eriantys import decisions

_FOUR = 4
"""Players who play two against two."""


def _towers(seats: int, seat: int) -> tuple[str, str]:
    """Tell whose towers a seat builds with: partners share them."""
    side = seat % 2 if seats == _FOUR else seat % len(TOWERS)
    return TOWERS[side], TOWER_NAMES[side]


WORDS = Words(
    options={
        "expert": Option(
            label="mode",
            values={False: "simple", True: "expert"},
            notes={
                False: "Students, towers and Mother Nature, without coins or characters.",
                True: "Coins and three characters: pay one, and it bends the rules for a turn.",
            },
        ),
    },
    phases={
        decisions.ASSISTANT: "planning",
        decisions.STUDENT: "students",
        decisions.MOTHER: "nature",
        decisions.CLOUD: "clouds",
        decisions.END: "turn ends",
        **dict.fromkeys(decisions.FIRST_QUESTION.values(), "character"),
        decisions.MONK_ISLAND: "character",
    },
    tasks=decisions.QUESTIONS,
    pieces=Pieces("towers", "♜", _towers),
    teams={_FOUR: ((0, 2), (1, 3))},
    endings=ENDINGS,
)
