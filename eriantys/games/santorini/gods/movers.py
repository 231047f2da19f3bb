"""Advanced gods that act by moving, by forcing others, or that win in their own way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eriantys.games.santorini.board import (
    BEHIND,
    BESIDE,
    EDGES,
    NOBODY,
    NOWHERE,
    PERIMETER,
)
from eriantys.games.santorini.gods.god import God

if TYPE_CHECKING:
    from eriantys.games.santorini.state import State, Step

TOWERS_TO_WIN = 5


def _next_in_line(state: State, step: Step) -> int:
    beyond = BEHIND[step.origin][step.target]
    victim = NOBODY if beyond == NOWHERE else state.worker_on(beyond)
    return victim if victim in state.others(state.seat) else NOBODY


BIA = God(
    name="bia",
    when="set-up and your move",
    power="You place your workers first. If the next square in the direction of your worker's "
    "step holds an opponent's worker, that worker leaves the game.",
    places_first=True,
    strikes=_next_in_line,
)


def _to_the_other_side(state: State, worker: int, square: int) -> int:
    here = state.workers[worker]
    opposite = BEHIND[square][here]
    return opposite if opposite != NOWHERE and state.free(opposite) else NOWHERE


CHARON = God(
    name="charon",
    when="before your move",
    power="Before it moves, your worker may force a neighbouring opponent's worker to the "
    "opposite side of itself, if that square is unoccupied.",
    ferries=_to_the_other_side,
)


def _five_towers(state: State) -> bool:
    return complete_towers(state) >= TOWERS_TO_WIN


def complete_towers(state: State) -> int:
    """Count the towers of three blocks and a dome."""
    return sum(
        level == 3 and state.domes >> square & 1 for square, level in enumerate(state.levels)
    )


CHRONUS = God(
    name="chronus",
    when="how you win",
    power="You also win as soon as five complete towers stand in the town, whoever built them.",
    seats=(2,),
    wins_by_towers=_five_towers,
)


def _across_from_the_first(state: State, square: int) -> bool:
    """Permit the first worker any edge with room opposite, and the second one that room."""
    placed = [state.workers[worker] for worker in state.own()]
    if placed:
        return square in _opposite(placed[0])
    return any(state.free(other) for other in _opposite(square) if other != square)


def _opposite(square: int) -> set[int]:
    return {
        other
        for number, edge in enumerate(EDGES)
        if square in edge
        for other in EDGES[(number + 2) % len(EDGES)]
    }


def _together(state: State, step: Step) -> bool:
    others = [worker for worker in state.own() if worker != step.worker]
    for other in others:
        beside = state.workers[other] in BESIDE[step.target]
        if beside and state.height(other) == state.height(step.worker):
            return state.table.seats > 2 or state.height(other) == 1
    return False


EROS = God(
    name="eros",
    when="set-up and how you win",
    power="Place your workers on opposite edges. You also win if one of them moves next to the "
    "other and both stand on level 1; with three players on the same level, whichever.",
    may_stand=_across_from_the_first,
    wins=_together,
)


def _below_her(state: State) -> list[int]:
    hers = state.own()
    return [
        victim
        for victim in state.others(state.seat)
        if any(
            state.workers[victim] in BESIDE[state.workers[worker]]
            and state.height(victim) < state.height(worker)
            for worker in hers
        )
    ]


MEDUSA = God(
    name="medusa",
    when="end of your turn",
    power="Opponents' workers that stand next to yours, and lower, leave the game; a block "
    "takes the place of each.",
    petrifies=_below_her,
)


def _on_from_the_edge(state: State, worker: int, target: int) -> bool:
    del target
    return worker == state.mover() and state.workers[worker] in PERIMETER


TRITON = God(
    name="triton",
    when="your move",
    power="Each time your moving worker comes to a perimeter square it may move again.",
    moves_again=_on_from_the_edge,
)

MOVERS = (BIA, CHARON, CHRONUS, EROS, MEDUSA, TRITON)
