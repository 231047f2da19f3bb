"""What every action tells alike: whose depots, strongbox and points are not what they were."""

from __future__ import annotations

from typing import NamedTuple

from eriantys.games.contract import Event
from eriantys.games.masters.cards import Goods
from eriantys.games.masters.holdings import points_of
from eriantys.games.masters.names import DEPOT_SIZES, NOTHING, RESOURCES
from eriantys.games.masters.state import State, put
from eriantys.games.masters.warehouse import COUNTS, Warehouse


class Stores(NamedTuple):
    """Where the goods of all players were."""

    depots: tuple[Warehouse, ...]
    strongbox: tuple[Goods, ...]


def stores_of(state: State) -> Stores:
    """Remember where the goods are, to tell later what has changed."""
    return Stores(state.depots, state.strongbox)


def tell_stores(state: State, before: Stores, events: list[Event]) -> None:
    """Tell which depots and strongboxes hold something else now."""
    if state.depots is not before.depots:
        for seat, (old, new) in enumerate(zip(before.depots, state.depots, strict=True)):
            if old != new:
                _tell_depots(seat, old, new, events)
    if state.strongbox is not before.strongbox:
        for seat, goods in enumerate(state.strongbox):
            if goods != before.strongbox[seat]:
                facts = {"seat": seat, "strongbox": list(goods)}
                events.append(Event("strongbox changed", facts))


def _tell_depots(seat: int, old: Warehouse, new: Warehouse, events: list[Event]) -> None:
    for depot, size in enumerate(DEPOT_SIZES):
        kind, count = new[depot], new[COUNTS + depot]
        if (kind, count) != (old[depot], old[COUNTS + depot]):
            facts = {
                "seat": seat,
                "depot": depot + 1,
                "size": size,
                "count": count,
                "resource": None if kind == NOTHING else RESOURCES[kind],
            }
            events.append(Event("depot changed", facts))


def tell_points(state: State, events: list[Event]) -> None:
    """Count everybody's points anew, and tell which have changed."""
    for seat, known in enumerate(state.points):
        count = points_of(state, seat)
        if count != known:
            state.points = put(state.points, seat, count)
            events.append(Event("points changed", {"seat": seat, "points": count}))
