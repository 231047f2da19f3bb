"""What may be answered: the legal actions, and every well-formed one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from eriantys.games.eriantys import actions, decisions
from eriantys.games.eriantys.actions import DONE, MOST_STEPS, TILES, Action
from eriantys.games.eriantys.characters import possible_swaps, slot_in_play, swaps_made
from eriantys.games.eriantys.hiring import playable, seatable
from eriantys.games.eriantys.names import ASSISTANTS, CHARACTERS, COLOURS
from eriantys.games.eriantys.play import most_steps
from eriantys.games.eriantys.state import (
    CARD,
    CLOUD,
    DINING,
    ENTRANCE,
    TABLE_SEATS,
    State,
)

_COLOURS = range(len(COLOURS))
_TO_DINING = tuple(actions.to_dining(colour) for colour in _COLOURS)
_PICK = tuple(actions.pick(colour) for colour in _COLOURS)
_ISLAND = tuple(actions.island(tile) for tile in TILES)
_MOTHER = tuple(actions.mother(steps) for steps in range(1, MOST_STEPS + 1))
_CLOUD = tuple(actions.take_cloud(cloud) for cloud in range(actions.MOST_CLOUDS))
_PLAY = (-1, *(actions.play(character) for character in range(1, len(CHARACTERS))))


def legal(state: State) -> Sequence[Action]:
    """List every legal action, each destination once."""
    decision = state.decision
    if decision in decisions.STEPS:
        return _a_step_of_the_turn(state, decision)
    match decision:
        case decisions.ASSISTANT:
            hand = state.hands[state.seat]
            return _assistants(hand & ~state.taken or hand)
        case decisions.JESTER_SWAP | decisions.MINSTREL_SWAP:
            swaps = [actions.swap(mine, theirs) for mine, theirs in possible_swaps(state)]
            return [*swaps, DONE] if swaps_made(state) else swaps
        case decisions.MONK_STUDENT:
            card = CARD[slot_in_play(state)]
            return [_PICK[colour] for colour in _COLOURS if state.students[card + colour]]
        case decisions.PRINCESS_STUDENT:
            return [_PICK[colour] for colour in seatable(state, slot_in_play(state))]
        case decisions.MUSHROOM_COLOUR | decisions.THIEF_COLOUR:
            return _PICK
        case decisions.MONK_ISLAND | decisions.HERALD_ISLAND:
            return [_ISLAND[head] for head in state.ring]
        case decisions.GRANDMA_ISLAND:
            return [
                _ISLAND[head] for head in state.ring if state.no_entry[head] < state.tiles(head)
            ]
    return ()


def _a_step_of_the_turn(state: State, decision: str) -> list[Action]:
    listed: list[Action] = []
    if decision == decisions.STUDENT:
        students = state.students
        entrance, dining = ENTRANCE[state.seat], DINING[state.seat]
        landings = _landings(state.ring)
        for colour in _COLOURS:
            if students[entrance + colour]:
                if students[dining + colour] < TABLE_SEATS:
                    listed.append(_TO_DINING[colour])
                listed += landings[colour]
    elif decision == decisions.MOTHER:
        # More steps than there are islands only lead where fewer would have led.
        listed += _MOTHER[: min(most_steps(state), len(state.ring))]
    elif decision == decisions.CLOUD:
        for cloud in range(state.table.seats):
            if any(state.students[CLOUD[cloud] : CLOUD[cloud] + len(COLOURS)]):
                listed.append(_CLOUD[cloud])
    else:
        listed.append(DONE)
    for character in playable(state):
        listed.append(_PLAY[character])
    return listed


@lru_cache(maxsize=1 << len(ASSISTANTS))
def _assistants(hand: int) -> tuple[Action, ...]:
    return tuple(actions.assistant(value) for value in ASSISTANTS if hand >> value & 1)


@lru_cache(maxsize=4096)
def _landings(ring: tuple[int, ...]) -> tuple[tuple[Action, ...], ...]:
    return tuple(tuple(actions.to_island(colour, head) for head in ring) for colour in _COLOURS)


def candidates(state: State) -> Sequence[Action]:
    """List every answer that has the form of this decision's, legal or not."""
    listed: list[Action] = []
    match state.decision:
        case decisions.ASSISTANT:
            listed += _assistants(sum(1 << value for value in ASSISTANTS))
        case decisions.STUDENT:
            listed += _TO_DINING
            for landings in _landings(tuple(TILES)):
                listed += landings
        case decisions.MOTHER:
            listed += _MOTHER
        case decisions.CLOUD:
            listed += _CLOUD[: state.table.seats]
        case decisions.END:
            listed.append(DONE)
        case decisions.JESTER_SWAP | decisions.MINSTREL_SWAP:
            listed += (actions.swap(mine, theirs) for mine in _COLOURS for theirs in _COLOURS)
            listed.append(DONE)
        case decisions.MONK_ISLAND | decisions.HERALD_ISLAND | decisions.GRANDMA_ISLAND:
            listed += _ISLAND
        case "":
            pass
        case _:
            listed += _PICK
    if state.decision in decisions.STEPS:
        listed += (_PLAY[character] for character in state.table.characters)
    return listed
