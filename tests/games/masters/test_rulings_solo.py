"""Rulings 26 to 30: alone against Lorenzo."""

from __future__ import annotations

import pytest

from eriantys.games.masters import GAME
from eriantys.games.masters.lorenzo import STACK
from eriantys.games.masters.state import State
from tests.games.masters.position import (
    NO_HAND,
    Table,
    cards,
    facts,
    kinds,
    play,
    tokens,
)

SIX = cards([4, 20, 36], [2, 18, 34])
RED_FIRST = "red yellow grey blue / yellow grey purple blue / white white white white / purple"


def solo(*coming: str, market: str = RED_FIRST) -> Table:
    table = Table(1, market=market).player(leaders=NO_HAND)
    return table.set(stack=tokens(*coming)) if coming else table


def lost(state: State) -> bool:
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.ranking in (((), (0,)), ((0,),))
    return not outcome.winners


def test_ruling_26_each_good_discarded_moves_the_cross() -> None:
    state = solo("cross").ready()
    events = play(state, "take row 2", "discard coin", "discard rest")
    assert state.cross == 4 + 2
    assert {"seat": None, "space": 4} in facts(events, "faith moved")


def test_ruling_27_no_token_comes_after_a_winning_action() -> None:
    state = solo("cross").player(faith=23, leaders=((53, "hand"), (54, "hand"))).ready()
    events = play(state, "leader discard 1")
    assert state.ended == "faith"
    assert not lost(state)
    assert not facts(events, "token revealed")
    assert kinds(events)[-1] == "game over"
    assert state.tiles[0][2] == 1, "the third report comes first"


def test_ruling_28_buying_the_last_card_of_a_colour_loses() -> None:
    gone = [card for card in range(1, 49) if card % 4 == 1 and card != 41]
    table = solo("cross").without(*gone).player(slots=cards([4, 20]), chest="shield " * 7)
    state = table.ready()
    assert [card for pile in state.piles[:3] for card in pile] == [41]
    play(state, "buy green 3 slot 1")
    assert state.ended == "colour-gone"
    assert lost(state)


def test_ruling_28_unless_it_is_the_seventh() -> None:
    gone = [card for card in range(1, 49) if card % 4 == 1 and card != 1]
    state = solo("cross").without(*gone).player(slots=SIX, chest="shield shield").ready()
    play(state, "buy green 1 slot 3")
    assert state.ended == "seven-cards"
    assert not lost(state)


def test_ruling_29_the_player_arrives_before_the_goods_are_thrown_away() -> None:
    state = solo("cross").player(faith=23).set(cross=23).ready()
    play(state, "take row 1")
    assert state.ended == "faith"
    assert not lost(state)


def test_ruling_30_one_card_of_the_colour_is_left_for_the_token() -> None:
    gone = [card for card in range(1, 49) if card % 4 == 3 and card != 43]
    state = solo("blue").without(*gone).ready()
    events = play(state, "take row 3")
    assert facts(events, "token revealed") == [{"token": "blue", "cards": [43]}]
    assert state.ended == "colour-gone"
    assert lost(state)


def test_two_cards_go_from_the_lowest_level_and_then_from_the_next() -> None:
    state = solo("purple").without(2, 6, 10).ready()
    events = play(state, "take row 3")
    assert facts(events, "token revealed") == [{"token": "purple", "cards": [14, 30]}]
    assert state.removed == bytes((14, 30))
    assert [event["left"] for event in facts(events, "card uncovered")] == [0, 3]


def test_the_cross_loses_and_calls_reports() -> None:
    state = solo("cross").player(faith=4).set(cross=6).ready()
    play(state, "take row 3")
    assert (state.cross, state.reports, state.tiles[0][0]) == (8, 1, 2)
    state = solo("cross").player(faith=20).set(cross=22, reports=2).ready()
    play(state, "take row 3")
    assert state.ended == "lorenzo"
    assert lost(state)
    assert state.tiles[0][2] == 1, "the report is held even so"


def test_the_shuffle_makes_a_new_stack() -> None:
    state = solo("shuffle").set(drawn=tokens("cross", "green")).ready()
    play(state, "take row 3")
    assert state.cross == 1
    assert sorted(state.stack) == sorted(STACK)
    assert state.drawn == b""


def row_3(state: State) -> bytes:
    return state.market[8:12]


def coloured(marble: int) -> bool:
    return marble < 4


@pytest.mark.parametrize("number", range(6))
def test_the_stack_never_runs_dry(number: int) -> None:
    state = solo(*["cross"] * number, "shuffle").ready()
    for _ in range(number + 3):
        state.cross = 0
        play(
            state, "take row 3", *(["discard rest"] if any(map(coloured, row_3(state))) else [])
        )
    assert state.stack
