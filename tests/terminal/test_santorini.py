"""Whole matches of Santorini in real terminals, with gods, against a real server."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.games.santorini.position import position
from tests.terminal.harness import House, Terminal
from tests.terminal.people import all_of, begin, click_cursor, play_out, press_enter, sit_down
from tests.terminal.prepared import hand_over_keys, prepare

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


@pytest.mark.parametrize("act", [press_enter, click_cursor], ids=["by keys", "by mouse"])
def test_three_play_a_whole_match_with_gods(
    tmp_path: Path, act: Callable[[Terminal], None]
) -> None:
    with House(tmp_path) as house, ExitStack() as stack:
        players = all_of(
            stack,
            sit_down(tmp_path, house.address, "Ada"),
            sit_down(tmp_path, house.address, "Bruno", 100, 32),
            sit_down(tmp_path, house.address, "Chiara"),
        )
        begin(players, games_down=1, begun=CHOOSING)
        play_out(players, act)


@pytest.mark.parametrize("size", [(80, 24), (130, 42)])
def test_a_move_that_wins_says_so_before_it_is_made(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    state = position("c3 a1 / e5 e1", "c3=2 c4=3", gods="pan atlas")
    prepare(tmp_path, state, "santorini")
    with House(tmp_path) as house:
        hand_over_keys(tmp_path / "state", house.address, "Ada")
        with sit_down(tmp_path, house.address, "Ada", *size) as ada:
            ada.wait_for("YOUR TURN")
            ada.press("c", "4")
            ada.wait_for("Move A1 to c4: up 2→3, you win!")
            ada.press("Enter")
            ada.wait_for("You stepped up onto level 3")
