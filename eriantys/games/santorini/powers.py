"""The gods at the table, and who is bound by which of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from eriantys.games.santorini.gods import NO_GOD, PANTHEON, God


@dataclass(frozen=True, slots=True)
class Powers:
    """What the gods in the game do, seat by seat."""

    gods: tuple[God, ...]
    """By seat: its god."""
    wards: tuple[tuple[tuple[int, God], ...], ...]
    """By seat: the gods whose prohibitions bind it, each with its owner."""
    bars_builds: tuple[bool, ...]
    """By seat: whether one that has moved may find itself unable to build for that."""
    judges: tuple[tuple[int, God], ...]
    """The gods that win by what stands in the town, each with its owner."""


@lru_cache(maxsize=1024)
def powers_of(numbers: tuple[int, ...]) -> Powers:
    """Look up what these gods do; a negative number stands for none."""
    gods = tuple(PANTHEON[number] if number >= 0 else NO_GOD for number in numbers)
    owned = list(enumerate(gods))
    wards = tuple(
        tuple(
            (owner, god)
            for owner, god in owned
            if god.wards and (owner == seat) == god.binds_owner
        )
        for seat in range(len(gods))
    )
    return Powers(
        gods=gods,
        wards=wards,
        bars_builds=tuple(
            any(god.no_build or god.content for _, god in bound) for bound in wards
        ),
        judges=tuple((owner, god) for owner, god in owned if god.wins_by_towers),
    )
