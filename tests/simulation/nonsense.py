"""Bytes that no proper client would send."""

from __future__ import annotations

from random import Random
from typing import Any

import cbor2

from eriantys.wire.frames import frame
from tests.simulation.plan import pick

_BAD_FIELDS: tuple[dict[str, Any], ...] = (
    {"type": "login"},
    {"type": "login", "name": "x" * 65},
    {"type": "move", "request": -1, "action": "pass"},
    {"type": "move", "request": 1, "action": 7},
    {"type": "join", "match": 1, "nonce": b"short"},
    {"type": "create", "game": "toy", "seats": 99, "nonce": bytes(16)},
    {"type": "try", "request": 1, "actions": ["pass"] * 33},
    {"type": "answer", "request": 1, "value": None},
)


def garbage(chance: Random, kind: str) -> bytes:
    """Make a whole frame of one kind of nonsense, or one that will never be whole."""
    if kind == "noise":
        return frame(chance.randbytes(chance.randint(0, 40)))
    if kind == "no-map":
        return frame(cbor2.dumps(chance.choice([[], 1, "text", None, 2.5])))
    if kind == "no-type":
        return frame(cbor2.dumps(chance.choice([{}, {"type": 1}, {"kind": "move"}])))
    if kind == "bad-type":
        return frame(cbor2.dumps({"type": chance.choice(["", "fly", "Move", "update"])}))
    if kind == "bad-field":
        return frame(cbor2.dumps(chance.choice(_BAD_FIELDS)))
    if kind == "too-large":
        return chance.randint(2**18, 2**32 - 1).to_bytes(4, "big")
    return frame(chance.randbytes(30))[: chance.randint(1, 33)]


def strange_action(chance: Random) -> str:
    """Make a text that may be no action at all."""
    return pick(
        chance,
        [
            (1, ""),
            (1, "x" * 100),
            (1, "pass"),
            (1, "reveal"),
            (1, f"lay {chance.randint(0, 9)}"),
            (1, f"throw {chance.randint(0, 5)}"),
            (1, f"mother {chance.randint(0, 9)}"),
            (1, f"assistant {chance.randint(0, 11)}"),
            (1, f"red {chance.randint(0, 13)}"),
            (1, "\x1b[2J\u202e"),
        ],
    )
