"""Each of the twelve characters, played through the interface from a prepared position."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.games.eriantys.position import Position
from tests.terminal.harness import House, Terminal
from tests.terminal.people import sit_down
from tests.terminal.prepared import hand_over_keys, prepare

STEPS = {
    "monk": ("g5+", "Monk", "you green from the Monk to island 5"),
    "farmer": ("", "Farmer", "you take the red professor from Bruno"),
    "herald": ("5+", "Herald", "you build on island 5"),
    "postman": ("", "Postman", "you play Postman for ¢1"),
    "grandma": ("5+", "Grandma", "island 5"),
    "centaur": ("", "Centaur", "you play Centaur for ¢3"),
    "jester": ("ygx", "Jester", "you swap"),
    "knight": ("", "Knight", "you play Knight for ¢2"),
    "mushroom": ("r+", "Mushroom", "red"),
    "minstrel": ("ygx", "Minstrel", "you swap"),
    "princess": ("r+", "Princess", "red"),
    "thief": ("r+", "Thief", "red"),
}
"""By character: what is pressed once it is played (+ is Enter), its title, what is seen."""


def below_the_clock(player: Terminal) -> list[str]:
    """Give all rows but the first, which changes with every second."""
    return player.screen()[1:]


@pytest.mark.parametrize("size", [(80, 24), (100, 32)])
@pytest.mark.parametrize("character", STEPS)
def test_a_character_is_played_step_by_step(
    tmp_path: Path, character: str, size: tuple[int, int]
) -> None:
    keys, title, seen = STEPS[character]
    state = (
        Position(2, (character,), round=3, mother=7)
        .island(5, green=2, red=1)
        .dining(0, green=2, red=1, blue=1)
        .dining(1, red=1, yellow=3)
        .professors(green=0, red=1, yellow=1, blue=0)
        .entrance(0, green=1, red=1, yellow=2, pink=2, blue=1)
        .coins(6, 2)
        .turn(0, "student")
        .state()
    )
    prepare(tmp_path, state)
    with House(tmp_path) as house:
        hand_over_keys(tmp_path / "state", house.address, "Ada")
        with sit_down(tmp_path, house.address, "Ada", *size) as ada:
            ada.wait_for("YOUR TURN")
            ada.press("c", "1")
            ada.wait_for("CHARACTERS")
            ada.wait_for(f"Play {title}")
            ada.press("Enter")
            ada.wait_gone("CHARACTERS")
            # The server has heard, and what it asks next is seen on the board or on a card.
            ada.wait_for(re.compile(rf"c1 .*in use|{title.upper()} "))
            for key in keys:
                before = below_the_clock(ada)
                ada.press("Enter" if key == "+" else key)
                ada.wait_until(lambda before=before: below_the_clock(ada) != before, "a change")
            ada.wait_for(re.compile(r"c1 .*(in use|no R)"))
            ada.press("l")
            ada.wait_for(seen)
            ada.press("Esc")
            ada.wait_for("MOVE")
