"""Rulings 1 to 16 and 53 to 59: the plain game, the set-up, hardcore mode, and conflicts."""

from __future__ import annotations

import pytest

from eriantys.games.contract import BadSetting, check_together
from eriantys.games.dice import FairDice
from eriantys.games.santorini import GAME
from eriantys.games.santorini.board import BY_NAME
from eriantys.games.santorini.gods import PANTHEON
from eriantys.games.santorini.state import Options, State, put

from .position import do, ended, kinds, level, moves, options, position, refused, square, why


def new(seats: int, seed: int = 1, **chosen: bool) -> State:
    return GAME.new(seats, Options(**chosen), FairDice(bytes([seed]) * 32))


# 1 to 10: moving, building, winning, losing.


def test_ruling_1_up_by_one_level_down_by_any() -> None:
    state = position("c3 a1 / e5 e1", "c3=2 b3=3 c4=1 d3=0 b2=1")
    do(state, "move c3 d3", "build c3")
    state = position("c3 a1 / d4 e1", "c3=1 b3=3 b4=2", "c4")
    assert refused(state, "move c3 b3") == "too-high"
    assert refused(state, "move c3 c4") == "dome"
    assert refused(state, "move c3 d4") == "occupied"
    assert refused(state, "move c3 c5") == "too-far"
    assert refused(state, "move b1 c1") == "no-worker"
    assert "move c3 b4" in options(state)


def test_ruling_2_every_square_gets_the_next_piece() -> None:
    state = position("c3 a1 / e5 e1", "b3=1 b4=2 c5=3 d4=3")
    do(state, "move c3 c4")
    assert {"build b3", "build b4", "dome c5", "dome d4"} < options(state)
    assert refused(state, "dome b4") == "wrong-piece"
    assert refused(state, "build c5") == "wrong-piece"
    do(state, "build b4")
    assert level(state, "b4") == 3


def test_ruling_3_the_square_just_left_can_be_built_on() -> None:
    state = position("c3 a1 / e5 e1", "c3=1")
    do(state, "move c3 c4", "build c3")
    assert level(state, "c3") == 2


def test_ruling_4_from_level_3_to_level_3_wins_nothing() -> None:
    state = position("c3 a1 / e5 e1", "c3=3 c4=3")
    do(state, "move c3 c4")
    assert (state.decision, state.ended) == ("build", "")


def test_ruling_5_forced_to_level_3_wins_nothing() -> None:
    state = position("c3 a1 / c4 e1", "c5=3 c4=1", gods="minotaur -")
    do(state, "move c3 c4", "build c3")
    assert (square(state, 2), state.ended) == ("c5", "")
    assert "move c5 b4" in options(state)


def test_ruling_6_a_win_is_instantaneous() -> None:
    state = position("c3 a1 / e5 e1", "c3=2 c4=3", gods="artemis -")
    events = do(state, "move c3 c4")
    assert kinds(events) == ["worker moved", "game over"]
    assert ended(state) == (0, "top")
    assert options(state) == set()


def test_ruling_7_a_piece_that_is_used_up_cannot_be_built() -> None:
    state = position("c3 a1 / e5 e1", "c3=1 b4=1", left=(5, 0, 5, 5))
    do(state, "move c3 c4")
    assert refused(state, "build c3") == "no-piece"
    assert "build b5" in options(state)
    state = position("c3 a1 / e5 e1", left=(0, 5, 5, 5))
    assert (state.winner, state.reasons[0]) == (1, "stuck"), "nothing is left for any square"


def test_ruling_8_who_cannot_move_and_build_loses_as_the_turn_begins() -> None:
    closed = "a2 b1 b2 d1 d2 e2"
    state = position("a1 e1 / c3 c4", domes=closed)
    assert ended(state) == (1, "last-standing")
    assert state.reasons == ("stuck", "")
    # The swap would leave nothing to build on, so it is not offered.
    state = position("a1 e5 / a2 c3", domes="b1 b2 a3 b3", gods="apollo -")
    assert "move a1 a2" not in options(state)
    assert refused(state, "move a1 a2") == "dead-end"


def test_ruling_8_a_god_who_forbids_nothing_just_now_is_not_to_blame() -> None:
    state = position("a1 - / a2 c3", domes="b1 b2 a3 b3", gods="apollo athena")
    assert (ended(state), state.reasons[0]) == ((1, "last-standing"), "stuck")


