"""The store: one SQLite file that holds names, matches, their logs and their latest states.

Rows that are committed together are on disk together, or none of them is. A failed commit
leaves nothing behind, and the next one may succeed: SQLite itself finds back from a full
disk, so nothing is opened again. Opening again could even do harm: after a failed sync it
might bring back rows whose writer was told that they are lost.

What cannot be kept or read is told in two ways. Trouble with the disk or the file is
`StoreTrouble`, which the server outlives. Rows that contradict those already there are a
fault of the program, and come out as the errors that they are.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import Any, NoReturn, TypeVar, assert_never

import cbor2
import msgspec

from eriantys import exits
from eriantys.server.outside import schema
from eriantys.server.rows import (
    Acted,
    Agreement,
    ClockKept,
    GuestDropped,
    MatchBegun,
    MatchEnded,
    MatchResumed,
    MatchSuspended,
    NameKept,
    Row,
    Spoilt,
    StoredMatch,
    StoreTrouble,
    TurnKept,
    Unfinished,
)

S = TypeVar("S", bound=msgspec.Struct)
T = TypeVar("T")

DAY = 24 * 3600
LOCK_WAIT = 0.1
"""Seconds: whoever holds the file is another server, and will not let go of it soon."""
SMALLEST = 512
"""Bytes: no SQLite file with anything in it is smaller."""
_EFFECTIVE = os.access in os.supports_effective_ids

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
    exits.BAD_DATA,
    "{} was written by a newer version of eriantys; install that one, or name another file.",
)
_BROKEN = exits.BAD_DATA, "{} is damaged; put a copy of it back, or name another file."
_FORBIDDEN = exits.NO_INPUT, "cannot open {}: give it and its directory to this user."
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

_KEEP_NAME = """\
INSERT INTO names (folded, name, key, guest, made, changed) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (folded) DO UPDATE SET name = excluded.name, key = excluded.key,
    guest = excluded.guest, changed = excluded.changed"""
_DROP_GUEST = "DELETE FROM names WHERE folded = ? AND guest"
_BEGIN_MATCH = """\
INSERT INTO matches (match, status, game, version, seats, options, guidance, turn_seconds,
    absence, undo, players, secret, nonces, made, changed)
