"""All gods, by number and by name: the ten simple ones first, then the advanced ones."""

from __future__ import annotations

from eriantys.games.santorini.gods.builders import BUILDERS
from eriantys.games.santorini.gods.god import NO_GOD, God
from eriantys.games.santorini.gods.movers import MOVERS
from eriantys.games.santorini.gods.simple import SIMPLE
from eriantys.games.santorini.gods.wardens import WARDENS

PANTHEON: tuple[God, ...] = (
    *SIMPLE,
    *sorted((*WARDENS, *MOVERS, *BUILDERS), key=lambda god: god.name),
)
BY_NAME = {god.name: number for number, god in enumerate(PANTHEON)}

__all__ = ["BY_NAME", "NO_GOD", "PANTHEON", "God"]
