"""The school boards: seating students, coins for them, and who holds the professors."""

from __future__ import annotations

from eriantys.games.contract import Event
from eriantys.games.eriantys.names import COLOURS, FARMER
from eriantys.games.eriantys.state import DINING, NOBODY, State, put

COIN_SEATS = (3, 6, 9)


def seat_student(state: State, colour: int, events: list[Event]) -> None:
    """Seat one more student of the player on turn: count it, pay the coin, compare."""
    cell = DINING[state.seat] + colour
    count = state.students[cell] + 1
    state.students[cell] = count
    if count in COIN_SEATS:
        earn_coin(state, colour, events)
    if state.professors[colour] != state.seat:
        _claim_professor(state, colour, count, events)


def earn_coin(state: State, colour: int, events: list[Event]) -> None:
    """Give the player on turn a coin for a table, while the supply has any."""
    if state.supply:
        state.supply -= 1
        state.coins = put(state.coins, state.seat, state.coins[state.seat] + 1)
        events.append(Event("coin earned", {"seat": state.seat, "colour": COLOURS[colour]}))


def _claim_professor(state: State, colour: int, count: int, events: list[Event]) -> None:
    seat, students = state.seat, state.students
    holder = state.professors[colour]
    if state.character == FARMER and holder != NOBODY:
        # The Farmer looks at the holder alone, and an equal count will do.
        if count >= students[DINING[holder] + colour]:
            give_professor(state, colour, seat, events)
        return
    for other in range(state.table.seats):
        if other != seat and students[DINING[other] + colour] >= count:
            return
    give_professor(state, colour, seat, events)


def farm_professors(state: State, events: list[Event]) -> None:
    """Give the Farmer's employer every professor whose holder has no more students."""
    for colour, holder in enumerate(state.professors):
        count = state.students[DINING[state.seat] + colour]
        if count and holder != state.seat:
            _claim_professor(state, colour, count, events)


def compare_all(state: State, colour: int, events: list[Event]) -> None:
    """Give the professor to whoever has strictly the most students, if anybody has."""
    counts = [state.students[DINING[seat] + colour] for seat in range(state.table.seats)]
    most = max(counts)
    if most and counts.count(most) == 1:
        leader = counts.index(most)
        if state.professors[colour] != leader:
            give_professor(state, colour, leader, events)


def give_professor(state: State, colour: int, seat: int, events: list[Event]) -> None:
    """Hand a professor over."""
    holder = state.professors[colour]
    state.professors = put(state.professors, colour, seat)
    events.append(
        Event(
            "professor taken",
            {
                "seat": seat,
                "colour": COLOURS[colour],
                "from": None if holder == NOBODY else holder,
            },
        )
    )
