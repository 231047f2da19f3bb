"""Paying: where each good comes from is asked only where it can come from two places."""

from __future__ import annotations

from typing import NamedTuple

from eriantys.games.masters import decisions, refusals, turns, warehouse
from eriantys.games.masters.names import SOURCES
from eriantys.games.masters.state import State, plus, put

WAREHOUSE, LEADER, STRONGBOX = range(len(SOURCES))


class Choice(NamedTuple):
    """A good that is owed, and the places that could give it."""

    kind: int
    sources: tuple[int, ...]


def choice(state: State) -> Choice | None:
    """Tell what is to be chosen once all that leaves no choice is paid: the first good."""
    for kind, count in enumerate(state.owed):
        if count:
            stock = _stock(state, kind)
            return Choice(kind, tuple(source for source, there in enumerate(stock) if there))
    return None


def collect(state: State) -> bool:
    """Pay all that leaves no choice; tell whether that was the last of it."""
    pending = False
    for kind, count in enumerate(state.owed):
        if not count:
            continue
        stock = _stock(state, kind)
        if sum(map(bool, stock)) > 1 and sum(stock) > count:
            pending = True
            continue
        source = 0
        for _ in range(count):
            while not stock[source]:
                source += 1
            stock[source] -= 1
            _take_one(state, kind, source)
    if pending:
        state.decision = decisions.PAY
    return not pending


def pay(state: State, kind: int, source: int) -> None:
    """Pay one good as chosen."""
    asked = choice(state)
    if state.decision != decisions.PAY or asked is None:
        raise refusals.wrong_phase(state)
    if kind != asked.kind or source not in asked.sources:
        raise refusals.not_owed(asked.kind, asked.sources)
    _take_one(state, kind, source)
    turns.step(state)


def _stock(state: State, kind: int) -> list[int]:
    """Count the goods of a kind by source."""
    held = state.depots[state.seat]
    board, leader = warehouse.sources_of(held, kind)
    return [
        0 if board is None else held[warehouse.COUNTS + board],
        0 if leader is None else held[warehouse.COUNTS + leader],
        state.strongbox[state.seat][kind],
    ]


def _take_one(state: State, kind: int, source: int) -> None:
    seat = state.seat
    state.owed = plus(state.owed, kind, -1)
    if source == STRONGBOX:
        less = plus(state.strongbox[seat], kind, -1)
        state.strongbox = put(state.strongbox, seat, less)
        return
    depot = warehouse.sources_of(state.depots[seat], kind)[source]
    assert depot is not None  # it was counted
    state.depots = put(state.depots, seat, warehouse.remove(state.depots[seat], depot))
