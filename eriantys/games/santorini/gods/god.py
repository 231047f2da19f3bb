"""What a god is: one declaration of what it permits, forbids, does, and how it wins.

The engine asks these questions at the moments that are described here, and knows no god by
name. What a god says nothing about stays as in the game without gods. Every question is about
the state as it is before the action that is asked about, unless something else is said.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from eriantys.games.santorini.board import NEIGHBOURS

if TYPE_CHECKING:
    from eriantys.games.santorini.state import State, Step

Going: TypeAlias = "Callable[[State, int, int], bool]"
"""(state, worker, target): about a worker's step to a neighbouring square."""
Building: TypeAlias = "Callable[[State, int, int, bool], bool]"
"""(state, worker, square, dome): about a block, or a dome, that a worker puts somewhere."""
Forcing: TypeAlias = "Callable[[State, int, int], int]"
"""(state, worker, square): where whoever stands on that square is forced to, or NOWHERE."""


def one_level(state: State) -> int:
    """Let workers move up by at most one level, as everybody's do."""
    del state
    return 1


@dataclass(frozen=True, slots=True, kw_only=True)
class God:
    """A god's card."""

    name: str
    when: str
    """When it acts, in a few words for people."""
    power: str
    """What it does, in sentences for people."""
    seats: tuple[int, ...] = (2, 3)
    """With how many players it may be chosen."""
    simple: bool = False
    """Whether it is one of the ten to begin with."""

    # Set-up
    places_first: bool = False
    """Its workers are placed before all others."""
    may_stand: Callable[[State, int], bool] | None = None
    """(state, square): whether its next worker may be placed there."""

    # What it permits in its own turn
    reach: Callable[[State], int] = one_level
    """How many levels its workers may move up in a step."""
    displaces: Forcing | None = None
    """It may step onto an opponent's worker there, which is forced away."""
    moves_again: Going | None = None
    """After at least one step and before a build: whether this one may follow."""
    builds_first: bool = False
    """A worker may build before it moves, and has to move then."""
    stays: bool = False
    """It may build without having moved."""
    builds_also: Building | None = None
    """What it may build besides what everybody may: its own square, or a low dome."""
    builds_again: Building | None = None
    """Once it has built: whether this may follow."""
    ferries: Forcing | None = None
    """Before it moves, once: a worker may force an opponent's neighbouring worker away."""
    razes: Callable[[State, int], bool] | None = None
    """(state, square): once it has built, whether it may take one block away there."""
    pays: bool = False
    """It gains a token each turn; each build takes one, and is no duty."""
    patience: int = 0
    """With so many tokens a build is its duty all the same."""

    # What it forbids: everybody else, or its owner
    binds_owner: bool = False
    no_move: Callable[[State, int, int, int], bool] | None = None
    """(state, owner, worker, target): whether this step is forbidden."""
    no_build: Callable[[State, int, int, int, bool], bool] | None = None
    """(state, owner, worker, square, dome): whether this build is forbidden."""
    content: Callable[[State, int], bool] | None = None
    """(state, owner), when all moves of the turn are made: whether they are what it demands."""
    if_able: bool = False
    """What it demands is demanded only where some turn can fulfil it."""
    because: Callable[[State, int], str] | None = None
    """(state, owner): what it forbids the seat on turn just now and why, or "" if nothing."""

    # How it wins, and whom it keeps from winning
    wins: Callable[[State, Step], bool] | None = None
    """Right after a step of its own: whether that wins."""
    wins_by_towers: Callable[[State], bool] | None = None
    """Right after anybody's build: whether the town wins the game for it."""
    denies: Callable[[Step], bool] | None = None
    """Whether no opponent wins by this step."""

    # What it does by itself
    strikes: Callable[[State, Step], int] | None = None
    """Right after a step of its own: the worker that leaves the game, or NOBODY."""
    petrifies: Callable[[State], list[int]] | None = None
    """At the end of its turn: the workers that leave the game, each for a block."""

    @property
    def wards(self) -> bool:
        """Whether it forbids anything."""
        return bool(self.no_move or self.no_build or self.content)


NO_GOD = God(name="", when="", power="")
"""What a player has in a game without gods."""


def near(state: State, square: int, seat: int) -> bool:
    """Tell whether a worker of a seat stands next to a square."""
    workers = state.workers
    around = NEIGHBOURS[square]
    return any(workers[worker] in around for worker in state.team(seat))


def walked(state: State, worker: int, target: int) -> int:
    """Tell by how many levels a step would lead up."""
    return state.levels[target] - state.levels[state.workers[worker]]


def normal(state: State, square: int, dome: bool) -> bool:
    """Tell whether it is what everybody would build there: a dome on level 3, else a block."""
    return dome == (state.levels[square] == 3)


def words(names: list[str]) -> str:
    """Name squares in a sentence."""
    return " and ".join(names)