def test_ruling_9_a_loser_of_three_leaves_and_the_next_one_goes_on() -> None:
    closed = "a2 b1 b2 d1 d2 e2"
    state = position("a1 e1 / c3 c4 / e4 e5", "b5=1", closed, gods="athena pan atlas", seat=2)
    do(state, "move e4 d4", "build e4")
    assert GAME.active(state) == (1, 2)
    assert GAME.turn(state) == 1
    assert (square(state, 0), square(state, 1)) == ("", "")
    assert GAME.view(state, None)["square/b5"]["level"] == 1


def test_ruling_10_the_last_one_standing_wins() -> None:
    closed = "a2 b1 b2 d1 d2 e2 a4 b4 b5 d4 d5 e4"
    state = position("c3 c2 / a1 e1 / a5 e5", domes=closed, gods="pan atlas demeter")
    do(state, "move c3 b3", "build c3")
    assert ended(state) == (0, "last-standing")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.ranking == ((0,), (2,), (1,))


# 11 to 16: the set-up.


def test_ruling_11_the_challenger_chooses_among_those_for_so_many_players() -> None:
    state = new(2)
    assert state.seat == state.challenger
    assert options(state) == {f"god {god.name}" for god in PANTHEON[:10]}
    do(state, "god pan")
    assert refused(state, "god pan") == "god-chosen"
    assert refused(state, "god zeus") == "god-not-allowed"
    assert len(options(new(2, advanced=True))) == len(PANTHEON)


def test_ruling_12_the_last_god_goes_to_the_challenger() -> None:
    state = new(3)
    challenger = state.challenger
    do(state, "god pan", "god atlas", "god apollo")
    assert state.seat == (challenger + 1) % 3
    assert refused(state, "god hermes") == "god-not-offered"
    events = do(state, "god atlas", "god pan")
    assert kinds(events) == ["god taken"] * 3
    assert PANTHEON[state.cards[challenger]].name == "apollo"
    assert (state.seat, state.decision) == (challenger, "start")
    assert options(state) == {"start 1", "start 2", "start 3"}


def test_ruling_13_three_players_always_have_gods() -> None:
    for wrong in (Options(gods=False), Options(gods=False, advanced=True)):
        with pytest.raises(BadSetting, match="gods"):
            check_together(GAME, 3, wrong)
    state = new(3, advanced=True)
    assert not {"god aphrodite", "god chronus"} & options(state)
    assert refused(state, "god chronus") == "god-not-allowed"


def test_ruling_14_workers_are_placed_from_the_start_player_on() -> None:
    state = new(2)
    do(state, "god pan", "god atlas", "god pan", "start 2")
    assert (state.seat, state.decision, len(options(state))) == (1, "place", 25)
    do(state, "place b2")
    assert GAME.undoable(state) == 1
    assert refused(state, "place b2") == "occupied"
    do(state, "place d4")
    assert (state.seat, GAME.undoable(state)) == (0, 0)
    do(state, "place a1", "place e5")
    assert (state.seat, state.decision) == (1, "move")


def test_ruling_14_without_gods_chance_says_who_starts() -> None:
    starters = {new(2, seed, gods=False).seat for seed in range(9)}
    assert starters == {0, 1}
    assert new(2, gods=False).decision == "place"


def test_ruling_15_bia_places_first() -> None:
    state = new(2, advanced=True)
    do(state, "god bia", "god pan", "god bia")
    bia = 1 - state.challenger
    do(state, f"start {2 - bia}")
    assert (state.seat, state.starter) == (bia, 1 - bia)
    do(state, "place b2", "place b3", "place c2", "place c3")
    assert (state.seat, state.decision) == (1 - bia, "move")


def test_ruling_16_eros_places_on_opposite_edges() -> None:
    state = new(2, advanced=True)
    do(state, "god eros", "god pan", "god eros")
    eros = 1 - state.challenger
    do(state, f"start {eros + 1}")
    assert len(options(state)) == 16
    assert refused(state, "place c3") == "not-there"
    do(state, "place a3")
    assert options(state) == {f"place e{row}" for row in range(1, 6)}
    state.workers = put(state.workers, 2 * eros, BY_NAME["a1"])
    edges = {f"place e{row}" for row in range(1, 6)} | {f"place {c}5" for c in "abcd"}
    assert options(state) == edges


# 53 to 59: conflicts, and the rest.


def test_ruling_53_prohibitions_beat_permissions() -> None:
    state = position("c3 a1 / e5 e1", "c3=0 c4=1", gods="artemis athena", rose=(False, True))
    assert "move c3 c4" not in options(state)
    do(state, "move c3 b3")
    assert "move b3 c4" not in options(state)


def test_ruling_54_no_circles() -> None:
    state = position("a1 e5 / c5 d5", gods="hermes -")
    do(state, "move a1 b1", "move b1 b2")
    assert refused(state, "move b2 b1") == "in-circles"
    do(state, "move b2 a1")
    assert "move a1 b1" not in options(state)


