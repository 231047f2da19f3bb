"""Drawing students from the bag: after the set-up, the only chance in the game."""

from __future__ import annotations

from eriantys.games.contract import Event
from eriantys.games.eriantys.names import COLOURS
from eriantys.games.eriantys.state import BAG, CLOUD, State


def left_in_bag(state: State) -> int:
    """Count the students in the bag."""
    return sum(state.students[BAG:])


def draw(state: State, place: int) -> int:
    """Draw one student from the bag on a place, and return its colour."""
    students = state.students
    bag = students[BAG:]
    left = sum(bag)
    number = state.dice.below(left)
    colour = 0
    for count in bag:
        if number < count:
            break
        number -= count
        colour += 1
    students[BAG + colour] -= 1
    students[place + colour] += 1
    if left == 1:
        state.last_round = True
    return colour


def fill_clouds(state: State) -> Event:
    """Fill the clouds in order, as far as the bag goes; too few makes a short round."""
    table = state.table
    wanted = table.seats * table.cloud_size
    drawn = min(wanted, left_in_bag(state))
    state.short_round = drawn < wanted
    for number in range(drawn):
        draw(state, CLOUD[number // table.cloud_size])
    clouds = [state.students[place : place + len(COLOURS)] for place in CLOUD[: table.seats]]
    return Event("clouds filled", {"clouds": clouds, "short": state.short_round})


def refill(state: State, place: int) -> Event | None:
    """Draw a replacement on a character's card, if there is a student to draw."""
    if not left_in_bag(state):
        return None
    return Event("card refilled", {"colour": COLOURS[draw(state, place)]})
