"""Rulings 17 to 33: the ten simple gods."""

from __future__ import annotations

import pytest

from eriantys.games.contract import Illegal
from eriantys.games.santorini.board import BY_NAME

from .position import do, ended, kinds, level, moves, options, position, refused, square


def test_ruling_17_apollo_climbs_one_level_and_his_victim_goes_to_any() -> None:
    state = position("c3 a1 / c4 b3", "c4=1 b3=2", gods="apollo -")
    assert refused(state, "move c3 b3") == "too-high"
    events = do(state, "move c3 c4")
    assert kinds(events) == ["worker moved", "worker forced"]
    assert (square(state, 0), square(state, 2)) == ("c4", "c3")


def test_ruling_17_apollo_wins_by_swapping_up_onto_level_3() -> None:
    state = position("c3 a1 / c4 e5", "c3=2 c4=3", gods="apollo -")
    do(state, "move c3 c4")
    assert ended(state) == (0, "top")


def test_ruling_18_apollo_cannot_build_where_his_victim_stands() -> None:
    state = position("c3 a1 / c4 e5", gods="apollo -")
    do(state, "move c3 c4")
    assert refused(state, "build c3") == "occupied"


def test_ruling_18_a_swap_after_which_nothing_can_be_built_is_refused() -> None:
    state = position("a1 e5 / a2 c3", domes="b1 b2 a3 b3", gods="apollo -")
    assert refused(state, "move a1 a2") == "dead-end"


@pytest.mark.parametrize("god", ["apollo", "minotaur"])
def test_ruling_19_nobody_moves_onto_an_own_worker(god: str) -> None:
    state = position("c3 c4 / d3 e1", gods=f"{god} -")
    assert refused(state, "move c3 c4") == "occupied"
    assert "move c3 d3" in options(state)


def test_ruling_20_artemis_may_not_return_to_where_she_began() -> None:
    state = position("c3 a1 / e5 e1", "c4=1 c5=2", gods="artemis -")
    do(state, "move c3 c4")
    assert refused(state, "move c4 c3") == "not-again"
    assert refused(state, "move a1 a2") == "not-again"
    do(state, "move c4 c5")
    assert moves(state) == set(), "there is no third step"
    do(state, "build c4")
    assert level(state, "c4") == 2


def test_ruling_20_a_first_step_that_wins_ends_the_game() -> None:
    state = position("c3 a1 / e5 e1", "c3=2 c4=3", gods="artemis -")
    do(state, "move c3 c4")
    assert ended(state) == (0, "top")


def test_ruling_21_athena_looks_at_her_own_moves() -> None:
    state = position("c3 a1 / e5 e1", "c4=1 e4=1 e2=1", gods="athena -")
    do(state, "move c3 c4", "build c3")
    assert state.rose == (True, False)
    assert refused(state, "move e5 e4") == "forbidden"
    do(state, "move e5 d5", "build e5", "move c4 b4", "build a5")
    assert state.rose == (False, False)
    assert "move e1 e2" in options(state)


def test_ruling_21_being_forced_up_does_not_count() -> None:
    state = position("c3 a1 / c4 e1", "c5=2", gods="athena minotaur", seat=1)
    do(state, "move c4 c3", "build c4")
    assert square(state, 0) == "c2"
    state = position("c3 a1 / c2 e1", "c4=1 d3=1", gods="athena minotaur", seat=1)
    do(state, "move c2 c3", "build b3")
    assert (square(state, 0), state.rose) == ("c4", (False, False))


def test_ruling_21_a_step_up_counts_even_if_she_comes_down_again() -> None:
    state = position("c3 a1 / e5 e1", "c4=1", gods="artemis -")
    do(state, "move c3 c4", "move c4 c5")
    assert state.rose[0]


