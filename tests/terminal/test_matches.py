"""Whole matches in real terminals, against a real server."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.terminal.harness import House
from tests.terminal.people import all_of, begin, click_cursor, play_out, press_enter, sit_down


def test_two_play_a_whole_match_by_keys_alone(tmp_path: Path) -> None:
    with House(tmp_path) as house, ExitStack() as stack:
        players = all_of(
            stack, *(sit_down(tmp_path, house.address, name) for name in ("Ada", "Bruno"))
        )
        begin(players)
        play_out(players, press_enter)
        for player in players:
            player.wait_for("TOWERS")
            player.press("Esc")
            player.wait_for("lobby")


def test_two_play_a_whole_match_by_mouse_alone(tmp_path: Path) -> None:
    with House(tmp_path) as house, ExitStack() as stack:
        ada, bruno = all_of(
            stack,
            sit_down(tmp_path, house.address, "Ada", 100, 32),
            sit_down(tmp_path, house.address, "Bruno"),
        )
        ada.wait_for("n new")
        ada.click_on("n new")
        ada.wait_for("Enter create")
        ada.click_on("Enter create")
        ada.wait_for("waiting room")
        bruno.wait_for("Ada’s table")
        bruno.click_on("Ada’s table")
        bruno.wait_for("▶Ada’s table")
        bruno.click_on("Ada’s table")
        for player in (ada, bruno):
            player.wait_for("YOUR SCHOOL")
        play_out([ada, bruno], click_cursor)


@pytest.mark.parametrize("size", [(100, 32)])
def test_four_play_a_whole_expert_match(tmp_path: Path, size: tuple[int, int]) -> None:
    names = ("Ada", "Bruno", "Chiara", "Dario")
    with House(tmp_path) as house, ExitStack() as stack:
        players = all_of(
            stack,
            *(sit_down(tmp_path, house.address, name, *size) for name in names[:2]),
            *(sit_down(tmp_path, house.address, name) for name in names[2:]),
        )
        begin(players, expert=True)
        play_out(players, press_enter)
