"""What a view of this game must look like: checked once, so that the board can rely on it."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from eriantys.client.boards import checking
from eriantys.client.boards.checking import claim, read
from eriantys.client.boards.reading import View
from eriantys.games.masters.cards import CARDS, LEADERS
from eriantys.games.masters.names import COLOURS, DEPOT_SIZES, LEVELS, NOTHING, WHITE

GOODS_MOST = 999
"""More of one kind than any match has seen."""
_WORD_MOST = 60

Seat: TypeAlias = Annotated[int, Meta(ge=0, le=3)]
Space: TypeAlias = Annotated[int, Meta(ge=0, le=24)]
Goods: TypeAlias = Annotated[
    list[Annotated[int, Meta(ge=0, le=GOODS_MOST)]], Meta(min_length=4, max_length=4)
]
Four: TypeAlias = Annotated[bytes, Meta(min_length=4, max_length=4)]
Five: TypeAlias = Annotated[bytes, Meta(min_length=5, max_length=5)]
Word: TypeAlias = Annotated[str, Meta(max_length=_WORD_MOST)]
Cards: TypeAlias = Annotated[bytes, Meta(max_length=4)]


class _Table(msgspec.Struct):
    seats: Annotated[int, Meta(ge=1, le=4)]
    first: Seat


class _Turn(msgspec.Struct):
    seat: Seat | None
    acting: Seat
    decision: Word
    round: Annotated[int, Meta(ge=0, le=999)]


class _Action(msgspec.Struct):
    box: Four
    fresh: Four
    owed: Four
    whites: Annotated[int, Meta(ge=0, le=4)]
    thrown: Annotated[int, Meta(ge=0, le=99)]
    pile: Word | None
    slot: Annotated[int, Meta(ge=1, le=3)] | None
    powers: Annotated[list[Word], Meta(max_length=6)]


class _Market(msgspec.Struct):
    rows: Annotated[list[Four], Meta(min_length=3, max_length=3)]
    slide: Annotated[int, Meta(ge=0, le=WHITE)]


class _Lorenzo(msgspec.Struct):
    cross: Space
    drawn: Annotated[bytes, Meta(max_length=7)]
    left: Annotated[int, Meta(ge=0, le=7)]
    removed: Annotated[bytes, Meta(max_length=48)]


class _Ending(msgspec.Struct):
    reports: Annotated[int, Meta(ge=0, le=3)]
    triggered: Word
    ended: Word


class _Pile(msgspec.Struct):
    card: Annotated[int, Meta(ge=1, le=len(CARDS))] | None
    left: Annotated[int, Meta(ge=0, le=4)]


class _Player(msgspec.Struct):
    faith: Space
    tiles: Annotated[bytes, Meta(min_length=3, max_length=3)]
    points: Annotated[int, Meta(ge=0, le=GOODS_MOST)]
    discounts: Four


class _Depots(msgspec.Struct):
    kinds: Five
    counts: Five


class _Own(msgspec.Struct):
    cards: Cards
    fates: Cards
    dropped: Cards


class _Leaders(msgspec.Struct):
    hand: Annotated[int, Meta(ge=0, le=4)]
    discarded: Annotated[int, Meta(ge=0, le=2)]
    played: Annotated[list[tuple[Annotated[int, Meta(ge=1, le=2)], int]], Meta(max_length=2)]
    own: _Own | None


Slots: TypeAlias = Annotated[
    list[Annotated[bytes, Meta(max_length=3)]], Meta(min_length=3, max_length=3)
]

_ONCE: dict[str, Any] = {
    "table": _Table,
    "turn": _Turn,
    "action": _Action,
    "market": _Market,
    "lorenzo": _Lorenzo | None,
    "ending": _Ending,
    **{f"pile/{colour}/{level}": _Pile for colour in COLOURS for level in LEVELS},
}
_EACH: dict[str, Any] = {
    "player": _Player,
    "strongbox": Goods,
}


def unreadable(view: View, players: int) -> str:
    """Say in a sentence what is wrong with a view; empty if nothing is."""
    return checking.unreadable("Masters", _check, view, players)


def _check(view: View, players: int) -> None:
    for name, kind in _ONCE.items():
        read(view, name, kind)
    table = read(view, "table", _Table)
    claim(table.seats == players and table.first < players, "players")
    turn = read(view, "turn", _Turn)
    claim(turn.acting < players and (turn.seat is None or turn.seat < players), "turn")
    claim((view["lorenzo"] is None) == (players > 1), "lorenzo")
    market = read(view, "market", _Market)
    claim(all(max(row) <= WHITE for row in market.rows), "market")
    claim(all(token < 6 for token in (view["lorenzo"] or {}).get("drawn", ())), "tokens")
    for seat in range(players):
        for name, kind in _EACH.items():
            read(view, f"{name}/{seat}", kind)
        _check_player(view, seat)


def _check_player(view: View, seat: int) -> None:
    player = read(view, f"player/{seat}", _Player)
    claim(max(player.tiles) <= 2, "tiles")
    depots = read(view, f"depots/{seat}", _Depots)
    claim(max(depots.kinds) <= NOTHING, "depots")
    sizes = zip(depots.counts, DEPOT_SIZES, strict=True)
    claim(all(count <= size for count, size in sizes), "depots")
    empty = zip(depots.kinds, depots.counts, strict=True)
    claim(not any(count and kind == NOTHING for kind, count in empty), "depots")
    for slot in read(view, f"slots/{seat}", Slots):
        claim(all(card in CARDS for card in slot), "slots")
        claim([CARDS[card].level for card in slot] == [1, 2, 3][: len(slot)], "slots")
    leaders = read(view, f"leaders/{seat}", _Leaders)
    claim(all(card in LEADERS for _, card in leaders.played), "leaders")
    if leaders.own is not None:
        claim(all(card in LEADERS for card in leaders.own.cards), "leaders")
        claim(len(leaders.own.cards) == len(leaders.own.fates), "leaders")
