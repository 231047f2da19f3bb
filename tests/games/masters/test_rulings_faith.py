"""Rulings 5 to 8: the faith track and its reports."""

from __future__ import annotations

import pytest

from eriantys.games.masters.holdings import points_of
from tests.games.masters.position import Table, cards, depots, facts, play

UP, LOST = 1, 2


def test_ruling_5_all_others_move_first_and_then_reports_are_checked() -> None:
    state = Table(4).player(1, faith=7).player(2, faith=4).player(3, faith=3).ready()
    events = play(state, "take row 1", "put coin 1", "put stone 2", "discard rest")
    assert state.faith == (0, 9, 6, 5)
    assert facts(events, "vatican report") == [{"report": 1, "seats": [1, 2, 3]}]
    assert [tiles[0] for tiles in state.tiles] == [LOST, UP, UP, UP]


def test_ruling_5_goods_discarded_one_by_one_in_an_action_count_together() -> None:
    one = Table(3).player(1, faith=7).player(2, faith=3).ready()
    events = play(one, "take row 1", "discard coin", "put stone 2", "put servant 3")
    assert one.faith == (0, 7, 3), "nobody moves before the action is done"
    events += play(one, "discard shield")
    assert one.faith == (0, 9, 5)
    assert facts(events, "vatican report") == [{"report": 1, "seats": [1, 2]}]
    assert facts(events, "goods discarded") == [{"seat": 0, "number": 2}]


def test_ruling_6_one_move_over_two_pope_spaces_holds_both_reports() -> None:
    state = Table().player(faith=7, slots=cards([4, 21, 41], [2, 19, 42], [3, 17, 43]))
    state.player(held=depots("servant", "coin"), chest="stone").player(1, faith=6)
    table = state.ready()
    events = play(table, "produce card 1", "produce card 2", "produce card 3")
    assert table.faith == (16, 6)
    said = [{"report": 1, "seats": [0, 1]}, {"report": 2, "seats": [0]}]
    assert facts(events, "vatican report") == said
    assert [tiles[:2] for tiles in table.tiles] == [bytes((UP, UP)), bytes((UP, LOST))]


def test_ruling_7_a_report_comes_on_somebody_elses_turn() -> None:
    state = Table().player(0, faith=6).player(1, faith=7).ready()
    play(state, "take column 1", "discard rest")
    assert state.faith == (6, 9)
    assert [tiles[0] for tiles in state.tiles] == [UP, UP]
    assert state.points == (2 + 2, 4 + 2)


def test_ruling_8_whoever_is_beyond_the_section_gets_the_tile_too() -> None:
    state = Table(3).set(reports=1).player(0, faith=17).player(1, faith=15).player(2, faith=11)
    table = state.ready()
    table.faith = (17, 15, 11)
    play(table, "leader discard 1")
    assert table.reports == 2
    assert [tiles[1] for tiles in table.tiles] == [UP, UP, LOST]


@pytest.mark.parametrize(
    ("space", "points"),
    [
        *((space, 0) for space in (0, 1, 2)),
        *((space, 1) for space in (3, 5)),
        *((space, 2) for space in (6, 8)),
        *((space, 4) for space in (9, 11)),
        *((space, 6) for space in (12, 14)),
        *((space, 9) for space in (15, 17)),
        *((space, 12) for space in (18, 20)),
        *((space, 16) for space in (21, 23)),
        (24, 20),
    ],
)
def test_the_track_brings_the_points_of_the_last_space_passed(space: int, points: int) -> None:
    assert points_of(Table().player(faith=space).ready(), 0) == points


def test_markers_stop_on_the_last_space() -> None:
    state = Table().player(1, faith=23).ready()
    play(state, "take row 1", "discard rest")
    assert state.faith == (0, 24)


def test_a_report_is_held_once() -> None:
    state = Table(3).player(1, faith=7).player(2, faith=7).ready()
    events = play(state, "take row 1", "discard rest")
    assert len(facts(events, "vatican report")) == 1
    assert state.reports == 1
