"""`bin/chaos rules`: any number of random games of one game under watchful eyes.

Games are shared out over all its tables. After every action the pieces are counted. What is
played in Eriantys must also show the same table and offer the same actions on its literal
implementation.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from eriantys.commands.progress import Progress
from eriantys.games import find
from tests.games.eriantys import test_conservation as eriantys
from tests.games.eriantys.test_literal import compare_one_game
from tests.games.masters import test_conservation as masters
from tests.games.play import Case, cases

CHUNK = 20


def _check_eriantys(case: Case, number: int) -> int:
    eriantys.check_one_game(case, number)
    return compare_one_game(case, number)


def _check_masters(case: Case, number: int) -> int:
    return masters.check_one_game(case, number, lively=number % 3 == 0)[0]


CHECKS: dict[str, Callable[[Case, int], int]] = {
    "eriantys": _check_eriantys,
    "masters": _check_masters,
}
"""By game: plays one of a number and checks it; returns how many actions it had."""


def check(game: str, number: int) -> tuple[str, int, str]:
    """Check one game; return its table, its actions, and what was wrong with it."""
    tables = cases(find(game))
    case = tables[number % len(tables)]
    try:
        return str(case), CHECKS[game](case, number), ""
    except Exception as error:  # whatever it is, it belongs to this game
        return str(case), 0, f"{case}-{number}: {type(error).__name__}: {error}".split("\n")[0]


def run(game: str, first: int, games: int) -> int:
    """Check the games on all cores; name every one that fails, by its number."""
    played: Counter[str] = Counter()
    actions: Counter[str] = Counter()
    failures = 0
    with ProcessPoolExecutor(os.cpu_count()) as pool, Progress(games, "games") as progress:
        numbers = range(first, first + games)
        for table, count, fault in pool.map(partial(check, game), numbers, chunksize=CHUNK):
            played[table] += 1
            actions[table] += count
            if fault:
                failures += 1
                print(f"FAILED {fault}")
            progress.show(played.total())
    for table in played:
        print(f"{table:<20}{played[table]:>8} games{actions[table]:>12} actions checked")
    print(f"{played.total()} games, {failures} failures")
    return 1 if failures else 0
