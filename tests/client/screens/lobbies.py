"""A lobby as somebody finds it who has just come, and matches that are over."""

from __future__ import annotations

from eriantys.client.screens.lobby import Lobby
from eriantys.wire.cards import PastCard
from tests.client.screens.stage import Stage, arrived, entropy


def lobby_stage() -> Stage:
    """Show the lobby to somebody who has just come."""
    stage = Stage()
    stage.push(Lobby(stage, entropy))
    arrived(stage)
    stage.sent()
    return stage


def past(number: int, seat: int = 0, **other: object) -> PastCard:
    """Make the card of a match of three that is over."""
    fields: dict[str, object] = {
        "match": number,
        "game": "eriantys",
        "title": "Sunday duel" if number % 2 else "",
        "players": ("Ada", "Bruno", "Chiara"),
        "seat": seat,
        "reason": "towers",
        "ranking": ((0,), (1,), (2,)),
        "scores": (6, 4, 2),
        "ended_by": None,
        "ended_ms": (100 - number) * 7_200_000,
        "number": 140,
    }
    return PastCard(**{**fields, **other})  # type: ignore[arg-type]
