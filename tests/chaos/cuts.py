"""`bin/chaos cuts`: matches of whole clients, one of whose lines breaks, once at each message.

One match is played first without a fault, which tells how many messages there are.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from eriantys.commands.progress import Progress
from tests.faults.cuts import Figures, all_trials, count_messages, play_all
from tests.faults.restarts import GAMES

__all__ = ["GAMES", "run"]


def run(seed: str, game: str, every: int) -> int:
    """Play a match for every message and every way in which a line can break there."""
    with tempfile.TemporaryDirectory(prefix="eriantys-cuts-") as folder:
        messages = count_messages(Path(folder), seed, game)
        trials = all_trials(messages)[::every]
        print(f"{sum(messages.values())} messages, {len(trials)} matches of {game}", flush=True)
        with Progress(len(trials), "matches") as progress:

            def show(figures: Figures) -> None:
                progress.show(figures.cuts.total() + figures.not_met)

            try:
                print(play_all(Path(folder), seed, game, trials, show))
            except AssertionError as error:
                print(f"FAILED seed {seed}: {error}")
                return 1
    return 0
