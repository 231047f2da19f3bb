"""Reading a view and the facts of events: whatever a server tells, it cannot surprise us.

A later server may have other things to say, and a broken one may say anything. So what is not
as expected is read as nothing, nobody or 0, and the words are poorer for it but never missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from eriantys.client.match import Match

View: TypeAlias = Mapping[str, Any]
"""All that lies on the table, part by part."""
_LARGEST = 9999
"""No number of a game comes near it."""


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


def word(value: object) -> str:
    """Read a text."""
    return value if isinstance(value, str) else ""


def part(parts: View, name: str) -> View:
    """Read a part that consists of named things."""
    found = parts.get(name)
    return found if isinstance(found, dict) else {}


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
