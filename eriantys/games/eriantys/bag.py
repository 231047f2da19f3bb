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


def draw(state: State, places: Iterable[int]) -> list[int]:
    """Draw a student from the bag for each of the places; return their colours."""
    students, below = state.students, state.dice.below
    # The students lie in a row, sorted by colour; the dice point at one of them.
    green, red, yellow, pink, blue = students[BAG:]
    row = [0] * green + [1] * red + [2] * yellow + [3] * pink + [4] * blue
    drawn = []
    for place in places:
        colour = row.pop(below(len(row)))
        students[BAG + colour] -= 1
        students[place + colour] += 1
        drawn.append(colour)
    if not row:
        state.last_round = True
    return drawn


def fill_clouds(state: State) -> None:
    """Fill the clouds in order, as far as the bag goes; too few makes a short round."""
    table = state.table
    places = _places_on_clouds(table.seats, table.cloud_size)
    left = left_in_bag(state)
    state.short_round = left < len(places)
    draw(state, places[:left])


def filled_clouds(state: State) -> list[int]:
    """List the clouds that have students on them."""
    clouds = range(state.table.seats)
    return [cloud for cloud in clouds if any(state.five(CLOUD[cloud]))]


@lru_cache
def _places_on_clouds(clouds: int, size: int) -> tuple[int, ...]:
    return tuple(place for place in CLOUD[:clouds] for _ in range(size))


def refill(state: State, card: int, events: list[Event]) -> bool:
    """Draw a replacement on a character's card; tell whether there was one to draw."""
    left = left_in_bag(state)
    if not left:
        return False
    drawn = draw(state, [card])
    events.append(Event("card refilled", {"colour": COLOURS[drawn[0]]}))
    if left == 1:
        events.append(bag_emptied(state))
    return True


def bag_emptied(state: State) -> Event:
    """Tell that the last student was drawn, which makes this the last round."""
    return Event("bag emptied", {"short_round": state.short_round})
