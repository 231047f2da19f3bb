"""Rulings 13 to 17 and 19 to 21: leaders, development cards and production."""

from __future__ import annotations

import pytest

from eriantys.games.masters import GAME, decisions
from eriantys.games.masters.cards import LEADERS
from tests.games.masters.position import (
    NO_HAND,
    Table,
    cards,
    cost_of,
    depots,
    facts,
    goods,
    listed,
    play,
    refused,
)


def test_ruling_13_a_level_three_card_is_no_level_two_card() -> None:
    leaders = ((64, "hand"), (53, "hand"))  # wants green of level 2
    without = Table().player(slots=cards([2, 18, 33], [1]), leaders=leaders).ready()
    assert refused(without, "leader play 1") == "requirement-not-met"
    covered = Table().player(slots=cards([1, 17, 34]), leaders=leaders).ready()
    play(covered, "leader play 1")


def test_ruling_14_card_requirements_want_distinct_cards_of_any_level() -> None:
    leaders = ((57, "hand"), (53, "hand"))  # wants two yellow and a blue
    two = Table().player(slots=cards([4], [3]), leaders=leaders).ready()
    assert refused(two, "leader play 1") == "requirement-not-met"
    three = Table().player(slots=cards([3, 20, 36]), leaders=leaders).ready()
    play(three, "leader play 1")
    assert three.points[0] == 1 + 5 + 9 + 5


def test_ruling_15_losing_the_goods_later_does_not_switch_a_leader_off() -> None:
    table = Table().player(chest="shield " * 5, leaders=((56, "hand"), (53, "discarded")))
    state = table.top(1).ready()
    play(state, "leader play 1", "buy green 1 slot 1")
    assert state.strongbox[0] == goods("shield shield shield")
    state.seat, state.decision = 0, decisions.ACTION
    play(state, "take column 1", "put coin 4")
    assert state.depots[0] == depots("", "", "", "coin")


@pytest.mark.parametrize(
    ("leader", "slots"),
    [(49, ([1], [4])), (50, ([3], [2])), (51, ([1], [3])), (52, ([4], [2]))],
)
def test_ruling_16_a_discount_cuts_one_and_never_below_nothing(
    leader: int, slots: tuple[list[int], list[int]]
) -> None:
    resource = LEADERS[leader].resource
    table = Table().player(slots=cards(*slots), leaders=((leader, "hand"), (53, "hand")))
    state = table.top(5, 6, 7, 8).player(chest="coin stone servant shield").ready()
    play(state, "leader play 1")
    # Each of these four costs one of each of three kinds.
    colour = next(
        name
        for name, card in (("green", 5), ("purple", 6), ("blue", 7), ("yellow", 8))
        if goods(cost_of(card))[resource]
    )
    play(state, f"buy {colour} 1 slot 3")
    assert state.strongbox[0][resource] == 1
    assert sum(state.strongbox[0]) == 2


def test_ruling_16_another_resource_is_not_cheaper() -> None:
    table = Table().player(chest="coin", leaders=((51, "played"), (50, "played")))
    state = table.top(3).ready()
    assert refused(state, "buy blue 1 slot 1") == "not-enough-goods"
    assert refused(state, "buy blue 2 slot 1") == "wrong-level"


def test_ruling_16_a_discount_brings_nothing_where_there_is_no_cost() -> None:
    held = depots("", "coin coin")
    table = Table().player(held=held, chest="coin", leaders=((51, "played"), (50, "played")))
    state = table.top(3).ready()
    play(state, "buy blue 1 slot 1")
    assert GAME.view(state, 0)["action"]["owed"] == bytes((2, 0, 0, 0))
    play(state, "pay coin warehouse", "pay coin strongbox")
    assert state.strongbox[0] == goods("")


def test_ruling_16_two_discounts_work_together() -> None:
    table = Table().player(chest="coin", leaders=((51, "played"), (49, "played")))
    state = table.top(7).ready()  # a coin, a stone and a servant
    play(state, "buy blue 1 slot 2")
    assert state.strongbox[0] == goods("")


def test_ruling_17_goods_in_a_leaders_depot_pay_and_count() -> None:
    held = depots("", "", "", "stone stone")
    leaders = ((53, "played"), (54, "hand"))  # the other wants five stones
    table = Table().player(held=held, chest="stone stone stone", leaders=leaders)
    state = table.top(4).ready()
    assert "leader play 2" in listed(state)
    play(state, "buy yellow 1 slot 1")
    assert listed(state) == ["pay stone leader", "pay stone strongbox"]
    play(state, "pay stone leader", "pay stone leader")
    assert state.depots[0] == depots("", "", "", "(stone)")
    assert state.points[0] == 1 + 3
    assert refused(state, "leader play 2") == "requirement-not-met"


