"""The ten simple gods, each a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eriantys.games.santorini.board import BEHIND, NOWHERE
from eriantys.games.santorini.gods.god import God, normal, walked

if TYPE_CHECKING:
    from eriantys.games.santorini.state import State, Step


def _to_where_he_came_from(state: State, worker: int, target: int) -> int:
    del target
    return state.workers[worker]


APOLLO = God(
    name="apollo",
    when="your move",
    power="Your worker may move onto a neighbouring opponent's worker, which is forced onto "
    "the square that yours has left.",
    simple=True,
    displaces=_to_where_he_came_from,
)


def _a_second_step_elsewhere(state: State, worker: int, target: int) -> bool:
    first = state.steps[0]
    return len(state.steps) == 1 and worker == first.worker and target != first.origin


ARTEMIS = God(
    name="artemis",
    when="your move",
    power="The worker that has moved may move once more, but not back to where it began.",
    simple=True,
    moves_again=_a_second_step_elsewhere,
)


def _up_after_she_rose(state: State, owner: int, worker: int, target: int) -> bool:
    return state.rose[owner] and walked(state, worker, target) > 0


def _she_rose(state: State, owner: int) -> str:
    why = "Athena moved up in her last turn: until her next one your workers may not move up."
    return why if state.rose[owner] else ""


ATHENA = God(
    name="athena",
    when="opponents' turns",
    power="If one of your workers moved up in your last turn, no opponent's worker may move "
    "up until your next turn.",
    simple=True,
    no_move=_up_after_she_rose,
    because=_she_rose,
)


def _a_dome_anywhere(state: State, worker: int, square: int, dome: bool) -> bool:
    return dome and worker == state.mover() and square != state.workers[worker]


ATLAS = God(
    name="atlas",
    when="your build",
    power="Your worker may build a dome at any level, the ground included.",
    simple=True,
    builds_also=_a_dome_anywhere,
)


def _once_more_elsewhere(state: State, worker: int, square: int, dome: bool) -> bool:
    del dome
    first = state.builds[0]
    return len(state.builds) == 1 and worker == first.worker and square != first.square


DEMETER = God(
    name="demeter",
    when="your build",
    power="The worker that has built may build once more, on another square.",
    simple=True,
    builds_again=_once_more_elsewhere,
)


def _a_block_on_top(state: State, worker: int, square: int, dome: bool) -> bool:
    first = state.builds[0]
    same = worker == first.worker and square == first.square
    return len(state.builds) == 1 and same and not dome


HEPHAESTUS = God(
    name="hephaestus",
    when="your build",
    power="The worker that has built may put one more block, never a dome, on the same square.",
    simple=True,
    builds_again=_a_block_on_top,
)


def _all_on_one_level(state: State) -> bool:
    """Look at the last step alone: none can follow one that changes the level."""
    return not state.steps or state.steps[-1].rise == 0


def _on_along_the_level(state: State, worker: int, target: int) -> bool:
    return walked(state, worker, target) == 0 and _all_on_one_level(state)


def _either_after_a_walk(state: State, worker: int, square: int, dome: bool) -> bool:
    there = square != state.workers[worker]
    return there and _all_on_one_level(state) and normal(state, square, dome)


HERMES = God(
    name="hermes",
    when="your turn",
    power="If your workers change no level in this turn, each may walk as far as you like, or "
    "not at all; then either of them builds.",
    simple=True,
    stays=True,
    moves_again=_on_along_the_level,
    builds_also=_either_after_a_walk,
)


def _straight_backwards(state: State, worker: int, target: int) -> int:
    behind = BEHIND[state.workers[worker]][target]
    return behind if behind != NOWHERE and state.free(behind) else NOWHERE


MINOTAUR = God(
    name="minotaur",
    when="your move",
    power="Your worker may move onto a neighbouring opponent's worker if the next square in "
    "the same direction is unoccupied: that worker is forced there, at any level.",
    simple=True,
    displaces=_straight_backwards,
)


def _down_two_levels(state: State, step: Step) -> bool:
    del state
    return step.rise <= -2


PAN = God(
    name="pan",
    when="how you win",
    power="You also win if your worker moves down two or more levels in one step.",
    simple=True,
    wins=_down_two_levels,
)


def _level_after_building(state: State) -> int:
    return 0 if state.builds else 1


PROMETHEUS = God(
    name="prometheus",
    when="your turn",
    power="A worker may build before it moves. It has to move and build as usual then, but may "
    "not move up in this turn.",
    simple=True,
    builds_first=True,
    reach=_level_after_building,
)

SIMPLE = (
    APOLLO,
    ARTEMIS,
    ATHENA,
    ATLAS,
    DEMETER,
    HEPHAESTUS,
    HERMES,
    MINOTAUR,
    PAN,
    PROMETHEUS,
)
