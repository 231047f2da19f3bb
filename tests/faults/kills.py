"""A server that is killed again and again, at any instant, while people play on it."""

from __future__ import annotations

import signal
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from threading import Timer

from eriantys import exits
from tests.commands.program import started
from tests.faults.crowd import Crowd, make_tables
from tests.faults.evidence import check_lines, check_replay, copy_of, read
from tests.faults.steps import end_of
from tests.scenarios.real import serving

TABLES = 6
LONGEST = 0.4
"""Seconds that a server lives once it has greeted: to let people in takes it a tenth."""
AT_START = 0.2
"""How often a server does not even live to greet."""
GO_ON = 5
"""So many lines each match goes on after the last time, if it does not end before."""


@dataclass
class Figures:
    """How much was at stake."""

    kills: int = 0
    matches: int = 0
    finished: int = 0
    acknowledged: int = 0
    """Lines of which at least one player was told."""
    unheard: int = 0
    """Lines that were on disk although nobody had been told of them."""
    returns: int = 0
    """Connections that were shown a match that had lines already."""

    def __add__(self, other: Figures) -> Figures:
        return Figures(*(a + b for a, b in zip(self._all(), other._all(), strict=True)))

    def _all(self) -> tuple[int, ...]:
        return tuple(vars(self).values())

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.acknowledged} acknowledged moves, {self.unheard} "
            f"unheard but kept, {self.matches} matches of which {self.finished} were finished, "
            f"{self.returns} returns"
        )


def kill_often(folder: Path, seed: str, times: int) -> Figures:
    """Kill the server so many times, and check after each what is left."""
    store = folder / "store.db"
    chance = Random(seed)
    crowd = Crowd(make_tables(seed, TABLES))
    try:
        takes = 0.0
        for _ in range(times):
            if takes and chance.random() < AT_START:
                kill_at_start(store, takes * chance.uniform(0.5, 1.1))
            else:
                takes = kill_at_play(store, crowd, chance.uniform(0, LONGEST))
            check_lines(read(copy_of(store, "copy")), crowd.memories())
        let_them_go_on(store, crowd)
        return sum_up(store, crowd, times)
    finally:
        crowd.close()


def kill_at_start(store: Path, delay: float) -> None:
    """Kill a server about when it puts in order what the one before it left."""
    with started(
        "serve", "--host", "127.0.0.1", "--port", "0", "--store", store, cwd=store.parent
    ) as process:
        with suppress(subprocess.TimeoutExpired):
            process.wait(delay)
        assert process.poll() is None, process.communicate()
        process.kill()
        process.communicate()


def kill_at_play(store: Path, crowd: Crowd, delay: float) -> float:
    """Let everybody play until the server is killed; return how long its start took."""
    begun = time.monotonic()
    with serving(store) as server:
        took = time.monotonic() - begun
        timer = Timer(delay, server.process.kill)
        timer.start()
        try:
            crowd.enter(server.port)
            crowd.play_to_the_end()
        finally:
            timer.join()
        assert end_of(server) == -signal.SIGKILL
    return took


def let_them_go_on(store: Path, crowd: Crowd) -> None:
    """See that all matches can go on after the last kill, and end the server in peace."""
    before = {memory.match: memory.top for memory in crowd.memories()}

    def all_went_on() -> bool:
        latest = [table.memory for table in crowd.tables]
        return all(
            memory is not None
            and (memory.ended or memory.top >= before.get(memory.match, 0) + GO_ON)
            for memory in latest
        )

    with serving(store) as server:
        crowd.enter(server.port)
        crowd.play(all_went_on)
        server.process.send_signal(signal.SIGTERM)
        crowd.play_to_the_end()
        assert end_of(server) == exits.OK


def sum_up(store: Path, crowd: Crowd, kills: int) -> Figures:
    """Check everything once more, down to each state, and count it."""
    memories = list(crowd.memories())
    found = check_replay(store, memories)
    acknowledged = check_lines(found, memories)
    return Figures(
        kills=kills,
        matches=len(found),
        finished=sum(kept.status == "ended" for kept in found.values()),
        acknowledged=acknowledged,
        unheard=sum(len(kept.lines) for kept in found.values()) - acknowledged,
        returns=sum(table.returns for table in crowd.tables),
    )
