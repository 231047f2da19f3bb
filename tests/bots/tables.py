"""Tables in the middle of a match, and brains set to work at them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from eriantys.bots.brain import Brain, Budget, Thought, find
from eriantys.games.dice import FairDice, QuickDice, derive
from eriantys.games.eriantys import GAME
from eriantys.games.eriantys.state import Options, State

KINDS = [(seats, expert) for seats in (2, 3, 4) for expert in (False, True)]
"""Every number of players, simple and expert."""
FEW = Budget(iterations=6)


def new(seats: int, expert: bool, seed: int) -> State:
    return GAME.new(seats, Options(expert=expert), FairDice(derive(seed, "tests/bots")))


def positions(
    seats: int, expert: bool, seed: int, every: int = 1, coins: int | None = None
) -> Iterator[State]:
    """Show a random game at every so many of its actions; all may begin with more coins."""
    state, choose = new(seats, expert, seed), Random(seed).choice
    if coins is not None:
        state.coins = (coins,) * seats
    number = 0
    while (seat := GAME.turn(state)) is not None:
        if number % every == 0:
            yield GAME.copy(state)
        GAME.apply(state, seat, choose(list(GAME.legal(state))))
        number += 1


def listed(state: State) -> list[str]:
    return [GAME.format(action) for action in GAME.legal(state)]


def thought(brain: Brain | str, state: Any, seed: int, budget: Budget = FEW) -> Thought:
    """Ask a brain, or a new one of this name, what it thinks of the decision of a table."""
    if isinstance(brain, str):
        brain = find(brain, GAME)
    seat = GAME.turn(state)
    assert seat is not None
    return brain.think(GAME.view(state, seat), listed(state), seat, budget, QuickDice(seed))


def choice(brain: Brain | str, state: Any, seed: int, budget: Budget = FEW) -> str:
    """Ask the same for what it would do."""
    return thought(brain, state, seed, budget).action