def test_ruling_22_athenas_ban_binds_all_until_her_next_turn() -> None:
    state = position("c3 a1 / e5 e1 / a5 a4", "c4=1 e4=1 b5=1", gods="athena pan atlas")
    do(state, "move c3 c4", "build c3")
    assert refused(state, "move e5 e4") == "forbidden"
    do(state, "move e5 d5", "build e5")
    assert refused(state, "move a5 b5") == "forbidden"
    do(state, "move a5 b4", "build a5")
    assert not state.rose[0], "her next turn has begun"


def test_ruling_23_the_ban_does_not_touch_moves_down() -> None:
    state = position("c3 a1 / e5 e1", "c3=2", gods="pan athena", rose=(False, True))
    do(state, "move c3 c4")
    assert ended(state) == (0, "god")


def test_ruling_23_the_minotaur_may_push_up_but_not_climb() -> None:
    setting = {"gods": "minotaur athena", "rose": (False, True)}
    state = position("c3 a1 / c4 d4", "c5=3 d4=1", **setting)  # type: ignore[arg-type]
    assert refused(state, "move c3 d4") == "forbidden"
    do(state, "move c3 c4", "build c3")
    assert square(state, 2) == "c5"


def test_ruling_24_whoever_could_only_move_up_has_lost() -> None:
    state = position(
        "a1 e1 / c3 c4",
        "b1=1 d1=1",
        "a2 b2 e2 d2",
        gods="pan athena",
        rose=(False, True),
    )
    assert (ended(state), state.reasons[0]) == ((1, "last-standing"), "forbidden")


def test_ruling_25_a_low_dome_closes_the_square() -> None:
    state = position("c3 a1 / e5 e1", "c5=2", gods="atlas -")
    do(state, "move c3 c4")
    assert {"dome c3", "build c3", "dome c5"} < options(state)
    do(state, "dome c5")
    assert state.seat == 1
    assert level(state, "c5") == 2
    assert not state.free(BY_NAME["c5"])


def test_ruling_26_demeter_builds_on_two_squares() -> None:
    state = position("c3 a1 / e5 e1", "b4=3 b5=3", gods="demeter -")
    do(state, "move c3 c4", "dome b4")
    assert refused(state, "dome b4") == "dome"
    assert {"dome b5", "done", "build c3"} < options(state)
    do(state, "dome b5")
    assert state.seat == 1
    state = position("c3 a1 / e5 e1", gods="demeter -")
    do(state, "move c3 c4", "build c3")
    assert refused(state, "build c3") == "not-again"
    assert refused(state, "build a2") == "not-again"
    do(state, "done")
    assert state.seat == 1


def test_ruling_27_hephaestus_second_piece_is_a_block() -> None:
    state = position("c3 a1 / e5 e1", "c5=1", gods="hephaestus -")
    do(state, "move c3 c4", "build c5")
    assert options(state) == {"build c5", "done"}
    do(state, "build c5")
    assert (level(state, "c5"), state.seat) == (3, 1)
    for height in (2, 3):
        state = position("c3 a1 / e5 e1", f"c5={height}", gods="hephaestus -")
        do(state, "move c3 c4", "dome c5" if height == 3 else "build c5")
        assert state.seat == 1, "nothing is left to choose"


def test_ruling_28_hermes_walks_with_both() -> None:
    state = position("a1 e1 / c5 d5", "b3=1", gods="hermes -")
    do(state, "move a1 a2", "move e1 d2", "move a2 b2")
    assert refused(state, "move b2 b3") == "not-again"
    assert {"build b2 a1", "build d2 e1"} < options(state)
    assert refused(state, "build c1") == "which-worker"
    do(state, "build d2 e1")
    assert (level(state, "e1"), state.seat) == (1, 1)


def test_ruling_28_a_climb_is_a_normal_turn() -> None:
    state = position("a1 e1 / c5 d5", "a2=1", gods="hermes -")
    do(state, "move a1 a2")
    assert moves(state) == set()
    assert "build b1" in options(state)
    assert refused(state, "build d1") == "too-far"


