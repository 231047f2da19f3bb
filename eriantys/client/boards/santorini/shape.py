"""What a view of Santorini must look like: checked once, so that the boards can rely on it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from eriantys.client.boards import checking
from eriantys.client.boards.checking import claim, read
from eriantys.client.boards.reading import View
from eriantys.client.boards.santorini.cards import CARDS
from eriantys.client.boards.santorini.reading import EACH, LETTERS
from eriantys.games.santorini import decisions
from eriantys.games.santorini.board import NAMES

Seat = Annotated[int, Meta(ge=0, lt=len(LETTERS))]
Worker = Annotated[int, Meta(ge=0, lt=EACH * len(LETTERS))]
Level = Annotated[int, Meta(ge=0, le=3)]
Square = Literal[NAMES]  # type: ignore[valid-type]
Count = Annotated[int, Meta(ge=0, le=999)]
Number = Annotated[int, Meta(ge=0, le=9999)]
Text = Annotated[str, Meta(max_length=200)]
Decision = Literal[(*decisions.QUESTIONS, decisions.OVER)]  # type: ignore[valid-type]
Actions = Annotated[list[Text], Meta(max_length=400)]


class _Table(msgspec.Struct):
    seats: Annotated[int, Meta(ge=2, le=len(LETTERS))]
    gods: bool
    advanced: bool
    hardcore: bool


class _SetUp(msgspec.Struct):
    challenger: Seat | None
    starter: Seat | None
    offered: Annotated[list[Text], Meta(max_length=len(LETTERS))]
    available: Annotated[list[Text], Meta(max_length=99)]


class _Turn(msgspec.Struct):
    number: Number
    seat: Seat | None
    decision: Decision


class _Move(msgspec.Struct):
    worker: Worker


class _Build(msgspec.Struct):
    worker: Worker | None
    square: Square


class _Steps(msgspec.Struct):
    moves: Annotated[list[_Move], Meta(max_length=999)]
    builds: Annotated[list[_Build], Meta(max_length=999)]
    bound: Worker | None


class _Forbidden(msgspec.Struct):
    god: Text
    seat: Seat
    why: Text
    actions: Actions = []


class _Ending(msgspec.Struct):
    reason: Text
    winner: Seat | None


class _Square(msgspec.Struct):
    level: Level
    dome: bool
    worker: Worker | None


class _Worker(msgspec.Struct):
    square: Square | None


class _Player(msgspec.Struct):
    god: Text | None
    out: Text
    tokens: Count


_ONCE: dict[str, Any] = {
    "table": _Table,
    "setup": _SetUp,
    "turn": _Turn,
    "steps": _Steps,
    "forbidden": Annotated[list[_Forbidden], Meta(max_length=9)],
    "stock": Annotated[bytes, Meta(min_length=4, max_length=4)],
    "losers": Annotated[list[Seat], Meta(max_length=len(LETTERS))],
    "ending": _Ending,
}


def unreadable(view: View, players: int) -> str:
    """Say in a sentence what is wrong with a view; empty if nothing is."""
    return checking.unreadable("Santorini", _check, view, players)


def _check(view: View, players: int) -> None:
    for name, kind in _ONCE.items():
        read(view, name, kind)
    table = read(view, "table", _Table)
    claim(table.seats == players, "players")
    claim(max(view["stock"]) <= 99, "stock")
    standing: dict[int, str] = {}
    for name in NAMES:
        found = read(view, f"square/{name}", _Square)
        if found.worker is not None:
            claim(found.worker not in standing, "workers")
            standing[found.worker] = name
    for worker in range(EACH * players):
        place = read(view, f"worker/{worker}", _Worker).square
        claim(standing.pop(worker, None) == place, "workers")
    claim(not standing, "workers")
    for seat in range(players):
        read(view, f"player/{seat}", _Player)
    seats = [view["turn"]["seat"], view["ending"]["winner"]]
    seats += [view["setup"]["challenger"], view["setup"]["starter"], *view["losers"]]
    seats += [each["seat"] for each in view["forbidden"]]
    claim(all(seat is None or seat < players for seat in seats), "seats")
    lying = view["setup"]["offered"]
    claim(view["turn"]["decision"] != decisions.GOD or set(lying) & {*CARDS}, "gods")
    done = view["steps"]
    workers = [done["bound"], *(each["worker"] for each in (*done["moves"], *done["builds"]))]
    claim(all(w is None or w < EACH * players for w in workers), "workers")
