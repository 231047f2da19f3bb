"""`bin/bench rules`: how fast the rules of the games run, beside python-chess."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import count
from random import Random
from statistics import median
from typing import Any

import chess

from eriantys.games.contract import Game
from eriantys.games.dice import Dice, FairDice, QuickDice, derive
from eriantys.games.eriantys import GAME
from eriantys.games.eriantys.state import Options, State
from eriantys.games.masters import GAME as MASTERS
from eriantys.games.santorini import GAME as SANTORINI
from eriantys.games.santorini import state as santorini
from tests.bench.rounds import TRUSTED, Contestant, measure, ratio, spread

CHESS_PLIES = 100
"""Random chess games drag on; the moves after this many are like those before."""
COPIES = 1000
EXPERT = Options(expert=True)

FASTER_THAN_CHESS = 10.0
COPY_MICROSECONDS = 2.0
STATE_BYTES = 4096


def random_games(
    game: Game[Any, Any], options: Any, make_dice: Callable[[int], Dice] = QuickDice
) -> Contestant:
    """Play complete 2-player games, choosing among `legal` and applying."""
    seeds = count()
    choose = Random(1).random
    legal, apply = game.legal, game.apply

    def play() -> int:
        state = game.new(2, options, make_dice(next(seeds)))
        actions = 0
        while not state.ended:
            listed = legal(state)
            apply(state, state.seat, listed[int(choose() * len(listed))])
            actions += 1
        return actions

    return play


def chess_games() -> int:
    """Play a complete random game of chess, as its users would write it."""
    board = chess.Board()
    while not board.is_game_over():
        _push_any(board, list(board.legal_moves))
    return board.ply()


def chess_moves() -> int:
    """Play a random game of chess without ever asking whether it is over."""
    board = chess.Board()
    while board.ply() < CHESS_PLIES and (moves := list(board.legal_moves)):
        _push_any(board, moves)
    return board.ply()


def _push_any(board: chess.Board, moves: list[chess.Move]) -> None:
    board.push(moves[int(_chess_choice() * len(moves))])


_chess_choice = Random(1).random


def copies(state: State) -> Contestant:
    """Copy a state in the middle of a game."""

    def work() -> int:
        for _ in range(COPIES):
            state.copy()
        return COPIES

    return work


def board_copies() -> int:
    """Copy a chess board without its stack of moves."""
    board = chess.Board()
    for _ in range(COPIES):
        board.copy(stack=False)
    return COPIES


def state_in_the_middle(dice: Dice) -> State:
    """Play half a game, so that lists and groups are as they usually are."""
    state = GAME.new(2, EXPERT, dice)
    choose = Random(7)
    for _ in range(50):
        GAME.apply(state, state.seat, choose.choice(GAME.legal(state)))
    return state


def own_bytes(state: State) -> int:
    """Add up what belongs to one state alone; small numbers and the table are shared."""
    parts = [state, state.dice]
    parts += [
        value
        for value in (getattr(state, name) for name in State.__slots__)
        if isinstance(value, list | tuple)
    ]
    return sum(map(sys.getsizeof, parts))


def run(rounds: int, seconds: float) -> int:
    """Measure, print the table, and say which goals were reached."""
    state = state_in_the_middle(FairDice(derive(1, "bench")))
    contestants: dict[str, Contestant] = {
        "eriantys": random_games(GAME, EXPERT),
        "eriantys again": random_games(GAME, EXPERT),
        "eriantys, fair dice": random_games(
            GAME, EXPERT, lambda seed: FairDice(derive(seed, "bench"))
        ),
        "santorini": random_games(SANTORINI, santorini.Options(gods=False)),
        "santorini, gods": random_games(SANTORINI, santorini.Options(advanced=True)),
        "masters": random_games(MASTERS, MASTERS.Options()),
        "python-chess": chess_games,
        "  its moves alone": chess_moves,
    }
    copying: dict[str, Contestant] = {"state": copies(state), "chess board": board_copies}
    played = measure(contestants, rounds, seconds)
    copied = measure(copying, rounds, seconds / 5)
    print(f"random games, median of {rounds} interleaved rounds, CPU time")
    for name, rates in played.items():
        low, high = spread(played, name, "python-chess")
        print(
            f"  {name:<21}{median(rates):>10,.0f} actions/s"
            f"{ratio(played, name, 'python-chess'):>8.1f} x python-chess"
            f"  ({low:.1f} to {high:.1f})"
        )
    per_game = median(played["eriantys"]) / _actions_per_game()
    print(f"  {'':<21}{per_game:>10,.0f} complete 2-player expert games of eriantys/s")
    control = ratio(played, "eriantys again", "eriantys")
    print(f"  A/A control: {control:.3f}")
    microseconds = {name: 1e6 / median(rates) for name, rates in copied.items()}
    print(
        f"copy: {microseconds['state']:.2f} us a state, "
        f"{microseconds['chess board']:.2f} us a chess board"
    )
    print(f"memory: {own_bytes(state):,} bytes a state")
    if abs(control - 1) > TRUSTED:
        print("The A/A control is off: this run proves nothing; run it again.")
        return 1
    return _verdict(
        {
            f"at least {FASTER_THAN_CHESS:.0f} x python-chess": (
                ratio(played, "eriantys", "python-chess") >= FASTER_THAN_CHESS
            ),
            f"a copy in {COPY_MICROSECONDS:.0f} us": microseconds["state"] <= COPY_MICROSECONDS,
            f"a state in {STATE_BYTES} bytes": own_bytes(state) <= STATE_BYTES,
        }
    )


def _actions_per_game(games: int = 200) -> float:
    play = random_games(GAME, EXPERT)
    return sum(play() for _ in range(games)) / games


def _verdict(goals: dict[str, bool]) -> int:
    for goal, reached in goals.items():
        print(f"goal {'reached' if reached else 'MISSED'}: {goal}")
    return 0 if all(goals.values()) else 1
