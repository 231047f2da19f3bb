"""Reading what is particular to Eriantys in a view, as carefully as all boards read theirs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eriantys.client.boards.reading import Who, number, part, player, row, word
from eriantys.client.match import Match
from eriantys.games.eriantys.names import CHARACTERS, COLOURS

__all__ = ["Who", "number", "part", "player", "row", "word"]

ISLANDS = range(1, 13)


def five(value: object) -> tuple[int, ...]:
    """Read the counts of the five colours."""
    return row(value, len(COLOURS))[: len(COLOURS)]


def heads(view: Mapping[str, Any]) -> list[int]:
    """Number the islands that stand for their group, clockwise."""
    return [
        each for each in ISLANDS if number(part(view, f"island/{each}").get("head")) == each
    ]


def head_of(view: Mapping[str, Any], island: int) -> int:
    """Tell which island stands for the group of this one."""
    return number(part(view, f"island/{island}").get("head"), island)


def island_name(view: Mapping[str, Any], island: int) -> str:
    """Name an island or a group as people see it: `9`, or `3+4`."""
    tiles = row(part(view, f"island/{island}").get("tiles"))
    return "+".join(map(str, tiles)) if tiles else str(island)


def side_of(view: Mapping[str, Any], seat: int) -> int:
    """Tell with whose towers a seat builds."""
    sides = row(part(view, "table").get("sides"))
    return sides[seat] if 0 <= seat < len(sides) else seat


def seats_of(view: Mapping[str, Any], side: int) -> list[int]:
    """Tell who builds with these towers."""
    sides = row(part(view, "table").get("sides"))
    return [seat for seat, each in enumerate(sides) if each == side]


def moves_in_a_turn(view: Mapping[str, Any]) -> int:
    """Tell how many students everybody moves in a turn, and how many lie on a cloud."""
    return 4 if number(part(view, "table").get("seats")) == 3 else 3


def is_last_round(view: Mapping[str, Any]) -> bool:
    """Tell whether this round is the last: of the bag, or of the assistants."""
    if part(view, "ending").get("last_round"):
        return True
    return number(part(view, "turn").get("round")) >= 10


def title_of(character: object) -> str:
    """Write the name of a character as a name."""
    name = word(character)
    return name.capitalize() if name in CHARACTERS[1:] else name or "character"


def side(match: Match, which: object) -> Who:
    """Speak of those who build with the same towers."""
    seats = seats_of(match.view, number(which, -1))
    if len(seats) < 2:
        return player(match, seats[0] if seats else -1)
    if match.seat in seats:
        return Who("your team", several=False, own=True)
    names = "+".join(match.name_of(seat) for seat in seats)
    return Who(names, several=True, own=False)


def colour_name(value: object) -> str:
    """Read the name of a colour."""
    name = word(value)
    return name if name in COLOURS else name[:12] or "some"
