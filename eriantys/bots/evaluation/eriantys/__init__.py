"""What the brains know of Eriantys."""

from __future__ import annotations

from eriantys.bots.evaluation import Insight
from eriantys.bots.evaluation.eriantys.lines import lines
from eriantys.bots.evaluation.eriantys.standing import shares
from eriantys.games.eriantys.state import State


def _side_of(state: State) -> tuple[int, ...]:
    return state.table.side_of


INSIGHT = Insight(side_of=_side_of, shares=shares, lines=lines, glance=2)
