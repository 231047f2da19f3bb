"""Rulings 17, 47 and 48: coins earned and paid, and what the Thief leaves of them."""

from __future__ import annotations

import pytest

from .position import (
    Position,
    do,
    facts,
    in_bag,
    kinds,
    on_card,
    price,
)


def test_ruling_17_stolen_students_are_in_the_bag_and_coins_are_kept() -> None:
    state = (
        Position(characters=("thief",))
        .dining(0, green=4)
        .dining(1, green=2)
        .coins(5, 2)
        .turn()
        .state()
    )
    before = in_bag(state)["green"]
    events = do(state, "play thief", "pick green")
    assert facts(events, "students stolen") == {
        "seat": 0,
        "colour": "green",
        "by_seat": [3, 2],
    }
    assert in_bag(state)["green"] == before + 5
    assert state.coins == (2, 2)


def test_ruling_17_a_seat_pays_again_when_it_is_filled_again() -> None:
    state = (
        Position(characters=("thief",))
        .dining(0, green=3)
        .entrance(0, green=3)
        .coins(3, 1)
        .turn()
        .state()
    )
    do(state, "play thief", "pick green", "green dining", "green dining")
    assert state.coins[0] == 0
    events = do(state, "green dining")
    assert facts(events, "coin earned") == {"seat": 0, "colour": "green"}
    assert state.coins[0] == 1


def test_ruling_17_stolen_students_can_be_drawn_again() -> None:
    state = (
        Position(characters=("thief", "monk"), last_round=True)
        .dining(0, pink=2)
        .bag()
        .coins(3, 1)
        .turn()
        .state()
    )
    do(state, "play thief", "pick pink", *["blue 1"] * 3, "mother 1", "cloud 1")
    events = do(state, "play monk", "pick red", "island 5")
    assert facts(events, "card refilled") == {"character": "monk", "colour": "pink"}
    assert on_card(state, "monk") == {"green": 1, "yellow": 1, "pink": 2}
    assert in_bag(state) == {"pink": 1}


@pytest.mark.parametrize(("before", "coins"), [(1, 0), (2, 1), (4, 0), (5, 1), (8, 1), (9, 0)])
def test_seats_3_6_and_9_pay_a_coin(before: int, coins: int) -> None:
    state = (
        Position(characters=("monk",))
        .dining(0, green=before)
        .entrance(0, green=1)
        .turn()
        .state()
    )
    events = do(state, "green dining")
    assert state.coins == (1 + coins, 1)
    assert state.supply == 18 - coins
    assert kinds(events).count("coin earned") == coins


def test_there_are_no_coins_in_a_simple_game() -> None:
    state = Position().dining(0, green=2).entrance(0, green=1).turn().state()
    assert kinds(do(state, "green dining")) == ["student moved"]
    assert state.coins == (0, 0)


def test_ruling_47_an_empty_supply_pays_nothing_and_owes_nothing() -> None:
    state = (
        Position(characters=("knight",))
        .dining(0, green=2)
        .entrance(0, green=2)
        .coins(10, 10)
        .turn()
        .state()
    )
    assert state.supply == 0
    assert kinds(do(state, "green dining")) == ["student moved"]
    assert state.coins == (10, 10)
    do(state, "play knight")
    assert (state.coins, state.supply) == ((8, 10), 1)
    assert kinds(do(state, "green dining")) == ["student moved"]
    assert state.coins == (8, 10)


def test_ruling_48_the_second_user_in_a_round_already_pays_one_more() -> None:
    state = Position(characters=("postman",)).coins(4, 4).turn(0, "mother").state()
    events = do(state, "play postman")
    assert facts(events, "character played")["price"] == 1
    assert (state.coins, state.supply, price(state, "postman")) == ((3, 4), 12, 2)
    do(state, "mother 1", "cloud 1")
    events = do(state, "play postman")
    assert facts(events, "character played") == {"seat": 1, "character": "postman", "price": 2}
    assert (state.coins, state.supply, price(state, "postman")) == ((3, 2), 14, 2)


def test_ruling_48_the_price_rises_only_once() -> None:
    state = Position(characters=("postman",)).coins(4, 4).used("postman").turn().state()
    do(state, "play postman")
    assert price(state, "postman") == 2
