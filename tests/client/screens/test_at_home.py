"""The card that asks what to play at home."""

from __future__ import annotations

import msgspec
import pytest

from eriantys.client.address import Address
from eriantys.client.screens.at_home import AtHome
from eriantys.wire.from_client import Create
from eriantys.wire.from_server import Matches, Named
from tests.client.screens.stage import WELCOME, Stage, entropy


def set_up(stage: Stage) -> None:
    """Let the server say what can be played."""
    stage.hear(msgspec.structs.replace(WELCOME, bots=("easy", "hard")))
    stage.hear(Named("Ada"), Matches(whole=True))


def test_bots_are_not_all_opponents_where_two_play_against_two() -> None:
    stage = Stage()
    stage.push(AtHome(stage, stage.quit, entropy=entropy))
    set_up(stage)
    assert "you against 1 easy bot" in stage.text()
    stage.press("Down", "Right", "Right")
    assert "you with 3 easy bots, in two teams" in stage.text()


def test_enter_before_the_card_is_there_begins_the_game_once_it_is() -> None:
    stage = Stage()
    stage.push(AtHome(stage, stage.quit, entropy=entropy))
    stage.press("Enter")
    assert "The table is being set up" in stage.text()
    set_up(stage)
    (begun,) = (said for said in stage.sent() if isinstance(said, Create))
    assert begun.bots == ("easy",)


def test_enter_counts_no_more_once_something_else_is_wanted() -> None:
    stage = Stage()
    stage.push(AtHome(stage, stage.quit, entropy=entropy))
    stage.press("Enter", "h")
    set_up(stage)
    assert not [said for said in stage.sent() if isinstance(said, Create)]


@pytest.mark.parametrize("hasty", [False, True])
def test_enter_that_tries_once_more_begins_no_game(
    monkeypatch: pytest.MonkeyPatch, hasty: bool
) -> None:
    stage = Stage()
    tried: list[str] = []
    monkeypatch.setattr(stage, "retry", lambda: tried.append("once more"))
    stage.push(AtHome(stage, stage.quit, entropy=entropy))
    if hasty:
        stage.press("Enter")
    stage.line.trouble = "The table at home cannot be set up."
    stage.press("Enter")
    assert tried == ["once more"]
    stage.line.trouble = ""
    set_up(stage)
    assert not [said for said in stage.sent() if isinstance(said, Create)]


def test_whoever_opens_the_table_keeps_a_seat_for_a_friend() -> None:
    stage = Stage()
    stage.shared = Address("192.0.2.7", 7777)
    stage.push(AtHome(stage, stage.quit, entropy=entropy))
    set_up(stage)
    assert "you and 1 friend" in stage.text()
    stage.press("Down", "Down", "Left")
    assert "you against 1 easy bot" in stage.text()
    # What is chosen is what is counted, however many sit there.
    stage.press("Right", "Right", "Right")
    assert "[1] 2" not in stage.text()
    assert "you and 1 friend" in stage.text()
    stage.press("Up", "Right", "Right", "Down", "Right", "Right")
    assert "0  1  2 [3]" in stage.text()
    assert "you and 3 friends" in stage.text()
    stage.press("Up", "Left")
    assert "0  1 [2]" in stage.text()
    assert "you and 2 friends" in stage.text()
    stage.press("Right")
    assert "you and 3 friends" in stage.text()
