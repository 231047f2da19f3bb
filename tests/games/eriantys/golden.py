"""Golden records: matches that must play the same for ever.

For each record in tests/data there is a file of the same name ending in `.states`, with
one line a move: a digest of the table it led to, the number of rolls of the dice so far,
and the number of legal actions then. `python -m tests.games.eriantys.golden` writes them
all anew, which is right only together with a new version of the rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

from eriantys.games import record
from eriantys.games.contract import write_options
from eriantys.games.dice import NONCE_SIZE, FairDice, commitment, derive, match_seed
from eriantys.games.eriantys import GAME
from tests.games.play import Case, cases, choose

DATA = Path(__file__).parents[2] / "data"

SEEDS = {
    "eriantys-2": ("eriantys-2", 18),
    "eriantys-2-expert": ("eriantys-2-expert", 596),
    "eriantys-2-expert-more": ("eriantys-2-expert", 533),
    "eriantys-3": ("eriantys-3", 2),
    "eriantys-3-expert": ("eriantys-3-expert", 328),
    "eriantys-4": ("eriantys-4", 1),
    "eriantys-4-expert": ("eriantys-4-expert", 107),
}
"""The table and the seed of each match; chosen so that every character is used in one of
them, and that games end in each of the four ways."""


def states_of(match: record.Match) -> Iterator[str]:
    """Give the line of the golden file for each move of a record."""
    for step in record.replay(GAME, match):
        text = json.dumps(GAME.view(step.state, None), sort_keys=True, default=list)
        digest = blake2b(text.encode(), digest_size=8).hexdigest()
        yield f"{digest} {step.state.dice.counter} {len(GAME.legal(step.state))}"


def play(case: Case, seed: int) -> record.Match:
    """Play a lively match whose every choice follows from the seed."""
    secret = derive(seed, f"golden {case}")
    nonces = tuple(derive(seed, f"nonce {n}")[:NONCE_SIZE] for n in range(case.seats))
    state = GAME.new(case.seats, case.options, FairDice(match_seed(secret, nonces)))
    chance = Random(f"{case}/{seed}")
    moves = []
    while (seat := GAME.turn(state)) is not None:
        action = choose(GAME, state, chance)
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


def characters_used(match: record.Match) -> set[str]:
    """Name the characters that were played."""
    return {m.action.split()[1] for m in match.moves if m.action.startswith("play")}


def write_all() -> None:
    """Write every golden file anew."""
    by_name: dict[str, Any] = {str(case): case for case in cases(GAME)}
    for name, (table, seed) in SEEDS.items():
        match = play(by_name[table], seed)
        (DATA / f"{name}.game").write_text(record.write(match), "utf-8")
        (DATA / f"{name}.states").write_text("\n".join(states_of(match)) + "\n", "utf-8")
        print(name, len(match.moves), "moves", *sorted(characters_used(match)))


if __name__ == "__main__":
    write_all()
