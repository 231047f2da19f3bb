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
    put,
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
    for number in range(seats):
        _put(state, CLOUD[number], seen[f"cloud/{number + 1}"])
        _put(state, ENTRANCE[number], seen[f"entrance/{number}"])
        _put(state, DINING[number], seen[f"dining/{number}"])
    for slot, card in enumerate(cards):
        _put(state, CARD[slot], card["students"])
        if characters[slot] == GRANDMA:
            state.no_entry_on_card = card["no_entry"]
    _put(state, BAG, seen["bag"])
    state.mother = seen["mother"] - 1
    state.professors = tuple(map(_or_nobody, seen["professors"]))
    state.towers_left = tuple(seen["towers"])
    state.supply = seen["supply"]
    state.prices = tuple(card["price"] for card in cards)
    state.order = tuple(seen["order"])
    _put_turn(state, seen["turn"])
    _put_effect(state, seen["effect"])
    ending = seen["ending"]
    state.last_round, state.short_round = ending["last_round"], ending["short_round"]
    state.ended = ending["ended"]
    return state


def _put_islands(state: State, parts: list[dict[str, Any]]) -> None:
    state.head = tuple(part["head"] - 1 for part in parts)
    state.ring = tuple(tile for tile in TILES if state.head[tile] == tile)
    for head in state.ring:
        part = parts[head]
        _put(state, ISLAND[head], part["students"])
        state.owner = put(state.owner, head, _or_nobody(part["side"]))
        state.towers_on = put(state.towers_on, head, part["towers"])
        state.no_entry = put(state.no_entry, head, part["no_entry"])


def _put_schools(state: State, parts: list[dict[str, Any]]) -> None:
    state.coins = tuple(part["coins"] for part in parts)
    state.hands = tuple(sum(1 << value for value in part["hand"]) for part in parts)
    state.played = tuple(part["assistant"] or 0 for part in parts)
    for value in state.played:
        if value:
            state.taken |= 1 << value


def _put_turn(state: State, turn: dict[str, Any]) -> None:
    state.round = turn["round"]
    state.decision = turn["decision"]
    state.moves_left = turn["moves_left"]
    state.acting = turn["acting"]
    state.undoable = turn["undoable"]
    state.unfinished = turn["unfinished"]
    state.seat = state.order[state.acting]


def _put_effect(state: State, effect: dict[str, Any]) -> None:
    state.character = CHARACTERS.index(effect["character"] or "")
    colour = effect["colour"]
    state.colour = NO_COLOUR if colour is None else COLOURS.index(colour)
    state.resume = effect["resume"]
    state.came_to_entrance, state.came_to_other = map(tuple, effect["swaps"])


def _put(state: State, place: int, counts: bytes) -> None:
    state.students[place : place + len(COLOURS)] = counts


def _or_nobody(number: int | None) -> int:
    return NOBODY if number is None else number
