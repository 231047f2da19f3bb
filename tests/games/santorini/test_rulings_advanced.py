"""Rulings 34 to 52: the advanced gods."""

from __future__ import annotations

from random import Random

import pytest

from eriantys.games.santorini import GAME
from eriantys.games.santorini.state import State

from .position import do, ended, kinds, level, moves, options, position, refused, square, why


def forbidden(state: State) -> list[str]:
    """Name the gods whose prohibitions the view shows as in force."""
    return [each["god"] for each in GAME.view(state, None)["forbidden"]]


# Those that bind others.


def test_ruling_34_who_meets_aphrodite_must_end_beside_her() -> None:
    state = position("c3 a1 / c4 e5", gods="pan aphrodite")
    assert forbidden(state) == ["aphrodite"]
    assert refused(state, "move c3 c2") == "forbidden"
    assert moves(state) == {
        *("move c3 b3", "move c3 d3", "move c3 b4", "move c3 d4"),
        *("move a1 a2", "move a1 b1", "move a1 b2"),
    }
    assert "Aphrodite: whoever moves from c3" in why(state, "move c3 c2")


def test_ruling_34_only_the_last_step_counts() -> None:
    state = position("c3 a1 / c4 e5", gods="artemis aphrodite")
    do(state, "move c3 c2")
    assert options(state) == {"move c2 b3", "move c2 d3"}
    do(state, "move c2 d3")
    assert "build c3" in options(state)


def test_ruling_34_whoever_can_go_nowhere_beside_her_loses() -> None:
    state = position("a1 a2 / b3 e5", "b2=2 a3=2", "b1", gods="pan aphrodite")
    assert moves(state) == set()
    assert (ended(state), state.reasons[0]) == ((1, "last-standing"), "stuck")
    state = position("a1 e1 / a2 b1", "b2=2 d1=2 e2=2 d2=2", gods="pan aphrodite")
    assert state.winner == 1


def test_ruling_35_a_winning_step_is_bound_as_well() -> None:
    state = position("c3 a1 / c4 e5", "c3=2 c2=3 b3=3", gods="pan aphrodite")
    assert refused(state, "move c3 c2") == "forbidden"
    do(state, "move c3 b3")
    assert ended(state) == (0, "top")


def test_ruling_42_hera_cancels_a_win_on_the_perimeter() -> None:
    state = position("c4 a1 / e1 e2", "c4=2 c5=3 d4=3", gods="atlas hera")
    events = do(state, "move c4 c5")
    assert kinds(events) == ["worker moved", "win denied"]
    assert (state.ended, state.decision) == ("", "build")
    do(state, "build c4", "move e1 d1", "build e1")
    do(state, "move c5 d4")
    assert state.ended == "", "level 3 to level 3 is no climb"
    state = position("c4 a1 / e1 e2", "c4=2 d4=3", gods="atlas hera")
    do(state, "move c4 d4")
    assert ended(state) == (0, "top")


def test_ruling_42_pans_win_is_cancelled_and_heras_own_is_not() -> None:
    state = position("c4 a1 / e1 e2", "c4=2", gods="pan hera")
    do(state, "move c4 c5")
    assert state.ended == ""
    state = position("c4 a1 / e1 e2", "c4=2 c5=3", gods="hera pan")
    do(state, "move c4 c5")
    assert ended(state) == (0, "top")


def test_ruling_43_hestias_second_build_is_not_on_the_perimeter() -> None:
    state = position("c3 a1 / e5 e1", "b4=2", gods="hestia -")
    do(state, "move c3 c4", "build b4")
    assert {"dome b4", "build c3", "done"} < options(state)
    assert refused(state, "build c5") == "forbidden"
    assert forbidden(state) == ["hestia"]
    do(state, "dome b4")
    assert state.seat == 1


def test_ruling_43_breaking_it_breaks_a_prohibition() -> None:
    state = position("c3 a1 / e5 e1", gods="hestia -", hardcore=True)
    do(state, "move c3 c4", "build c5", "build c5")
    assert (ended(state), state.reasons[0]) == ((1, "last-standing"), "broke-prohibition")


def test_ruling_44_hypnus_freezes_the_highest() -> None:
    state = position("c3 a1 / e5 e1", "c3=1", gods="pan hypnus")
    assert {line[:7] for line in moves(state)} == {"move a1"}
    assert "c3" in why(state, "move c3 c4")
    state = position("c3 a1 / e5 e1", "c3=1 a1=1", gods="pan hypnus")
    assert {line[:7] for line in moves(state)} == {"move a1", "move c3"}
    state = position("c3 - / e5 e1", gods="pan hypnus")
    assert (state.winner, state.reasons[0]) == (1, "forbidden"), "alone, and frozen"


