"""What the brains know of Santorini."""

from __future__ import annotations

from eriantys.bots.evaluation import Insight
from eriantys.bots.evaluation.santorini.lines import lines
from eriantys.bots.evaluation.santorini.standing import shares
from eriantys.games.santorini.state import State


def _side_of(state: State) -> tuple[int, ...]:
    return tuple(range(state.table.seats))


INSIGHT = Insight(side_of=_side_of, shares=shares, lines=lines)
