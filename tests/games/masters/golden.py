"""Golden records: matches that must play the same for ever.

For each record in tests/data/masters there is a file of the same name ending in `.states`, with
one line a move: a digest of all that the players see of the table it led to, the number of
rolls of the dice so far, and the number of legal actions then. `python -m
tests.games.masters.golden` writes them all anew, which is right only together with a new
version of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from hashlib import blake2b
from pathlib import Path
from random import Random

import cbor2

from eriantys.games import record
from eriantys.games.contract import write_options
from eriantys.games.dice import NONCE_SIZE, FairDice, commitment, derive, match_seed
from eriantys.games.masters import GAME
from tests.games.masters.test_conservation import choose
from tests.games.play import Case, cases

DATA = Path(__file__).parents[2] / "data" / "masters"

SEEDS = {
    "masters-1-colour": ("masters-1", 355),
    "masters-1-lorenzo": ("masters-1", 372),
    "masters-1-won": ("masters-1", 409),
    "masters-2": ("masters-2", 249),
    "masters-2-cards": ("masters-2", 44),
    "masters-3": ("masters-3", 22),
    "masters-4": ("masters-4", 37),
}
"""The table and the seed of each match; chosen so that nearly every kind of action is met in
each, and that games end in each of the four ways."""


def states_of(match: record.Match) -> Iterator[str]:
    """Give the line of the golden file for each move of a record."""
    for step in record.replay(GAME, match):
        views = [GAME.view(step.state, seat) for seat in range(step.state.seats)]
        digest = blake2b(cbor2.dumps(views, canonical=True), digest_size=8).hexdigest()
        yield f"{digest} {step.state.dice.counter} {len(GAME.legal(step.state))}"


def play(case: Case, seed: int) -> record.Match:
    """Play a lively match whose every choice follows from the seed."""
    secret = derive(seed, f"golden {case}")
    nonces = tuple(derive(seed, f"nonce {n}")[:NONCE_SIZE] for n in range(case.seats))
    state = GAME.new(case.seats, case.options, FairDice(match_seed(secret, nonces)))
    chance = Random(f"{case}/{seed}")
    moves = []
    while (seat := GAME.turn(state)) is not None:
        action = choose(state, chance)
        moves.append(record.Move(seat, GAME.format(action)))
        GAME.apply(state, seat, action)
    return record.Match(
        game=GAME.id,
        version=GAME.version,
        date=date(2026, 11, 18),
        players=("Ada", "Bruno", "Chiara", "Dario")[: case.seats],
        options=write_options(case.options),
        commitment=commitment(secret),
        secret=secret,
        nonces=nonces,
        moves=tuple(moves),
        outcome=GAME.outcome(state),
    )


def verbs_of(match: record.Match) -> set[str]:
    """Name the kinds of action that were played."""
    lines = (move.action.split() for move in match.moves)
    return {" ".join(words[: 2 if words[0] in TWO_WORDS else 1]) for words in lines}


TWO_WORDS = ("leader", "produce", "take")


def case_of(table: str) -> Case:
    """Find a table by its name."""
    return next(case for case in cases(GAME) if str(case) == table)


def write_all() -> None:
    """Write every golden file anew."""
    for name, (table, seed) in SEEDS.items():
        match = play(case_of(table), seed)
        (DATA / f"{name}.game").write_text(record.write(match), "utf-8")
        (DATA / f"{name}.states").write_text("\n".join(states_of(match)) + "\n", "utf-8")
        print(name, len(match.moves), "moves", *sorted(verbs_of(match)))


if __name__ == "__main__":
    write_all()
