"""Rulings 12, 22 to 25 and 31: turns, the set-up, the last round and the score."""

from __future__ import annotations

import pytest

from eriantys.games.masters import GAME, decisions
from eriantys.games.masters.names import IN_HAND
from tests.games.masters.position import (
    NO_HAND,
    Table,
    cards,
    depots,
    facts,
    kinds,
    listed,
    play,
    refused,
)
from tests.games.play import fair_dice

SEVEN = cards([1, 17, 33], [2, 18, 34], [3])
SIX = cards([1, 17, 33], [2, 18, 34])


def test_ruling_12_leader_actions_come_before_or_after_the_main_action() -> None:
    state = Table().ready()
    assert listed(state, "leader") == ["leader discard 1", "leader discard 2"]
    play(state, "take row 1")
    assert refused(state, "leader discard 1") == "wrong-phase"
    play(state, "discard rest")
    assert listed(state) == ["leader discard 1", "leader discard 2", "end"]
    play(state, "leader discard 2", "end")
    assert state.seat == 1


def test_ruling_12_not_in_the_middle_of_paying_either() -> None:
    state = Table().player(held=depots("coin", "shield shield"), chest="shield shield")
    table = state.top(1).ready()
    play(table, "buy green 1 slot 1")
    assert table.decision == decisions.PAY
    assert refused(table, "leader discard 1") == "wrong-phase"
    assert refused(table, "swap 1 2") == "wrong-phase"


def test_ruling_12_the_turn_ends_by_itself_once_no_leader_is_in_hand() -> None:
    state = Table().player(leaders=NO_HAND).ready()
    events = play(state, "take row 3")
    assert state.seat == 1
    assert facts(events, "turn begun") == [{"seat": 1, "turn": 12}]


def test_ruling_12_discarding_the_last_leader_ends_a_turn_that_is_done() -> None:
    state = Table().player(leaders=((53, "hand"), (54, "discarded"))).ready()
    play(state, "take row 3")
    assert state.seat == 0
    play(state, "leader discard 1")
    assert state.seat == 1


def test_nobody_may_pass_or_act_twice() -> None:
    state = Table().ready()
    assert refused(state, "end") == "no-passing"
    play(state, "take row 3")
    assert refused(state, "take row 1") == "already-acted"
    assert refused(state, "buy green 1 slot 1") == "already-acted"


def test_ruling_22_the_round_goes_on_to_the_last_seat() -> None:
    """The first discards carry the last player to the end: all still have their turn."""
    state = Table(3).player(2, faith=23)
    table = state.player(0, leaders=NO_HAND).player(1, leaders=NO_HAND).ready()
    events = play(table, "take row 1", "discard rest")
    assert facts(events, "end triggered") == [{"seat": 0, "reason": "faith"}]
    play(table, "take row 3")
    assert (table.seat, table.ended) == (2, "")
    play(table, "take row 3", "discard coin", "end")
    assert table.ended == "faith"


def test_ruling_22_whoever_sat_before_gets_no_other_turn() -> None:
    state = Table(3, seat=2).player(0, faith=23).player(2, leaders=NO_HAND).ready()
    events = play(state, "take row 1", "discard rest")
    assert state.ended == "faith"
    assert kinds(events)[-1] == "game over"


def test_ruling_23_the_end_is_brought_once() -> None:
    state = Table().player(0, faith=23, leaders=NO_HAND).player(1, slots=SIX, chest="coin coin")
    table = state.top(3).ready()
    table.hands = (table.hands[0], bytes((53, 54)))
    table.fates = (bytes((IN_HAND, 2)), table.fates[1])
    events = play(table, "leader discard 1", "take row 3")
    assert facts(events, "end triggered") == [{"seat": 0, "reason": "faith"}]
    events = play(table, "buy blue 1 slot 3")
    assert not facts(events, "end triggered")
    play(table, "end")
    assert table.ended == "faith"


