"""Which characters the player on turn could play, and what stands in their way."""

from __future__ import annotations

from collections.abc import Callable

from eriantys.games.eriantys import actions, decisions, names
from eriantys.games.eriantys.actions import Action
from eriantys.games.eriantys.names import CHARACTERS, COLOURS
from eriantys.games.eriantys.state import CARD, DINING, TABLE_SEATS, State

_PLAY = (-1, *(actions.play(character) for character in range(1, len(CHARACTERS))))
"""The action that plays a character, by its number."""


def playable(state: State) -> list[Action]:
    """List the plays of characters that are open now: none used, affordable, usable."""
    found: list[Action] = []
    coins = state.coins[state.seat]
    if coins and not state.character:
        for slot, price in enumerate(state.prices):
            if price <= coins and not why_unusable(state, slot):
                found.append(_PLAY[state.table.characters[slot]])
    return found


def why_unusable(state: State, slot: int) -> str:
    """Say why the character on this card cannot have its effect now; "" if it can."""
    obstacle = _OBSTACLES.get(state.table.characters[slot])
    return obstacle(state, slot) if obstacle else ""


def _too_late(state: State, _: int) -> str:
    if state.decision in (decisions.STUDENT, decisions.MOTHER):
        return ""
    return "it is of use only before Mother Nature has moved"


def _no_student(state: State, slot: int) -> str:
    return "" if state.has_some(CARD[slot]) else "there is no student left on the card"


def _no_tile(state: State, _: int) -> str:
    return "" if state.no_entry_on_card else "all No Entry tiles lie on islands"


def _nobody_at_table(state: State, _: int) -> str:
    return "" if state.has_some(DINING[state.seat]) else "your Dining Room is empty"


def _no_free_seat(state: State, slot: int) -> str:
    if seatable(state, slot):
        return ""
    full = "your tables have no seat for any student on the card"
    return _no_student(state, slot) or full


_OBSTACLES: dict[int, Callable[[State, int], str]] = {
    names.MONK: _no_student,
    names.POSTMAN: _too_late,
    names.GRANDMA: _no_tile,
    names.CENTAUR: _too_late,
    names.KNIGHT: _too_late,
    names.MUSHROOM: _too_late,
    names.MINSTREL: _nobody_at_table,
    names.PRINCESS: _no_free_seat,
}
"""What can stand in the way of a character; the others can always be used."""


def seatable(state: State, slot: int) -> list[int]:
    """List the colours on a card that have a free seat in the player's Dining Room."""
    on_card, seated = state.five(CARD[slot]), state.five(DINING[state.seat])
    return [
        colour
        for colour in range(len(COLOURS))
        if on_card[colour] and seated[colour] < TABLE_SEATS
    ]
