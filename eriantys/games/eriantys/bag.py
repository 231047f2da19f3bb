"""Drawing students from the bag: after the set-up, the only chance in the game."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from eriantys.games.contract import Event
from eriantys.games.eriantys.names import COLOURS
from eriantys.games.eriantys.state import BAG, CLOUD, State


def left_in_bag(state: State) -> int:
    """Count the students in the bag."""
    return sum(state.students[BAG:])


def draw(state: State, places: Iterable[int]) -> None:
    """Draw students from the bag, one for each of the places, in that order."""
    students, below = state.students, state.dice.below
    # The students lie in a row, sorted by colour; the dice point at one of them.
    green, red, yellow, pink, blue = students[BAG:]
    row = [0] * green + [1] * red + [2] * yellow + [3] * pink + [4] * blue
    for place in places:
        colour = row.pop(below(len(row)))
        students[BAG + colour] -= 1
        students[place + colour] += 1
    if not row:
        state.last_round = True


def fill_clouds(state: State) -> None:
    """Fill the clouds in order, as far as the bag goes; too few makes a short round."""
    table = state.table
    places = _places_on_clouds(table.seats, table.cloud_size)
    left = left_in_bag(state)
    state.short_round = left < len(places)
    draw(state, places[:left])


def filled_clouds(state: State) -> list[int]:
    """List the clouds that have students on them."""
    students = state.students
    return [
        cloud
        for cloud, place in enumerate(CLOUD[: state.table.seats])
        if any(students[place : place + 5])
    ]


@lru_cache
def _places_on_clouds(clouds: int, size: int) -> tuple[int, ...]:
    return tuple(place for place in CLOUD[:clouds] for _ in range(size))


def refill(state: State, card: int) -> Event | None:
    """Draw a replacement on a character's card, if there is a student to draw."""
    if not left_in_bag(state):
        return None
    before = state.five(card)
    draw(state, [card])
    drawn = next(c for c in range(len(COLOURS)) if state.students[card + c] > before[c])
    return Event("card refilled", {"colour": COLOURS[drawn]})