def test_ruling_24_whoever_buys_the_seventh_card_has_no_other_turn() -> None:
    state = Table().player(slots=SIX, chest="coin coin", leaders=NO_HAND).top(3).ready()
    events = play(state, "buy blue 1 slot 3")
    assert facts(events, "end triggered") == [{"seat": 0, "reason": "seven-cards"}]
    assert sum(map(len, state.slots[0])) == 7
    play(state, "take row 3", "end")
    assert state.ended == "seven-cards"
    assert GAME.turn(state) is None


def scored(*points_and_goods: tuple[int, str]) -> tuple[tuple[int, ...], ...]:
    table = Table(len(points_and_goods), seat=len(points_and_goods) - 1)
    for seat, (faith, chest) in enumerate(points_and_goods):
        table.player(seat, faith=faith, chest=chest, leaders=NO_HAND)
    state = table.set(triggered="faith", reports=3).ready()
    play(state, "take row 3")
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome.ranking


def test_ruling_25_equal_points_are_parted_by_goods_and_then_shared() -> None:
    assert scored((24, "coin"), (20, ""), (24, "stone")) == ((0, 2), (1,))
    assert scored((24, "coin"), (24, "coin coin")) == ((1,), (0,))


def test_the_score_adds_up() -> None:
    slots = cards([1, 17], [2])
    tiles = bytes((1, 1, 2))
    table = Table().player(held=depots("coin", "stone stone"), chest="coin " * 9, slots=slots)
    table.player(faith=17, leaders=((57, "played"), (53, "hand")))
    state = table.set(tiles=(tiles, bytes(3))).ready()
    assert state.points == (1 + 5 + 1 + 9 + 5 + 5 + 2, 0), "12 goods are 2 points"


@pytest.mark.parametrize(
    ("seats", "given", "faith"),
    [
        (1, [0], [0]),
        (2, [0, 1], [0, 0]),
        (3, [0, 1, 1], [0, 0, 1]),
        (4, [0, 1, 1, 2], [0, 0, 1, 1]),
    ],
)
def test_ruling_31_the_later_ones_choose_resources(
    seats: int, given: list[int], faith: list[int]
) -> None:
    state = GAME.new(seats, GAME.Options(), fair_dice("set-up", seats))
    order = state.order()
    assert [state.faith[seat] for seat in order] == faith
    for seat in order:
        assert (state.seat, state.decision) == (seat, decisions.LEADERS)
        play(state, "leader discard 4", "leader discard 1")
    for seat, number in zip(order, given, strict=True):
        for _ in range(number):
            assert (state.seat, state.decision) == (seat, decisions.RESOURCES)
            assert len(listed(state)) == len(listed(state, "put")), "none can be refused"
            play(state, "put shield 3")
    assert (state.seat, state.decision) == (order[0], decisions.ACTION)
    assert [sum(state.depots[seat][5:]) for seat in order] == given


def test_ruling_31_two_equal_ones_share_a_depot_with_room() -> None:
    state = GAME.new(4, GAME.Options(), fair_dice("set-up", 4))
    for _ in range(8):
        play(state, "leader discard 1")
    play(state, "put coin 1", "put coin 2", "put coin 2")
    assert listed(state, "put coin") == ["put coin 2"]
    assert refused(state, "put coin 1") == "does-not-fit"
    assert refused(state, "discard coin") == "wrong-phase"
    play(state, "put coin 2")
    assert state.decision == decisions.ACTION


def test_leaders_dropped_in_the_set_up_give_no_faith() -> None:
    state = GAME.new(2, GAME.Options(), fair_dice("set-up", 2))
    dealt = state.hands[state.seat]
    seat = state.seat
    play(state, "leader discard 2", "leader discard 3")
    assert state.faith == (0, 0)
    assert state.hands[seat] == bytes((dealt[0], dealt[2]))
    assert state.dropped[seat] == bytes((dealt[1], dealt[3]))
