"""Clients whose server is killed and started again: they come back by themselves."""

from __future__ import annotations

import signal
from contextlib import ExitStack
from pathlib import Path

from tests.terminal.harness import House
from tests.terminal.people import all_of, begin, play_out, press_enter, sit_down

LOST = "CONNECTION LOST"


def test_four_play_on_across_a_killed_server(tmp_path: Path) -> None:
    names = ("Ada", "Bruno", "Chiara", "Dario")
    with ExitStack() as stack:
        house = stack.enter_context(House(tmp_path))
        players = all_of(stack, *(sit_down(tmp_path, house.address, name) for name in names))
        begin(players, expert=True)
        play_out(players, press_enter, until="  r2  ")
        house.stop(signal.SIGKILL)
        for player in players:
            player.wait_for(LOST)
            assert "YOUR SCHOOL" in player.text()
        stack.enter_context(House(tmp_path, "--port", str(house.port)))
        for player in players:
            player.wait_gone(LOST)
        play_out(players, press_enter)


def test_somebody_who_looks_on_comes_back_too(tmp_path: Path) -> None:
    with ExitStack() as stack:
        house = stack.enter_context(House(tmp_path))
        house.seat("Ada", "Bruno")
        watcher = stack.enter_context(
            sit_down(tmp_path, house.address, "Zoe", command="watch", match="1")
        )
        watcher.wait_for("Ada’s school")
        house.stop(signal.SIGKILL)
        watcher.wait_for(LOST)
        again = stack.enter_context(House(tmp_path, "--port", str(house.port)))
        watcher.wait_gone(LOST)
        again.let_go()
