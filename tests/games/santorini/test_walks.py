"""Workers that may walk on and on: whether their turn can be finished is known before long."""

from __future__ import annotations

import pytest

from eriantys.games.santorini import prohibitions
from eriantys.games.santorini.actions import Action
from eriantys.games.santorini.state import State

from .position import options, position


def test_each_place_of_a_walk_that_leads_nowhere_is_looked_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken = 0
    ahead = prohibitions.ahead

    def counted(state: State, action: Action) -> State:
        nonlocal taken
        taken += 1
        return ahead(state, action)

    monkeypatch.setattr(prohibitions, "ahead", counted)
    state = position("c3 a1 / e5 e1", gods="hermes persephone")
    first = options(state)
    assert {"move c3 c4", "move a1 b1", "build c3 c4"} < first, "nobody can move up"
    squares = 25 - 2
    places_of_both_by_who_moved_last = 2 * squares * (squares - 1)
    assert squares < taken <= places_of_both_by_who_moved_last + 2 * len(first)


def test_whoever_walks_along_the_level_never_moves_up() -> None:
    state = position("c3 a1 / e5 e1", "b1=1", gods="hermes persephone")
    assert options(state) == {"move a1 b1"}


def test_a_square_is_the_end_for_artemis_with_her_second_step_only() -> None:
    levels = "a1=2 b1=2 c1=1 b2=2 c2=2 d2=2 a3=1 c3=2 d3=1 a4=3 b4=1 c4=1"
    state = position("b4 e2 / d1 b3", levels, gods="artemis aphrodite")
    assert "move b4 b5" in options(state), "and on to c4, beside b3"


def test_where_triton_has_walked_with_one_worker_he_may_still_walk_with_the_other() -> None:
    state = position("c1 a1 / a5 b2 / b4 b5", "a4=1", gods="persephone - triton", seat=2)
    assert "move b5 c5" in options(state), "back to b5 with the second step, and up to a4"
