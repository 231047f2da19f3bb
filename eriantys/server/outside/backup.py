"""A copy of the store, made while it is in use.

SQLite copies the file page by page from the store's own connection, since no other one may
open the file; what is written meanwhile goes into the copy as well. That is done by a thread,
some pages at a time, so that the loop only ever waits for a few of them. The copy gets its
name when it is complete and on disk.
"""

from __future__ import annotations

import os
import socket
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from eriantys.server.outside.porter import Porter

PAGES_AT_ONCE = 64
"""A quarter of a MiB: copied in well under a millisecond."""
PAUSE = 0.002
"""Seconds between two portions, in which the loop has the store for itself."""


class Backup:
    """One copy in the making."""

    def __init__(
        self,
        source: sqlite3.Connection,
        file: Path,
        porter: Porter,
        then: Callable[[str, int], None],
    ) -> None:
        """Begin; `then` hears what went wrong, or nothing, and how big the copy is."""
        self._source = source
        self._file = file
        self._porter = porter
        self._then = then
        self._trouble = ""
        self._size = 0
        self._bell, self._rope = socket.socketpair()
        porter.watch(self._bell, self._end)
        self._thread = threading.Thread(target=self._run, name="backup")
        self._thread.start()

    def wait(self) -> None:
        """Wait until it is done, which the server must before it lets go of its store."""
        self._thread.join()

    def _run(self) -> None:
        try:
            self._size = copy(self._source, self._file)
        except (OSError, sqlite3.Error) as error:
            self._trouble = getattr(error, "strerror", None) or str(error)
        finally:
            self._rope.send(b"\0")

    def _end(self) -> None:
        self._thread.join()
        self._porter.unwatch(self._bell)
        self._bell.close()
        self._rope.close()
        self._then(self._trouble, self._size)


def copy(source: sqlite3.Connection, file: Path) -> int:
    """Copy a database into a new file that only this user may read; tell how big it is."""
    partial = file.with_name(f".{file.name}.partial")
    with suppress(FileNotFoundError):
        partial.unlink()  # of a copy that was never completed
    os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_CLOEXEC, 0o600))
    try:
        with closing(sqlite3.connect(partial, isolation_level=None)) as target:
            # Nothing is lost if this is cut off: the copy has no name yet.
            target.execute("PRAGMA journal_mode = OFF").fetchall()
            target.execute("PRAGMA synchronous = OFF")
            source.backup(target, pages=PAGES_AT_ONCE, sleep=PAUSE)
        with partial.open("rb") as written:
            os.fsync(written.fileno())
            size = os.fstat(written.fileno()).st_size
        os.link(partial, file)  # which, unlike renaming, takes no other file's place
    finally:
        partial.unlink()
    directory = os.open(file.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)
    return size
