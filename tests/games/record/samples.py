"""Matches played through the engine and recorded, and ways to change their text."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import cache
from random import Random
from typing import Any, TypeAlias

import pytest

from eriantys.games import find
from eriantys.games.contract import Game, write_options
from eriantys.games.dice import (
    NONCE_SIZE,
    FairDice,
    commitment,
    derive,
    match_seed,
)
from eriantys.games.record import (
    Match,
    Move,
)
from tests.toy.game import TOY

AnyGame: TypeAlias = Game[Any, Any]
Edit: TypeAlias = Callable[[list[str]], list[str]]

ERIANTYS = find("eriantys")
MOST_SAID = 300
"""No sentence about a record, whatever is in it, may be longer."""


@cache
def played(game: AnyGame, seats: int, number: int = 0, **chosen: Any) -> Match:
    """Play a random match to its end and record it; always the same for the same arguments."""
    options = game.Options(**chosen)
    secret = derive(number, "secret of a test")
    nonces = tuple(derive(number, f"nonce {seat}")[:NONCE_SIZE] for seat in range(seats))
    chance = Random(number)
    state = game.new(seats, options, FairDice(match_seed(secret, nonces)))
    moves = []
    while (seat := game.turn(state)) is not None:
        action = chance.choice(list(game.legal(state)))
        game.apply(state, seat, action)
        moves.append(Move(seat, game.format(action)))
    return Match(
        game=game.id,
        version=game.version,
        date=date(2026, 11, 18),
        players=("Ada", "Bruno", "Chloé", "Dora")[:seats],
        options=write_options(options),
        commitment=commitment(secret),
        secret=secret,
        nonces=nonces,
        moves=tuple(moves),
        outcome=game.outcome(state),
    )


REAL_MATCHES = [
    pytest.param(TOY, played(TOY, 1), id="toy-1"),
    pytest.param(TOY, played(TOY, 3, number=1, rounds=5), id="toy-3"),
    pytest.param(TOY, played(TOY, 4, number=1), id="toy-4-partners"),
    pytest.param(ERIANTYS, played(ERIANTYS, 2), id="eriantys-2"),
    pytest.param(ERIANTYS, played(ERIANTYS, 3, number=1, expert=True), id="eriantys-3-expert"),
    pytest.param(ERIANTYS, played(ERIANTYS, 4, number=2, expert=True), id="eriantys-4-expert"),
]
real_matches = pytest.mark.parametrize(("game", "match"), REAL_MATCHES)

TWO_PLAYERS = [
    pytest.param(TOY, played(TOY, 2, number=5), id="toy"),
    pytest.param(ERIANTYS, played(ERIANTYS, 2), id="eriantys"),
]
two_players = pytest.mark.parametrize(("game", "match"), TWO_PLAYERS)


def line_of(text: str, start: str) -> int:
    """Tell the number of the only line that starts so."""
    (number,) = (n for n, line in enumerate(text.split("\n"), 1) if line.startswith(start))
    return number


def with_line(text: str, number: int, line: str) -> str:
    lines = text.split("\n")
    lines[number - 1] = line
    return "\n".join(lines)


def with_header(text: str, name: str, value: str) -> str:
    return with_line(text, line_of(text, f"{name}:"), f"{name}: {value}")


def without(text: str, *starts: str) -> str:
    return "\n".join(line for line in text.split("\n") if not line.startswith(starts))
