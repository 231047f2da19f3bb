"""Whether a view is one of Eriantys: a server may send anything, and a board must not fall.

The parts are checked against the classes below, and against each other where drawing relies
on it. No place holds more than there is in the box, or than has room there: a board is drawn
for that and for no more. What is not as it should be is told as a sentence, and never drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from eriantys.games.eriantys.names import ASSISTANTS, CHARACTERS

COLOUR_MOST = 26
"""Students of one colour in the whole game."""
CARD_MOST = 6
"""Students on one character."""
TABLE_MOST = 10
"""Students of one colour in a dining room."""

Rounds: TypeAlias = Annotated[int, Meta(ge=0, le=10)]
Moves: TypeAlias = Annotated[int, Meta(ge=0, le=4)]
Steps: TypeAlias = Annotated[int, Meta(ge=0, le=7)]
Towers: TypeAlias = Annotated[int, Meta(ge=0, le=8)]
NoEntry: TypeAlias = Annotated[int, Meta(ge=0, le=4)]
Coins: TypeAlias = Annotated[int, Meta(ge=0, le=20)]
Price: TypeAlias = Annotated[int, Meta(ge=1, le=4)]
Five: TypeAlias = Annotated[bytes, Meta(min_length=5, max_length=5)]
Island: TypeAlias = Annotated[int, Meta(ge=1, le=12)]
Seat: TypeAlias = Annotated[int, Meta(ge=0, le=3)]
Tiles: TypeAlias = Annotated[bytes, Meta(min_length=1, max_length=12)]
Seats: TypeAlias = Annotated[bytes, Meta(max_length=4)]


class _Table(msgspec.Struct):
    seats: Annotated[int, Meta(ge=2, le=4)]
    expert: bool
    sides: Seats


class _Turn(msgspec.Struct):
    round: Rounds
    phase: str
    seat: Seat | None
    decision: str
    moves_left: Moves
    steps: Steps


class _Effect(msgspec.Struct):
    character: str | None
    colour: str | None
    resume: str
    swaps: Annotated[list[Five], Meta(min_length=2, max_length=2)]


class _Ending(msgspec.Struct):
    last_round: bool
    short_round: bool
    ended: str


class _Joined(msgspec.Struct):
    head: Island


class _Group(msgspec.Struct):
    head: Island
    tiles: Tiles
    students: Five
    side: Annotated[int, Meta(ge=0, le=2)] | None
    towers: Towers
    no_entry: NoEntry
    influence: Annotated[bytes, Meta(min_length=2, max_length=3)]


class _School(msgspec.Struct):
    coins: Coins
    hand: Annotated[bytes, Meta(max_length=10)]
    assistant: Annotated[int, Meta(ge=1, le=10)] | None


class _Character(msgspec.Struct):
    name: str
    price: Price
    used: bool
    students: Five
    no_entry: NoEntry


_ONCE: dict[str, Any] = {
    "table": _Table,
    "turn": _Turn,
    "order": Seats,
    "effect": _Effect,
    "ending": _Ending,
    "mother": Island,
    "professors": Annotated[list[Seat | None], Meta(min_length=5, max_length=5)],
    "towers": Annotated[bytes, Meta(min_length=2, max_length=3)],
    "bag": Five,
    "supply": Coins,
}


class Unreadable(Exception):
    """A view that is none of Eriantys."""


def unreadable(view: Mapping[str, Any], players: int) -> str:
    """Say in a sentence what is wrong with a view; empty if nothing is."""
    try:
        _check(view, players)
    except (msgspec.ValidationError, Unreadable, KeyError) as trouble:
        return f"The server shows a table that is none of Eriantys ({str(trouble)[:60]})."
    return ""


def _check(view: Mapping[str, Any], players: int) -> None:
    for name, kind in _ONCE.items():
        _read(view, name, kind)
    table = _read(view, "table", _Table)
    _claim(table.seats == players == len(table.sides), "players")
    _claim(all(side < 3 for side in table.sides), "sides")
    _claim(len(view["towers"]) > max(table.sides), "towers")
    _claim(all(seat < players for seat in view["order"]), "order")
    _claim(all(seat is None or seat < players for seat in view["professors"]), "professors")
    turn = view["turn"]["seat"]
    _claim(turn is None or turn < players, "turn")
    _claim(max(view["towers"]) <= 8, "towers")
    _claim(max(view["bag"]) <= COLOUR_MOST, "bag")
    _check_islands(view)
    for seat in range(players):
        _check_school(view, seat, players)
    for slot in (1, 2, 3) if table.expert else ():
        character = _read(view, f"character/{slot}", _Character)
        _claim(character.name in CHARACTERS[1:], "character")
        _claim(sum(character.students) <= CARD_MOST, "character")
    _claim(view["effect"]["character"] in (None, *CHARACTERS[1:]), "effect")


def _check_school(view: Mapping[str, Any], seat: int, players: int) -> None:
    """Check what belongs to a seat, and one of the clouds, of which there are as many."""
    cloud, entrance = (4, 9) if players == 3 else (3, 7)
    _claim(sum(_read(view, f"cloud/{seat + 1}", Five)) <= cloud, "cloud")
    _claim(sum(_read(view, f"entrance/{seat}", Five)) <= entrance, "entrance")
    _claim(max(_read(view, f"dining/{seat}", Five)) <= TABLE_MOST, "dining room")
    hand = _read(view, f"school/{seat}", _School).hand
    _claim(all(value in ASSISTANTS for value in hand), "hand")


def _check_islands(view: Mapping[str, Any]) -> None:
    for number in range(1, 13):
        head = _read(view, f"island/{number}", _Joined).head
        if head == number:
            group = _read(view, f"island/{number}", _Group)
            _claim(len(group.influence) >= len(view["towers"]), "influence")
            _claim(number - 1 in group.tiles or number in group.tiles, "tiles")
            _claim(all(tile <= 12 for tile in group.tiles), "tiles")
            _claim(max(group.students) <= COLOUR_MOST, "island")
        _claim(view[f"island/{head}"].get("head") == head, "islands")
    mother = view["mother"]
    _claim(view[f"island/{mother}"]["head"] == mother, "Mother Nature")


def _read(view: Mapping[str, Any], name: str, kind: Any) -> Any:
    return msgspec.convert(view[name], kind, builtin_types=(bytes,))


def _claim(true: bool, what: str) -> None:
    if not true:
        raise Unreadable(what)
