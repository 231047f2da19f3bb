"""Drawing students from the bag: after the set-up, the only chance in the game."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from eriantys.games.contract import Event
from eriantys.games.eriantys.names import CHARACTERS, COLOURS
from eriantys.games.eriantys.state import BAG, CLOUD, State


def left_in_bag(state: State) -> int:
    """Count the students in the bag."""
    return sum(state.students[BAG:])


def draw(state: State, places: Iterable[int]) -> int:
    """Draw a student from the bag for each of the places; return the last one's colour."""
    students, below = state.students, state.dice.below
    left = left_in_bag(state)
    cell = BAG
    for place in places:
        # The students lie in a row, sorted by colour; the dice point at one of them.
        number = below(left)
        cell = BAG
        while number >= students[cell]:
            number -= students[cell]
            cell += 1
        students[cell] -= 1
        students[place + cell - BAG] += 1
        left -= 1
    if not left:
        state.last_round = True
    return cell - BAG


def fill_clouds(state: State) -> None:
    """Fill the clouds in order, as far as the bag goes; too few makes a short round."""
    table = state.table
    places = _places_on_clouds(table.seats, table.cloud_size)
    left = left_in_bag(state)
    state.short_round = left < len(places)
    draw(state, places[:left])


def filled_clouds(state: State) -> list[int]:
    """List the clouds that have students on them."""
    return [cloud for cloud in range(state.table.seats) if state.has_some(CLOUD[cloud])]


@lru_cache
def _places_on_clouds(clouds: int, size: int) -> tuple[int, ...]:
    return tuple(place for place in CLOUD[:clouds] for _ in range(size))


def refill(state: State, card: int, events: list[Event]) -> bool:
    """Draw a replacement on a character's card; tell whether there was one to draw."""
    left = left_in_bag(state)
    if not left:
        return False
    colour = draw(state, [card])
    facts = {"character": CHARACTERS[state.character], "colour": COLOURS[colour]}
    events.append(Event("card refilled", facts))
    if left == 1:
        events.append(bag_emptied(state))
    return True


def bag_emptied(state: State) -> Event:
    """Tell that the last student was drawn, which makes this the last round."""
    return Event("bag emptied", {"short_round": state.short_round})
