"""Reading a view and the facts of events: whatever a server tells, it cannot surprise us.

A later server may have other things to say, and a broken one may say anything. So what is not
as expected is read as nothing, nobody or 0, and the words are poorer for it but never missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from eriantys.client.match import Match
from eriantys.games.eriantys.names import CHARACTERS, COLOURS

_LARGEST = 9999
"""No number of the game comes near it."""
ISLANDS = range(1, 13)


def number(value: object, otherwise: int = 0) -> int:
    """Read a number of people's size."""
    if isinstance(value, int) and -_LARGEST <= value <= _LARGEST:
        return int(value)
    return otherwise


def row(value: object, least: int = 0) -> tuple[int, ...]:
    """Read a row of small numbers, as bytes or as a list; it has at least so many."""
    read: tuple[int, ...] = ()
    if isinstance(value, bytes | list | tuple):
        read = tuple(number(each) for each in value)
    return read + (0,) * (least - len(read))


def five(value: object) -> tuple[int, ...]:
    """Read the counts of the five colours."""
    return row(value, len(COLOURS))[: len(COLOURS)]


def word(value: object) -> str:
    """Read a text."""
    return value if isinstance(value, str) else ""


def part(parts: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Read a part that consists of named things."""
    found = parts.get(name)
    return found if isinstance(found, Mapping) else {}


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


class Who(NamedTuple):
    """Somebody in a sentence: a player, or a side of two."""

    name: str
    several: bool
    """Whether verbs go without an s: `you` and two together."""
    own: bool
    """Whether it is the player at this screen."""

    def does(self, verb: str) -> str:
        """Say that they do something; the verb is given without its s."""
        return f"{self.name} {self.verb(verb)}"

    def verb(self, verb: str) -> str:
        """Give a verb as it follows the name."""
        if self.several:
            return verb
        return f"{verb}es" if verb.endswith(("s", "o")) else f"{verb}s"

    @property
    def whose(self) -> str:
        """Say that something is theirs."""
        if self.own:
            return "your team's" if self.name == "your team" else "your"
        return f"{self.name}'s"


def player(match: Match, seat: object) -> Who:
    """Speak of a player."""
    at = number(seat, -1)
    if at == match.seat:
        return Who("you", several=True, own=True)
    return Who(match.name_of(at), several=False, own=False)


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