def test_ruling_55_whoever_breaks_a_prohibition_loses_in_hardcore_mode() -> None:
    setting = {"gods": "pan athena", "rose": (False, True)}
    state = position("c3 a1 / e5 e1", "c4=1", **setting)  # type: ignore[arg-type]
    assert refused(state, "move c3 c4") == "forbidden"
    assert "Athena moved up" in why(state, "move c3 c4")
    state = position("c3 a1 / e5 e1", "c4=1", hardcore=True, **setting)  # type: ignore[arg-type]
    assert "move c3 c4" not in options(state)
    assert "move c3 c4" in {GAME.format(each) for each in GAME.candidates(state)}
    assert refused(state, "move c3 c5") == "too-far"
    events = do(state, "move c3 c4")
    assert kinds(events) == ["prohibition broken", "player out", "game over"]
    assert events[0].facts == {"seat": 0, "action": "move c3 c4", "gods": ["athena"]}
    assert (ended(state), state.reasons[0]) == ((1, "last-standing"), "broke-prohibition")


def test_ruling_55_a_step_that_leads_nowhere_loses_in_hardcore_mode() -> None:
    state = position("a1 e5 / a2 c3", domes="b1 b2 a3 b3", gods="apollo -", hardcore=True)
    events = do(state, "move a1 a2")
    assert kinds(events) == ["turn cannot be finished", "player out", "game over"]
    assert state.reasons[0] == "stuck"


def test_ruling_55_persephones_demand_is_a_prohibition_too() -> None:
    state = position("c3 a1 / e5 e1", "c4=1", gods="pan persephone", hardcore=True)
    assert moves(state) == {"move c3 c4"}
    assert do(state, "move c3 b3")[0].facts["gods"] == ["persephone"]


def test_ruling_56_whoever_has_only_what_is_forbidden_is_asked_all_the_same() -> None:
    setting = {"domes": "a2 b2 e2 d2", "gods": "pan athena", "rose": (False, True)}
    state = position("a1 e1 / c3 c4", "b1=1 d1=1", **setting)  # type: ignore[arg-type]
    assert (ended(state), state.reasons[0]) == ((1, "last-standing"), "forbidden")
    state = position("a1 e1 / c3 c4", "b1=1 d1=1", hardcore=True, **setting)  # type: ignore[arg-type]
    assert options(state) == {"move a1 b1", "move e1 d1"}
    do(state, "move a1 b1")
    assert (ended(state), state.reasons[0]) == ((1, "last-standing"), "broke-prohibition")


def test_ruling_57_the_prohibitions_of_losers_end_with_them() -> None:
    state = position(
        "a1 e1 / c3 c4 / e4 e5",
        "b3=1",
        "a2 b1 b2 d1 d2 e2",
        gods="athena pan atlas",
        seat=2,
        rose=(True, False, False),
    )
    assert [each["god"] for each in GAME.view(state, None)["forbidden"]] == ["athena"]
    do(state, "move e4 d4", "build e4")
    assert state.seat == 1
    assert GAME.view(state, None)["forbidden"] == []
    assert "move c3 b3" in options(state)


@pytest.mark.parametrize(("god", "stays"), [("hypnus", "c4"), ("hera", "c5")])
def test_ruling_57_a_god_that_needs_no_worker_leaves_as_well(god: str, stays: str) -> None:
    """Hypnus would let nobody move from c4, and Hera nobody win on c5."""
    closed = "a2 b1 b2 d1 d2 e2"
    for domes, result in (("", (-1, "")), (closed, (1, "top"))):
        state = position(
            "a1 e1 / c3 c4 / e4 e5", "c4=2 c5=3", domes, gods=f"{god} pan atlas", seat=2
        )
        do(state, "move e4 d4", "build e4")
        if state.seat == 0:
            do(state, "move a1 a2", "build a1")
        if "move c4 c5" in options(state):
            do(state, "move c4 c5")
        assert ended(state) == result
        assert square(state, 3) == (stays if state.winner < 0 else "c5")


def test_ruling_58_places() -> None:
    state = position("c3 a1 / e5 e1 / - -", "c3=2 c4=3", gods="pan atlas hermes", seat=2)
    assert state.losers == (2,)
    do(state, "move c3 c4")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.ranking, outcome.scores) == (((0,), (1,), (2,)), (1, 0, 0))


def test_every_god_has_a_name_of_its_own() -> None:
    assert len({god.name for god in PANTHEON}) == len(PANTHEON) == 27
