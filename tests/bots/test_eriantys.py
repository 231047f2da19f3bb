"""What the brains know of Eriantys: sound shares, and lines that can be played."""

from __future__ import annotations

import pytest

from eriantys.bots import evaluation
from eriantys.games.eriantys import GAME
from eriantys.games.eriantys.state import (
    DINING,
    State,
    put,
)
from tests.bots.tables import KINDS, choice, new, positions

INSIGHT = evaluation.find(GAME)


@pytest.mark.parametrize(("seats", "expert"), KINDS)
def test_shares_are_those_of_the_sides_and_add_up(seats: int, expert: bool) -> None:
    for state in positions(seats, expert, seed=2, every=5):
        shares = INSIGHT.shares(state)
        assert len(shares) == state.table.sides
        assert sum(shares) == pytest.approx(1.0)
        assert all(0 <= share <= 1 for share in shares)


@pytest.mark.parametrize(("seats", "expert"), KINDS)
def test_the_end_is_known_for_certain(seats: int, expert: bool) -> None:
    *_, last = positions(seats, expert, seed=2)
    while (seat := GAME.turn(last)) is not None:
        GAME.apply(last, seat, GAME.legal(last)[-1])
    outcome = GAME.outcome(last)
    assert outcome is not None
    winning = {last.table.side_of[seat] for seat in outcome.winners}
    for side, share in enumerate(INSIGHT.shares(last)):
        assert share == (1 / len(winning) if side in winning else 0)


@pytest.mark.parametrize(("seats", "expert"), KINDS)
def test_lines_lead_to_the_end_of_the_turn(seats: int, expert: bool) -> None:
    for state in positions(seats, expert, seed=6, every=11):
        turn, lines = GAME.turns(state), INSIGHT.lines(state, 3)
        assert lines
        assert [line.share for line in lines] == sorted((s for _, s in lines), reverse=True)
        for line in lines:
            after = GAME.copy(state)
            for action in line.actions:
                assert GAME.turns(after) == turn
                assert action in GAME.legal(after)
                GAME.apply(after, after.seat, action)
            assert after.ended or GAME.turns(after) == turn + 1


def test_every_assistant_is_a_way_to_go_on() -> None:
    """They leave the table as it is, so that nothing but the hand tells them apart."""
    for state in positions(3, True, seed=6):
        if state.decision == "assistant":
            lines = INSIGHT.lines(state, 1)
            assert {line.actions for line in lines} == {(each,) for each in GAME.legal(state)}


def test_a_narrow_search_misses_little() -> None:
    """What students are moved for is found, though it shows only when all have been."""
    lost = []
    for state in positions(2, True, seed=9):
        if state.decision == "student" and state.moves_left == 3 and not state.character:
            wide, narrow = (INSIGHT.lines(state, width)[0].share for width in (12, 2))
            lost.append(wide - narrow)
    assert len(lost) > 10
    assert sum(lost) / len(lost) < 0.002


def a_turn(**changes: object) -> State:
    state = next(each for each in positions(2, False, seed=5) if each.decision == "student")
    for name, value in changes.items():
        setattr(state, name, value)
    return state


def share_of_the_first(state: State) -> float:
    return INSIGHT.shares(state)[0]


def test_towers_professors_and_students_are_worth_something() -> None:
    plain = share_of_the_first(a_turn())
    state = a_turn()
    built = put(state.towers_left, 0, 5)
    owner = put(put(put(state.owner, 0, 0), 4, 0), 8, 0)
    towers = put(put(put(state.towers_on, 0, 1), 4, 1), 8, 1)
    assert share_of_the_first(a_turn(towers_left=built, owner=owner, towers_on=towers)) > plain
    assert share_of_the_first(a_turn(professors=(0, 0, 0, -1, -1))) > plain
    state.students[DINING[0]] += 2
    assert share_of_the_first(state) > plain


def test_coins_are_worth_something() -> None:
    state = new(2, True, seed=1)
    plain = share_of_the_first(state)
    state.coins = (3, 1)
    assert share_of_the_first(state) > plain


@pytest.mark.parametrize("name", ["greedy", "mcts"])
def test_a_tower_that_wins_is_built(name: str) -> None:
    """Whoever can end the game in this turn does."""
    state = next(each for each in positions(2, False, seed=5) if each.decision == "mother")
    side, steps = state.table.side_of[state.seat], 1
    head = state.ring[(state.ring.index(state.mother) + steps) % len(state.ring)]
    state.towers_left = put(state.towers_left, side, 1)
    state.professors = (state.seat,) * 5
    state.students[5 * head] += 9
    assert choice(name, state, seed=1) == f"mother {steps}" or wins(name, state)


def wins(name: str, state: State) -> bool:
    """Tell whether another island does as well."""
    GAME.apply(state, state.seat, GAME.parse(choice(name, state, seed=1)))
    return state.ended == "last-tower"
