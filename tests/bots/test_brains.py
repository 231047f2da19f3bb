"""Brains choose what is legal, by what their seat sees, and the same each time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from eriantys.bots.brain import BRAINS, LEVELS, Budget, find
from eriantys.bots.brains.mcts import Mcts
from eriantys.games.contract import BadSetting, View
from eriantys.games.dice import Dice, FairDice, QuickDice, derive
from eriantys.games.eriantys import GAME
from eriantys.games.eriantys.decisions import FIRST_QUESTION, MONK_ISLAND
from eriantys.games.eriantys.state import NOBODY, State
from tests.bots.tables import FEW, KINDS, choice, listed, new, positions, thought
from tests.toy.game import TOY, Options


@pytest.mark.parametrize("name", BRAINS)
@pytest.mark.parametrize(("seats", "expert"), KINDS)
def test_whole_games_are_played_by_legal_actions(name: str, seats: int, expert: bool) -> None:
    state = new(seats, expert, seed=3)
    brains = [find(name, GAME) for _ in range(seats)]
    while (seat := GAME.turn(state)) is not None:
        chosen = choice(brains[seat], state, seed=5)
        assert chosen in listed(state)
        GAME.apply(state, seat, GAME.parse(chosen))


@pytest.mark.parametrize("name", ["greedy", "mcts"])
def test_a_seat_can_be_taken_over_at_any_decision(name: str) -> None:
    """Whoever comes in the middle of a half-played character goes on with it."""
    met = set()
    for seed in range(20):
        for state in positions(2 + seed % 3, expert=True, seed=seed, coins=6):
            if state.unfinished and (state.decision, state.unfinished) not in met:
                met.add((state.decision, state.unfinished))
                assert choice(name, state, seed=1) in listed(state)
    assert {decision for decision, _ in met} == {*FIRST_QUESTION.values(), MONK_ISLAND}


FAR = Budget(iterations=40)
"""Enough to look into a round that is about to begin, whose students nobody knows yet."""


def with_other_luck(state: State) -> State:
    """Change all that nobody at the table can see: the seed, and how much of it was used."""
    other = GAME.copy(state)
    other.dice = FairDice(derive(99, "other luck"), counter=12345)
    return other


def before_new_luck(seats: int, expert: bool) -> list[State]:
    """Show some decisions after which the bag comes next, and some others."""
    shown = list(positions(seats, expert, seed=7))
    last = [each for each in shown if each.acting == seats - 1 and each.decision == "mother"]
    return [*last[::3], *shown[::41]]


@pytest.mark.parametrize("name", BRAINS)
@pytest.mark.parametrize(("seats", "expert"), KINDS)
def test_what_is_hidden_changes_nothing(name: str, seats: int, expert: bool) -> None:
    for state in before_new_luck(seats, expert):
        assert thought(name, with_other_luck(state), 2, FAR) == thought(name, state, 2, FAR)


def test_a_brain_that_saw_the_luck_to_come_would_be_found_out() -> None:
    """Where the view gives the dice away, the same comparison tells the tables apart."""

    def view(state: State, seat: int | None) -> View:
        return {**GAME.view(state, seat), "dice": state.dice.copy()}

    def guess(seen: View, seat: int, dice: Dice) -> State:
        del dice
        return GAME.guess(seen, seat, seen["dice"])

    told_apart = 0
    game = replace(GAME, view=view, guess=guess, hidden=True)
    for state in before_new_luck(2, False):
        one, other = (
            find("mcts", game).think(
                view(each, None), listed(each), each.seat, FAR, QuickDice(2)
            )
            for each in (state, with_other_luck(state))
        )
        told_apart += one != other
    assert told_apart


@pytest.mark.parametrize("name", BRAINS)
def test_the_table_itself_is_left_alone(name: str) -> None:
    for state in positions(3, expert=True, seed=4, every=40):
        before = GAME.snapshot(state)
        choice(name, state, seed=1)
        assert GAME.snapshot(state) == before


@pytest.mark.parametrize("name", BRAINS)
def test_the_same_search_seed_makes_the_same_choice(name: str) -> None:
    for state in positions(2, expert=True, seed=11, every=13):
        assert choice(name, state, seed=8) == choice(name, state, seed=8)


def test_another_search_seed_can_make_another_choice() -> None:
    state = new(2, expert=False, seed=1)
    assert len({choice("random", state, seed) for seed in range(20)}) > 1


@pytest.mark.parametrize("name", BRAINS)
def test_a_single_legal_action_needs_no_thought(name: str) -> None:
    dice = QuickDice(1)
    assert find(name, GAME).choose({}, ["done"], 0, Budget(10), dice) == "done"


def test_nothing_is_chosen_that_is_not_listed() -> None:
    """A server may list less than the rules allow."""
    for state in positions(2, expert=True, seed=6, every=9):
        seat = GAME.turn(state)
        assert seat is not None
        last = listed(state)[-2:]
        for name in BRAINS:
            view = GAME.view(state, seat)
            assert find(name, GAME).choose(view, last, seat, FEW, QuickDice(3)) in last


class TestChance:
    """What a brain says of its chances, for whoever asks it for advice."""

    def test_random_has_no_idea(self) -> None:
        assert thought("random", new(2, False, seed=2), 1).chance is None

    @pytest.mark.parametrize("name", ["greedy", "mcts"])
    @pytest.mark.parametrize(("seats", "expert"), KINDS)
    def test_a_brain_that_thinks_tells_a_likelihood(
        self, name: str, seats: int, expert: bool
    ) -> None:
        for state in positions(seats, expert, seed=8, every=23):
            if len(listed(state)) > 1:
                chance = thought(name, state, 1).chance
                assert chance is not None
                assert 0 <= chance <= 1

    @pytest.mark.parametrize("name", ["greedy", "mcts"])
    def test_it_is_that_of_the_side_on_turn(self, name: str) -> None:
        """Whoever has towers on every other island is ahead, and the other knows it."""
        state = next(each for each in positions(2, False, 5) if each.decision == "student")
        own = state.table.side_of[state.seat]
        chances = []
        for ahead in (own, 1 - own):
            state.owner = (ahead, NOBODY) * 6
            state.towers_on = (1, 0) * 6
            state.towers_left = tuple(2 if side == ahead else 8 for side in (0, 1))
            chance = thought(name, state, 1).chance
            assert chance is not None
            chances.append(chance)
        assert chances[0] > 0.8 > 0.4 > chances[1]


class TestBudget:
    class Clock:
        """Goes one second on whenever somebody looks at it."""

        def __init__(self) -> None:
            self.looks = 0

        def __call__(self) -> float:
            self.looks += 1
            return float(self.looks)

    @pytest.mark.parametrize("seconds", [1.0, 7.0, 40.0])
    def test_seconds_are_kept(self, seconds: float) -> None:
        clock = self.Clock()
        choice("mcts", new(2, False, seed=2), 1, Budget(seconds=seconds, clock=clock))
        # Each iteration looks once; the first look begins the search, the last one ends it.
        assert clock.looks == seconds + 1

    def test_iterations_end_a_search_before_its_time(self) -> None:
        clock = self.Clock()
        budget = Budget(iterations=5, seconds=100.0, clock=clock)
        choice("mcts", new(2, False, seed=2), 1, budget)
        assert clock.looks <= 6

    def test_the_steps_of_a_turn_share_a_search(self) -> None:
        """What was thought about before gets half the time, from where it was left."""
        state = next(each for each in positions(2, False, 5) if each.decision == "student")
        clock, brain = self.Clock(), find("mcts", GAME)
        budget = Budget(iterations=30, seconds=1000.0, clock=clock)
        first = choice(brain, state, 1, budget)
        looks = clock.looks
        GAME.apply(state, state.seat, GAME.parse(first))
        choice(brain, state, 1, budget)
        assert clock.looks - looks <= 16

    def test_another_position_is_thought_about_anew(self) -> None:
        """What came otherwise than foreseen is chosen as by a brain without a past."""
        states = [each for each in positions(2, True, 9) if each.decision == "student"]
        brain = find("mcts", GAME)
        assert isinstance(brain, Mcts)
        for state in states[::7]:
            assert choice(brain, state, 4) == choice("mcts", state, 4)


class TestNames:
    def test_levels_are_brains_with_a_usual_budget(self) -> None:
        assert list(LEVELS) == ["easy", "normal", "hard"]
        for name, level in LEVELS.items():
            assert type(find(name, GAME)) is type(find(level.brain, GAME))
            assert level.budget.iterations == level.iterations >= 1
            assert level.budget.seconds == level.seconds > 0

    def test_a_brain_that_does_not_exist_is_refused(self) -> None:
        with pytest.raises(BadSetting, match="no brain 'clever'; there are: random, greedy"):
            find("clever", GAME)

    def test_a_game_that_nobody_knows_is_refused_but_by_random(self) -> None:
        with pytest.raises(BadSetting, match="No brain but random knows how to play Toy"):
            find("greedy", TOY)
        state = TOY.new(2, Options(), FairDice(derive(1, "toy")))
        seat = TOY.turn(state)
        assert seat is not None
        legal = [TOY.format(action) for action in TOY.legal(state)]
        brain = find("random", TOY)
        assert brain.choose(TOY.view(state, seat), legal, seat, FEW, QuickDice(1)) in legal
