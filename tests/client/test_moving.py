"""What moves by itself is drawn anew as often as it is somewhere else, at the right time."""

from __future__ import annotations

from pathlib import Path

from eriantys.client.boards.eriantys.motion import STEP
from eriantys.client.known import KnownServers
from tests.client.players import Player
from tests.client.test_app import on_turn, table


def until_she_walks(players: list[Player]) -> Player:
    """Play on until somebody has let Mother Nature walk; return who sees it."""
    while True:
        mover = on_turn(players)
        for player in players:
            player.see()
        match = mover.app.model.match
        assert match is not None
        walks = match.decision == "mother"
        mover.press("Enter")
        if walks:
            return next(player for player in players if player is not mover)


def test_mother_nature_is_seen_on_her_way_and_where_she_arrives(tmp_path: Path) -> None:
    players = table(KnownServers(tmp_path), "Ada", "Bruno")
    for player in players:
        player.settings.animations = True
    seeing = until_she_walks(players)
    seeing.go_on()
    begun = seeing.app.now
    setting_out = seeing.screen()
    assert not seeing.app.dirty
    assert seeing.app.next_due() <= begun + STEP
    seeing.app.now = begun + STEP + 0.01
    seeing.app.tick()
    assert seeing.app.dirty, "she has gone on, and that is to be seen"
    assert "\n".join(seeing.app.picture(*seeing.size).rows()) != setting_out
