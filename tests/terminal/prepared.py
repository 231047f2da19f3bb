"""Matches that begin in a prepared position: stores in which a server finds them going on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from eriantys.client.address import parse
from eriantys.client.keyring import Keyring
from eriantys.games import find
from eriantys.server.outside.store import Store
from eriantys.server.rows import Agreement, MatchBegun, NameKept, TurnKept
from tests.keys import key_of

NAMES = ("Ada", "Bruno", "Chiara", "Dario")
MATCH = 1


def prepare(folder: Path, state: Any, game: str = "eriantys") -> tuple[str, ...]:
    """Write the store of a house with one match in this state; return its players by seat."""
    rules, agreed = find(game), getattr(state, "table", state)  # Masters has all in one
    seats = agreed.seats
    players = NAMES[:seats]
    options = {
        field.name: getattr(agreed, field.name)
        for field in msgspec.structs.fields(rules.Options)
    }
    unguided = bool(rules.unguided) and options[rules.unguided]
    guidance = "none" if unguided else "full"
    agreement = Agreement(game, seats, options, guidance, 600, "wait", True)
    nonces = (bytes(16),) * seats
    store = Store.open(folder / "house.db")
    store.commit(
        [
            *(NameKept(name, key_of(name), False) for name in players),
            MatchBegun(MATCH, agreement, rules.version, players, bytes(32), nonces),
            TurnKept(MATCH, 0, rules.version, rules.snapshot(state)),
        ]
    )
    store.close()
    return players


def hand_over_keys(folder: Path, address: str, *names: str) -> None:
    """Put the keys of names where the client looks for them."""
    for name in names:
        Keyring(folder, chance=lambda _, name=name: key_of(name)).make(parse(address), name)
