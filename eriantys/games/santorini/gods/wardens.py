"""The gods that bind others: what they forbid, demand and deny in their opponents' turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eriantys.games.santorini.board import BESIDE, NAMES, NOWHERE, PERIMETER
from eriantys.games.santorini.gods.god import God, near, words

if TYPE_CHECKING:
    from eriantys.games.santorini.state import State, Step


def _met(state: State, owner: int, worker: int) -> bool:
    """Tell whether a worker began its turn next to one of hers."""
    origin = state.begun[worker]
    return any(state.begun[her] in BESIDE[origin] for her in state.team(owner))


def _back_to_her(state: State, owner: int) -> bool:
    moved = {step.worker for step in state.steps}
    return all(
        near(state, state.workers[worker], owner)
        for worker in moved
        if _met(state, owner, worker)
    )


def _who_met_her(state: State, owner: int) -> str:
    met = [NAMES[state.begun[worker]] for worker in state.own() if _met(state, owner, worker)]
    if not met:
        return ""
    return f"Aphrodite: whoever moves from {words(met)} must end next to one of her workers."


APHRODITE = God(
    name="aphrodite",
    when="opponents' moves",
    power="An opponent's worker that begins its turn next to a worker of yours must, if it "
    "moves, end its last move next to a worker of yours.",
    seats=(2,),
    content=_back_to_her,
    because=_who_met_her,
)


def _to_the_edge(step: Step) -> bool:
    return step.target in PERIMETER


HERA = God(
    name="hera",
    when="opponents' turns",
    power="No opponent wins by a move to a perimeter square.",
    denies=_to_the_edge,
)


def _frozen(state: State) -> int:
    """Name the worker that stood higher than all others of its seat as the turn began."""
    heights = {
        worker: state.levels[state.begun[worker]]
        for worker in state.team(state.seat)
        if state.begun[worker] != NOWHERE
    }
    top = max(heights.values(), default=0)
    highest = [worker for worker, height in heights.items() if height == top]
    return highest[0] if len(highest) == 1 else -1


def _the_highest_sleeps(state: State, owner: int, worker: int, target: int) -> bool:
    del owner, target
    return worker == _frozen(state)


def _who_sleeps(state: State, owner: int) -> str:
    del owner
    frozen = _frozen(state)
    if frozen < 0:
        return ""
    return (
        f"Hypnus: your highest worker began on {NAMES[state.begun[frozen]]} and may not move."
    )


HYPNUS = God(
    name="hypnus",
    when="opponents' turns",
    power="If one worker of an opponent stands higher than the other as the turn begins, it "
    "may not move in that turn.",
    no_move=_the_highest_sleeps,
    because=_who_sleeps,
)


def _beside_him(state: State, owner: int, worker: int, square: int, dome: bool) -> bool:
    del worker
    completes = dome and state.levels[square] == 3
    return not completes and near(state, square, owner)


def _always(state: State, owner: int) -> str:
    his = [NAMES[square] for w in state.team(owner) if (square := state.workers[w]) != NOWHERE]
    return f"Limus: next to {words(his)} you may only complete towers." if his else ""


LIMUS = God(
    name="limus",
    when="opponents' builds",
    power="No opponent may build next to your workers, save for the dome that completes a "
    "tower.",
    no_build=_beside_him,
    because=_always,
)


def _climbed(state: State, owner: int) -> bool:
    del owner
    return state.climbed()


def _unless_done(state: State, owner: int) -> str:
    if state.lifted >> owner & 1 or state.climbed():
        return ""
    return "Persephone: you can move up in this turn, so one of your workers must."


PERSEPHONE = God(
    name="persephone",
    when="opponents' moves",
    power="An opponent who can must move a worker up in each turn.",
    content=_climbed,
    if_able=True,
    because=_unless_done,
)


def _second_on_the_edge(state: State, owner: int, worker: int, square: int, dome: bool) -> bool:
    del owner, worker, dome
    return bool(state.builds) and square in PERIMETER


def _once_more(state: State, worker: int, square: int, dome: bool) -> bool:
    del square, dome
    return len(state.builds) == 1 and worker == state.builds[0].worker


def _after_the_first(state: State, owner: int) -> str:
    del owner
    why = "Hestia: your second build may not be on a perimeter square."
    return why if state.builds else ""


HESTIA = God(
    name="hestia",
    when="your build",
    power="The worker that has built may build once more, but then not on a perimeter square.",
    builds_again=_once_more,
    binds_owner=True,
    no_build=_second_on_the_edge,
    because=_after_the_first,
)

WARDENS = (APHRODITE, HERA, HESTIA, HYPNUS, LIMUS, PERSEPHONE)
