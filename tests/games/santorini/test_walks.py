"""Workers that may walk on and on: whether their turn can be finished is known before long."""

from __future__ import annotations

import pytest

from eriantys.games.santorini import GAME, prohibitions
from eriantys.games.santorini.actions import Action
from eriantys.games.santorini.state import State

from .position import options, position


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[Action]:
    """Gather the actions whose effect is looked at."""
    taken: list[Action] = []
    ahead = prohibitions.ahead

    def counted(state: State, action: Action) -> State:
        taken.append(action)
        return ahead(state, action)

    monkeypatch.setattr(prohibitions, "ahead", counted)
    return taken


def test_each_place_of_a_walk_that_leads_nowhere_is_looked_at_once(looks: list[Action]) -> None:
    state = position("c3 a1 / e5 e1", gods="hermes persephone")
    first = options(state)
    assert {"move c3 c4", "move a1 b1", "build c3 c4"} < first, "nobody can move up"
    squares = 25 - 2
    places_of_both_by_who_moved_last = 2 * squares * (squares - 1)
    assert squares < len(looks) <= places_of_both_by_who_moved_last + 2 * len(first)


@pytest.mark.parametrize("other", ["limus", "hypnus", "athena"])
def test_whoever_bars_many_steps_is_found_out_by_looking_at_each_place_once(
    looks: list[Action], other: str
) -> None:
    state = position("a1 d5 / c3 c4 / a5 b5", "b1=1", gods=f"hermes {other} persephone")
    assert len(prohibitions.in_order(state)) == 1
    looks.clear()
    told = {each["god"]: len(each["actions"]) for each in GAME.view(state, None)["forbidden"]}
    assert told["persephone"] > 10
    places_of_both_by_who_moved_last = 2 * 21 * 20
    assert len(looks) <= places_of_both_by_who_moved_last + 2 * told["persephone"]


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
