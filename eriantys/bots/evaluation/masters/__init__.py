"""What the brains know of Masters of Renaissance."""

from __future__ import annotations

from eriantys.bots.evaluation import Insight
from eriantys.bots.evaluation.masters.lines import lines
from eriantys.bots.evaluation.masters.standing import shares
from eriantys.games.masters.state import State


def _side_of(state: State) -> tuple[int, ...]:
    return tuple(range(state.seats))


INSIGHT = Insight(side_of=_side_of, shares=shares, lines=lines)
