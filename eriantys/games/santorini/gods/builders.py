"""Advanced gods that build in their own way, or take away what is built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eriantys.games.santorini.board import BESIDE
from eriantys.games.santorini.gods.god import God, normal

if TYPE_CHECKING:
    from eriantys.games.santorini.state import State

GROUND_BUILDS = 3
MORPHEUS_PATIENCE = 20
"""Far more than anybody saves who wants to win; without it Ares could keep the town small."""


def _beside_the_unmoved(state: State, square: int) -> bool:
    return any(square in BESIDE[state.workers[worker]] for worker in state.unmoved())


ARES = God(
    name="ares",
    when="end of your turn",
    power="You may take away the top block of an unoccupied square next to your worker that "
    "has not moved.",
    razes=_beside_the_unmoved,
)


def _with_a_token(state: State, worker: int, square: int, dome: bool) -> bool:
    del square, dome
    return worker == state.mover()


MORPHEUS = God(
    name="morpheus",
    when="start of your turn and your build",
    power="You gain a token at the start of each turn. You need not build; each build takes a "
    "token, and you may build as often as you have some.",
    pays=True,
    patience=MORPHEUS_PATIENCE,
    builds_again=_with_a_token,
)


def _from_the_ground(state: State, worker: int, square: int, dome: bool) -> bool:
    del square, dome
    unmoved = worker in state.unmoved() and state.height(worker) == 0
    return unmoved and len(state.builds) <= GROUND_BUILDS


POSEIDON = God(
    name="poseidon",
    when="end of your turn",
    power="If your worker that has not moved stands on the ground, it may build up to three "
    "times.",
    builds_again=_from_the_ground,
)


def _her_dome(state: State, worker: int, square: int, dome: bool) -> bool:
    female = worker == state.team(state.seat)[0]
    return dome and female and square != state.workers[worker]


SELENE = God(
    name="selene",
    when="your build",
    power="Your worker that was placed first is female. Instead of the normal build she may "
    "build a dome at any level, even if the other one has moved.",
    builds_also=_her_dome,
)


def _under_himself(state: State, worker: int, square: int, dome: bool) -> bool:
    standing = worker == state.mover() and square == state.workers[worker]
    return standing and not dome and normal(state, square, dome)


ZEUS = God(
    name="zeus",
    when="your build",
    power="Your worker may build a block under itself, which forces it up one level.",
    builds_also=_under_himself,
)

BUILDERS = (ARES, MORPHEUS, POSEIDON, SELENE, ZEUS)
