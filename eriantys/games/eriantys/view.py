"""What can be seen of a match.

Nothing in Eriantys is hidden but the luck to come: hands follow from the cards played,
the bag's content from what lies on the table. So all seats and watchers see the same,
and everything but the dice can be told from the view: `guess` does that.

Rows of small numbers, such as the counts of the five colours, are strings of bytes: they are
most of what is ever sent, and take a fifth of the time of lists.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from eriantys.games.contract import View
from eriantys.games.eriantys import decisions
from eriantys.games.eriantys.actions import TILES
from eriantys.games.eriantys.influence import clockwise, totals
from eriantys.games.eriantys.names import (
    ASSISTANTS,
    CHARACTERS,
    COLOURS,
    GRANDMA,
)
from eriantys.games.eriantys.play import most_steps
from eriantys.games.eriantys.state import (
    BAG,
    CARD,
    CLOUD,
    DINING,
    ENTRANCE,
    ISLAND,
    NO_COLOUR,
    NOBODY,
    State,
)


def view(state: State, seat: int | None) -> View:
    """Show the table, which looks the same from every seat."""
    del seat
    table = state.table
    parts: View = {
        "table": {
            "seats": table.seats,
            "expert": table.expert,
            "sides": bytes(table.side_of),
        },
        "turn": turn_part(state),
        "order": bytes(state.order),
        "effect": effect_part(state),
        "ending": ending_part(state),
        "mother": state.mother + 1,
        "professors": [or_none(holder) for holder in state.professors],
        "towers": bytes(state.towers_left),
        "bag": state.five(BAG),
        "supply": state.supply,
    }
    for tile in TILES:
        parts[f"island/{tile + 1}"] = island_part(state, tile)
    for number in range(table.seats):
        parts[f"cloud/{number + 1}"] = state.five(CLOUD[number])
        parts[f"entrance/{number}"] = state.five(ENTRANCE[number])
        parts[f"dining/{number}"] = state.five(DINING[number])
        parts[f"school/{number}"] = school_part(state, number)
    for slot in range(len(table.characters)):
        parts[f"character/{slot + 1}"] = character_part(state, slot)
    return parts


def turn_part(state: State) -> dict[str, Any]:
    """Show whose turn it is, and what of it is done."""
    planning = state.decision == decisions.ASSISTANT
    return {
        "round": state.round,
        "phase": "over" if state.ended else "planning" if planning else "action",
        "seat": None if state.ended else state.seat,
        "decision": state.decision,
        "moves_left": state.moves_left,
        "steps": 0 if planning else most_steps(state),
        "acting": state.acting,
        "undoable": state.undoable,
        "unfinished": state.unfinished,
    }


def effect_part(state: State) -> dict[str, Any]:
    """Show the character of this turn, and how far it has been played."""
    return {
        "character": CHARACTERS[state.character] or None,
        "colour": None if state.colour == NO_COLOUR else COLOURS[state.colour],
        "resume": state.resume,
        "swaps": [bytes(state.came_to_entrance), bytes(state.came_to_other)],
    }


def ending_part(state: State) -> dict[str, Any]:
    """Show how near the end is."""
    return {
        "last_round": state.last_round,
        "short_round": state.short_round,
        "ended": state.ended,
    }


def island_part(state: State, tile: int) -> dict[str, Any]:
    """Show a tile: the head of its group shows all of the group."""
    head = state.head[tile]
    if head != tile:
        return {"head": head + 1}
    return {
        "head": head + 1,
        "tiles": bytes(clockwise(state, head)),
        "students": state.five(ISLAND[head]),
        "side": or_none(state.owner[head]),
        "towers": state.towers_on[head],
        "no_entry": state.no_entry[head],
        "influence": bytes(totals(state, head)),
    }


def school_part(state: State, seat: int) -> dict[str, Any]:
    """Show what a player holds beside the students."""
    return {
        "coins": state.coins[seat],
        "hand": _hand(state.hands[seat]),
        "assistant": state.played[seat] or None,
    }


@lru_cache(maxsize=2048)
def _hand(bits: int) -> bytes:
    return bytes(value for value in ASSISTANTS if bits >> value & 1)


def character_part(state: State, slot: int) -> dict[str, Any]:
    """Show one of the characters on the table."""
    character = state.table.characters[slot]
    price = state.prices[slot]
    return {
        "name": CHARACTERS[character],
        "price": price,
        "used": price > state.table.printed_prices[slot],
        "students": state.five(CARD[slot]),
        "no_entry": state.no_entry_on_card if character == GRANDMA else 0,
    }


def or_none(number: int) -> int | None:
    """Write nobody as people and other programs do."""
    return None if number == NOBODY else number
