"""The file of a store: made for its owner alone, looked at before it is opened."""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
from pathlib import Path

from eriantys import exits
from eriantys.server.outside import schema

LOCK_WAIT = 0.1
"""Seconds: whoever holds the file is another server, and will not let go of it soon."""
SMALLEST = 512
"""Bytes: no SQLite file with anything in it is smaller."""
_EFFECTIVE = os.access in os.supports_effective_ids
_NO_LINKS = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS)
"""How a file system says that its files can have one name only, as on many a stick."""


def make_file(path: Path) -> None:
    """See to it that there is a plain file, which only this user may read if it is new.

    A file that is there is not opened, only looked at: to close it again would take its
    lock from a store that this process has already opened.
    """
    flags = os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise exits.Quit(
            exits.CANNOT_CREATE,
            f"cannot make the directory {path.parent}: {error.strerror}; name another file.",
        ) from None
    try:
        os.close(os.open(path, flags, 0o600))
    except FileExistsError:
        _look_at(path, path.lstat())
    except OSError as error:
        raise exits.Quit(
            exits.CANNOT_CREATE, f"cannot make {path}: {error.strerror}; name another file."
        ) from None


def _look_at(path: Path, found: os.stat_result) -> None:
    if stat.S_ISLNK(found.st_mode):
        raise exits.Quit(
            exits.NO_INPUT, f"{path} is a symbolic link; name the file that it leads to."
        )
    if not stat.S_ISREG(found.st_mode):
        kind = "a directory" if stat.S_ISDIR(found.st_mode) else "no plain file"
        raise exits.Quit(exits.NO_INPUT, f"{path} is {kind}; name another file.")
    if not os.access(path, os.R_OK | os.W_OK, effective_ids=_EFFECTIVE):
        raise PermissionError
    if 0 < found.st_size < SMALLEST:
        # SQLite would take a file of one byte for an empty one, and write over it.
        raise schema.Foreign


def give_name(partial: Path, path: Path) -> None:
    """Give a file that is complete its name for good, unless another file has it."""
    try:
        os.link(partial, path)  # which, unlike renaming, takes no other file's place
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600))
        partial.replace(path)
    else:
        partial.unlink()
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def connect(path: Path) -> sqlite3.Connection:
    """Open a database; without an isolation level Python leaves transactions to us.

    One thread uses it, and now and then one that makes a copy: SQLite lets in one at a time.
    """
    return sqlite3.connect(
        path, timeout=LOCK_WAIT, isolation_level=None, check_same_thread=False
    )


def check_length(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a file that was cut off: SQLite would take the rest of its last page for zeros."""
    ((pages,),) = connection.execute("PRAGMA page_count").fetchall()
    ((size,),) = connection.execute("PRAGMA page_size").fetchall()
    # What a crash left beside the file belongs to it. This comes last, since SQLite refuses
    # it right after the journal's mode was changed, until something was read.
    connection.execute("PRAGMA wal_checkpoint").fetchall()
    if path.stat().st_size < pages * size:
        raise schema.Damaged
