"""Rulings 18, 20, 44 to 46 and 49 to 52: the last towers, the last round, the winner."""

from __future__ import annotations

import pytest

from eriantys.games.dice import QuickDice
from eriantys.games.eriantys import GAME

from .position import (
    Position,
    cloud_taken,
    do,
    facts,
    in_bag,
    in_entrance,
    kinds,
    look,
    on_cloud,
    options,
    play_on,
    refused,
)


def test_ruling_18_the_round_stays_the_last_though_the_bag_has_students_again() -> None:
    state = (
        Position(characters=("thief",), last_round=True)
        .dining(0, green=3)
        .bag()
        .coins(3, 1)
        .turn(0)
        .state()
    )
    do(state, "play thief", "pick green")
    assert in_bag(state) == {"green": 3}
    assert look(state, "ending")["last_round"] is True
    play_on(state, until_round=2)
    assert (state.round, state.ended) == (1, "bag-empty")


def test_ruling_20_too_few_towers_for_a_group_win_at_once() -> None:
    state = (
        Position(mother=10)
        .island(1, 2, 3, 4, green=5, tower=1)
        .island(6, 7, 8, tower=0)
        .island(10, 11, 12, tower=0)
        .professors(green=0)
        .turn(0, "mother")
        .state()
    )
    assert look(state, "towers") == [2, 4]
    events = do(state, "mother 1")
    assert facts(events, "island conquered") == {"island": 1, "side": 0, "from": 1, "towers": 2}
    assert facts(events, "game over") == {"reason": "last-tower"}
    assert "islands joined" not in kinds(events)
    assert look(state, "towers") == [0, 8]
    assert GAME.outcome(state).ranking == ((0,), (1,))


def test_ruling_20_the_losers_towers_are_home_for_the_scores() -> None:
    state = (
        Position(3, mother=7)
        .island(8, 9, 10, red=9, tower=0)
        .island(12, 1, tower=1)
        .island(3, 4, tower=1)
        .island(5, tower=0)
        .island(6, tower=2)
        .professors(red=1)
        .turn(0, "mother")
        .state()
    )
    do(state, "mother 1")
    assert look(state, "towers") == [5, 0, 5]
    assert GAME.outcome(state).scores == (1, 6, 1)
    assert GAME.outcome(state).winners == (1,)


def test_the_last_tower_wins_in_an_opponents_turn() -> None:
    state = (
        Position()
        .island(2, red=1)
        .island(4, 5, 6, 7, 8, 9, 10, tower=1)
        .professors(red=1)
        .turn(0, "mother")
        .state()
    )
    do(state, "mother 1")
    assert state.ended == "last-tower"
    assert GAME.outcome(state).winners == (1,)
    assert refused(state, "cloud 1").code == "game-over"


def test_ruling_44_a_refill_that_takes_the_last_student_makes_this_round_the_last() -> None:
    state = Position(characters=("monk",)).bag(green=1).turn().state()
    events = do(state, "play monk", "pick red", "island 3")
    assert facts(events, "card refilled") == {"character": "monk", "colour": "green"}
    assert (look(state, "ending")["last_round"], look(state, "ending")["short_round"]) == (
        True,
        False,
    )
    assert not state.ended
    do(state, *["blue 1"] * 3, "mother 1")
    assert options(state) == {"cloud 1", "cloud 2"}
    events = do(state, "cloud 1", *["yellow 1"] * 3, "mother 1")
    assert kinds(events).count("cloud taken") == 2
    assert (state.round, state.ended) == (1, "bag-empty")
    assert sum(in_entrance(state, 0).values()) == sum(in_entrance(state, 1).values()) == 7


def test_ruling_44_also_by_the_last_player_of_the_round() -> None:
    state = Position(characters=("princess",)).bag(green=1).coins(1, 2).turn(1, "cloud").state()
    events = do(state, "play princess", "pick red")
    assert facts(events, "cloud taken") == cloud_taken(1, 2, [1, 1, 0, 1, 0], by_itself=True)
    assert facts(events, "game over") == {"reason": "bag-empty"}


