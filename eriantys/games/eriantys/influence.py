"""Influence on islands, and what follows when one of them is resolved."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from eriantys.games.contract import Event
from eriantys.games.eriantys import scoring
from eriantys.games.eriantys.names import CENTAUR, COLOURS, KNIGHT, MUSHROOM
from eriantys.games.eriantys.state import ISLAND, NO_COLOUR, NOBODY, State, put

KNIGHT_BONUS = 2


class Share(msgspec.Struct, frozen=True):
    """One side's influence on an island, with its parts."""

    students: tuple[int, ...]
    """By colour, as far as they count for this side."""
    towers: int
    bonus: int

    @property
    def total(self) -> int:
        """Add the parts up."""
        return sum(self.students) + self.towers + self.bonus


class Influence(msgspec.Struct, frozen=True):
    """The influence of every side on an island, and what was left out of account."""

    shares: tuple[Share, ...]
    ignored_students: tuple[int, ...]
    """By colour: how many students the Mushroom has put out of account."""
    ignored_towers: int
    """How many towers the Centaur has put out of account."""


def influence(state: State, tile: int) -> Influence:
    """Explain the influence on the group of a tile, under this turn's character."""
    table, head = state.table, state.head[tile]
    students = state.five(ISLAND[head])
    ignored = state.colour if state.character == MUSHROOM else NO_COLOUR
    towers = state.towers_on[head]
    shares = []
    for side in range(table.sides):
        counting = tuple(
            count
            if colour != ignored and holder != NOBODY and table.side_of[holder] == side
            else 0
            for colour, (count, holder) in enumerate(
                zip(students, state.professors, strict=True)
            )
        )
        knight = state.character == KNIGHT and table.side_of[state.seat] == side
        standing = state.owner[head] == side and state.character != CENTAUR
        shares.append(
            Share(
                students=counting,
                towers=towers if standing else 0,
                bonus=KNIGHT_BONUS if knight else 0,
            )
        )
    return Influence(
        shares=tuple(shares),
        ignored_students=tuple(
            count if colour == ignored else 0 for colour, count in enumerate(students)
        ),
        ignored_towers=towers if state.character == CENTAUR else 0,
    )


def totals(state: State, head: int) -> list[int]:
    """Sum up the influence of each side on a group: the quick form of `influence`."""
    table, character = state.table, state.character
    side_of, students, cell = table.side_of, state.students, ISLAND[head]
    result = [0] * table.sides
    for holder in state.professors:
        if holder >= 0:
            result[side_of[holder]] += students[cell]
        cell += 1
    owner = state.owner[head]
    if owner >= 0 and character != CENTAUR:
        result[owner] += state.towers_on[head]
    if character == KNIGHT:
        result[side_of[state.seat]] += KNIGHT_BONUS
    elif character == MUSHROOM and state.colour >= 0:
        holder = state.professors[state.colour]
        if holder >= 0:
            result[side_of[holder]] -= students[ISLAND[head] + state.colour]
    return result


def resolve(state: State, head: int, events: list[Event]) -> None:
    """Resolve a group as if Mother Nature had stopped there; this may end the game."""
    if state.no_entry[head]:
        state.no_entry = put(state.no_entry, head, state.no_entry[head] - 1)
        state.no_entry_on_card += 1
        events.append(Event("entry refused", {"island": head + 1}))
        return
    shares = totals(state, head)
    most = max(shares)
    if most == 0 or shares.count(most) > 1:
        return
    winner = shares.index(most)
    if state.owner[head] != winner:
        _conquer(state, head, winner, events)


def _conquer(state: State, head: int, winner: int, events: list[Event]) -> None:
    loser, left = state.owner[head], state.towers_left
    if loser != NOBODY:
        left = put(left, loser, left[loser] + state.towers_on[head])
    # Whoever has too few towers for the group builds the last one, and so wins.
    built = min(state.tiles(head), left[winner])
    state.towers_left = put(left, winner, left[winner] - built)
    state.owner = put(state.owner, head, winner)
    state.towers_on = put(state.towers_on, head, built)
    events.append(
        Event(
            "island conquered",
            {
                "island": head + 1,
                "side": winner,
                "from": None if loser == NOBODY else loser,
                "towers": built,
            },
        )
    )
    if state.towers_left[winner] == 0:
        scoring.finish(state, scoring.LAST_TOWER, events)
        return
    _join_neighbours(state, head, events)
    if len(state.ring) <= scoring.FEWEST_ISLANDS:
        scoring.finish(state, scoring.THREE_ISLANDS, events)


def _join_neighbours(state: State, head: int, events: list[Event]) -> None:
    ring, owner = state.ring, state.owner
    place = ring.index(head)
    before, after = ring[place - 1], ring[(place + 1) % len(ring)]
    if owner[head] not in (owner[before], owner[after]):
        return
    members = [group for group in (before, head, after) if owner[group] == owner[head]]
    chief = min(members)
    for group in members:
        if group != chief:
            _merge(state, group, chief)
    state.ring = tuple(group for group in ring if group == chief or group not in members)
    state.head = tuple(chief if group in members else group for group in state.head)
    if state.mother in members:
        state.mother = chief
    events.append(
        Event("islands joined", {"island": chief + 1, "tiles": bytes(clockwise(state, chief))})
    )


def _merge(state: State, group: int, chief: int) -> None:
    students = state.students
    for colour in range(len(COLOURS)):
        students[ISLAND[chief] + colour] += students[ISLAND[group] + colour]
        students[ISLAND[group] + colour] = 0
    state.towers_on = _add_up(state.towers_on, group, chief)
    state.no_entry = _add_up(state.no_entry, group, chief)
    state.owner = put(state.owner, group, NOBODY)


def _add_up(counts: tuple[int, ...], group: int, chief: int) -> tuple[int, ...]:
    return put(put(counts, chief, counts[chief] + counts[group]), group, 0)


def clockwise(state: State, head: int) -> list[int]:
    """Number the tiles of a group as one meets them, walking clockwise."""
    return list(_walk(state.head, head))


@lru_cache(maxsize=4096)  # islands join seldom, and every view asks about all of them
def _walk(heads: tuple[int, ...], head: int) -> tuple[int, ...]:
    tiles = [tile + 1 for tile, group in enumerate(heads) if group == head]
    # A group across the gap between 12 and 1 is met from its highest tiles on.
    for place in range(1, len(tiles)):
        if tiles[place] != tiles[place - 1] + 1:
            return (*tiles[place:], *tiles[:place])
    return tuple(tiles)
