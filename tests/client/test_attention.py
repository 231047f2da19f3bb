"""The bell and the window's title call whoever is asked, and nobody else."""

from __future__ import annotations

from pathlib import Path

import pytest

from eriantys.client.attention import TurnCall
from eriantys.client.known import KnownServers
from eriantys.client.match import Match
from eriantys.client.settings import Settings
from eriantys.wire.from_server import Request
from tests.client.test_app import on_turn, table
from tests.client.test_match import started

CALLED = "Your turn! Eriantys"
ASKED = Request(5, "move", 60_000, "move")


@pytest.fixture
def match() -> Match:
    return Match(started(turn=0), 0.0)


def test_the_title_says_whose_turn_it_is(match: Match) -> None:
    call = TurnCall(Settings())
    assert call.title == "Eriantys"
    match.request = ASKED
    call.follow(match)
    assert call.title == CALLED
    match.request = None
    call.follow(match)
    assert call.title == "Eriantys"
    match.request = ASKED
    call.follow(match)
    call.follow(None)
    assert call.title == "Eriantys"


def test_a_title_that_is_not_wanted_is_left_to_the_window(match: Match) -> None:
    settings = Settings(window_title=False)
    call = TurnCall(settings)
    assert call.title == ""
    match.request = ASKED
    call.follow(match)
    assert call.title == ""
    settings.window_title = True
    assert call.title == CALLED, "what is chosen in the menu counts at once"


def test_the_bell_is_not_rung_again_between_two_steps_of_a_turn(match: Match) -> None:
    call = TurnCall(Settings())
    rung = []
    for request, turn in ((ASKED, 0), (None, 0), (ASKED, 0), (None, 1), (ASKED, 0)):
        match.request, match.turn = request, turn
        call.follow(match)
        rung.append(call.take_bell())
    assert rung == [True, False, False, False, True]


def test_a_bell_that_is_not_wanted_is_not_rung(match: Match) -> None:
    call = TurnCall(Settings(bell=False))
    match.request = ASKED
    call.follow(match)
    assert not call.take_bell()
    assert call.title == CALLED


def test_whoever_has_lost_the_line_is_not_called_any_more(tmp_path: Path) -> None:
    player = on_turn(table(KnownServers(tmp_path), "Ada", "Bruno"))
    assert player.app.call.title == CALLED
    player.link.hang_up("Gone.")
    player.go_on()
    assert player.app.call.title == "Eriantys"