@pytest.mark.parametrize(
    ("seats", "students", "clouds"),
    [
        (2, 5, (3, 2)),
        (2, 1, (1, 0)),
        (3, 11, (4, 4, 3)),
        (3, 4, (4, 0, 0)),
        (4, 8, (3, 3, 2, 0)),
    ],
)
def test_ruling_45_nobody_takes_a_cloud_in_a_short_round(
    seats: int, students: int, clouds: tuple[int, ...]
) -> None:
    state = Position(seats).bag(green=students).turn(seats - 1, "cloud").state()
    do(state, f"cloud {seats}")
    assert (look(state, "ending")["last_round"], look(state, "ending")["short_round"]) == (
        True,
        True,
    )
    assert in_bag(state) == {}
    filled = tuple(sum(on_cloud(state, number + 1).values()) for number in range(seats))
    assert filled == clouds
    events = play_on(state, until_round=3)
    assert "cloud taken" not in kinds(events)
    assert kinds(events).count("mother moved") == seats
    assert tuple(sum(on_cloud(state, number + 1).values()) for number in range(seats)) == clouds
    assert (state.round, state.ended) == (2, "bag-empty")


def test_ruling_45_clouds_with_students_are_refused_in_a_short_round() -> None:
    state = (
        Position(characters=("monk",), short_round=True)
        .cloud(1, green=3)
        .cloud(2, red=1)
        .turn(0, "end")
        .state()
    )
    assert options(state) == {"done", "play monk"}
    assert refused(state, "cloud 1").code == "wrong-phase"


@pytest.mark.parametrize(("seats", "students"), [(2, 6), (3, 12), (4, 12)])
def test_ruling_46_an_exactly_emptied_bag_makes_a_last_round_with_clouds(
    seats: int, students: int
) -> None:
    state = Position(seats).bag(green=students).turn(seats - 1, "cloud").state()
    do(state, f"cloud {seats}")
    assert look(state, "ending")["last_round"] is True
    assert look(state, "ending")["short_round"] is False
    events = play_on(state, until_round=3)
    assert kinds(events).count("cloud taken") == seats
    assert (state.round, state.ended) == (2, "bag-empty")


def test_one_student_left_in_the_bag_makes_no_last_round() -> None:
    state = Position().bag(green=7).turn(1, "cloud").state()
    do(state, "cloud 2")
    assert look(state, "ending")["last_round"] is False


@pytest.mark.parametrize(("students", "short"), [(6, False), (5, True)])
def test_the_filling_that_empties_the_bag_is_told(students: int, short: bool) -> None:
    state = Position().bag(green=students).turn(1, "cloud").state()
    assert facts(do(state, "cloud 2"), "bag emptied") == {"short_round": short}


def test_the_refill_that_empties_the_bag_is_told() -> None:
    state = Position(characters=("monk",)).bag(green=1).turn().state()
    events = do(state, "play monk", "pick red", "island 3")
    assert facts(events, "bag emptied") == {"short_round": False}


def test_a_refill_from_a_bag_that_has_more_empties_nothing() -> None:
    state = Position(characters=("monk",), last_round=True).bag(green=2).turn().state()
    events = do(state, "play monk", "pick red", "island 3")
    assert "bag emptied" not in kinds(events)


def four_groups() -> Position:
    """White holds 1-2 and 4-5, black 6-12; island 3 between the white ones is free."""
    return (
        Position()
        .island(1, 2, tower=0)
        .island(3, green=1)
        .island(4, 5, tower=0)
        .island(6, 7, 8, 9, 10, 11, 12, tower=1)
        .professors(green=0)
        .turn(0, "mother")
    )


def test_ruling_49_from_four_islands_to_two_ends_the_game() -> None:
    state = four_groups().state()
    events = do(state, "mother 1")
    assert facts(events, "islands joined") == {"island": 1, "tiles": [1, 2, 3, 4, 5]}
    assert facts(events, "game over") == {"reason": "three-islands"}
    assert state.ring == (0, 5)
    assert GAME.outcome(state).ranking == ((1,), (0,))


@pytest.mark.parametrize("winner", [0, 1])
def test_three_islands_left_end_the_game_and_most_towers_win(winner: int) -> None:
    state = (
        Position()
        .island(1, 2, 3, 4, 5, tower=0)
        .island(6, green=1)
        .island(7, 8, 9, 10, 11, tower=1)
        .professors(green=winner)
        .turn(0, "mother")
        .state()
    )
    events = do(state, "mother 1")
    assert facts(events, "game over") == {"reason": "three-islands"}
    assert len(state.ring) == 3
    assert GAME.outcome(state).winners == (winner,)


