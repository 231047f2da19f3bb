"""Which characters the player on turn could play, and what they cost."""

from __future__ import annotations

from eriantys.games.eriantys import decisions
from eriantys.games.eriantys.names import (
    CENTAUR,
    COLOURS,
    GRANDMA,
    KNIGHT,
    MINSTREL,
    MONK,
    MUSHROOM,
    POSTMAN,
    PRINCESS,
)
from eriantys.games.eriantys.state import CARD, DINING, TABLE_SEATS, State

_BEFORE_MOTHER_NATURE = (POSTMAN, CENTAUR, KNIGHT, MUSHROOM)


def playable(state: State) -> list[int]:
    """List the characters that could be played now: unused turn, affordable, usable."""
    if state.character or not state.table.expert:
        return []
    coins = state.coins[state.seat]
    return [
        character
        for slot, character in enumerate(state.table.characters)
        if state.prices[slot] <= coins and not why_unusable(state, slot)
    ]


def why_unusable(state: State, slot: int) -> str:
    """Say why the character on this card cannot have its effect now; "" if it can."""
    character = state.table.characters[slot]
    if character in _BEFORE_MOTHER_NATURE:
        if state.decision not in (decisions.STUDENT, decisions.MOTHER):
            return "it is of use only before Mother Nature has moved"
    elif character == MONK:
        if not any(_five(state, CARD[slot])):
            return "there is no student left on the card"
    elif character == GRANDMA:
        if not state.no_entry_on_card:
            return "all No Entry tiles lie on islands"
    elif character == MINSTREL:
        if not any(_five(state, DINING[state.seat])):
            return "your Dining Room is empty"
    elif character == PRINCESS and not seatable(state, slot):
        return "your tables have no seat for any student on the card"
    return ""


def seatable(state: State, slot: int) -> list[int]:
    """List the colours on a card that have a free seat in the player's Dining Room."""
    on_card, seated = _five(state, CARD[slot]), _five(state, DINING[state.seat])
    return [
        colour
        for colour in range(len(COLOURS))
        if on_card[colour] and seated[colour] < TABLE_SEATS
    ]


def _five(state: State, place: int) -> list[int]:
    return state.students[place : place + len(COLOURS)]
