"""Which single moves are worth a thought: the others are cut before anybody looks at them."""

from __future__ import annotations

from functools import lru_cache

from eriantys.bots.evaluation.eriantys.islands import prospects, rulers
from eriantys.games.eriantys import decisions
from eriantys.games.eriantys.actions import (
    MEANINGS,
    TO_DINING,
    Action,
    Kind,
    play,
    to_island,
)
from eriantys.games.eriantys.legal import legal
from eriantys.games.eriantys.names import GRANDMA, HERALD, MONK
from eriantys.games.eriantys.play import most_steps
from eriantys.games.eriantys.state import ISLAND, State

HELPFUL_ISLANDS = 3
"""To how many islands a student is thought of being sent that counts for its own side."""
CAN_WAIT = frozenset(map(play, (MONK, HERALD, GRANDMA)))
"""Characters that do no less once all students are moved; each has dozens of answers."""
OUT_OF_REACH = 0.5
"""How much an island counts where Mother Nature cannot be led in this turn."""


def plays(state: State) -> list[Action]:
    """List the characters that are worth playing now."""
    early = state.decision == decisions.STUDENT
    return [
        action
        for action in legal(state)
        if MEANINGS[action].kind is Kind.PLAY and not (early and action in CAN_WAIT)
    ]


def moves(state: State) -> list[Action]:
    """List the moves that are worth a thought, without characters."""
    kept: list[Action] = []
    colours: dict[int, None] = {}
    for action in legal(state):
        kind, colour, tile = MEANINGS[action]
        if kind is Kind.STUDENT and tile != TO_DINING:
            colours[colour] = None
        elif kind is not Kind.PLAY:
            kept.append(action)
    for colour in colours:
        kept += (to_island(colour, head) for head in _islands_for(state, colour))
    return kept


def _islands_for(state: State, colour: int) -> list[int]:
    """Choose the islands for a student: where it does most for its side, or least harm."""
    table, ring = state.table, state.ring
    side = table.side_of[state.seat]
    ruling = rulers(state.professors, table.side_of)
    here, reach = ring.index(state.mother), most_steps(state)
    gains: list[tuple[float, int]] = []
    for place, head in enumerate(ring):
        cell = ISLAND[head]
        gain = _gain(
            bytes(state.students[cell : cell + 5]),
            colour,
            state.owner[head],
            state.towers_on[head],
            ruling,
            side,
            table.sides,
        )
        distance = (place - here) % len(ring)
        weight = 1.0 if 0 < distance <= reach else OUT_OF_REACH
        gains.append((-gain * weight * state.head.count(head), head))
    gains.sort()
    return [head for _, head in gains[: HELPFUL_ISLANDS if ruling[colour] == side else 1]]


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
