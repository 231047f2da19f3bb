"""A hint in a real terminal: a bot thinks in a process beside the client."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path

from tests.terminal.harness import House
from tests.terminal.people import TURN, all_of, begin, sit_down

THOUGHT = 60.0
"""Much longer than a thought takes where others have the processor."""


def test_a_bot_is_asked_and_its_advice_is_played(tmp_path: Path) -> None:
    with House(tmp_path) as house, ExitStack() as stack:
        players = all_of(
            stack,
            *(sit_down(tmp_path, house.address, name, 100, 32) for name in ("Ada", "Bruno")),
        )
        begin(players)
        players[0].wait_for(re.compile(r"YOUR TURN|BRUNO…"))
        mover = players[0] if TURN in players[0].screen()[0] else players[1]
        mover.wait_for(TURN)
        mover.press("H")
        shown = mover.wait_for(re.compile(r"A bot would play assistant \d+"), THOUGHT)
        advised = re.search(r"would play (assistant \d+), and gives you \d+%\. Enter", shown)
        assert advised is not None, shown
        mover.press("Enter")
        other = next(player for player in players if player is not mover)
        other.wait_for(f"plays {advised[1]}")
