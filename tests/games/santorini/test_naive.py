"""The engine against a second generator of turns, written from the rules alone."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from eriantys.games.santorini import GAME
from eriantys.games.santorini.board import NAMES
from eriantys.games.santorini.state import STOCK, State

from . import naive
from .position import position

pytestmark = pytest.mark.many_games

OWN = (
    *("apollo", "artemis", "athena", "atlas", "demeter", "hephaestus", "minotaur", "pan"),
    *("prometheus", "hestia", "zeus"),
)
AGAINST = ("athena", "hera", "hypnus", "limus", "aphrodite", "persephone", "pan")

FIXED = {
    "open": (("b2 d4 / b4 d2",), (80, 6176)),
    "corners": (("a1 e5 / a5 e1",), (36, 1296)),
    "middle": (("b2 c4 / d2 d4", "c3=2 b3=1 d3=3 c2=1 e4=2", "e3"), (64, 2285)),
    "late": (
        (
            "b2 d4 / b4 d2",
            "b2=1 c2=2 c3=2 b3=1 d3=3 e4=2 d4=2 d2=1",
            "a1 a2 a3 a4 a5 b5 c5 e5 e1 c1 b1",
        ),
        (36, 850),
    ),
    "last": (
        (
            "b2 c2 / d4 c4",
            "b2=1 c2=2 c3=1 b3=2 d3=2 e4=2 d4=1 d2=1",
            "a1 a2 a3 a4 a5 b5 c5 e5 e1 c1 b1 e2 e3 d1 d5 b4",
        ),
        (19, 152, 1620),
    ),
}
"""Positions without gods, and how many ways there are to play one, two and three turns."""


def to_naive(state: State) -> naive.Town:
    """Show a position, without any god's help, to the naive generator."""
    view = GAME.view(state, None)
    squares = {square: view[f"square/{naive.name(square)}"] for square in naive.BOARD}
    by_name = {naive.name(square): square for square in naive.BOARD}
    workers = tuple(
        tuple(
            by_name[where]
            for worker in (2 * seat, 2 * seat + 1)
            if (where := view[f"worker/{worker}"]["square"])
        )
        for seat in (0, 1)
    )
    one, two, three, dome = view["stock"]
    return naive.Town(
        heights={square: each["level"] for square, each in squares.items()},
        domes=frozenset(square for square, each in squares.items() if each["dome"]),
        workers=(workers[0], workers[1]),
        stock=(one, two, three, dome),
        gods=(view["player/0"]["god"] or "", view["player/1"]["god"] or ""),
        rose=(view["player/0"]["rose"], view["player/1"]["rose"]),
    )


def whole_turns(state: State) -> Iterator[tuple[tuple[str, ...], State]]:
    """Play every turn that is legal to its end."""
    for action in GAME.legal(state):
        after = GAME.copy(state)
        GAME.apply(after, state.seat, action)
        line = GAME.format(action)
        if after.ended or after.turns != state.turns:
            yield ((line,) if line != "done" else ()), after
        else:
            for lines, end in whole_turns(after):
                yield (line, *lines), end


def count(state: State, depth: int) -> int:
    """Count the ways to play so many turns in a row."""
    if depth == 0 or state.ended:
        # Who cannot go on has lost as the turn before ended, and has no turn to be counted.
        return 0 if state.ended == "last-standing" and depth else 1
    return sum(count(after, depth - 1) for _, after in whole_turns(state))


def random_position(chance: Random, gods: str = "", domes: int = 7) -> State:
    """Throw a town together; it may be over before it has begun."""
    squares = chance.sample(NAMES, 25)
    while True:
        levels = {name: chance.choice((0, 0, 1, 1, 2, 2, 3)) for name in NAMES}
        for name in squares[:4]:
            levels[name] = min(levels[name], 2)
        if all(sum(each >= n for each in levels.values()) <= STOCK[n - 1] for n in (1, 2, 3)):
            break
    return position(
        " / ".join([" ".join(squares[:2]), " ".join(squares[2:4])]),
        " ".join(f"{name}={level}" for name, level in levels.items()),
        " ".join(squares[4 : 4 + chance.randrange(domes)]),
        gods=gods,
        rose=(False, bool(gods) and chance.random() < 0.5),
    )


def assert_same_turns(state: State) -> int:
    """Compare all complete turns; return how many there are."""
    expected = sorted(turn.lines for turn in naive.turns(to_naive(state), 0))
    if state.ended:
        assert expected == []
        return 0
    found = sorted(lines for lines, _ in whole_turns(state))
    assert found == expected, GAME.view(state, None)
    return len(found)


@pytest.mark.parametrize("name", FIXED)
def test_the_number_of_complete_turns_is_known(name: str) -> None:
    written, counts = FIXED[name]
    state = position(*written)
    assert tuple(count(state, depth) for depth in range(1, len(counts) + 1)) == counts
    town = to_naive(state)
    assert tuple(naive.count(town, 0, depth) for depth in range(1, len(counts) + 1)) == counts


def test_two_turns_from_random_positions() -> None:
    chance = Random("two turns")
    for _ in range(6):
        state = random_position(chance, domes=16)
        if not state.ended:
            assert count(state, 2) == naive.count(to_naive(state), 0, 2)


def test_without_gods_the_turns_are_those_of_the_naive_generator() -> None:
    chance = Random("turns")
    assert sum(assert_same_turns(random_position(chance)) for _ in range(150)) > 2000


@pytest.mark.parametrize("god", OWN)
def test_with_a_god_too(god: str) -> None:
    chance = Random(god)
    for other in AGAINST:
        if other != god:
            for _ in range(3):
                assert_same_turns(random_position(chance, f"{god} {other}"))
