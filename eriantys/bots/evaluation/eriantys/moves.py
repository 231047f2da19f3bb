"""Which single moves are worth a thought: the others are cut before anybody looks at them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from eriantys.bots.evaluation.eriantys.islands import Islands, islands_of, prospects
from eriantys.games.eriantys import decisions
from eriantys.games.eriantys.actions import (
    MEANINGS,
    Action,
    Kind,
    island,
    play,
    to_dining,
    to_island,
)
from eriantys.games.eriantys.hiring import playable
from eriantys.games.eriantys.influence import totals
from eriantys.games.eriantys.legal import legal
from eriantys.games.eriantys.names import COLOURS, GRANDMA, HERALD, MONK
from eriantys.games.eriantys.play import most_steps
from eriantys.games.eriantys.state import DINING, ENTRANCE, ISLAND, TABLE_SEATS, State

KEPT = 1 << 12
"""How many choices of islands are kept: some 4 MiB where all are in use."""

HELPFUL_ISLANDS = 3
"""To how many islands a student is thought of being sent that counts for its own side."""
CAN_WAIT = frozenset(map(play, (MONK, HERALD, GRANDMA)))
"""Characters that do no less once all students are moved; each has dozens of answers."""
OUT_OF_REACH = 0.5
"""How much an island counts where Mother Nature cannot be led in this turn."""

_TO_DINING = tuple(map(to_dining, range(len(COLOURS))))


def plays(state: State) -> list[Action]:
    """List the characters that are worth playing now."""
    early = state.decision == decisions.STUDENT
    return [action for action in playable(state) if not (early and action in CAN_WAIT)]


def moves(state: State) -> list[Action]:
    """List the moves that are worth a thought, without characters."""
    if state.decision != decisions.STUDENT:
        return [action for action in legal(state) if MEANINGS[action].kind is not Kind.PLAY]
    entrance, dining = state.five(ENTRANCE[state.seat]), state.five(DINING[state.seat])
    colours = [colour for colour, count in enumerate(entrance) if count]
    kept = [_TO_DINING[colour] for colour in colours if dining[colour] < TABLE_SEATS]
    islands, reach = islands_of(state), most_steps(state)
    side = state.table.side_of[state.seat]
    for colour in colours:
        kept += _to_islands(islands, colour, side, reach)
    return kept


def answers(state: State) -> Sequence[Action]:
    """List the answers to a character's question that are worth a thought."""
    if state.decision == decisions.MONK_ISLAND:
        side = state.table.side_of[state.seat]
        sent = _to_islands(islands_of(state), state.colour, side, most_steps(state))
        return [island(MEANINGS[action].second) for action in sent]
    if state.decision == decisions.HERALD_ISLAND:
        return [island(head) for head in state.ring if _would_fall(state, head)] or legal(state)
    return legal(state)


def _would_fall(state: State, head: int) -> bool:
    """Tell whether an island would change hands if it were resolved now."""
    shares = totals(state, head)
    most = max(shares)
    alone = shares.count(most) == 1
    return alone and shares.index(most) != state.owner[head] and not state.no_entry[head]


@lru_cache(maxsize=KEPT)
def _to_islands(islands: Islands, colour: int, side: int, reach: int) -> tuple[Action, ...]:
    """Choose the islands for a student: where it does most for its side, or least harm."""
    ring, ruling = islands.ring, islands.ruling
    here = ring.index(islands.mother)
    gains: list[tuple[float, int]] = []
    for place, head in enumerate(ring):
        cell = ISLAND[head]
        gain = _gain(
            islands.students[cell : cell + 5],
            colour,
            islands.owner[head],
            islands.towers_on[head],
            ruling,
            side,
            islands.sides,
        )
        distance = (place - here) % len(ring)
        weight = 1.0 if 0 < distance <= reach else OUT_OF_REACH
        gains.append((-gain * weight * islands.head.count(head), head))
    gains.sort()
    helpful = HELPFUL_ISLANDS if ruling[colour] == side else 1
    return tuple(to_island(colour, head) for _, head in gains[:helpful])


@lru_cache(maxsize=1 << 16)
def _gain(
    students: bytes,
    colour: int,
    owner: int,
    towers: int,
    ruling: tuple[int, ...],
    side: int,
    sides: int,
) -> float:
    """Tell how much one more student there adds to the likelihood that the side wins it."""
    more = bytes(count + (each == colour) for each, count in enumerate(students))
    before = prospects(students, owner, towers, ruling, sides)
    return prospects(more, owner, towers, ruling, sides)[side] - before[side]