def test_ruling_44_hypnus_looks_once() -> None:
    state = position("c3 a1 / e5 e1", "c4=1 c5=1", gods="artemis hypnus")
    do(state, "move c3 c4", "move c4 c5", "build c4")
    assert state.seat == 1


def test_ruling_45_beside_limus_only_towers_are_completed() -> None:
    state = position("c3 a1 / c5 e1", "b4=3 b5=2", gods="atlas limus")
    do(state, "move c3 b3")
    assert {"dome b4", "build c3"} < options(state)
    assert refused(state, "build c4") == "forbidden"
    assert refused(state, "dome c4") == "forbidden"
    state = position("c3 a1 / c5 e1", gods="limus -")
    do(state, "move c3 b3")
    assert "build c3" in options(state), "his own owner is free"


def test_ruling_48_who_can_move_up_must() -> None:
    state = position("c3 a1 / e5 e1", "c3=2 c4=3 b3=3", "c4 b3", gods="pan persephone")
    assert forbidden(state) == [], "nobody can move up"
    do(state, "move c3 c2")
    assert ended(state) == (0, "god")
    state = position("c3 a1 / e5 e1", "c3=2 a2=1", gods="pan persephone")
    assert moves(state) == {"move a1 a2"}, "so no jump either"
    assert forbidden(state) == ["persephone"]


def test_ruling_48_prometheus_may_not_build_first_then() -> None:
    state = position("c3 a1 / e5 e1", "c4=1", gods="prometheus persephone")
    assert options(state) == {"move c3 c4"}
    assert refused(state, "build c3 b3") == "forbidden"
    state = position("c3 a1 / e5 e1", gods="prometheus persephone")
    assert "build c3 b3" in options(state)


def test_ruling_48_a_second_step_will_do() -> None:
    state = position("c3 a1 / e5 e1", "c5=1", gods="artemis persephone")
    assert {"move c3 c4", "move c3 b4"} < options(state)
    assert "move c3 c2" not in options(state)
    do(state, "move c3 c4")
    assert options(state) == {"move c4 c5"}


def test_ruling_48_other_prohibitions_go_first() -> None:
    state = position(
        "c3 a1 / e5 e1 / a5 b5",
        "c4=1",
        gods="pan persephone athena",
        rose=(False, False, True),
    )
    assert "move c3 b3" in options(state)
    assert forbidden(state) == ["athena"]


# Those that move, force, or win in their own way.


def test_ruling_38_bias_victim_leaves_before_she_builds() -> None:
    state = position("c3 c4 / e3 b1", gods="bia -")
    events = do(state, "move c3 d3")
    assert kinds(events) == ["worker moved", "worker removed"]
    assert square(state, 2) == ""
    assert "build e3" in options(state)
    state = position("c3 e3 / b1 b2", gods="bia -")
    assert kinds(do(state, "move c3 d3")) == ["worker moved"], "a friend stays"


def test_ruling_38_without_workers_a_player_loses_as_the_turn_begins() -> None:
    state = position("c3 c4 / e3 -", gods="bia -")
    do(state, "move c3 d3", "build c3")
    assert (ended(state), state.reasons[1]) == ((0, "last-standing"), "no-workers")


def test_ruling_39_charon_ferries_across_the_worker_that_must_move() -> None:
    state = position("c3 a1 / c4 e1", "c2=3", gods="charon -")
    assert "ferry c3 c4" in options(state)
    assert kinds(do(state, "ferry c3 c4")) == ["worker forced"]
    assert square(state, 2) == "c2"
    assert refused(state, "move a1 a2") == "other-worker"
    assert refused(state, "ferry c3 c2") == "no-ferry"
    do(state, "move c3 c4", "build c3")
    assert state.seat == 1


@pytest.mark.parametrize(
    ("workers", "domes"),
    [("c3 a1 / c4 c2", ""), ("c1 a1 / c2 e5", ""), ("c3 a1 / c4 e5", "c2")],
    ids=["occupied", "off the board", "dome"],
)
def test_ruling_39_the_other_side_must_be_unoccupied(workers: str, domes: str) -> None:
    state = position(workers, domes=domes, gods="charon -")
    assert not any(line.startswith("ferry") for line in options(state))


def test_ruling_39_no_ferry_if_the_worker_could_not_move_then() -> None:
    state = position("b1 e5 / b2 e1", domes="a1 a2 c1 c2", gods="charon -")
    assert moves(state) > set()
    assert not any(line.startswith("ferry") for line in options(state))
    state = position("b2 e5 / b1 e1", domes="a1 a2 a3 c1 c2 c3", gods="charon -")
    assert "ferry b2 b1" in options(state), "the square that is left is free then"


