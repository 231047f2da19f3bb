"""Rulings 11, 13, 14, 40 to 42 and 59: the swaps of Jester and Minstrel."""

from __future__ import annotations

import pytest

from .position import (
    Position,
    do,
    facts,
    in_bag,
    in_dining,
    in_entrance,
    kinds,
    look,
    on_card,
    options,
    professor,
    refused,
)


def minstrel(seats: int = 2) -> Position:
    return Position(seats, ("minstrel",)).turn()


def jester() -> Position:
    return Position(2, ("jester",)).turn()


def test_ruling_11_the_minstrel_fills_no_table_beyond_ten() -> None:
    state = minstrel().dining(0, green=10, red=1).entrance(0, green=2, pink=1).state()
    do(state, "play minstrel")
    assert refused(state, "swap green red").code == "dining-room-full"
    assert {"swap green green", "swap pink red", "swap pink green"} <= options(state)
    assert "swap green red" not in options(state)


def test_ruling_13_a_table_that_reaches_three_pays_a_coin() -> None:
    state = minstrel().dining(0, green=2, red=1).entrance(0, green=1).state()
    events = do(state, "play minstrel", "swap green red", "done")
    assert facts(events, "coin earned") == {"seat": 0, "colour": "green"}
    assert state.coins == (1, 1)


@pytest.mark.parametrize("before", [2, 5, 8])
def test_ruling_13_a_table_that_passes_a_coin_seat_pays_once(before: int) -> None:
    state = minstrel().dining(0, green=before, red=2).entrance(0, green=2).state()
    events = do(state, "play minstrel", "swap green red", "swap green red")
    assert in_dining(state, 0) == {"green": before + 2}
    assert kinds(events).count("coin earned") == 1


def test_ruling_13_two_tables_pay_a_coin_each() -> None:
    state = minstrel().dining(0, green=2, pink=5, red=2).entrance(0, green=1, pink=1).state()
    events = do(state, "play minstrel", "swap green red", "swap pink red")
    earned = [event.facts["colour"] for event in events if event.kind == "coin earned"]
    assert earned == ["green", "pink"]
    assert state.coins == (2, 1)


def test_ruling_13_a_colour_for_itself_pays_nothing() -> None:
    state = minstrel().dining(0, green=3).entrance(0, green=2).state()
    events = do(state, "play minstrel", "swap green green", "swap green green")
    assert "coin earned" not in kinds(events)
    assert in_dining(state, 0) == {"green": 3}


def test_ruling_13_a_table_that_shrank_and_grew_back_pays_nothing() -> None:
    state = minstrel().dining(0, green=3, red=2).entrance(0, green=1, pink=1).state()
    events = do(state, "play minstrel", "swap pink green", "swap green red")
    assert in_dining(state, 0) == {"green": 3, "red": 1, "pink": 1}
    assert "coin earned" not in kinds(events)


def test_ruling_13_a_table_that_grew_past_no_coin_seat_pays_nothing() -> None:
    state = minstrel().dining(0, green=3, red=2).entrance(0, green=2).state()
    events = do(state, "play minstrel", "swap green red", "swap green red")
    assert in_dining(state, 0) == {"green": 5}
    assert "coin earned" not in kinds(events)


def test_ruling_14_the_user_takes_a_professor_by_gaining() -> None:
    state = (
        minstrel()
        .dining(0, green=1, red=1)
        .dining(1, green=1)
        .professors(green=1)
        .entrance(0, green=1)
        .state()
    )
    events = do(state, "play minstrel", "swap green red", "done")
    assert facts(events, "professor taken") == {"seat": 0, "colour": "green", "from": 1}


def test_ruling_14_an_opponent_takes_it_because_the_user_lost_students() -> None:
    state = minstrel().dining(0, green=3).dining(1, green=2).entrance(0, red=2).state()
    assert professor(state, "green") == 0
    events = do(state, "play minstrel", "swap red green", "swap red green")
    taken = [event.facts for event in events if event.kind == "professor taken"]
    assert taken == [
        {"seat": 1, "colour": "green", "from": 0},
        {"seat": 0, "colour": "red", "from": None},
    ]


