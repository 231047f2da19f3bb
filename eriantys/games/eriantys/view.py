"""What can be seen of a match.

Nothing in Eriantys is hidden but the luck to come: hands follow from the cards played,
the bag's content from what lies on the table. So all seats and watchers see the same,
and everything but the dice can be told from the view: `guess` does that.
"""

from __future__ import annotations

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
            "sides": list(table.side_of),
        },
        "turn": _turn(state),
        "mother": state.mother + 1,
        "professors": [_or_none(holder) for holder in state.professors],
        "towers": list(state.towers_left),
        "bag": state.students[BAG:],
        "supply": state.supply,
    }
    for tile in TILES:
        parts[f"island/{tile + 1}"] = _island(state, tile)
    for number in range(table.seats):
        parts[f"cloud/{number + 1}"] = state.five(CLOUD[number])
        parts[f"school/{number}"] = _school(state, number)
    for slot in range(len(table.characters)):
        parts[f"character/{slot + 1}"] = _character(state, slot)
    return parts


def _turn(state: State) -> dict[str, Any]:
    planning = state.decision == decisions.ASSISTANT
    return {
        "round": state.round,
        "phase": "over" if state.ended else "planning" if planning else "action",
        "seat": None if state.ended else state.seat,
        "decision": state.decision,
        "moves_left": state.moves_left,
        "steps": 0 if planning else most_steps(state),
        "order": list(state.order),
        "acting": state.acting,
        "character": CHARACTERS[state.character] or None,
        "colour": None if state.colour == NO_COLOUR else COLOURS[state.colour],
        "resume": state.resume,
        "swaps": [list(state.came_to_entrance), list(state.came_to_other)],
        "last_round": state.last_round,
        "short_round": state.short_round,
        "ended": state.ended,
        "undoable": state.undoable,
        "unfinished": state.unfinished,
    }


def _island(state: State, tile: int) -> dict[str, Any]:
    head = state.head[tile]
    if head != tile:
        return {"head": head + 1}
    return {
        "head": head + 1,
        "tiles": clockwise(state, head),
        "students": state.five(ISLAND[head]),
        "side": _or_none(state.owner[head]),
        "towers": state.towers_on[head],
        "no_entry": state.no_entry[head],
        "influence": totals(state, head),
    }


def _school(state: State, seat: int) -> dict[str, Any]:
    return {
        "entrance": state.five(ENTRANCE[seat]),
        "dining": state.five(DINING[seat]),
        "coins": state.coins[seat],
        "hand": [value for value in ASSISTANTS if state.hands[seat] >> value & 1],
        "assistant": state.played[seat] or None,
    }


def _character(state: State, slot: int) -> dict[str, Any]:
    character = state.table.characters[slot]
    price = state.prices[slot]
    return {
        "name": CHARACTERS[character],
        "price": price,
        "used": price > state.table.printed_prices[slot],
        "students": state.five(CARD[slot]),
        "no_entry": state.no_entry_on_card if character == GRANDMA else 0,
    }


def _or_none(number: int) -> int | None:
    return None if number == NOBODY else number
