"""Matches that begin in a prepared position: stores in which a server finds them going on."""

from __future__ import annotations

from pathlib import Path

from eriantys.client.address import parse
from eriantys.client.keyring import Keyring
from eriantys.games.eriantys import GAME
from eriantys.games.eriantys.state import State
from eriantys.server.outside.store import Store
from eriantys.server.rows import Agreement, MatchBegun, NameKept, TurnKept
from tests.keys import key_of

NAMES = ("Ada", "Bruno", "Chiara", "Dario")
MATCH = 1


def prepare(folder: Path, state: State) -> tuple[str, ...]:
    """Write the store of a house with one match in this state; return its players by seat."""
    seats = state.table.seats
    players = NAMES[:seats]
    agreement = Agreement(
        "eriantys", seats, {"expert": state.table.expert}, "full", 600, "wait", True
    )
    nonces = (bytes(16),) * seats
    store = Store.open(folder / "house.db")
    store.commit(
        [
            *(NameKept(name, key_of(name), False) for name in players),
            MatchBegun(MATCH, agreement, GAME.version, players, bytes(32), nonces),
            TurnKept(MATCH, 0, GAME.version, GAME.snapshot(state)),
        ]
    )
    store.close()
    return players


def hand_over_keys(folder: Path, address: str, *names: str) -> None:
    """Put the keys of names where the client looks for them."""
    for name in names:
        Keyring(folder, chance=lambda _, name=name: key_of(name)).make(parse(address), name)