def test_ruling_40_chronus_wins_by_five_towers_in_anybodys_turn() -> None:
    for gods, winner in (("chronus -", 0), ("- chronus", 1)):
        state = position("c3 e5 / e1 e2", "a1=3 a2=3 a3=3 a4=3 b4=3", "a1 a2 a3 a4", gods=gods)
        do(state, "move c3 b3", "dome b4")
        assert ended(state) == (winner, "god")


def test_ruling_40_who_wins_by_the_move_before_has_won_first() -> None:
    state = position(
        "c3 e5 / e1 e2",
        "a1=3 a2=3 a3=3 a4=3 b4=3 c3=2 c4=3",
        "a1 a2 a3 a4",
        gods="- chronus",
    )
    do(state, "move c3 c4")
    assert ended(state) == (0, "top")


def test_ruling_25_a_low_dome_is_no_tower() -> None:
    state = position(
        "c3 e5 / e1 e2", "a1=3 a2=3 a3=3 a4=3 b4=2", "a1 a2 a3 a4", gods="atlas chronus"
    )
    do(state, "move c3 b3", "dome b4")
    assert state.ended == ""
    assert GAME.view(state, None)["towers"] == 4


def test_ruling_41_eros_wins_by_moving_together() -> None:
    state = position("c3 a1 / e5 e1", "a1=1 b2=1", gods="eros -")
    do(state, "move c3 b2")
    assert ended(state) == (0, "god")
    state = position("c3 a1 / e5 e1", gods="eros -")
    do(state, "move c3 b2")
    assert state.ended == "", "on the ground, with two players"
    state = position("c3 a1 / e5 e1 / e4 d5", gods="eros - -")
    do(state, "move c3 b2")
    assert ended(state) == (0, "god"), "on any level, with three"
    state = position("c3 a1 / e5 e1 / e4 d5", "b2=1", gods="eros - -")
    do(state, "move c3 b2")
    assert state.ended == ""


def test_ruling_46_medusa_turns_those_below_to_stone() -> None:
    state = position("c3 a1 / c4 d5", "c2=1 b3=1", gods="medusa -")
    events = do(state, "move c3 b3", "build a3")
    assert kinds(events)[-2:] == ["worker removed", "built"]
    assert (square(state, 2), level(state, "c4")) == ("", 1)
    assert square(state, 3) == "d5"
    assert state.left[0] == 22 - 4


def test_ruling_46_both_of_her_workers_look() -> None:
    state = position("c3 a2 / a1 d5 / b1 e1", "a2=1", gods="medusa - -")
    do(state, "move c3 c4", "build c3")
    assert [square(state, worker) for worker in range(2, 6)] == ["", "d5", "", "e1"]
    assert (level(state, "a1"), level(state, "b1"), state.seat) == (1, 1, 1)


def test_ruling_46_without_a_block_they_only_leave() -> None:
    state = position("c3 a1 / c4 d5", "b3=1 a3=1", gods="medusa -", left=(0, 5, 5, 5))
    do(state, "move c3 b3", "build a3")
    assert (square(state, 2), level(state, "c4"), state.left[0]) == ("", 0, 0)


def test_ruling_51_triton_goes_on_from_the_perimeter() -> None:
    state = position("a1 e5 / c3 c4", gods="triton -")
    do(state, "move a1 a2", "move a2 a3")
    assert refused(state, "move a3 a2") == "in-circles"
    do(state, "move a3 b4")
    assert moves(state) == set(), "b4 is not on the perimeter"
    state = position("a1 e5 / c3 c4", gods="triton -")
    do(state, "move a1 a2", "move a2 a1", "move a1 b2")
    assert moves(state) == set(), "b2 is not on the perimeter"
    do(state, "build a1")
    assert state.seat == 1


# Those that build in their own way.


def test_ruling_36_ares_and_poseidon_need_a_worker_that_has_not_moved() -> None:
    for god in ("ares", "poseidon"):
        state = position("c3 - / e5 e1", "b1=1", gods=f"{god} -")
        do(state, "move c3 c4", "build c3")
        assert state.seat == 1


def test_ruling_37_ares_takes_one_block_away() -> None:
    state = position("c3 a1 / e5 e1", "b1=2 b2=3", "b2", gods="ares -")
    before = state.left
    do(state, "move c3 c4", "build c3")
    assert options(state) == {"raze b1", "done"}
    assert refused(state, "raze b2") == "no-raze"
    assert kinds(do(state, "raze b1")) == ["block removed"]
    assert (level(state, "b1"), state.seat) == (1, 1)
    assert state.left == (before[0] - 1, before[1] + 1, *before[2:])


