"""Swapping students, one pair at a time: the Jester and the Minstrel."""

from __future__ import annotations

from eriantys.games.contract import Event
from eriantys.games.eriantys import decisions, refusals, turns
from eriantys.games.eriantys.names import COLOURS, JESTER, MINSTREL
from eriantys.games.eriantys.pairs import possible_swaps, swap_place, swaps_made
from eriantys.games.eriantys.schools import compare_all, earn_coin
from eriantys.games.eriantys.state import DINING, ENTRANCE, NO_SWAPS, State

JESTER_SWAPS = 3
MINSTREL_SWAPS = 2


def swap(state: State, mine: int, theirs: int, events: list[Event]) -> None:
    """Give a student of the Entrance for one of the card or of the Dining Room."""
    if state.decision not in (decisions.JESTER_SWAP, decisions.MINSTREL_SWAP):
        raise refusals.wrong_phase(state)
    students, entrance, other = state.students, ENTRANCE[state.seat], swap_place(state)
    if students[entrance + mine] <= state.came_to_entrance[mine]:
        raise refusals.not_in_the_entrance(state, mine)
    if students[other + theirs] <= state.came_to_other[theirs]:
        raise refusals.not_to_swap(state, theirs)
    if (mine, theirs) not in possible_swaps(state):
        raise refusals.dining_room_full(state, mine)
    students[entrance + mine] -= 1
    students[other + mine] += 1
    students[other + theirs] -= 1
    students[entrance + theirs] += 1
    state.came_to_entrance = _one_more(state.came_to_entrance, theirs)
    state.came_to_other = _one_more(state.came_to_other, mine)
    events.append(
        Event(
            "students swapped",
            {"seat": state.seat, "mine": COLOURS[mine], "theirs": COLOURS[theirs]},
        )
    )
    most = JESTER_SWAPS if state.character == JESTER else MINSTREL_SWAPS
    if swaps_made(state) == most or not possible_swaps(state):
        _end_swaps(state, events)
    else:
        turns.another_step(state)


def end_swaps(state: State, events: list[Event]) -> None:
    """Have made swaps enough."""
    if not swaps_made(state):
        raise refusals.no_swap_yet(state)
    _end_swaps(state, events)


def _end_swaps(state: State, events: list[Event]) -> None:
    if state.character == MINSTREL:
        _settle_tables(state, events)
    state.came_to_entrance = state.came_to_other = NO_SWAPS
    turns.finish_character(state, events)


def _settle_tables(state: State, events: list[Event]) -> None:
    # A table counts before and after the whole use, whatever happened in between.
    for colour in range(len(COLOURS)):
        grown = state.came_to_other[colour] - state.came_to_entrance[colour]
        after = state.students[DINING[state.seat] + colour]
        if grown > 0 and (after - grown) // 3 < after // 3:
            earn_coin(state, colour, events)
        if grown:
            compare_all(state, colour, events)


def _one_more(counts: tuple[int, ...], colour: int) -> tuple[int, ...]:
    return (*counts[:colour], counts[colour] + 1, *counts[colour + 1 :])
