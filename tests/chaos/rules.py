"""`bin/chaos rules`: any number of random games of Eriantys under two watchful eyes.

Games are shared out over all tables (2 to 4 players, simple and expert). After every
action the pieces are counted, and the same game on the literal implementation must show
the same table and offer the same actions.
"""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from eriantys.commands.progress import Progress
from eriantys.games.eriantys import GAME
from tests.games.eriantys.test_conservation import check_one_game
from tests.games.eriantys.test_literal import compare_one_game
from tests.games.play import cases

CHUNK = 20


def check(number: int) -> tuple[str, int, str]:
    """Check one game; return its table, its actions, and what was wrong with it."""
    tables = cases(GAME)
    case = tables[number % len(tables)]
    try:
        check_one_game(case, number)
        return str(case), compare_one_game(case, number), ""
    except Exception as error:  # whatever it is, it belongs to this game
        return str(case), 0, f"{case}-{number}: {type(error).__name__}: {error}".split("\n")[0]


def run(first: int, games: int) -> int:
    """Check the games on all cores; name every one that fails, by its number."""
    played: Counter[str] = Counter()
    actions: Counter[str] = Counter()
    failures = 0
    with ProcessPoolExecutor(os.cpu_count()) as pool, Progress(games, "games") as progress:
        numbers = range(first, first + games)
        for table, count, fault in pool.map(check, numbers, chunksize=CHUNK):
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
