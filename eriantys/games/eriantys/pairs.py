"""What Jester and Minstrel can swap: the pairs that are possible at this moment."""

from __future__ import annotations

from eriantys.games.eriantys.names import COLOURS, JESTER, MINSTREL
from eriantys.games.eriantys.state import CARD, DINING, ENTRANCE, TABLE_SEATS, State


def swap_place(state: State) -> int:
    """Tell where the students lie that the Entrance is swapped with."""
    if state.character == JESTER:
        return CARD[state.slot_in_play()]
    return DINING[state.seat]


def swaps_made(state: State) -> int:
    """Count the swaps of the use under way."""
    return sum(state.came_to_entrance)


def possible_swaps(state: State) -> list[tuple[int, int]]:
    """List the pairs that could be swapped now, (of the Entrance, of the other place).

    Students that came by this use stay, and no table may grow beyond its seats.
    """
    students, entrance, other = state.students, ENTRANCE[state.seat], swap_place(state)
    seats_are_counted = state.character == MINSTREL
    leaving = [
        theirs
        for theirs in range(len(COLOURS))
        if students[other + theirs] > state.came_to_other[theirs]
    ]
    return [
        (mine, theirs)
        for mine in range(len(COLOURS))
        if students[entrance + mine] > state.came_to_entrance[mine]
        for theirs in leaving
        if not seats_are_counted or mine == theirs or students[other + mine] < TABLE_SEATS
    ]
