"""Matches that begin in a prepared position: stores in which a server finds them going on.

The names in them are registered, and their keys lie where the client looks for them.
"""

from __future__ import annotations

from pathlib import Path

from eriantys.client.address import Address
from eriantys.client.keyring import Keyring
from eriantys.games.eriantys import GAME
from eriantys.games.eriantys.state import State
from eriantys.server.outside.store import Store
from eriantys.server.rows import Agreement, MatchBegun, NameKept, TurnKept

NAMES = ("Ada", "Bruno", "Chiara", "Dario")
MATCH = 1


def prepare(
    store: Path, keys: Path, address: Address, state: State, *, turn_seconds: int = 600
) -> tuple[str, ...]:
    """Write a store with one match in this state; return who plays in it, by seat."""
    seats = state.table.seats
    players = NAMES[:seats]
    keyring = Keyring(keys)
    options = {"expert": state.table.expert}
    agreement = Agreement("eriantys", seats, options, "full", turn_seconds, "wait", True)
    begun = MatchBegun(
        MATCH, agreement, GAME.version, players, bytes(32), (bytes(16),) * seats
    )
    kept = TurnKept(MATCH, 0, GAME.version, GAME.snapshot(state))
    with_keys = [NameKept(name, keyring.make(address, name), False) for name in players]
    made = Store.open(store)
    made.commit([*with_keys, begun, kept])
    made.close()
    return players
