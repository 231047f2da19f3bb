"""What a view of Eriantys must look like: checked once, so that the board can rely on it.

No place holds more than there is in the box, or than has room there: a board is drawn for that
and for no more.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from eriantys.client.boards import checking
from eriantys.client.boards.checking import claim, read
from eriantys.client.boards.reading import View
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


def unreadable(view: View, players: int) -> str:
    """Say in a sentence what is wrong with a view; empty if nothing is."""
    return checking.unreadable("Eriantys", _check, view, players)


def _check(view: View, players: int) -> None:
    for name, kind in _ONCE.items():
        read(view, name, kind)
    table = read(view, "table", _Table)
    claim(table.seats == players == len(table.sides), "players")
    claim(all(side < 3 for side in table.sides), "sides")
    claim(len(view["towers"]) > max(table.sides), "towers")
    claim(all(seat < players for seat in view["order"]), "order")
    claim(all(seat is None or seat < players for seat in view["professors"]), "professors")
    turn = view["turn"]["seat"]
    claim(turn is None or turn < players, "turn")
    claim(max(view["towers"]) <= 8, "towers")
    claim(max(view["bag"]) <= COLOUR_MOST, "bag")
    _check_islands(view)
    for seat in range(players):
        _check_school(view, seat, players)
    for slot in (1, 2, 3) if table.expert else ():
        character = read(view, f"character/{slot}", _Character)
        claim(character.name in CHARACTERS[1:], "character")
        claim(sum(character.students) <= CARD_MOST, "character")
    claim(view["effect"]["character"] in (None, *CHARACTERS[1:]), "effect")


def _check_school(view: View, seat: int, players: int) -> None:
    """Check what belongs to a seat, and one of the clouds, of which there are as many."""
    cloud, entrance = (4, 9) if players == 3 else (3, 7)
    claim(sum(read(view, f"cloud/{seat + 1}", Five)) <= cloud, "cloud")
    claim(sum(read(view, f"entrance/{seat}", Five)) <= entrance, "entrance")
    claim(max(read(view, f"dining/{seat}", Five)) <= TABLE_MOST, "dining room")
    hand = read(view, f"school/{seat}", _School).hand
    claim(all(value in ASSISTANTS for value in hand), "hand")


def _check_islands(view: View) -> None:
    for number in range(1, 13):
        head = read(view, f"island/{number}", _Joined).head
        if head == number:
            group = read(view, f"island/{number}", _Group)
            claim(len(group.influence) >= len(view["towers"]), "influence")
            claim(number - 1 in group.tiles or number in group.tiles, "tiles")
            claim(all(tile <= 12 for tile in group.tiles), "tiles")
            claim(max(group.students) <= COLOUR_MOST, "island")
        claim(view[f"island/{head}"].get("head") == head, "islands")
    mother = view["mother"]
    claim(view[f"island/{mother}"]["head"] == mother, "Mother Nature")
