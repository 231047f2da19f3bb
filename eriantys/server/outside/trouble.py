"""What the disk or the file of a store can do to us, and how it is told.

Trouble with the disk or the file is `StoreTrouble`, which the server outlives; at the start
it is `Quit`, with a sentence that says what to do. All other errors are the program's own,
and come out as what they are.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cbor2
import msgspec

from eriantys import exits
from eriantys.server.outside import schema
from eriantys.server.rows import Spoilt, StoreTrouble

_DAMAGED = "What is stored is damaged."
_SPOILT = schema.Damaged, cbor2.CBORDecodeError, msgspec.ValidationError, UnicodeDecodeError
_CAUSES = {
    sqlite3.SQLITE_FULL: "The disk is full.",
    sqlite3.SQLITE_IOERR: "The disk reports an error.",
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: _DAMAGED,
    sqlite3.SQLITE_READONLY: "The store may not be written.",
    sqlite3.SQLITE_CANTOPEN: "The store cannot be opened.",
    sqlite3.SQLITE_BUSY: "The store is in use by another program.",
}
"""What is the disk's fault or the file's; all other errors are the program's own."""

_FOREIGN = exits.BAD_DATA, "{} is not a store of eriantys; name another file."
_NEWER = (
    exits.UNAVAILABLE,  # nothing is wrong with the data
    "{} was written by a newer version of eriantys; install that one, or name another file.",
)
_BROKEN = exits.BAD_DATA, "{} is damaged; go on with a whole copy, or name another file."
_FORBIDDEN = (
    exits.NO_INPUT,
    "cannot open {}: give it and its folder to this user, for reading and writing.",
)
_IN_USE = exits.NO_INPUT, "another server is using {}; stop that one, or name another file."
_FULL = exits.CANNOT_CREATE, "cannot write {}: the disk is full; make room for it."
_FAILING = exits.CANNOT_CREATE, "cannot write {}: the disk reports an error; see to the disk."
_REFUSALS: dict[object, tuple[int, str]] = {
    schema.Foreign: _FOREIGN,
    sqlite3.SQLITE_NOTADB: _FOREIGN,
    schema.Newer: _NEWER,
    schema.Damaged: _BROKEN,
    sqlite3.SQLITE_CORRUPT: _BROKEN,
    PermissionError: _FORBIDDEN,
    sqlite3.SQLITE_READONLY: _FORBIDDEN,
    sqlite3.SQLITE_CANTOPEN: _FORBIDDEN,
    sqlite3.SQLITE_BUSY: _IN_USE,
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_IOERR: _FAILING,
}
"""How opening ends for each error that is the disk's fault or the file's."""


@contextmanager
def trouble_told(damaged: str = _DAMAGED) -> Iterator[None]:
    """Turn what the program cannot help into `StoreTrouble`; its own faults pass."""
    try:
        yield
    except sqlite3.Error as error:
        cause = _CAUSES.get(_code(error))
        if cause is None:
            raise
        kind = Spoilt if cause is _DAMAGED else StoreTrouble
        raise kind(cause) from error
    except _SPOILT as error:
        raise Spoilt(damaged) from error


def _code(error: sqlite3.Error) -> int:
    """Tell SQLite's own number for an error, without the details in its higher bits."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    if code is not None:
        return code & 0xFF
    # The one complaint about data that comes from Python: a text that is not UTF-8.
    damaged = isinstance(error, sqlite3.OperationalError)
    return sqlite3.SQLITE_CORRUPT if damaged else sqlite3.SQLITE_MISUSE


@contextmanager
def refusal_told(path: Path) -> Iterator[None]:
    """Turn what the program cannot help into `Quit`; its own faults pass."""
    try:
        yield
    except Exception as error:
        key: object = _code(error) if isinstance(error, sqlite3.Error) else type(error)
        if key not in _REFUSALS:
            raise
        code, sentence = _REFUSALS[key]
        raise exits.Quit(code, sentence.format(path)) from error