def test_ruling_47_morpheus_pays_for_each_build() -> None:
    state = position("c3 a1 / e5 e1", gods="morpheus -", tokens=(1, 0))
    assert state.tokens == (2, 0), "one more at the start of the turn"
    do(state, "move c3 c4")
    assert "done" in options(state)
    do(state, "build c3", "build c3")
    assert (level(state, "c3"), state.tokens, state.seat) == (2, (0, 0), 1)
    state = position("c3 a1 / e5 e1", gods="morpheus -", tokens=(1, 0))
    do(state, "move c3 c4", "done")
    assert (state.tokens, state.seat) == ((2, 0), 1)


def test_ruling_59_morpheus_must_build_once_he_has_saved_enough() -> None:
    state = position("c3 a1 / e5 e1", gods="morpheus -", tokens=(18, 0))
    do(state, "move c3 c4")
    assert (state.tokens[0], "done" in options(state)) == (19, True)
    state = position("c3 a1 / e5 e1", gods="morpheus -", tokens=(19, 0))
    do(state, "move c3 c4")
    assert "done" not in options(state)
    assert refused(state, "done") == "must-build"
    do(state, "build c3")
    assert {"build c3", "done"} < options(state), "one build is enough"
    do(state, "done")
    assert state.tokens[0] == 19


def test_ruling_59_whoever_must_build_and_cannot_has_lost() -> None:
    for tokens, asked in ((18, True), (19, False)):
        state = position("a1 - / a2 c2", gods="morpheus limus", tokens=(tokens, 0))
        assert (state.ended == "") == asked
        assert moves(state) == ({"move a1 b1", "move a1 b2"} if asked else set())
    assert (state.winner, state.reasons[0]) == (1, "forbidden")


def test_ruling_59_ares_and_morpheus_cannot_stand_still_for_ever() -> None:
    """One builds nothing, and the other takes away what he has built."""
    state = position("e5 a5 / b2 c3", gods="morpheus ares")
    there, back = ("e5 e4", "b2 b3"), ("e4 e5", "b3 b2")
    for number in range(19):
        of_morpheus, of_ares = (there, back)[number % 2]
        do(state, f"move {of_morpheus}", "done", f"move {of_ares}", "build c2", "raze c2")
        assert state.levels == bytes(25)
    do(state, "move e4 e5")
    assert refused(state, "done") == "must-build"


def test_ruling_59_so_a_game_of_theirs_comes_to_its_end() -> None:
    state = position("b2 d4 / b4 d2", gods="morpheus ares")
    assert 20 < play_patiently(state, Random(1)) < 200


def play_patiently(state: State, chance: Random) -> int:
    """Let nobody end the game who need not; count the turns."""
    while not state.ended:
        assert state.turns < 1000
        lines = sorted(options(state))
        chance.shuffle(lines)
        lines.sort(key=lambda line: line[:4] not in ("done", "raze"))
        for line in lines:
            after = GAME.copy(state)
            do(after, line)
            if not after.ended:
                break
        state = after
    return state.turns


def test_ruling_49_poseidon_builds_three_times_more_from_the_ground() -> None:
    state = position("c3 a1 / e5 e1", gods="poseidon -")
    do(state, "move c3 c4", "build c3", "build a2", "build a2")
    assert "build c5" not in options(state)
    do(state, "build b1")
    assert (level(state, "a2"), level(state, "b1"), state.seat) == (2, 1, 1)
    state = position("c3 a1 / e5 e1", "a1=1", gods="poseidon -")
    do(state, "move c3 c4", "build c3")
    assert state.seat == 1, "the other one is not on the ground"


def test_ruling_50_selenes_female_builds_a_dome_at_any_level() -> None:
    state = position("c3 a1 / e5 e1", "b1=1", gods="selene -")
    do(state, "move a1 a2")
    assert {"dome c3 c4", "build a2 b1"} < options(state)
    assert "dome a2 b1" not in options(state), "that one is not the female"
    do(state, "dome c3 c4")
    assert (level(state, "c4"), state.seat) == (0, 1)
    state = position("c3 a1 / e5 e1", gods="selene -")
    do(state, "move c3 c4")
    assert {"dome c3", "build c3"} < options(state)


def test_ruling_52_zeus_builds_under_himself() -> None:
    state = position("c3 a1 / e5 e1", "c3=2 c4=2", gods="zeus -")
    do(state, "move c3 c4", "build c4")
    assert (level(state, "c4"), state.ended, state.seat) == (3, "", 1)
    state = position("c3 a1 / e5 e1", "c3=3 c4=3", gods="zeus -")
    do(state, "move c3 c4")
    assert refused(state, "dome c4") == "too-far"


def test_ruling_52_beside_limus_zeus_may_not() -> None:
    state = position("c3 a1 / c5 e1", gods="zeus limus")
    do(state, "move c3 c4")
    assert refused(state, "build c4") == "forbidden"
    assert "build c3" in options(state)
