"""A copy of the store, made while it is in use.

SQLite copies the file page by page from the store's own connection, since no other one may
open the file; what is written meanwhile goes into the copy as well. That is done by a thread,
some pages at a time, so that the loop only ever waits for a few of them. The copy gets its
name when it is complete and on disk.
"""

from __future__ import annotations

import logging
import os
import socket
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from eriantys.server.operator.answers import Done, Refused
from eriantys.server.outside.files import give_name
from eriantys.server.outside.porter import Porter

log = logging.getLogger("eriantys.server.outside.backup")

PAGES_AT_ONCE = 64
"""A quarter of a MiB: copied in well under a millisecond."""
PAUSE = 0.002
"""Seconds between two portions, in which the loop has the store for itself."""


class GivenUp(Exception):
    """Nobody wants the copy any more that is being made."""


class Backup:
    """One copy in the making."""

    def __init__(
        self,
        source: sqlite3.Connection,
        file: Path,
        porter: Porter,
        then: Callable[[Done | Refused], None],
    ) -> None:
        """Begin; `then` hears what has become of it."""
        self._source = source
        self._file = file
        self._porter = porter
        self._then = then
        self._outcome: Done | Refused
        self._given_up = False
        self._bell, self._rope = socket.socketpair()
        porter.watch(self._bell, self._end)
        self._thread = threading.Thread(target=self._run, name="backup")
        self._thread.start()

    def give_up(self) -> None:
        """End it at once, which the server must before it lets go of its store."""
        self._given_up = True
        self._end()

    def _run(self) -> None:
        file = self._file
        try:
            size = copy(self._source, file, self._rest)
        except GivenUp:
            text = "The server stops: no copy was made."
            self._outcome = Refused("cannot-copy", text)
        except (OSError, sqlite3.Error) as error:
            why = getattr(error, "strerror", None) or str(error)
            text = f"Cannot write {file}: {why}; name another file."
            self._outcome = Refused("bad-file", text)
        except Exception:
            log.exception("no copy was made: this is a fault in the program")
            text = "No copy was made: a fault in the program, which the log describes."
            self._outcome = Refused("cannot-copy", text)
        else:
            self._outcome = Done(f"{file} is a copy of the store, {size:,} bytes.")
        finally:
            self._rope.send(b"\0")

    def _rest(self) -> None:
        """Leave the store to the loop for a moment."""
        if self._given_up:
            raise GivenUp
        time.sleep(PAUSE)

    def _end(self) -> None:
        self._thread.join()
        self._porter.unwatch(self._bell)
        self._bell.close()
        self._rope.close()
        self._then(self._outcome)


def copy(source: sqlite3.Connection, file: Path, rest: Callable[[], None]) -> int:
    """Copy a database into a new file that only this user may read; tell how big it is."""
    partial = file.with_name(f".{file.name}.partial")
    partial.unlink(missing_ok=True)  # of a copy that was never completed
    try:
        size = write(source, partial, rest)
        give_name(partial, file)
    finally:
        partial.unlink(missing_ok=True)
    return size


def write(
    source: sqlite3.Connection, file: Path, rest: Callable[[], None] = lambda: None
) -> int:
    """Write a database down as a new file, see it on disk, and tell how big it is.

    `rest` is called after each portion: SQLite itself would go on with the next at once.
    """
    # Nobody else can read it from its first moment.
    os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_CLOEXEC, 0o600))
    with closing(sqlite3.connect(file, isolation_level=None)) as target:
        # Nothing is lost if this is cut off: nobody takes the file for a copy yet.
        target.execute("PRAGMA journal_mode = OFF").fetchall()
        target.execute("PRAGMA synchronous = OFF")
        source.backup(target, pages=PAGES_AT_ONCE, progress=lambda *_: rest(), sleep=PAUSE)
    with file.open("rb") as written:
        os.fsync(written.fileno())
        return os.fstat(written.fileno()).st_size
