"""A match made up again from what was seen of it, for those who think ahead."""

from __future__ import annotations

from typing import Any

from eriantys.games.contract import View
from eriantys.games.dice import Dice
from eriantys.games.eriantys.actions import TILES
from eriantys.games.eriantys.names import CHARACTERS, COLOURS, GRANDMA
from eriantys.games.eriantys.setup import CHARACTERS_IN_PLAY, empty_table
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


def guess(seen: View, seat: int, dice: Dice) -> State:
    """Set up the table that a view shows, with other luck to come."""
    del seat
    seats, expert = seen["table"]["seats"], seen["table"]["expert"]
    cards = [seen[f"character/{slot + 1}"] for slot in range(CHARACTERS_IN_PLAY * expert)]
    characters = tuple(CHARACTERS.index(card["name"]) for card in cards)
    state = empty_table(Table.of(seats, expert, characters), dice)
    _put_islands(state, [seen[f"island/{tile + 1}"] for tile in TILES])
    _put_schools(state, [seen[f"school/{seat}"] for seat in range(seats)])
    for cloud in range(seats):
        _put(state, CLOUD[cloud], seen[f"cloud/{cloud + 1}"])
    for slot, card in enumerate(cards):
        _put(state, CARD[slot], card["students"])
        if characters[slot] == GRANDMA:
            state.no_entry_on_card = card["no_entry"]
    _put(state, BAG, seen["bag"])
    state.mother = seen["mother"] - 1
    state.professors = [_or_nobody(holder) for holder in seen["professors"]]
    state.towers_left = list(seen["towers"])
    state.supply = seen["supply"]
    state.prices = tuple(card["price"] for card in cards)
    _put_turn(state, seen["turn"])
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


def _put(state: State, place: int, counts: list[int]) -> None:
    state.students[place : place + len(COLOURS)] = counts


def _or_nobody(number: int | None) -> int:
    return NOBODY if number is None else number
