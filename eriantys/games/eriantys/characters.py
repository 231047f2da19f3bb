"""The twelve characters: paying them, their questions, and what they do.

A character is played in steps. `play` pays; most then ask for a student, a colour or an
island, one step at a time, and have their effect with the last answer. Until then the
steps count as unfinished.
"""

from __future__ import annotations

from eriantys.games.contract import Event
from eriantys.games.eriantys import decisions, refusals, turns
from eriantys.games.eriantys.bag import refill
from eriantys.games.eriantys.decisions import FIRST_QUESTION, TURN_STEPS
from eriantys.games.eriantys.hiring import seatable, why_unusable
from eriantys.games.eriantys.influence import resolve
from eriantys.games.eriantys.names import (
    CHARACTERS,
    COLOURS,
    FARMER,
)
from eriantys.games.eriantys.schools import (
    farm_professors,
    seat_student,
)
from eriantys.games.eriantys.state import BAG, CARD, DINING, ISLAND, NO_COLOUR, State, put

STOLEN = 3


def play(state: State, character: int, _: int, events: list[Event]) -> None:
    """Pay a character, and ask its first question or let it act at once."""
    if state.decision not in TURN_STEPS:
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
        raise refusals.unusable(state, character, reason)
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
        turns.finish_character(state, events)
    else:
        state.decision = question
        state.undoable += 1
        state.unfinished = 1


def _pay(state: State, slot: int, price: int) -> None:
    state.coins = put(state.coins, state.seat, state.coins[state.seat] - price)
    state.supply += price
    if price == state.table.printed_prices[slot]:
        # The first use leaves one coin on the card, and it is dearer ever after.
        state.supply -= 1
        state.prices = (*state.prices[:slot], price + 1, *state.prices[slot + 1 :])


def pick(state: State, colour: int, _: int, events: list[Event]) -> None:
    """Answer with a colour, or with a student of that colour on the card."""
    match state.decision:
        case decisions.MONK_STUDENT:
            if not state.students[CARD[state.slot_in_play()] + colour]:
                raise refusals.not_on_the_card(state, colour)
            state.colour = colour
            state.decision = decisions.MONK_ISLAND
            turns.another_step(state)
        case decisions.PRINCESS_STUDENT:
            _invite(state, colour, events)
        case decisions.MUSHROOM_COLOUR:
            state.colour = colour
            events.append(Event("colour ignored", {"colour": COLOURS[colour]}))
            turns.finish_character(state, events)
        case decisions.THIEF_COLOUR:
            _steal(state, colour, events)
            turns.finish_character(state, events)
        case _:
            raise refusals.wrong_phase(state)


def _invite(state: State, colour: int, events: list[Event]) -> None:
    slot = state.slot_in_play()
    if not state.students[CARD[slot] + colour]:
        raise refusals.not_on_the_card(state, colour)
    if colour not in seatable(state, slot):
        raise refusals.dining_room_full(state, colour)
    state.students[CARD[slot] + colour] -= 1
    events.append(Event("student invited", {"seat": state.seat, "colour": COLOURS[colour]}))
    seat_student(state, colour, events)
    turns.finish_character(state, events, revealing=refill(state, CARD[slot], events))


def _steal(state: State, colour: int, events: list[Event]) -> None:
    # Everybody loses alike, so nobody comes to have more than the professor's holder.
    stolen = []
    for seat in range(state.table.seats):
        cell = DINING[seat] + colour
        count = min(STOLEN, state.students[cell])
        state.students[cell] -= count
        state.students[BAG + colour] += count
        stolen.append(count)
    events.append(
        Event(
            "students stolen",
            {"seat": state.seat, "colour": COLOURS[colour], "by_seat": bytes(stolen)},
        )
    )


def name_island(state: State, tile: int, _: int, events: list[Event]) -> None:
    """Answer with an island."""
    head = state.head[tile]
    match state.decision:
        case decisions.MONK_ISLAND:
            card, colour = CARD[state.slot_in_play()], state.colour
            state.students[card + colour] -= 1
            state.students[ISLAND[head] + colour] += 1
            state.colour = NO_COLOUR
            events.append(
                Event("student sent", {"colour": COLOURS[colour], "island": head + 1})
            )
            turns.finish_character(state, events, revealing=refill(state, card, events))
        case decisions.HERALD_ISLAND:
            events.append(Event("island proclaimed", {"island": head + 1}))
            resolve(state, head, events)
            turns.finish_character(state, events)
        case decisions.GRANDMA_ISLAND:
            if state.no_entry[head] >= state.tiles(head):
                raise refusals.no_entry_full(state, head)
            state.no_entry_on_card -= 1
            state.no_entry = put(state.no_entry, head, state.no_entry[head] + 1)
            events.append(Event("no entry placed", {"island": head + 1}))
            turns.finish_character(state, events)
        case _:
            raise refusals.wrong_phase(state)
