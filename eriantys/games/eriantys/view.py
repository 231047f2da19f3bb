"""What can be seen of a match, and a match made up again from what was seen.

Nothing in Eriantys is hidden but the luck to come: hands follow from the cards played,
the bag's content from what lies on the table. So all seats and watchers see the same,
and all but the dice can be taken back from the view.
"""

from __future__ import annotations

from typing import Any

from eriantys.games.contract import View
from eriantys.games.dice import Dice
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
from eriantys.games.eriantys.setup import empty_table
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
    Table,
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


def guess(seen: View, seat: int, dice: Dice) -> State:
    """Set up the table that a view shows, with other luck to come."""
    del seat
    turn = seen["turn"]
    names = [part["name"] for part in _numbered(seen, "character")]
    characters = tuple(CHARACTERS.index(name) for name in names)
    table = Table.of(seen["table"]["seats"], seen["table"]["expert"], characters)
    state = empty_table(table, dice)
    _put_islands(state, _numbered(seen, "island"))
    _put_schools(state, [seen[f"school/{number}"] for number in range(table.seats)])
    for number, counts in enumerate(_numbered(seen, "cloud")):
        _put(state, CLOUD[number], counts)
    for slot, part in enumerate(_numbered(seen, "character")):
        _put(state, CARD[slot], part["students"])
        if characters[slot] == GRANDMA:
            state.no_entry_on_card = part["no_entry"]
    _put(state, BAG, seen["bag"])
    state.mother = seen["mother"] - 1
    state.professors = [_or_nobody(holder) for holder in seen["professors"]]
    state.towers_left = list(seen["towers"])
    state.supply = seen["supply"]
    state.prices = tuple(part["price"] for part in _numbered(seen, "character"))
    _put_turn(state, turn)
    return state


def _put_islands(state: State, parts: list[dict[str, Any]]) -> None:
    state.head = tuple(part["head"] - 1 for part in parts)
    state.ring = tuple(tile for tile in TILES if state.head[tile] == tile)
    for head in state.ring:
        part = parts[head]
        _put(state, ISLAND[head], part["students"])
        state.owner[head] = _or_nobody(part["side"])
        state.towers_on[head] = part["towers"]
        state.no_entry[head] = part["no_entry"]


def _put_schools(state: State, parts: list[dict[str, Any]]) -> None:
    for seat, part in enumerate(parts):
        _put(state, ENTRANCE[seat], part["entrance"])
        _put(state, DINING[seat], part["dining"])
        state.coins[seat] = part["coins"]
        state.hands[seat] = sum(1 << value for value in part["hand"])
        state.played[seat] = part["assistant"] or 0
    for value in state.played:
        if value:
            state.taken |= 1 << value


def _put_turn(state: State, turn: dict[str, Any]) -> None:
    state.round = turn["round"]
    state.decision = turn["decision"]
    state.moves_left = turn["moves_left"]
    state.order = tuple(turn["order"])
    state.acting = turn["acting"]
    state.character = CHARACTERS.index(turn["character"] or "")
    state.colour = NO_COLOUR if turn["colour"] is None else COLOURS.index(turn["colour"])
    state.resume = turn["resume"]
    state.came_to_entrance, state.came_to_other = map(tuple, turn["swaps"])
    state.last_round = turn["last_round"]
    state.short_round = turn["short_round"]
    state.ended = turn["ended"]
    state.undoable = turn["undoable"]
    state.unfinished = turn["unfinished"]
    state.seat = state.order[state.acting]


def _numbered(seen: View, name: str) -> list[Any]:
    return [seen[part] for part in seen if part.startswith(f"{name}/")]


def _put(state: State, place: int, counts: list[int]) -> None:
    state.students[place : place + len(COLOURS)] = counts


def _or_none(number: int) -> int | None:
    return None if number == NOBODY else number


def _or_nobody(number: int | None) -> int:
    return NOBODY if number is None else number
