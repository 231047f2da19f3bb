"""What the brains know of Masters: sound shares, playable lines, and goods stored well."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from eriantys.bots import evaluation
from eriantys.bots.brain import Budget, Thought, find
from eriantys.bots.evaluation.masters.storing import plan
from eriantys.games.dice import QuickDice
from eriantys.games.masters import GAME, decisions, warehouse
from eriantys.games.masters.actions import MEANINGS, Kind
from eriantys.games.masters.state import State, plus
from tests.games.masters.position import NO_HAND, Table, cards, depots, goods, listed, play
from tests.games.masters.test_conservation import choose
from tests.games.masters.test_hidden import other_world
from tests.games.play import Case, begin, cases, fair_dice

INSIGHT = evaluation.find(GAME)
CASES = cases(GAME)
FEW = Budget(iterations=6)


def positions(case: Case, number: int, every: int) -> Iterator[State]:
    """Show a lively game at every so many of its actions."""
    state, chance = begin(case, number), Random(f"{case}/{number}/bots")
    count = 0
    while (seat := GAME.turn(state)) is not None:
        if count % every == 0:
            yield state.copy()
        GAME.apply(state, seat, choose(state, chance))
        count += 1


def thought(name: str, state: State) -> Thought:
    view = GAME.view(state, state.seat)
    return find(name, GAME).think(view, listed(state), state.seat, FEW, QuickDice(1))


def chosen(name: str, state: State) -> str:
    return thought(name, state).action


@pytest.mark.parametrize("case", CASES, ids=str)
def test_shares_are_likelihoods(case: Case) -> None:
    for state in positions(case, 2, every=9):
        shares = INSIGHT.shares(state)
        assert len(shares) == case.seats
        assert all(0 <= share <= 1 for share in shares)
        assert case.seats == 1 or sum(shares) == pytest.approx(1)


def test_the_end_is_known_for_certain() -> None:
    assert INSIGHT.shares(Table(1).set(ended="lorenzo").ready()) == [0.0]
    assert INSIGHT.shares(Table(1).set(ended="faith").ready()) == [1.0]
    shared = Table(3).player(1, faith=24).player(2, faith=24).set(ended="faith").ready()
    assert INSIGHT.shares(shared) == [0.0, 0.5, 0.5]


@pytest.mark.parametrize(
    "better",
    [
        {"chest": "coin coin coin"},
        {"faith": 3},
        {"slots": cards([9])},
        {"leaders": ((49, "played"), (54, "hand"))},
    ],
    ids=lambda better: next(iter(better)),
)
def test_more_is_better(better: dict[str, object]) -> None:
    plain = INSIGHT.shares(Table().ready())[0]
    assert INSIGHT.shares(Table().player(**better).ready())[0] > plain  # type: ignore[arg-type]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_lines_lead_to_the_end_of_the_turn(case: Case) -> None:
    for state in positions(case, 6, every=11):
        lines = INSIGHT.lines(state, 3)
        assert lines
        assert [line.share for line in lines] == sorted((s for _, s in lines), reverse=True)
        for line in lines:
            after = state.copy()
            for action in line.actions:
                assert after.turns == state.turns
                assert action in GAME.legal(after)
                GAME.apply(after, after.seat, action)
            assert after.ended or after.turns == state.turns + 1


@pytest.mark.parametrize("name", ["greedy", "mcts"])
@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_seat_can_be_taken_over_at_any_decision(name: str, case: Case) -> None:
    met = set()
    for state in positions(case, 4, every=1):
        if state.decision not in met:
            met.add(state.decision)
            assert chosen(name, state) in listed(state)
    assert {decisions.LEADERS, decisions.ACTION, decisions.STORE, decisions.END} <= met


@pytest.mark.parametrize("name", ["greedy", "mcts"])
@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_is_hidden_changes_nothing(name: str, case: Case) -> None:
    """The piles, the hands of others and what they have dropped: nothing of it is known."""
    differed = 0
    for number, state in enumerate(positions(case, 5, every=17)):
        twin = other_world(state, state.seat, fair_dice("bots", number))
        differed += GAME.snapshot(twin) != GAME.snapshot(state)
        assert thought(name, twin) == thought(name, state)
    assert differed


def test_a_card_that_wins_alone_is_bought() -> None:
    six = cards([4, 20, 36], [2, 18, 34])
    table = Table(1).player(slots=six, chest="coin coin", leaders=NO_HAND).top(3)
    assert chosen("greedy", table.ready()).startswith("buy blue 1")


def some_boxes() -> Iterator[tuple[bytes, tuple[int, ...]]]:
    for held in (
        depots(),
        depots("coin"),
        depots("coin", "stone stone"),
        depots("", "coin", "stone"),
        depots("coin", "stone stone", "shield shield shield"),
        depots("", "shield", "stone stone", "(shield)"),
        depots("stone", "coin", "", "stone stone", "(coin)"),
    ):
        for counts in product(range(3), repeat=4):
            if 0 < sum(counts) <= 4:
                yield held, counts


def test_goods_are_stored_as_well_as_any_moves_could() -> None:
    """The plan can be carried out, and nobody could keep more goods."""
    for number, (held, box) in enumerate(some_boxes()):
        order = tuple(Random(number).sample(range(4), 4))
        table = Table().player(held=held).set(decision=decisions.STORE, box=box)
        state = table.ready()
        for action in plan(held, box, order):
            assert action in GAME.legal(state)
            if MEANINGS[action].kind in (Kind.DISCARD, Kind.DISCARD_REST):
                break
            GAME.apply(state, 0, action)
        assert sum(state.box) == fewest_left(held, box), (held, box)


def fewest_left(held: bytes, box: tuple[int, ...]) -> int:
    """Try everything, to see how few goods need to be thrown away."""
    best, met, waiting = sum(box), {(held, box)}, [(held, box)]
    while waiting and best:
        here, left = waiting.pop()
        best = min(best, sum(left))
        ways = [(after, left) for _, after in warehouse.rearrangements(here)]
        for kind, count in enumerate(left):
            if count:
                for depot in warehouse.places_for(here, kind):
                    ways.append((warehouse.add(here, kind, depot), plus(left, kind, -1)))
        for way in ways:
            if way not in met:
                met.add(way)
                waiting.append(way)
    return best


def test_a_payment_keeps_places_free() -> None:
    held = depots("", "shield shield")
    state = Table().player(held=held, chest="shield shield").top(1).ready()
    play(state, "buy green 1 slot 1")
    assert chosen("greedy", state) == "pay shield warehouse"
    assert state.owed == goods("shield shield")