def test_ruling_14_a_tie_leaves_it_with_the_holder_who_lost() -> None:
    state = minstrel().dining(0, green=3).dining(1, green=2).entrance(0, red=1).state()
    do(state, "play minstrel", "swap red green", "done")
    assert in_dining(state, 0)["green"] == in_dining(state, 1)["green"] == 2
    assert professor(state, "green") == 0


def test_ruling_14_a_tie_leaves_it_with_the_holder_who_is_caught_up() -> None:
    state = minstrel().dining(0, green=1, red=1).dining(1, green=2).entrance(0, green=1).state()
    do(state, "play minstrel", "swap green red", "done")
    assert professor(state, "green") == 1


def test_ruling_14_two_others_tied_above_the_holder_do_not_take_it() -> None:
    state = (
        minstrel(3)
        .dining(0, green=3)
        .dining(1, green=2)
        .dining(2, green=2)
        .entrance(0, red=2)
        .state()
    )
    do(state, "play minstrel", "swap red green", "swap red green")
    assert in_dining(state, 0) == {"green": 1, "red": 2}
    assert professor(state, "green") == 0


def test_ruling_14_a_third_player_may_be_the_one_who_has_the_most() -> None:
    state = (
        minstrel(3)
        .dining(0, green=4)
        .dining(1, green=2)
        .dining(2, green=3)
        .entrance(0, red=2)
        .state()
    )
    do(state, "play minstrel", "swap red green", "swap red green")
    assert professor(state, "green") == 2


def test_ruling_14_unchanged_colours_are_not_compared() -> None:
    state = (
        minstrel()
        .dining(0, green=1, red=1)
        .dining(1, green=1, pink=2)
        .professors(green=1, pink=0)
        .entrance(0, yellow=1, green=1)
        .state()
    )
    do(state, "play minstrel", "swap green green", "swap yellow red")
    assert professor(state, "green") == 1
    assert professor(state, "pink") == 0


@pytest.mark.parametrize("character", ["jester", "minstrel"])
def test_ruling_40_no_swap_at_all_is_refused(character: str) -> None:
    state = Position(characters=(character,)).dining(0, green=2).turn().state()
    do(state, f"play {character}")
    assert "done" not in options(state)
    illegal = refused(state, "done")
    assert illegal.code == "no-swap-yet"
    assert "at least one" in illegal.text
    assert character.capitalize() in illegal.text


def test_ruling_40_the_same_colour_changes_nothing() -> None:
    state = jester().entrance(0, green=2).card("jester", green=1, red=5).state()
    do(state, "play jester", "swap green green", "done")
    assert in_entrance(state, 0) == {"green": 2, "blue": 5}
    assert on_card(state, "jester") == {"green": 1, "red": 5}
    assert state.coins[0] == 0


def test_ruling_41_the_jester_between_moves_leaves_moves_and_size_alone() -> None:
    state = jester().card("jester", green=6).entrance(0, red=3).state()
    do(state, "red 1")
    bag = in_bag(state)
    events = do(state, "play jester", "swap red green", "swap red green", "swap blue green")
    assert kinds(events) == ["character played", *["students swapped"] * 3]
    assert (state.decision, state.moves_left) == ("student", 2)
    assert in_entrance(state, 0) == {"green": 3, "blue": 3}
    assert on_card(state, "jester") == {"green": 3, "red": 2, "blue": 1}
    assert in_bag(state) == bag
    do(state, "green 1", "green 1")
    assert state.decision == "mother"


@pytest.mark.parametrize("decision", ["student", "mother", "cloud"])
def test_ruling_41_the_jester_serves_at_any_moment(decision: str) -> None:
    state = Position(characters=("jester",)).turn(0, decision).state()
    do(state, "play jester", "swap blue green", "done")
    assert state.decision == decision


def test_ruling_42_a_minstrel_with_an_empty_dining_room_is_refused() -> None:
    state = minstrel().dining(1, green=3).state()
    illegal = refused(state, "play minstrel")
    assert illegal.code == "character-unusable"
    assert "Dining Room is empty" in illegal.text


def test_ruling_42_one_student_allows_one_swap() -> None:
    state = minstrel().dining(0, green=1).entrance(0, red=2).state()
    do(state, "play minstrel", "swap red green")
    assert state.decision == "student"
    assert in_dining(state, 0) == {"red": 1}
    assert in_entrance(state, 0) == {"green": 1, "red": 1, "blue": 5}


