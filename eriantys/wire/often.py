"""The two messages that are most of what is ever sent, written without a detour.

`update` and the request for a move go straight from their values to a frame: to make their
classes first, and plain data of those, would take a third of the time. The tests hold what
is written here to the classes.
"""

from __future__ import annotations

from typing import Any

from eriantys.wire.fields import Parts
from eriantys.wire.frames import encode, encode_with


def write_update(
    *,
    match: int,
    number: int,
    seat: int,
    action: str,
    events: list[dict[str, Any]],
    changes: Parts,
    turn: int | None,
    decision: str,
    left_ms: int,
) -> bytes:
    """Write an `update` as a whole frame."""
    return encode(
        {
            "type": "update",
            "match": match,
            "number": number,
            "seat": seat,
            "action": action,
            "events": events,
            "changes": changes,
            "turn": turn,
            "decision": decision,
            "left_ms": left_ms,
        }
    )


def write_move_request(
    *, number: int, left_ms: int, decision: str, undo: bool, field: str, actions: bytes
) -> bytes:
    """Write a `request` for a move; the list of actions, in this field, is encoded already."""
    data = {
        "type": "request",
        "id": number,
        "kind": "move",
        "left_ms": left_ms,
        "decision": decision,
    }
    if undo:
        data["undo"] = True
    return encode_with(data, field, actions)
