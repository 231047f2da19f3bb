"""Whole matches of Santorini in real terminals, with gods, against a real server."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from tests.terminal.harness import House
from tests.terminal.people import all_of, begin, click_cursor, play_out, press_enter, sit_down

CHOOSING = "CHOOSE 1/"


def test_two_play_a_whole_match_with_gods_by_keys(tmp_path: Path) -> None:
    with House(tmp_path) as house, ExitStack() as stack:
        players = all_of(
            stack, *(sit_down(tmp_path, house.address, name) for name in ("Ada", "Bruno"))
        )
        begin(players, games_down=1, begun=CHOOSING)
        play_out(players, press_enter)
        for player in players:
            player.wait_for("WORKERS ON")
            player.press("Esc")
            player.wait_for("lobby")


def test_two_play_a_whole_match_with_gods_by_mouse(tmp_path: Path) -> None:
    with House(tmp_path) as house, ExitStack() as stack:
        players = all_of(
            stack,
            sit_down(tmp_path, house.address, "Ada", 130, 42),
            sit_down(tmp_path, house.address, "Bruno"),
        )
        begin(players, games_down=1, begun=CHOOSING)
        play_out(players, click_cursor)


def test_three_play_a_whole_match_with_gods(tmp_path: Path) -> None:
    with House(tmp_path) as house, ExitStack() as stack:
        players = all_of(
            stack,
            sit_down(tmp_path, house.address, "Ada"),
            sit_down(tmp_path, house.address, "Bruno", 100, 32),
            sit_down(tmp_path, house.address, "Chiara"),
        )
        begin(players, games_down=1, begun=CHOOSING)
        play_out(players, press_enter)
