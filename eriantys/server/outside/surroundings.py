"""What the house cannot know of itself: the process, its files, its doors, its speed."""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from eriantys import __version__
from eriantys.server.operator.answers import Figure, Figures, House, Outlook, Sample
from eriantys.server.outside.meters import Meters


class Surroundings:
    """The process around the house."""

    def __init__(
        self,
        *,
        doors: tuple[str, ...],
        tls: Callable[[], bool],
        store: Path,
        bots: Callable[[], int],
        meters: Meters,
    ) -> None:
        self._doors = doors
        self._tls = tls
        self._store = store
        self._bots = bots
        self._meters = meters
        self._began = time.monotonic()
        self._began_at = time.time()

    def outlook(self, house: House) -> Outlook:
        """Add what is around the house to what it says of itself."""
        return Outlook(
            version=__version__,
            process=os.getpid(),
            up=round(time.monotonic() - self._began, 1),
            doors=self._doors,
            tls=self._tls(),
            store=str(self._store),
            store_bytes=self._store_bytes(),
            saving=self._meters.saving,
            memory_bytes=memory(),
            bot_processes=self._bots(),
            house=house,
        )

    def figures(self, house: Figures) -> Figures:
        """Add what is measured around the house to what it counts itself."""
        return Figures((*house.figures, *self._meters.figures(), *self._process()))

    def _process(self) -> Iterable[Figure]:
        for name, says, value in (
            ("bot_processes", "Processes that play for bots.", self._bots()),
            ("saving", "Whether the last that was to be saved was saved.", self._meters.saving),
            ("store_bytes", "The size of the store on disk.", self._store_bytes()),
            ("resident_memory_bytes", "The memory that the server takes.", memory()),
            ("open_descriptors", "Files and connections that are open.", descriptors()),
            ("start_time_seconds", "When the server was started.", self._began_at),
        ):
            yield Figure(name, "gauge", says, (Sample(float(value)),))
        used = resource.getrusage(resource.RUSAGE_SELF)
        spent = Sample(round(used.ru_utime + used.ru_stime, 3))
        yield Figure("cpu_seconds_total", "counter", "Processor time that it took.", (spent,))
        info = Sample(1, {"version": __version__})
        yield Figure("build_info", "gauge", "Which version this is.", (info,))

    def _store_bytes(self) -> int:
        """Add up the file of the store and what SQLite keeps beside it."""
        total = 0
        for ending in ("", "-wal"):
            with suppress(OSError):
                total += self._store.with_name(self._store.name + ending).stat().st_size
        return total


def memory() -> int:
    """Tell how many bytes of memory this process takes now, or took at most."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, ValueError):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return pages * resource.getpagesize()


def descriptors() -> int:
    """Count the descriptors that are open; 0 where the system does not tell."""
    try:
        return len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - paths are not needed
    except OSError:
        return 0
