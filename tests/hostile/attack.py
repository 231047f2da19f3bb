"""Honest matches at a real server, thousands of peers who mean no good, and what is left."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from eriantys import exits
from eriantys.server.limits import Limits
from eriantys.server.outside.store import Store
from tests.bench.server.contestants import ROOT
from tests.commands.program import PATIENCE
from tests.faults.evidence import check_match, check_told, read
from tests.faults.steps import end_of
from tests.hostile.honest import PacedCrowd, paced_tables
from tests.hostile.mob import Summary
from tests.scenarios.real import Server, serving

TABLES = 6
AFTER = 4
"""Moves of each table once the others are gone."""
ROOM_FOR_MEMORY = 32 * 2**20
"""Bytes by which the server may grow, however many come."""
LOOK_EVERY = 0.1

LIFTED = (
    *("connections_per_address", "connects_per_minute"),
    *("refusals_per_minute", "names_per_hour", "matches_per_hour"),
)
"""What limits an address does not apply here, where all come from the same one."""
MANY = 1_000_000


def real_limits() -> list[str]:
    """Name all other limits again, as they are by default."""
    defaults = Limits()
    return [
        f"--{name.replace('_', '-')}={getattr(defaults, name)}"
        for name in Limits.__struct_fields__
        if name not in LIFTED
    ]


class Gauge:
    """What can be read of a process from outside."""

    def __init__(self, pid: int) -> None:
        self._process = Path(f"/proc/{pid}")
        self.before = self.peak = self.memory()
        self.descriptors_before = self.descriptors()
        self._look_at = 0.0

    def memory(self) -> int:
        """Tell how many bytes of memory it holds."""
        status = (self._process / "status").read_text()
        return 1024 * int(status.split("VmRSS:")[1].split()[0])

    def descriptors(self) -> int:
        """Tell how many files and sockets it has open."""
        return sum(1 for _ in (self._process / "fd").iterdir())

    def look(self) -> None:
        """Look now and then how much memory it holds."""
        now = time.monotonic()
        if now >= self._look_at:
            self._look_at = now + LOOK_EVERY
            self.peak = max(self.peak, self.memory())


@dataclass
class Outcome:
    """What came of an attack."""

    summary: Summary
    quiet: list[float]
    """How late honest players knew of moves before the others came."""
    attacked: list[float]
    """How late they knew of moves while those were there."""
    memory: tuple[int, int, int]
    """Bytes before, at most and after."""
    matches: int
    lines: int
    """Of honest matches, all played again from the store."""
    faults: list[str] = field(default_factory=list)


def attack(
    folder: Path,
    seed: str,
    peers: int,
    seconds: float,
    *,
    before: int,
    options: Sequence[str] = (),
) -> Outcome:
    """Let honest people play, let the others come, and check everything there is to check.

    Every table makes so many moves before they come.
    """
    crowd = PacedCrowd(paced_tables(seed, TABLES))
    try:
        with serving(folder / "store.db", *real_limits(), *options) as server:
            return _attack(server, crowd, before, seed, peers, seconds)
    finally:
        crowd.close()


def _attack(
    server: Server, crowd: PacedCrowd, before: int, seed: str, peers: int, seconds: float
) -> Outcome:
    crowd.enter(server.port)
    _play_on(crowd, 1)
    crowd.take_lateness()  # the first ones tell how long it takes to begin
    _play_on(crowd, before)
    quiet = crowd.take_lateness()
    gauge = Gauge(server.process.pid)
    with _mob(server.port, seed, peers, seconds) as mob:

        def all_gone() -> bool:
            gauge.look()
            assert server.process.poll() is None, server.errors.read_text()
            assert crowd.connected == crowd.wanted, "an honest player was cut off"
            return mob.poll() is not None

        crowd.play(all_gone, seconds + 3 * PATIENCE)
        assert mob.stdout is not None
        summary = msgspec.json.decode(mob.stdout.read(), type=Summary)
    attacked = crowd.take_lateness()
    crowd.play(lambda: gauge.descriptors() <= gauge.descriptors_before)
    _play_on(crowd, AFTER)
    memory = gauge.before, gauge.peak, gauge.memory()
    server.process.send_signal(signal.SIGTERM)
    crowd.play_to_the_end()
    assert end_of(server) == exits.OK
    matches, lines = _check_honest(server.store, crowd)
    outcome = Outcome(summary, quiet, attacked, memory, matches, lines, summary.faults)
    if gauge.peak - gauge.before > ROOM_FOR_MEMORY:
        outcome.faults.append(f"memory grew by {gauge.peak - gauge.before} bytes")
    return outcome


def _play_on(crowd: PacedCrowd, moves: int) -> None:
    """Let every table play so many moves more."""
    wanted = {table: len(table.lateness) + moves for table in crowd.tables}
    crowd.play(lambda: all(len(table.lateness) >= most for table, most in wanted.items()))


@contextmanager
def _mob(port: int, seed: str, peers: int, seconds: float) -> Iterator[subprocess.Popen[bytes]]:
    """Let the others come; make sure that they do not stay for longer than this."""
    command = [sys.executable, "-m", "tests.hostile.mob", port, peers, seconds, seed]
    with subprocess.Popen(
        [*map(str, command)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def _check_honest(store: Path, crowd: PacedCrowd) -> tuple[int, int]:
    """Play every honest match again from its log, and compare what was seen and told."""
    found, memories = read(store), list(crowd.memories())
    with closing(Store.open(store)) as opened:
        for memory in memories:
            check_told(found[memory.match], memory)
            check_match(found[memory.match], opened, memory.views)
    return len(memories), sum(len(memory.lines) for memory in memories)
