"""What the brains know of a game: how a position stands, and which plays are worth a thought.

Brains that think need this; it is found by the game's id, and imported when somebody asks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NamedTuple

from eriantys.games.contract import BadSetting, Game


class Line(NamedTuple):
    """A way to play: the actions up to the end of the turn, and what the mover makes of it."""

    actions: tuple[Any, ...]
    share: float
    """How likely the mover's side seems to win after it, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Insight:
    """What is known of one game."""

    side_of: Callable[[Any], Sequence[int]]
    """(state): by seat, the number of its side."""
    shares: Callable[[Any], Sequence[float]]
    """(state): by side, how likely it is to win; together 1, unless the game itself can win."""
    lines: Callable[[Any, int], list[Line]]
    """(state, width): the promising ways to go on, the best first, at least one.

    A greater width finds more and better ones, and takes longer. The state is left alone.
    """
    glance: int = 6
    """The width at which little is missed, for whoever looks at a turn only once."""


KNOWN = ("eriantys", "santorini", "masters")
"""The games of which something is known, each in the module of its name."""


def find(game: Game[Any, Any]) -> Insight:
    """Return what is known of a game, or refuse one of which nothing is."""
    if game.id not in KNOWN:
        raise BadSetting(f"No brain but random knows how to play {game.title}.")
    insight: Insight = import_module(f"eriantys.bots.evaluation.{game.id}").INSIGHT
    return insight
