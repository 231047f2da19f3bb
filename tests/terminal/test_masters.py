"""Masters of Renaissance in real terminals: whole matches of one and two, a round of four."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from tests.terminal.harness import House, Terminal
from tests.terminal.people import all_of, click_cursor, play_out, sit_down

CARD = "POINTS"
"""The head of a column on the card that tells the result."""


def begin(terminals: Sequence[Terminal]) -> None:
    """Let the first open a table of Masters for all, and the others sit down, by keys."""
    host, *guests = terminals
    host.wait_for("lobby")
    host.press("n")
    host.wait_for("NEW MATCH")
    host.press("Down", "Right", "Right")
    host.wait_for("Masters of Renaissance")
    host.press("Down", *["Right"] * len(guests), "Enter")
    for guest in guests:
        guest.wait_for("’s table")
        guest.press("Enter")
    for terminal in terminals:
        terminal.wait_for("LEADERS")


def throw_away(terminal: Terminal) -> None:
    """Do whatever is under the cursor, but store nothing: so the others soon win."""
    if "STORE" not in terminal.screen()[0]:
        terminal.press("Enter")
    else:
        terminal.press("X" if "X all" in terminal.text() else "x")


def test_one_plays_a_whole_match_against_lorenzo(tmp_path: Path) -> None:
    with House(tmp_path) as house, ExitStack() as stack:
        players = all_of(stack, sit_down(tmp_path, house.address, "Ada"))
        begin(players)
        play_out(players, throw_away)
        (ada,) = players
        ada.wait_for(CARD)
        assert "LORENZO" in ada.text().upper()
        ada.press("b")
        ada.wait_for("GAME OVER")
        ada.press("Esc")
        ada.wait_for("lobby")


def test_two_play_a_whole_match_one_of_them_on_a_large_screen(tmp_path: Path) -> None:
    with House(tmp_path) as house, ExitStack() as stack:
        players = all_of(
            stack,
            sit_down(tmp_path, house.address, "Ada"),
            sit_down(tmp_path, house.address, "Bruno", 130, 42),
        )
        begin(players)
        play_out(players, throw_away)
        for player in players:
            player.wait_for(CARD)
            player.press("Esc")
            player.wait_for("lobby")


def test_four_play_a_round_by_mouse_alone(tmp_path: Path) -> None:
    names = ("Ada", "Bruno", "Chiara", "Dario")
    with House(tmp_path) as house, ExitStack() as stack:
        players = all_of(
            stack,
            *(sit_down(tmp_path, house.address, name) for name in names),
        )
        begin(players)
        play_out(players, click_cursor, until="MASTERS  r2  ")
