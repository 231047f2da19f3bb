"""The card that asks what to play at home."""

from __future__ import annotations

import msgspec

from eriantys.client.screens.at_home import AtHome
from eriantys.wire.from_server import Matches, Named
from tests.client.screens.stage import WELCOME, Stage, entropy


def test_bots_are_not_all_opponents_where_two_play_against_two() -> None:
    stage = Stage()
    stage.push(AtHome(stage, stage.quit, entropy=entropy))
    stage.hear(msgspec.structs.replace(WELCOME, bots=("easy", "hard")))
    stage.hear(Named("Ada"), Matches(whole=True))
    assert "you against 1 easy bot" in stage.text()
    stage.press("Down", "Right", "Right")
    assert "you with 3 easy bots, in two teams" in stage.text()
