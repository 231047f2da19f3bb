"""Where the goods from the market go: the plan that keeps most of what is worth most.

A plan is about plain values, and the same few occur over and over, so plans are kept.
"""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from itertools import permutations

from eriantys.games.masters import actions
from eriantys.games.masters.actions import DEPOTS, DISCARD_REST, LEADER_DEPOTS, Action
from eriantys.games.masters.cards import Goods
from eriantys.games.masters.names import DEPOT_SIZES, NOTHING, RESOURCES
from eriantys.games.masters.warehouse import (
    Warehouse,
    add,
    held,
    places_for,
    rearrangements,
)

_KINDS = range(len(RESOURCES))
_LAYOUTS = tuple(permutations((*_KINDS, *(NOTHING,) * len(DEPOTS)), len(DEPOTS)))
LAYOUTS = tuple(dict.fromkeys(_LAYOUTS))
"""Every way to give each depot of the warehouse a kind of its own, or none."""


@lru_cache(maxsize=1 << 15)
def plan(warehouse: Warehouse, box: Goods, order: tuple[int, ...]) -> tuple[Action, ...]:
    """Say how to store the goods of the box; kinds that come first in `order` matter most."""
    have = held(warehouse)
    room = [0] * len(RESOURCES)
    for depot in LEADER_DEPOTS:
        if warehouse[depot] != NOTHING:
            room[warehouse[depot]] = DEPOT_SIZES[depot]
    best, chosen = -1.0, None
    for layout in LAYOUTS:
        kept = 0.0
        for kind in _KINDS:
            most = room[kind]
            if kind in layout:
                most += DEPOT_SIZES[layout.index(kind)]
            if most < have[kind]:
                break  # what lies there already cannot be thrown away
            kept += min(box[kind], most - have[kind]) * (1 - 0.05 * order.index(kind))
        else:
            if kept > best:
                best, chosen = kept, layout
    if chosen is None:
        return _as_it_comes(warehouse, box, order)
    return _carried_out(warehouse, box, order, chosen)


def _carried_out(
    warehouse: Warehouse, box: Goods, order: tuple[int, ...], layout: tuple[int, ...]
) -> tuple[Action, ...]:
    """Move what lies there to where the layout has it, and then store what came."""
    met: dict[Warehouse, tuple[Action, ...]] = {warehouse: ()}
    waiting = deque([warehouse])
    best = _as_it_comes(warehouse, box, order)
    fewest = _thrown(best, box)
    while waiting:
        here = waiting.popleft()
        done = met[here]
        if all(here[depot] in (layout[depot], NOTHING) for depot in DEPOTS):
            tried = (*done, *_as_it_comes(here, box, order, layout))
            if _thrown(tried, box) < fewest:
                best, fewest = tried, _thrown(tried, box)
        for action, after in rearrangements(here):
            if after not in met:
                met[after] = (*done, action)
                waiting.append(after)
    return best


def _thrown(plan_: tuple[Action, ...], box: Goods) -> int:
    stored = sum(actions.MEANINGS[action].kind is actions.Kind.PUT for action in plan_)
    return sum(box) - stored


def _as_it_comes(
    warehouse: Warehouse,
    box: Goods,
    order: tuple[int, ...],
    layout: tuple[int, ...] = (),
) -> tuple[Action, ...]:
    """Store what fits, leaders' depots first, and throw the rest away."""
    found: list[Action] = []
    left = list(box)
    for kind in order:
        for _ in range(box[kind]):
            places = places_for(warehouse, kind)
            if layout:
                places = tuple(
                    depot for depot in places if depot not in DEPOTS or layout[depot] == kind
                )
            if not places:
                break
            # The largest depot keeps most ways open.
            depot = max(places)
            found.append(actions.put_into(kind, depot))
            warehouse = add(warehouse, kind, depot)
            left[kind] -= 1
    rest = [kind for kind in _KINDS for _ in range(left[kind])]
    if len(rest) > 1:
        found.append(DISCARD_REST)
    elif rest:
        found.append(actions.discard(rest[0]))
    return tuple(found)