def test_ruling_28_walking_on_level_3_wins_nothing() -> None:
    state = position("a1 e1 / c5 d5", "a1=3 a2=3", gods="hermes -")
    do(state, "move a1 a2")
    assert state.ended == ""


def test_ruling_29_hermes_may_stay_where_he_is() -> None:
    state = position("a1 e1 / c3 c4", "a2=2 b2=2 b1=2 d1=2 d2=2 e2=2", gods="hermes -")
    assert moves(state) == set()
    assert "build a1 a2" in options(state)
    do(state, "build a1 a2")
    assert state.seat == 1
    state = position("a1 e1 / c3 c4", domes="a2 b2 b1 d1 d2 e2", gods="hermes -")
    assert state.winner == 1


def test_ruling_30_the_minotaur_pushes_straight_on() -> None:
    state = position("c3 a1 / d4 b2", "e5=3", gods="minotaur -")
    do(state, "move c3 d4")
    assert square(state, 2) == "e5"
    blocked = {
        "c3 a1 / b2 e5": "a worker of his own is behind",
        "d3 a1 / e3 c5": "the board ends",
    }
    for workers, reason in blocked.items():
        state = position(workers, gods="minotaur -")
        target = workers.split(" / ")[1][:2]
        assert refused(state, f"move {workers[:2]} {target}") == "occupied", reason
    state = position("c3 a1 / c4 e1", domes="c5", gods="minotaur -")
    assert refused(state, "move c3 c4") == "occupied"


@pytest.mark.parametrize(
    ("origin", "target", "wins"), [(2, 0, 1), (3, 1, 1), (3, 0, 1), (2, 1, 0)]
)
def test_ruling_31_pan_wins_by_two_levels_down(origin: int, target: int, wins: int) -> None:
    state = position("c3 a1 / e5 e1", f"c3={origin} c4={target}", gods="pan -")
    do(state, "move c3 c4")
    assert (state.ended == "god") == bool(wins)


def test_ruling_31_being_forced_down_wins_nothing() -> None:
    state = position("c3 a1 / c4 e1", "c4=2 c3=1", gods="apollo pan")
    with pytest.raises(Illegal):
        do(state, "move c3 e5")
    state = position("c3 a1 / c4 e1", "c4=2 c3=1 d3=1", gods="apollo pan")
    do(state, "move c3 c4", "build d3")
    assert (square(state, 2), state.ended) == ("c3", "")
    state = position("c3 a1 / c4 e1", "c4=2 c3=2 c5=0", gods="minotaur pan")
    do(state, "move c3 c4", "build d3")
    assert (square(state, 2), state.ended) == ("c5", "")


def test_ruling_32_prometheus_may_not_climb_after_an_early_build() -> None:
    state = position("c3 a1 / e5 e1", "c3=1 c4=2 b3=1 b4=0 d4=3", gods="prometheus -")
    assert {"move c3 c4", "build c3 b4", "dome c3 d4"} < options(state)
    do(state, "build c3 b4")
    assert refused(state, "move c3 c4") == "too-high"
    assert {"move c3 b4", "move c3 b3"} < options(state), "flat is no climb"
    do(state, "move c3 b3", "build b4")
    assert level(state, "b4") == 2
    state = position("c3 a1 / e5 e1", "c3=1 c4=1", gods="prometheus -")
    do(state, "build c3 c4")
    assert refused(state, "move c3 c4") == "too-high"


def test_ruling_33_the_early_builder_must_move() -> None:
    state = position("c3 a1 / e5 e1", gods="prometheus -")
    do(state, "build c3 c4")
    assert refused(state, "move a1 a2") == "other-worker"
    assert {line[:7] for line in options(state)} == {"move c3"}


def test_ruling_33_an_early_build_after_which_it_could_not_move_is_refused() -> None:
    state = position("a1 e5 / c3 c4", domes="b1 b2", gods="prometheus -")
    assert "move a1 a2" in options(state)
    assert refused(state, "build a1 a2") == "dead-end"
