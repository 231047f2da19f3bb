"""The twelve characters: paying them, their questions, and what they do.

A character is played in steps. `play` pays; most then ask for a student, a colour or an
island, one step at a time, and have their effect with the last answer. Until then the
steps count as unfinished.
"""

from __future__ import annotations

from eriantys.games.contract import Event
from eriantys.games.eriantys import decisions, refusals
from eriantys.games.eriantys.bag import refill
from eriantys.games.eriantys.decisions import FIRST_QUESTION, STEPS
from eriantys.games.eriantys.hiring import seatable, why_unusable
from eriantys.games.eriantys.influence import resolve
from eriantys.games.eriantys.names import (
    CHARACTERS,
    COLOURS,
    FARMER,
    JESTER,
    MINSTREL,
)
from eriantys.games.eriantys.schools import (
    compare_all,
    earn_coin,
    farm_professors,
    seat_student,
)
from eriantys.games.eriantys.state import (
    BAG,
    CARD,
    DINING,
    ENTRANCE,
    ISLAND,
    NO_COLOUR,
    NO_SWAPS,
    TABLE_SEATS,
    State,
)
from eriantys.games.eriantys.turns import go_on

JESTER_SWAPS = 3
MINSTREL_SWAPS = 2
STOLEN = 3


def play(state: State, character: int, _: int, events: list[Event]) -> None:
    """Pay a character, and ask its first question or let it act at once."""
    if state.decision not in STEPS:
        raise refusals.wrong_phase(state)
    if character not in state.table.characters:
        raise refusals.not_on_the_table(state, character)
    slot = state.table.characters.index(character)
    price = state.prices[slot]
    if state.character:
        raise refusals.character_used(state)
    if price > state.coins[state.seat]:
        raise refusals.not_enough_coins(state, character, price)
    if reason := why_unusable(state, slot):
        raise refusals.unusable(character, reason)
    _pay(state, slot, price)
    state.character = character
    state.resume = state.decision
    events.append(
        Event(
            "character played",
            {"seat": state.seat, "character": CHARACTERS[character], "price": price},
        )
    )
    question = FIRST_QUESTION.get(character)
    if question is None:
        if character == FARMER:
            farm_professors(state, events)
        _finish(state, events)
    else:
        state.decision = question
        state.undoable += 1
        state.unfinished = 1


def _pay(state: State, slot: int, price: int) -> None:
    state.coins[state.seat] -= price
    state.supply += price
    if price == state.table.printed_prices[slot]:
        # The first use leaves one coin on the card, and it is dearer ever after.
        state.supply -= 1
        state.prices = (*state.prices[:slot], price + 1, *state.prices[slot + 1 :])


def slot_in_play(state: State) -> int:
    """Tell on which of the three cards the character of this turn lies."""
    return state.table.characters.index(state.character)


def pick(state: State, colour: int, _: int, events: list[Event]) -> None:
    """Answer with a colour, or with a student of that colour on the card."""
    match state.decision:
        case decisions.MONK_STUDENT:
            if not state.students[CARD[slot_in_play(state)] + colour]:
                raise refusals.not_on_the_card(state, colour)
            state.colour = colour
            state.decision = decisions.MONK_ISLAND
            _another_step(state)
        case decisions.PRINCESS_STUDENT:
            _invite(state, colour, events)
        case decisions.MUSHROOM_COLOUR:
            state.colour = colour
            events.append(Event("colour ignored", {"colour": COLOURS[colour]}))
            _finish(state, events)
        case decisions.THIEF_COLOUR:
            _steal(state, colour, events)
            _finish(state, events)
        case _:
            raise refusals.wrong_phase(state)


def _invite(state: State, colour: int, events: list[Event]) -> None:
    slot = slot_in_play(state)
    if not state.students[CARD[slot] + colour]:
        raise refusals.not_on_the_card(state, colour)
    if colour not in seatable(state, slot):
        raise refusals.dining_room_full(state, colour)
    state.students[CARD[slot] + colour] -= 1
    events.append(Event("student invited", {"seat": state.seat, "colour": COLOURS[colour]}))
    seat_student(state, colour, events)
    _finish(state, events, revealing=refill(state, CARD[slot], events))


def _steal(state: State, colour: int, events: list[Event]) -> None:
    # Everybody loses alike, so nobody comes to have more than the professor's holder.
    stolen = []
    for seat in range(state.table.seats):
        cell = DINING[seat] + colour
        count = min(STOLEN, state.students[cell])
        state.students[cell] -= count
        state.students[BAG + colour] += count
        stolen.append(count)
    events.append(Event("students stolen", {"colour": COLOURS[colour], "by_seat": stolen}))


def name_island(state: State, tile: int, _: int, events: list[Event]) -> None:
    """Answer with an island."""
    head = state.head[tile]
    match state.decision:
        case decisions.MONK_ISLAND:
            card, colour = CARD[slot_in_play(state)], state.colour
            state.students[card + colour] -= 1
            state.students[ISLAND[head] + colour] += 1
            state.colour = NO_COLOUR
            events.append(
                Event("student sent", {"colour": COLOURS[colour], "island": head + 1})
            )
            _finish(state, events, revealing=refill(state, card, events))
        case decisions.HERALD_ISLAND:
            events.append(Event("island proclaimed", {"island": head + 1}))
            resolve(state, head, events)
            _finish(state, events)
        case decisions.GRANDMA_ISLAND:
            if state.no_entry[head] >= state.tiles(head):
                raise refusals.no_entry_full(state, head)
            state.no_entry_on_card -= 1
            state.no_entry[head] += 1
            events.append(Event("no entry placed", {"island": head + 1}))
            _finish(state, events)
        case _:
            raise refusals.wrong_phase(state)


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
        _another_step(state)


def end_swaps(state: State, events: list[Event]) -> None:
    """Have made swaps enough."""
    if not swaps_made(state):
        raise refusals.no_swap_yet(state)
    _end_swaps(state, events)


def swap_place(state: State) -> int:
    """Tell where the students lie that the Entrance is swapped with."""
    if state.character == JESTER:
        return CARD[slot_in_play(state)]
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


def _end_swaps(state: State, events: list[Event]) -> None:
    if state.character == MINSTREL:
        _settle_tables(state, events)
    state.came_to_entrance = state.came_to_other = NO_SWAPS
    _finish(state, events)


def _settle_tables(state: State, events: list[Event]) -> None:
    # A table counts before and after the whole use, whatever happened in between.
    for colour in range(len(COLOURS)):
        grown = state.came_to_other[colour] - state.came_to_entrance[colour]
        after = state.students[DINING[state.seat] + colour]
        if grown > 0 and (after - grown) // 3 < after // 3:
            earn_coin(state, colour, events)
        if grown:
            compare_all(state, colour, events)


def _another_step(state: State) -> None:
    state.undoable += 1
    state.unfinished += 1


def _finish(state: State, events: list[Event], *, revealing: bool = False) -> None:
    """Let the character have had its whole effect, and take the turn up again."""
    if state.ended:
        return
    # What came out of the bag cannot be unseen.
    state.undoable = 0 if revealing else state.undoable + 1
    state.unfinished = 0
    state.decision, state.resume = state.resume, ""
    if state.decision in (decisions.CLOUD, decisions.END):
        go_on(state, events)


def _one_more(counts: tuple[int, ...], colour: int) -> tuple[int, ...]:
    return (*counts[:colour], counts[colour] + 1, *counts[colour + 1 :])