def test_ruling_19_a_production_of_nothing_is_none() -> None:
    state = Table().player(chest="coin coin").ready()
    assert refused(state, "done") == "no-power-chosen"
    assert refused(state, "end") == "no-passing"


def test_ruling_20_a_power_works_once() -> None:
    table = Table().player(
        chest="coin " * 9, slots=cards([6]), leaders=((64, "played"), NO_HAND[0])
    )
    state = table.ready()
    play(state, "produce basic coin coin -> stone", "produce card 1")
    assert refused(state, "produce basic coin coin -> shield") == "power-used"
    assert refused(state, "produce card 1") == "power-used"
    play(state, "produce leader 1 -> servant")
    assert state.strongbox[0] == goods("coin " * 5 + "stone shield servant")
    assert state.faith == (1, 0)


def test_ruling_21_what_was_just_made_does_not_pay() -> None:
    table = Table().player(held=depots("coin"), slots=cards([6], [8]), leaders=NO_HAND)
    state = table.ready()  # coin to shield, shield to coin
    assert listed(state, "produce") == ["produce card 1"]
    play(state, "produce card 1")
    assert state.seat == 1, "the second card could not be paid, so nothing was left to choose"
    assert state.strongbox[0] == goods("shield")


def test_ruling_21_what_is_promised_to_one_power_does_not_pay_another() -> None:
    state = Table().player(chest="coin coin", slots=cards([6])).ready()
    play(state, "produce card 1")
    assert state.decision == decisions.END, "a single coin is too little for the board"
    state = Table().player(chest="coin coin coin", slots=cards([6])).ready()
    play(state, "produce card 1")
    assert refused(state, "produce basic coin stone -> coin") == "not-enough-goods"
    play(state, "done")
    assert state.strongbox[0] == goods("coin coin shield")


class TestPaying:
    def test_nothing_is_asked_where_nothing_can_be_chosen(self) -> None:
        table = Table().player(held=depots("", "shield"), chest="shield coin").top(1)
        state = table.ready()
        play(state, "buy green 1 slot 1")
        assert state.strongbox[0] == goods("coin")
        assert state.depots[0] == depots()

    def test_each_good_with_two_sources_is_asked_for(self) -> None:
        held = depots("", "shield shield")
        state = Table().player(held=held, chest="shield shield").top(1).ready()
        play(state, "buy green 1 slot 1")
        assert listed(state) == ["pay shield warehouse", "pay shield strongbox"]
        assert refused(state, "pay shield leader") == "not-owed"
        assert refused(state, "pay coin strongbox") == "not-owed"
        play(state, "pay shield warehouse")
        assert state.unfinished == state.undoable == 2
        play(state, "pay shield strongbox")
        assert state.depots[0] == depots("", "shield")
        assert state.strongbox[0] == goods("shield")

    def test_powers_are_paid_before_any_of_them_works(self) -> None:
        held = depots("coin")
        state = Table().player(held=held, chest="coin", slots=cards([6])).ready()
        events = play(state, "produce card 1")
        assert not facts(events, "produced")
        play(state, "pay coin strongbox")
        assert state.strongbox[0] == goods("shield")


class TestSlots:
    def test_a_card_goes_on_one_of_the_level_below(self) -> None:
        table = Table().player(slots=cards([1], [2]), chest="shield " * 9 + "stone " * 9)
        state = table.top(17, 33).ready()
        assert listed(state, "buy green 2") == ["buy green 2 slot 1", "buy green 2 slot 2"]
        assert refused(state, "buy green 2 slot 3") == "wrong-level"
        assert refused(state, "buy green 3 slot 1") == "wrong-level"
        play(state, "buy green 2 slot 2")
        assert state.slots[0] == cards([1], [2, 17])

    def test_a_covered_card_does_not_produce(self) -> None:
        state = Table().player(slots=cards([6, 18]), chest="coin").ready()
        events = play(state, "produce card 1")
        assert facts(events, "produced") == [{"seat": 0, "resources": [], "faith": 2}]

    def test_an_empty_pile_stays_empty(self) -> None:
        state = Table().without(1, 5, 9, 13).player(chest="shield " * 9).ready()
        assert refused(state, "buy green 1 slot 1") == "pile-empty"

    def test_the_slot_may_be_left_open_if_there_is_one(self) -> None:
        state = Table().player(slots=cards([1]), chest="shield " * 6).top(1, 17).ready()
        assert refused(state, "buy blue 1") == "ambiguous"
        play(state, "buy green 2")
        assert state.slots[0] == cards([1, 17])
