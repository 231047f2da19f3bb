"""Golden records: matches that must play the same for ever.

For each record in tests/data there is a file of the same name ending in `.states`, with one
line a move: a digest of the table that it led to, and the number of legal actions then.
`python -m tests.games.santorini.golden` writes them all anew, which is right only together
with a new version of the rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from hashlib import blake2b
from pathlib import Path
from random import Random

from eriantys.games import record
from eriantys.games.contract import write_options
from eriantys.games.dice import NONCE_SIZE, FairDice, commitment, derive, match_seed
from eriantys.games.santorini import GAME
from tests.games.play import Case, cases, choose

DATA = Path(__file__).parents[2] / "data"

SEEDS = {
    "santorini-2": ("santorini-2", 1),
    "santorini-2-hardcore": ("santorini-2-hardcore", 1),
    "santorini-2-gods": ("santorini-2-gods", 5),
    "santorini-2-gods-hardcore": ("santorini-2-gods-hardcore", 2),
    "santorini-2-gods-advanced": ("santorini-2-gods-advanced", 20),
    "santorini-2-gods-advanced-more": ("santorini-2-gods-advanced", 35),
    "santorini-2-gods-advanced-hardcore": ("santorini-2-gods-advanced-hardcore", 2),
    "santorini-3-gods": ("santorini-3-gods", 0),
    "santorini-3-gods-hardcore": ("santorini-3-gods-hardcore", 1),
    "santorini-3-gods-advanced-1": ("santorini-3-gods-advanced", 13),
    "santorini-3-gods-advanced-2": ("santorini-3-gods-advanced", 28),
    "santorini-3-gods-advanced-3": ("santorini-3-gods-advanced", 3),
    "santorini-3-gods-advanced-4": ("santorini-3-gods-advanced", 12),
    "santorini-3-gods-advanced-5": ("santorini-3-gods-advanced", 25),
    "santorini-3-gods-advanced-6": ("santorini-3-gods-advanced", 0),
    "santorini-3-gods-advanced-hardcore": ("santorini-3-gods-advanced-hardcore", 0),
}
"""The table and the seed of each match; chosen so that every god plays in one of them, and
that games end in each of the three ways."""


def states_of(match: record.Match) -> Iterator[str]:
    """Give the line of the golden file for each move of a record."""
    for step in record.replay(GAME, match):
        text = json.dumps(GAME.view(step.state, None), sort_keys=True, default=list)
        digest = blake2b(text.encode(), digest_size=8).hexdigest()
        yield f"{digest} {len(GAME.legal(step.state))}"


def play(case: Case, seed: int) -> record.Match:
    """Play a match whose every choice follows from the seed."""
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
        players=("Ada", "Bruno", "Chiara")[: case.seats],
        options=write_options(case.options),
        commitment=commitment(secret),
        secret=secret,
        nonces=nonces,
        moves=tuple(moves),
        outcome=GAME.outcome(state),
    )


def gods_played(match: record.Match) -> set[str]:
    """Name the gods of a match."""
    return {m.action.split()[1] for m in match.moves if m.action.startswith("god")}


def table(name: str) -> Case:
    """Find the kind of match by its name."""
    return next(case for case in cases(GAME) if str(case) == name)


def write_all() -> None:
    """Write every golden file anew."""
    for name, (kind, seed) in SEEDS.items():
        match = play(table(kind), seed)
        (DATA / f"{name}.game").write_text(record.write(match), "utf-8")
        (DATA / f"{name}.states").write_text("\n".join(states_of(match)) + "\n", "utf-8")
        print(name, len(match.moves), "moves", *sorted(gods_played(match)))


if __name__ == "__main__":
    write_all()
