"""What people do at a table beside playing: talk, vote, look things up, leave."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from eriantys.client.keys import Click
from eriantys.client.known import KnownServers
from eriantys.client.model import Place
from eriantys.wire.from_client import Chat, Leave, Resign, Vote
from tests.client.players import Player, everybody
from tests.client.test_app import on_turn, table


@pytest.fixture
def players(tmp_path: Path) -> list[Player]:
    return table(KnownServers(tmp_path), "Ada", "Bruno")


def test_talk_is_written_at_the_table_and_seen_by_all(players: list[Player]) -> None:
    ada, bruno = players
    ada.press("t")
    ada.type("good luck!")
    ada.press("Enter")
    assert Chat("match", "good luck!") in ada.said
    everybody(players)
    for player in players:
        assert "good luck!" in player.screen()
    bruno.press("T")
    assert "Nobody plays on your side" in bruno.app.said


def test_a_pause_is_proposed_in_the_menu_and_agreed_to_by_a_key(players: list[Player]) -> None:
    ada, bruno = players
    ada.press("q", "p")
    everybody(players)
    assert "A PAUSE?" in bruno.screen()
    assert "Your vote" in bruno.screen()
    bruno.press("y")
    assert bruno.said[-1] == Vote("pause", "yes")
    everybody(players)
    assert "PAUSED" in ada.screen()
    ada.press("q", "g")
    everybody(players)
    assert "GO ON?" in bruno.screen()
    bruno.press("y")
    everybody(players)
    assert "PAUSED" not in ada.screen()


def test_a_clock_is_spoken_of_only_where_one_runs(players: list[Player]) -> None:
    ada = on_turn(players)
    match = ada.app.model.match
    assert match is not None
    told = "clock runs on"

    def is_told() -> list[bool]:
        ada.press("q")
        menu = told in ada.screen()
        ada.press("Esc", "?")
        page = told in ada.screen()
        ada.press("Esc")
        return [menu, page]

    assert is_told() == [True, True]
    match.paused = True
    assert is_told() == [False, False]
    match.paused = False
    # As at home: so long a turn shows no clock.
    match.started = msgspec.structs.replace(match.started, turn_seconds=24 * 3600)
    match.set_clock(24 * 3600 * 1000, ada.app.now)
    assert is_told() == [False, False]


def test_a_vote_is_cast_by_a_click(players: list[Player]) -> None:
    ada, bruno = players
    ada.press("q", "m")
    everybody(players)
    assert "MORE TIME" in bruno.screen()
    bruno.click("n no")
    assert bruno.said[-1] == Vote("time", "no")
    everybody(players)
    assert "MORE TIME" not in bruno.screen()


def test_those_who_are_here_decide_about_one_who_is_not(tmp_path: Path) -> None:
    players = table(KnownServers(tmp_path), "Ada", "Bruno", "Chiara")
    gone = on_turn(players)
    rest = [player for player in players if player is not gone]
    gone.person.drop()
    everybody(rest)
    name = gone.app.model.name.upper()
    assert f"{name} away" in rest[0].screen()
    rest[0].parlour.wait(35)
    everybody(rest)
    shown = rest[0].screen()
    assert f"{name} IS AWAY" in shown
    assert "0:35 ago" in shown
    assert "w wait" in shown
    for player in rest:
        player.press("e")
        everybody(rest)
    for player in rest:
        assert player.app.model.place is Place.AFTER


def test_leaving_and_resigning_ask_first(players: list[Player]) -> None:
    ada, bruno = players
    ada.press("q", "l")
    assert "Leave?" in ada.screen()
    ada.press("Esc", "Esc")
    assert not any(isinstance(message, Leave) for message in ada.said)
    ada.press("q", "r")
    assert "Give the match up?" in ada.screen()
    ada.press("x", "y")
    assert Resign() in ada.said
    everybody(players)
    assert "GAME OVER" in bruno.screen()


def test_settings_are_switched_in_the_menu(players: list[Player]) -> None:
    ada = players[0]
    ada.press("q", "s", "c")
    assert not ada.settings.bell
    assert ada.settings.ask_before_sending
    assert "Ask before each action: on" in ada.screen()
    ada.press("Down", "Up", "Up", "Down", "Enter")
    assert "MENU" not in ada.screen()


def test_the_menu_answers_to_the_mouse(players: list[Player]) -> None:
    ada = players[0]
    ada.press("q")
    ada.click("Resign")
    assert "Give the match up?" in ada.screen()
    ada.press("n", "Esc")


def test_quitting_in_a_match_asks_and_keeps_the_seat(players: list[Player]) -> None:
    ada = players[0]
    ada.press("q", "Q")
    assert "Your seat is kept" in ada.screen()
    ada.press("Enter")
    assert ada.app.over


def test_the_log_is_scrolled(players: list[Player]) -> None:
    for _ in range(16):
        player = on_turn(players)
        player.press("Enter")
    ada = players[0]
    ada.go_on()
    ada.press("l")
    latest = ada.screen()
    for key in ("Up", "PageUp", "Home"):
        ada.press(key)
    first = ada.screen()
    ada.press("Down", "PageDown", "End")
    assert ada.screen() == latest
    ada.app.handle(Click(5, 5, "wheel-up"))
    ada.app.handle(Click(5, 5, "wheel-down"))
    assert "lines of the log" in first
    ada.press("Enter")


def test_what_the_other_does_is_told_in_the_log(players: list[Player]) -> None:
    one = on_turn(players)
    other = next(player for player in players if player is not one)
    one.press("Enter")
    other.go_on()
    assert f"{one.app.model.name} plays assistant 1" in other.screen()


def test_a_click_on_a_key_is_that_key_and_a_right_click_looks_closer(
    players: list[Player],
) -> None:
    ada = players[0]
    ada.click("? help")
    assert "HELP" in ada.screen()
    ada.click("signs")
    assert "Mother Nature" in ada.screen()
    for key in ("Tab", "Right", "Left", " "):
        ada.press(key)
    ada.app.handle(Click(5, 5, "wheel-up"))
    ada.press("Esc")
    ada.see()
    ada.app.handle(Click(5, 5, "right"))
    assert "IN WORDS" in ada.screen()
    ada.press("Esc")


def test_the_board_of_a_match_that_is_over_names_the_way_back(players: list[Player]) -> None:
    ada, bruno = players
    ada.press("q", "r", "y")
    everybody(players)
    bruno.press("b")
    assert "GAME OVER" in bruno.screen()
    assert " b result  Esc lobby" not in bruno.screen(), "nobody has meant this letter for it"
    bruno.parlour.wait(1)
    bruno.press("b")
    for width, height in ((80, 24), (100, 32), (130, 42)):
        bruno.size = width, height
        assert " b result  Esc lobby" in bruno.screen().splitlines()[-1]
        assert bruno.screen().count("GAME OVER") == 1
    bruno.press("b", "s")
    assert "Save as" in bruno.screen(), "whoever has asked for the card is not startled by it"


def test_one_who_looked_on_sees_the_result_until_leaving(tmp_path: Path) -> None:
    known = KnownServers(tmp_path)
    players = table(known, "Ada", "Bruno")
    zoe = Player(players[0].parlour, "Zoe", known)
    zoe.parlour.wait(6)
    zoe.go_on()
    zoe.press("w")
    zoe.go_on()
    assert zoe.app.model.place is Place.MATCH, zoe.screen()
    on_turn(players).press("q", "r", "Enter")
    zoe.go_on()
    assert zoe.app.model.place is Place.LOBBY
    assert "GAME OVER" in zoe.screen()
    zoe.press("Esc")
    assert "lobby" in zoe.screen()


def test_a_sentence_goes_when_it_is_old_or_about_something_else(players: list[Player]) -> None:
    mover = on_turn(players)
    other = next(player for player in players if player is not mover)
    other.press("Z")
    assert other.app.said
    mover.press("Enter")
    other.go_on()
    assert not other.app.said, "it is another turn now"
    other.press("Z")
    other.parlour.wait(6)
    other.go_on()
    assert not other.app.said


def test_a_vote_is_put_aside_and_found_in_the_menu(players: list[Player]) -> None:
    ada, bruno = players
    ada.press("q", "p")
    everybody(players)
    assert "A PAUSE?" in bruno.screen()
    bruno.press("Esc")
    assert "A PAUSE?" not in bruno.screen()
    bruno.press("q", "v")
    assert "A PAUSE?" in bruno.screen()


def test_looks_are_chosen_in_the_menu_and_kept(players: list[Player]) -> None:
    ada = players[0]
    ada.press("q", "t", "k", "i")
    assert ada.settings.theme == "light"
    assert ada.settings.safe_colours
    assert ada.settings.ascii_only
    assert ada.app.chosen == {"theme", "safe_colours", "ascii_only"}
    assert ada.app.restyled
    ada.press("t", "t")
    assert ada.settings.theme == "dark"
