"""What is different at a server that somebody has at home."""

from __future__ import annotations

from msgspec.structs import asdict

from eriantys.server.limits import FRAME_FROM_SERVER, NAME_MOST, Limits
from eriantys.server.outside.home_line import UNFINISHED_MOST, unhurried
from eriantys.wire.from_client import Create, Leave
from eriantys.wire.from_server import Matches, SavedCard
from eriantys.wire.messages import write
from tests.keys import A_NONCE
from tests.server.parlour import Parlour

MOODS = 50
"""More games than a server for strangers lets anybody leave behind."""


def test_whoever_begins_one_game_after_the_other_at_home_may_go_on_with_that() -> None:
    parlour = Parlour(bots=True, **asdict(unhurried(Limits())))
    (ada,) = parlour.enter("ada")
    for _ in range(MOODS):
        ada.say(Create("toy", 2, A_NONCE, private=True, bots=("easy",)))
        ada.say(Leave())
    ada.drop()
    assert Limits().matches_per_name < MOODS == len(parlour.enter("ada")[0].last(Matches).saved)


def test_all_games_that_can_be_unfinished_at_home_are_told_in_one_frame() -> None:
    names = ("W" * NAME_MOST,) * 4
    card = SavedCard(2**40, "eriantys", names, 3, suspended=True, bots=("normal",) * 4)
    assert len(write(Matches(whole=True, saved=(card,) * UNFINISHED_MOST))) < FRAME_FROM_SERVER


def test_what_is_played_at_home_is_kept_for_good() -> None:
    limits = unhurried(Limits())
    assert limits.keep == limits.keep_saved >= 3650
