"""Where goods from the market can go: as the depots lie, and once they lie otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from eriantys.client.boards.masters import reading
from eriantys.client.boards.masters.reading import Depot
from eriantys.client.boards.reading import View
from eriantys.games.masters.cards import Goods
from eriantys.games.masters.names import NOTHING, RESOURCES

_OF_LEADERS = 3
"""Depots with a higher number are those of leaders."""


def places_for(offers: Sequence[str], kind: int) -> list[int]:
    """Number the depots that the server offers for a kind of goods."""
    found = []
    for action in offers:
        words = action.split()
        if words[:2] == ["put", RESOURCES[kind]] and len(words) > 2 and words[2].isdecimal():
            found.append(int(words[2][:1]))
    return found


class Move(NamedTuple):
    """A move between depots that lets more of the goods be stored that wait."""

    verb: str
    """`swap` or `move`."""
    one: int
    other: int
    gain: int
    """How many goods more."""

    @property
    def keys(self) -> str:
        """Name the keys for it."""
        return f"w {self.one} {self.other}"


def without_room(view: View, seat: int) -> int:
    """Count the goods that wait and cannot be stored, the depots lying as they do."""
    waiting = reading.box(view)
    return sum(waiting) - _storable(reading.depots(view, seat), waiting)


def way_to_room(
    view: View, seat: int, offers: Sequence[str], kind: int | None = None
) -> Move | None:
    """Find the move between depots that makes most room, for a certain kind if one is named.

    Only what the server offers is looked at, and only what wins more than it loses; None where
    one move alone does not help.
    """
    depots, waiting = reading.depots(view, seat), reading.box(view)
    here = _storable(depots, waiting)
    best = None
    for action in offers:
        match action.split():
            case ["swap" | "move" as verb, one, other] if one.isdecimal() and other.isdecimal():
                ends = int(one[:1]), int(other[:1])
                after = _after(depots, verb, *ends)
                gain = _storable(after, waiting) - here
                helps = kind is None or _takes(after, kind)
                if helps and gain > (best.gain if best is not None else 0):
                    best = Move(verb, *ends, gain)
    return best


def _storable(depots: Sequence[Depot], waiting: Goods) -> int:
    """Count how many of the goods that wait can be stored, the depots lying so."""
    count, homeless = 0, []
    for kind, number in enumerate(waiting):
        own = [depot for depot in depots if depot.kind == kind]
        placed = min(number, sum(depot.size - depot.held for depot in own))
        count += placed
        if not any(depot.number <= _OF_LEADERS for depot in own):
            homeless.append(number - placed)
    free = [depot.size for depot in depots if depot.kind == NOTHING]
    # The largest rest goes into the largest depot that is free.
    pairs = zip(sorted(homeless, reverse=True), sorted(free, reverse=True), strict=False)
    return count + sum(map(min, pairs))


def _after(depots: Sequence[Depot], verb: str, one: int, other: int) -> list[Depot]:
    """Tell how the depots would lie."""
    by_number = {depot.number: depot for depot in depots}
    if one not in by_number or other not in by_number:
        return list(depots)
    first, second = by_number[one], by_number[other]
    if verb == "swap":
        by_number[one] = first._replace(kind=second.kind, held=second.held)
        by_number[other] = second._replace(kind=first.kind, held=first.held)
    else:
        emptied = first.held == 1 and one <= _OF_LEADERS
        kind = NOTHING if emptied else first.kind
        by_number[one] = first._replace(kind=kind, held=first.held - 1)
        by_number[other] = second._replace(kind=first.kind, held=second.held + 1)
    return list(by_number.values())


def _takes(depots: Sequence[Depot], kind: int) -> bool:
    """Tell whether some depot would take one more of a kind."""
    board = {depot.kind for depot in depots if depot.number <= _OF_LEADERS}
    return any(
        depot.held < depot.size
        and (
            depot.kind == kind
            or (depot.number <= _OF_LEADERS and depot.kind == NOTHING and kind not in board)
        )
        for depot in depots
    )


def why_nowhere(view: View, seat: int, kind: int) -> str:
    """Say why a kind of goods has no place as the depots lie."""
    same = [
        depot
        for depot in reading.depots(view, seat)
        if depot.kind == kind and depot.held == depot.size
    ]
    if same:
        numbers = " and ".join(str(depot.number) for depot in same)
        verb = "is" if len(same) == 1 else "are"
        return f"depot {numbers} {verb} full, and no other may hold the same"
    return "the depots hold other kinds"
