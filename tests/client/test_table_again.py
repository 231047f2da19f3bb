"""A table whose connection was lost or that was left, and whoever comes back to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from eriantys.client.known import KnownServers
from eriantys.client.match import Line
from eriantys.client.model import Place
from tests.client.players import Player
from tests.client.test_app import on_turn, table


@pytest.fixture
def players(tmp_path: Path) -> list[Player]:
    return table(KnownServers(tmp_path), "Ada", "Bruno")


def test_a_match_that_was_left_can_be_taken_up_again(players: list[Player]) -> None:
    ada = on_turn(players)
    ada.press("q", "l", "Enter")
    assert ada.app.model.place is Place.LOBBY
    assert "saved" in ada.screen()
    ada.press("o")
    assert ada.app.model.place is Place.MATCH


def test_a_line_that_is_back_is_shown_at_once(players: list[Player]) -> None:
    ada = players[0]
    ada.link.hang_up("Gone.")
    ada.go_on()
    for size in ((80, 24), (100, 32), (130, 42)):
        ada.size = size
        assert "CONNECTION LOST" in ada.screen()
    ada.press("o")
    assert ada.app.model.place is Place.MATCH
    assert "connect" in ada.screen()


@pytest.mark.parametrize("size", [(80, 24), (100, 32), (130, 42)])
def test_however_long_the_reason_the_ways_out_are_named(
    players: list[Player], size: tuple[int, int]
) -> None:
    ada = players[0]
    ada.size = size
    reason = "host.table.example:7777 refuses the connection; is the server running there?"
    ada.link.hang_up(reason)
    ada.go_on()
    seen = ada.screen()
    assert "host.table.example:7777 refuses the connection" in seen
    assert "  r try now  o other server" in seen
    assert (reason in seen) == (size != (80, 24))


def test_the_lobby_says_when_the_line_is_lost(tmp_path: Path) -> None:
    players = table(KnownServers(tmp_path), "Ada", "Bruno")
    ada = players[0]
    ada.press("q", "l", "Enter")
    ada.link.hang_up("Gone.")
    ada.go_on()
    seen = ada.screen().splitlines()
    assert "CONNECTION LOST" in seen[0]
    assert "Gone.  r try now  o other server" in seen[-2]
    assert seen[-1].rstrip() == " r try now  o other server  Ctrl-C twice: quit"
    ada.press("t")
    ada.type("r there?")
    seen = ada.screen().splitlines()
    assert "CONNECTION LOST" in seen[0]
    assert "r there?" in seen[-2]
    assert "other server" not in seen[-1]


def test_whoever_comes_back_reads_what_was_missed(players: list[Player]) -> None:
    for _ in range(4):
        on_turn(players).press("Enter", "Enter")
    player = on_turn(players)
    numbers = line_numbers(player)
    assert len(numbers) == 4
    player.press("q", "l", "Enter", "o")
    assert player.app.model.place is Place.MATCH
    assert line_numbers(player) == numbers
    player.press("l")
    assert "assistant 1" in player.screen()


def test_whoever_was_away_finds_in_the_log_for_how_long_and_then_what_was_missed(
    players: list[Player],
) -> None:
    gone = on_turn(players)
    gone.press("Enter")
    other = on_turn(players)
    gone.person.drop()
    gone.link.hang_up("Gone.")
    gone.go_on()
    other.press("Enter")
    gone.parlour.wait(14)
    gone.go_on()
    gone.come_back()
    assert gone.app.model.place is Place.MATCH
    *_, away, missed = gone.app.model.match.story
    assert away.text == "You were away for 14 s."
    assert isinstance(missed, Line)
    gone.link.hang_up("Gone.")
    gone.go_on()
    gone.parlour.wait(3)
    gone.come_back()
    told = [each.text for each in gone.app.model.match.story if not isinstance(each, Line)]
    assert [text for text in told if "You were away" in text] == [
        "You were away for 14 s.",
        "You were away for 3 s.",
    ]


def line_numbers(player: Player) -> list[int]:
    match = player.app.model.match
    assert match is not None
    return [entry.number for entry in match.story if isinstance(entry, Line)]


def test_talk_from_before_is_there_for_whoever_comes_back(players: list[Player]) -> None:
    ada = players[0]
    ada.press("t")
    ada.type("remember me")
    ada.press("Enter")
    ada.press("q", "l", "Enter", "o")
    assert "remember me" in ada.screen()


def test_the_end_of_the_time_says_how_to_come_back(players: list[Player]) -> None:
    ada = players[0]
    ada.link.hang_up("Your time was up.")
    ada.link.waits_for_key = True
    ada.go_on()
    shown = ada.screen()
    assert "r comes back" in shown
    assert "trying" not in shown
    ada.press("t")
    ada.type("hello?")
    ada.press("Enter")
    assert "not sent" in ada.app.said