def test_four_islands_are_enough_to_play_on() -> None:
    state = (
        Position()
        .island(1, 2, 3, 4, tower=0)
        .island(5, green=1)
        .island(6, 7, 8, 9, 10, tower=1)
        .professors(green=0)
        .turn(0, "mother")
        .state()
    )
    do(state, "mother 1")
    assert (len(state.ring), state.ended, state.decision) == (4, "", "cloud")


def test_ruling_50_the_last_tower_comes_before_three_islands() -> None:
    state = (
        Position()
        .island(1, 2, 3, tower=0)
        .island(4, green=1)
        .island(5, 6, 7, 8, tower=0)
        .island(9, 10, 11, 12, tower=1)
        .professors(green=0)
        .turn(0, "mother")
        .state()
    )
    events = do(state, "mother 1")
    assert facts(events, "game over") == {"reason": "last-tower"}
    assert GAME.outcome(state).winners == (0,)


def test_ruling_51_round_10_is_played_to_its_end_with_clouds() -> None:
    state = Position(round=10).island(3, 4, 5, 6, tower=0).hands((5,), (6,)).planning().state()
    events = do(state, "assistant 5", "assistant 6")
    assert look(state, "school/0")["hand"] == look(state, "school/1")["hand"] == []
    events = play_on(state, until_round=11)
    assert kinds(events).count("cloud taken") == 2
    assert [event.facts["seat"] for event in events if event.kind == "mother moved"] == [0, 1]
    assert facts(events, "game over") == {"reason": "no-assistants"}
    assert GAME.outcome(state).winners == (0,)


def test_ruling_51_round_10_fills_its_clouds() -> None:
    state = Position(round=9).hands((1,), (2,)).turn(1, "cloud").state()
    do(state, "cloud 2")
    assert look(state, "ending")["short_round"] is False
    assert [sum(on_cloud(state, number).values()) for number in (1, 2)] == [3, 3]
    assert (state.round, state.ended) == (10, "")


def last_turn(seats: int) -> Position:
    return Position(seats, round=10).hands(*[()] * seats).turn(seats - 1, "cloud")


def test_ruling_52_the_tied_two_compare_professors_and_the_third_stays_behind() -> None:
    state = (
        last_turn(3)
        .island(1, 2, tower=0)
        .island(4, 5, tower=1)
        .island(7, tower=2)
        .professors(green=1, red=2, yellow=2, pink=2, blue=2)
        .state()
    )
    do(state, "cloud 3")
    outcome = GAME.outcome(state)
    assert outcome.ranking == ((1,), (0,), (2,))
    assert outcome.scores == (2, 2, 1)
    assert outcome.reason == "no-assistants"


def test_a_full_tie_is_a_shared_victory() -> None:
    state = (
        last_turn(3)
        .island(1, 2, tower=0)
        .island(4, 5, tower=1)
        .professors(green=1, red=0, yellow=2)
        .state()
    )
    do(state, "cloud 3")
    assert GAME.outcome(state).ranking == ((0, 1), (2,))


def test_fewer_towers_lose_whatever_the_professors() -> None:
    state = last_turn(2).island(1, tower=0).professors(green=1, red=1, pink=1).state()
    do(state, "cloud 2")
    assert GAME.outcome(state).ranking == ((0,), (1,))


def test_the_professors_of_partners_are_added_up() -> None:
    state = (
        last_turn(4)
        .island(1, tower=0)
        .island(3, tower=1)
        .professors(green=0, red=2, yellow=1)
        .state()
    )
    do(state, "cloud 4")
    outcome = GAME.outcome(state)
    assert outcome.ranking == ((0, 2), (1, 3))
    assert outcome.scores == (1, 1, 1, 1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_finished_match_can_be_told_from_its_view(seats: int) -> None:
    state = last_turn(seats).island(1, tower=0).state()
    do(state, f"cloud {seats}")
    view = GAME.view(state, None)
    assert (view["turn"]["phase"], view["turn"]["seat"]) == ("over", None)
    guessed = GAME.guess(view, 0, QuickDice(0))
    assert GAME.view(guessed, None) == view
    assert GAME.outcome(guessed) == GAME.outcome(state)


def test_there_is_no_outcome_before_the_end() -> None:
    assert GAME.outcome(Position().state()) is None
