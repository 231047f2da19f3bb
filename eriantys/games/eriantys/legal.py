"""What may be answered: the legal actions, and every well-formed one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import compress

from eriantys.games.eriantys import actions, decisions
from eriantys.games.eriantys.actions import DONE, MOST_STEPS, TILES, Action
from eriantys.games.eriantys.bag import filled_clouds
from eriantys.games.eriantys.hiring import playable, seatable
from eriantys.games.eriantys.names import ASSISTANTS, COLOURS
from eriantys.games.eriantys.pairs import possible_swaps, swaps_made
from eriantys.games.eriantys.play import most_steps
from eriantys.games.eriantys.state import (
    CARD,
    DINING,
    ENTRANCE,
    TABLE_SEATS,
    State,
)

_COLOURS = range(len(COLOURS))
_ASSISTANT = tuple(actions.assistant(value) for value in ASSISTANTS)
_TO_DINING = tuple(actions.to_dining(colour) for colour in _COLOURS)
_PICK = tuple(actions.pick(colour) for colour in _COLOURS)
_ISLAND = tuple(actions.island(tile) for tile in TILES)
_STEPS = tuple(actions.mother(steps) for steps in range(1, MOST_STEPS + 1))
_CLOUD = tuple(actions.take_cloud(cloud) for cloud in range(actions.MOST_CLOUDS))


def legal(state: State) -> Sequence[Action]:
    """List every legal action, each destination once."""
    return _OFFERS[state.decision](state)


def _assistant(state: State) -> Sequence[Action]:
    hand = state.hands[state.seat]
    return _cards(hand & ~state.taken or hand)


def _student(state: State) -> Sequence[Action]:
    students, entrance, dining = state.students, ENTRANCE[state.seat], DINING[state.seat]
    green, red, yellow, pink, blue = students[entrance : entrance + 5]
    moves = _moves(state.ring, green > 0, red > 0, yellow > 0, pink > 0, blue > 0)
    seated = students[dining : dining + 5]
    if TABLE_SEATS in seated:
        full = [_TO_DINING[colour] for colour in _COLOURS if seated[colour] == TABLE_SEATS]
        moves = tuple(action for action in moves if action not in full)
    plays = playable(state)
    return (*plays, *moves) if plays else moves


def _mother(state: State) -> Sequence[Action]:
    # More steps than there are islands only lead where fewer would have led.
    steps = _STEPS[: min(most_steps(state), len(state.ring))]
    plays = playable(state)
    return (*plays, *steps) if plays else steps


def _cloud(state: State) -> Sequence[Action]:
    listed = playable(state)
    for cloud in filled_clouds(state):
        listed.append(_CLOUD[cloud])
    return listed


def _end(state: State) -> Sequence[Action]:
    return [*playable(state), DONE]


def _swap(state: State) -> Sequence[Action]:
    swaps = [actions.swap(mine, theirs) for mine, theirs in possible_swaps(state)]
    return [*swaps, DONE] if swaps_made(state) else swaps


def _student_on_card(state: State) -> Sequence[Action]:
    card = CARD[state.slot_in_play()]
    return [_PICK[colour] for colour in _COLOURS if state.students[card + colour]]


def _guest(state: State) -> Sequence[Action]:
    return [_PICK[colour] for colour in seatable(state, state.slot_in_play())]


def _nothing(_: State) -> Sequence[Action]:
    return ()


def _any_colour(_: State) -> Sequence[Action]:
    return _PICK


def _any_island(state: State) -> Sequence[Action]:
    return [_ISLAND[head] for head in state.ring]


def _island_with_room(state: State) -> Sequence[Action]:
    return [_ISLAND[head] for head in state.ring if state.no_entry[head] < state.tiles(head)]


_OFFERS: dict[str, Callable[[State], Sequence[Action]]] = {
    decisions.ASSISTANT: _assistant,
    decisions.STUDENT: _student,
    decisions.MOTHER: _mother,
    decisions.CLOUD: _cloud,
    decisions.END: _end,
    decisions.MONK_STUDENT: _student_on_card,
    decisions.MONK_ISLAND: _any_island,
    decisions.HERALD_ISLAND: _any_island,
    decisions.GRANDMA_ISLAND: _island_with_room,
    decisions.JESTER_SWAP: _swap,
    decisions.MUSHROOM_COLOUR: _any_colour,
    decisions.MINSTREL_SWAP: _swap,
    decisions.PRINCESS_STUDENT: _guest,
    decisions.THIEF_COLOUR: _any_colour,
    decisions.OVER: _nothing,
}


@lru_cache(maxsize=1 << len(ASSISTANTS))
def _cards(hand: int) -> tuple[Action, ...]:
    return tuple(_ASSISTANT[value - 1] for value in ASSISTANTS if hand >> value & 1)


# Playouts meet the same lists over and over. The two caches below hold at most some 3 MiB.
@lru_cache(maxsize=4096)
def _moves(ring: tuple[int, ...], *colours: bool) -> tuple[Action, ...]:
    """List where students of these colours could go."""
    return sum(compress(_destinations(ring), colours), ())


@lru_cache(maxsize=1024)
def _destinations(ring: tuple[int, ...]) -> tuple[tuple[Action, ...], ...]:
    """List by colour where a student could go: its table, and every island once."""
    return tuple(
        (_TO_DINING[colour], *(actions.to_island(colour, head) for head in ring))
        for colour in _COLOURS
    )


def candidates(state: State) -> Sequence[Action]:
    """List every answer that has the form of this decision's, legal or not."""
    listed = _FORMS[state.decision]
    if state.decision == decisions.CLOUD:
        listed = listed[: state.table.seats]
    if state.decision in decisions.TURN_STEPS:
        return (*map(actions.play, state.table.characters), *listed)
    return listed


_ANY_SWAP = tuple(actions.swap(mine, theirs) for mine in _COLOURS for theirs in _COLOURS)

_FORMS: dict[str, tuple[Action, ...]] = {
    decisions.ASSISTANT: _ASSISTANT,
    decisions.STUDENT: _moves(tuple(TILES), *([True] * len(COLOURS))),
    decisions.MOTHER: _STEPS,
    decisions.CLOUD: _CLOUD,
    decisions.END: (DONE,),
    decisions.MONK_STUDENT: _PICK,
    decisions.MONK_ISLAND: _ISLAND,
    decisions.HERALD_ISLAND: _ISLAND,
    decisions.GRANDMA_ISLAND: _ISLAND,
    decisions.JESTER_SWAP: (*_ANY_SWAP, DONE),
    decisions.MUSHROOM_COLOUR: _PICK,
    decisions.MINSTREL_SWAP: (*_ANY_SWAP, DONE),
    decisions.PRINCESS_STUDENT: _PICK,
    decisions.THIEF_COLOUR: _PICK,
    decisions.OVER: (),
}
"""What an answer to each decision looks like."""
