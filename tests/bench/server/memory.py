"""Resident memory for each idle connection and each match, as the slope between two sizes."""

from __future__ import annotations

import resource
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from tests.bench.server import contestants, dialects
from tests.bench.server.crowd import Crowd
from tests.bench.server.moves import AGAIN, OURS, REFERENCE, crowd_at
from tests.bench.server.report import Report

CONNECTION = 4.0
"""KiB at most for one who is in the lobby."""
MATCH = 24.0
"""KiB at most for a match of two and both of its connections."""

PAGE = resource.getpagesize()
TRUSTED = 0.1
"""How far two servers may differ: memory comes in pages, and each is weighed only once."""
FIRST_GUESTS, FIRST_TABLES = 100, 25
"""Those who come before anything is measured: what they make a server load is for all."""
MOVES = 20
"""Moves of every match before it is weighed: then it has a past, and views that were shown."""


def measure_memory(report: Report, folder: Path, *, guests: int, tables: int) -> None:
    """Weigh fresh servers, ours twice, before and after many have come."""

    def before_login(crowd: Crowd, count: int) -> None:
        crowd.look_in(count, named=False)

    def in_lobby(crowd: Crowd, count: int) -> None:
        crowd.look_in(count)

    def at_matches(crowd: Crowd, count: int) -> None:
        crowd.seat(len(crowd.tables) + count)
        crowd.advance(MOVES)

    report.heading("resident memory")
    for what, come, first, count, most in (
        ("connection before login", before_login, FIRST_GUESTS, guests, None),
        ("connection in the lobby", in_lobby, FIRST_GUESTS, guests, CONNECTION),
        ("match with two connections", at_matches, FIRST_TABLES, tables, MATCH),
    ):
        slopes = {
            name: [slope(folder, name, f"{what} {name}", come, first, count)]
            for name in (OURS, AGAIN, REFERENCE)
        }
        for name, found in slopes.items():
            report.line(f"{name:<22}{found[0]:>8.2f} KiB for a {what} ({count})")
        if most is not None:
            report.control(slopes, OURS, AGAIN, trusted=TRUSTED)
            figure = median(slopes[OURS] + slopes[AGAIN])
            text = f"at most {most:.0f} KiB for a {what}"
            report.goal(text, f"{figure:.2f} KiB", reached=figure <= most)


def slope(
    folder: Path,
    name: str,
    file: str,
    come: Callable[[Crowd, int], None],
    first: int,
    count: int,
) -> float:
    """Tell by how many KiB a fresh server grows for each one of many who come."""
    with ExitStack() as stack:
        if name == REFERENCE:
            contestant = contestants.reference(folder, file)
            crowd = crowd_at(stack, contestant, dialects.Reference())
        else:
            contestant = contestants.eriantys(folder, file)
            crowd = crowd_at(stack, contestant, dialects.Eriantys())
        come(crowd, first)
        crowd.settle()
        before = contestant.memory()
        come(crowd, count)
        crowd.settle()
        # Nobody weighs nothing: what is less than a page cannot be told.
        return max(PAGE, contestant.memory() - before) / 1024 / count