VALUES (?, 'running', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_ADD_LINE = """\
INSERT INTO log (match, number, seat, action, undo, left_ms, made)
VALUES (?, ?, ?, ?, ?, ?, ?)"""
_KEEP_TURN = """\
INSERT INTO states (match, number, version, state, made) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (match) DO UPDATE SET number = excluded.number, version = excluded.version,
    state = excluded.state, made = excluded.made"""
_KEEP_CLOCK = """\
INSERT INTO clocks (match, number, left_ms, made) VALUES (?1, ?2, ?3, ?4)
ON CONFLICT (match) DO UPDATE SET number = ?2, left_ms = ?3, made = ?4"""
_SUSPEND = """\
UPDATE matches SET status = 'suspended', changed = ? WHERE match = ? AND status = 'running'"""
_RESUME = """\
UPDATE matches SET status = 'running', changed = ? WHERE match = ? AND status = 'suspended'"""
_END = """\
UPDATE matches SET status = 'ended', changed = ?, reason = ?, outcome = ?, ended_by = ?
WHERE match = ? AND status <> 'ended'"""

_FIND_NAME = "SELECT name, key, guest FROM names WHERE folded = ?"
_UNFINISHED = """\
SELECT match, status, players, game, seats, options, guidance, turn_seconds, absence, undo
FROM matches WHERE status <> 'ended' ORDER BY match"""
_MATCH = """\
SELECT status, version, players, secret, nonces,
    game, seats, options, guidance, turn_seconds, absence, undo
FROM matches WHERE match = ? AND status <> 'ended'"""
_STATE = "SELECT match, number, version, state FROM states WHERE match = ?"
_LINES = """\
SELECT match, number, seat, action, undo, left_ms FROM log
WHERE match = ? AND number > ? ORDER BY number"""
_CLOCK = "SELECT left_ms FROM clocks WHERE match = ? AND number = ?"
_HIGHEST = "SELECT seq FROM sqlite_sequence WHERE name = 'matches'"
_OVERDUE = """\
SELECT match FROM matches WHERE status = 'suspended' AND changed < ? ORDER BY match"""


class Store:
    """Keeps the rows of one server in one file, which nobody else can open meanwhile."""

    def __init__(
        self, connection: sqlite3.Connection, path: Path, clock: Callable[[], float]
    ) -> None:
        self._connection = connection
        self._clock = clock
        self.path = path

    @classmethod
    def open(cls, path: Path, *, clock: Callable[[], float] = time.time) -> Store:
        """Open the file, or make it and its directory; or raise `Quit` with the reason."""
        with _refusal_told(path):
            _make_file(path)
            connection = _connect(path.absolute())
            try:
                schema.settle(connection)
                _check_length(connection, path)
            except BaseException:
                connection.close()
                raise
        return cls(connection, path, clock)

    @classmethod
    def in_memory(cls, *, clock: Callable[[], float] = time.time) -> Store:
        """Make a store that is gone when it is closed."""
        path = Path(":memory:")
        connection = _connect(path)
        schema.settle(connection)
        return cls(connection, path, clock)

    def close(self) -> None:
        """Put everything into the one file, if there is room, and let go of it."""
        self._connection.close()

    def commit(self, rows: Sequence[Row]) -> None:
        """Keep all of these rows, or raise and keep none of them."""
        now = self._clock()
        with _trouble_told():
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                for row in rows:
                    self._write(row, now)
                self._connection.execute("COMMIT")
            except BaseException:
                # After some errors SQLite has rolled back already.
                if self._connection.in_transaction:
                    with suppress(sqlite3.Error):
                        self._connection.execute("ROLLBACK")
                raise

    def find_name(self, name: str) -> NameKept | None:
        """Look a name up, whatever its capitals."""
        with _trouble_told():
            found = self._connection.execute(_FIND_NAME, (name.lower(),)).fetchone()
            return None if found is None else _struct(NameKept, found)

    def unfinished(self) -> list[Unfinished]:
        """List every match that is not over, oldest first."""
        with _trouble_told():
            found = self._connection.execute(_UNFINISHED).fetchall()
        matches = []
        for match, status, players, *agreed in found:
            with _trouble_told(f"What is stored of match {match} is damaged."):
                names = _unpacked(players, tuple[str, ...])
                suspended = status == "suspended"
                matches.append(Unfinished(match, _agreement(agreed), names, suspended))
        return matches

    def load(self, match: int) -> StoredMatch:
        """Read an unfinished match; one that is unknown or over is a `LookupError`."""
        ask = self._connection.execute
        with _trouble_told(f"What is stored of match {match} is damaged."):
            found = ask(_MATCH, (match,)).fetchone()
            if found is None:
                raise LookupError(f"no match {match} is stored that is not over")
            status, version, players, secret, nonces, *agreed = found
            names = _unpacked(players, tuple[str, ...])
            luck = _unpacked(nonces, tuple[bytes, ...])
            begun = (match, _agreement(agreed), version, names, secret, luck)
            *state, snapshot = ask(_STATE, (match,)).fetchone() or (None,)
            kept = _struct(TurnKept, (*state, _unpacked(snapshot, dict[str, Any])))
            lines = ask(_LINES, (match, kept.number)).fetchall()
            since = tuple(_struct(Acted, line) for line in lines)
            if any(line.number != place for place, line in enumerate(since, kept.number + 1)):
                raise schema.Damaged
            number = since[-1].number if since else kept.number
            (left_ms,) = ask(_CLOCK, (match, number)).fetchone() or (None,)
            if left_ms is None and since:
                left_ms = since[-1].left_ms
            return StoredMatch(
                _struct(MatchBegun, begun), kept, since, status == "suspended", left_ms
            )

    def next_match(self) -> int:
        """Give a number that is higher than that of any match ever stored."""
        with _trouble_told():
            highest = self._connection.execute(_HIGHEST).fetchone()
            return 1 if highest is None else int(highest[0]) + 1

    def overdue(self, days: float) -> tuple[int, ...]:
        """Name the matches that have been suspended for longer than so many days."""
        since = self._clock() - days * DAY
        with _trouble_told():
            found = self._connection.execute(_OVERDUE, (since,)).fetchall()
            return tuple(match for (match,) in found)

    def _write(self, row: Row, now: float) -> None:
        write = self._connection.execute
        match row:
            case Acted():
                line = (row.match, row.number, row.seat, row.action, row.undo, row.left_ms)
                write(_ADD_LINE, (*line, now))
            case TurnKept():
                state = cbor2.dumps(row.state)
                write(_KEEP_TURN, (row.match, row.number, row.version, state, now))
            case ClockKept():
                write(_KEEP_CLOCK, (row.match, row.number, row.left_ms, now))
            case NameKept():
                write(_KEEP_NAME, (row.name.lower(), row.name, row.key, row.guest, now, now))
            case MatchBegun():
                write(_BEGIN_MATCH, (*_beginning(row), now, now))
            case GuestDropped():
                write(_DROP_GUEST, (row.name.lower(),))
            case MatchSuspended():
                _expect_one(row, write(_SUSPEND, (now, row.match)))
            case MatchResumed():
                _expect_one(row, write(_RESUME, (now, row.match)))
            case MatchEnded():
                outcome = row.outcome and cbor2.dumps(msgspec.to_builtins(row.outcome))
                _expect_one(row, write(_END, (now, row.reason, outcome, row.seat, row.match)))
            case _:
                assert_never(row)


def _beginning(row: MatchBegun) -> tuple[Any, ...]:
    agreed = row.agreement
    return (
        *(row.match, agreed.game, row.version, agreed.seats, cbor2.dumps(agreed.options)),
        *(agreed.guidance, agreed.turn_seconds, agreed.absence, agreed.undo),
        *(cbor2.dumps(row.players), row.secret, cbor2.dumps(row.nonces)),
    )


def _agreement(columns: Sequence[Any]) -> Agreement:
    game, seats, options, *others = columns
    return _struct(Agreement, (game, seats, _unpacked(options, dict[str, Any]), *others))


def _struct(kind: type[S], columns: Sequence[Any]) -> S:
    """Make a row of its columns; SQLite has no truth values, hence the lenience."""
    fields = dict(zip(kind.__struct_fields__, columns, strict=True))
    return msgspec.convert(fields, kind, strict=False)


def _unpacked(data: object, kind: type[T]) -> T:
    """Read plain data of a known shape, and only if nothing is left over after it."""
    if not isinstance(data, bytes):
        raise schema.Damaged
    stream = BytesIO(data)
    plain = cbor2.CBORDecoder(
        stream, tag_hook=_refuse_tag, allow_indefinite=False, allow_duplicate_keys=False
    ).decode()
    if stream.tell() != len(data):
        raise schema.Damaged
    return msgspec.convert(plain, kind)


def _refuse_tag(*_: object) -> NoReturn:
    raise schema.Damaged


def _expect_one(row: Row, done: sqlite3.Cursor) -> None:
    if done.rowcount != 1:
        raise LookupError(f"the store has nothing that fits {row}")


@contextmanager
def _trouble_told(damaged: str = _DAMAGED) -> Iterator[None]:
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


def _make_file(path: Path) -> None:
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


def _connect(path: Path) -> sqlite3.Connection:
    # Without an isolation level Python leaves transactions to us.
    return sqlite3.connect(path, timeout=LOCK_WAIT, isolation_level=None)


def _check_length(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a file that was cut off: SQLite would take the rest of its last page for zeros."""
    ((pages,),) = connection.execute("PRAGMA page_count").fetchall()
    ((size,),) = connection.execute("PRAGMA page_size").fetchall()
    # What a crash left beside the file belongs to it. This comes last, since SQLite refuses
    # it right after the journal's mode was changed, until something was read.
    connection.execute("PRAGMA wal_checkpoint").fetchall()
    if path.stat().st_size < pages * size:
        raise schema.Damaged


@contextmanager
def _refusal_told(path: Path) -> Iterator[None]:
    """Turn what the program cannot help into `Quit`; its own faults pass."""
    try:
        yield
    except Exception as error:
        key: object = _code(error) if isinstance(error, sqlite3.Error) else type(error)
        if key not in _REFUSALS:
            raise
        code, sentence = _REFUSALS[key]
        raise exits.Quit(code, sentence.format(path)) from error