def test_ruling_42_two_students_allow_two_swaps_and_no_more() -> None:
    state = minstrel().dining(0, green=5).entrance(0, red=3).state()
    do(state, "play minstrel", "swap red green")
    assert state.decision == "minstrel-swap"
    do(state, "swap red green")
    assert state.decision == "student"
    assert refused(state, "swap red green").code == "wrong-phase"


def test_ruling_59_a_full_table_is_no_place_even_if_a_later_pair_would_make_room() -> None:
    state = minstrel().dining(0, green=10, red=1).entrance(0, green=1, pink=1).state()
    do(state, "play minstrel")
    assert refused(state, "swap green red").code == "dining-room-full"
    do(state, "swap pink green", "swap green red")
    assert in_dining(state, 0) == {"green": 10, "pink": 1}


def test_ruling_59_a_student_that_came_to_the_entrance_does_not_leave_again() -> None:
    state = jester().entrance(0, red=1).card("jester", green=1, pink=5).state()
    do(state, "play jester", "swap red green")
    illegal = refused(state, "swap green pink")
    assert illegal.code == "no-such-student"
    assert "no green student to move in your Entrance. There: blue." in illegal.text
    assert options(state) == {"swap blue pink", "done"}


def test_ruling_59_a_student_that_came_to_the_card_does_not_leave_again() -> None:
    state = jester().entrance(0, red=1).card("jester", green=1, pink=5).state()
    do(state, "play jester", "swap red green")
    illegal = refused(state, "swap blue red")
    assert illegal.code == "no-such-student"
    assert "no red student to take on the Jester's card. There: pink." in illegal.text


def test_ruling_59_a_student_that_came_to_the_dining_room_does_not_leave_again() -> None:
    state = minstrel().dining(0, green=2).entrance(0, red=1).state()
    do(state, "play minstrel", "swap red green")
    illegal = refused(state, "swap blue red")
    assert illegal.code == "no-such-student"
    assert "no red student to take in your Dining Room. There: green." in illegal.text
    assert options(state) == {"swap blue green", "done"}


def test_ruling_59_one_of_the_colour_that_was_there_before_may_leave() -> None:
    state = jester().entrance(0, red=2).card("jester", green=2, red=1, pink=3).state()
    do(state, "play jester", "swap red green", "swap red red")
    assert on_card(state, "jester") == {"green": 1, "red": 2, "pink": 3}
    assert refused(state, "swap red pink").code == "no-such-student"
    assert refused(state, "swap blue red").code == "no-such-student"


def test_ruling_59_the_next_use_may_move_what_an_earlier_one_has_moved() -> None:
    state = (
        jester()
        .card("jester", green=1, pink=5)
        .entrance(0, red=1)
        .turn(0, "cloud")
        .coins(1, 2)
        .state()
    )
    do(state, "play jester", "swap red green", "done")
    assert look(state, "effect")["swaps"] == [[0] * 5, [0] * 5]
    do(state, "cloud 1", "play jester", "swap yellow red")
    assert on_card(state, "jester") == {"yellow": 1, "pink": 5}


def test_ruling_59_professors_and_coins_wait_for_the_end_of_the_use() -> None:
    state = (
        minstrel()
        .dining(0, green=2, red=3)
        .dining(1, green=2)
        .professors(green=1)
        .entrance(0, green=1)
        .state()
    )
    assert kinds(do(state, "play minstrel", "swap green red")) == [
        "character played",
        "students swapped",
    ]
    assert (professor(state, "green"), state.coins[0]) == (1, 0)
    assert kinds(do(state, "done")) == ["coin earned", "professor taken"]
    assert (professor(state, "green"), state.coins[0]) == (0, 1)


def test_ruling_59_a_lead_in_between_gives_nothing() -> None:
    state = (
        minstrel()
        .dining(0, green=2, red=3)
        .dining(1, green=2)
        .professors(green=1)
        .entrance(0, green=1, pink=1)
        .state()
    )
    events = do(state, "play minstrel", "swap green red", "swap pink green")
    assert in_dining(state, 0) == {"green": 2, "red": 2, "pink": 1}
    assert professor(state, "green") == 1
    assert "coin earned" not in kinds(events)
