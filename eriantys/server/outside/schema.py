"""The tables of a store, and how an older file gets them.

A file says by its application id that it is a store, and by its user version how many of the
migrations it has been through. A migration that was ever released is never changed: whoever
needs other tables adds one to the end, and a file of that version to the tests.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from typing import Any

APPLICATION_ID = int.from_bytes(b"Eria", "big")
PAGES_IN_LOG = 4000
"""About 16 MiB beside the file itself, which a start after a crash has to read."""
CACHE_KIB = 8 * 1024

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        # Times are seconds since 1970.
        """\
CREATE TABLE names (
    folded TEXT PRIMARY KEY, -- the name in small letters
    name TEXT NOT NULL,
    key BLOB NOT NULL,
    guest INTEGER NOT NULL,
    made REAL NOT NULL,
    changed REAL NOT NULL
) WITHOUT ROWID""",
        # AUTOINCREMENT makes SQLite remember the highest number that was ever there.
        """\
CREATE TABLE matches (
    match INTEGER PRIMARY KEY AUTOINCREMENT,
    status TEXT NOT NULL CHECK (status IN ('running', 'suspended', 'ended')),
    game TEXT NOT NULL,
    version INTEGER NOT NULL, -- of the game's rules when it began
    seats INTEGER NOT NULL,
    options BLOB NOT NULL, -- CBOR
    guidance TEXT NOT NULL,
    turn_seconds INTEGER NOT NULL,
    absence TEXT NOT NULL,
    undo INTEGER NOT NULL,
    title TEXT NOT NULL,
    private INTEGER NOT NULL,
    watchers INTEGER NOT NULL,
    code TEXT NOT NULL, -- what leads to it, if it is private
    players BLOB NOT NULL, -- CBOR
    secret BLOB NOT NULL,
    nonces BLOB NOT NULL, -- CBOR
    reason TEXT, -- why it ended
    outcome BLOB, -- CBOR, if it ended by the rules
    ended_by INTEGER, -- a seat, if it did not
    made REAL NOT NULL,
    changed REAL NOT NULL -- when the status did
)""",
        """\
CREATE INDEX unfinished ON matches (status, changed) WHERE status <> 'ended'""",
        """\
CREATE INDEX ended ON matches (changed) WHERE status = 'ended'""",
        # All that a name's record is summed up from lies together, whatever matches there are.
        """\
CREATE TABLE seats (
    folded TEXT NOT NULL, -- the player's name in small letters
    match INTEGER NOT NULL REFERENCES matches,
    seat INTEGER NOT NULL,
    game TEXT NOT NULL,
    private INTEGER NOT NULL,
    place INTEGER, -- from 1 on, once the match is over; 0 if it was broken off
    PRIMARY KEY (folded, match, seat)
) WITHOUT ROWID""",
        """\
CREATE INDEX seats_of_match ON seats (match)""",
        # A line is looked up by match and number, and in no other way.
        """\
CREATE TABLE log (
    match INTEGER NOT NULL REFERENCES matches,
    number INTEGER NOT NULL CHECK (number > 0),
    seat INTEGER NOT NULL,
    action TEXT NOT NULL,
    undo INTEGER NOT NULL,
    left_ms INTEGER NOT NULL,
    made REAL NOT NULL,
    PRIMARY KEY (match, number)
) WITHOUT ROWID""",
        """\
CREATE TABLE states (
    match INTEGER PRIMARY KEY REFERENCES matches,
    number INTEGER NOT NULL CHECK (number >= 0), -- of the last line before it
    version INTEGER NOT NULL, -- of the game's rules that wrote it
    state BLOB NOT NULL, -- CBOR
    made REAL NOT NULL
)""",
        # A clock counts only as long as the log has just so many lines.
        """\
CREATE TABLE clocks (
    match INTEGER PRIMARY KEY REFERENCES matches,
    number INTEGER NOT NULL CHECK (number >= 0), -- of the last line before it
    left_ms INTEGER NOT NULL, -- of the turn
    made REAL NOT NULL
)""",
        # Its match need not be there: rooms in which people talk may never become matches.
        """\
CREATE TABLE chat (
    id INTEGER PRIMARY KEY,
    match INTEGER, -- none for the lobby
    audience TEXT NOT NULL,
    side INTEGER, -- which team alone heard it
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    made REAL NOT NULL
)""",
        """\
CREATE INDEX chat_of_match ON chat (match, id)""",
        """\
CREATE INDEX chat_by_age ON chat (made)""",
        """\
CREATE TABLE mutes (
    folded TEXT NOT NULL, -- whoever does not want to hear, in small letters
    other_folded TEXT NOT NULL,
    other TEXT NOT NULL, -- whom
    made REAL NOT NULL,
    PRIMARY KEY (folded, other_folded)
) WITHOUT ROWID""",
        """\
CREATE INDEX muted ON mutes (other_folded)""",
    ),
    (
        # CBOR: by seat how well its bot plays, or null; empty without bots. A comment inside
        # the statement would become part of the table, and swallow what is added next.
        """\
ALTER TABLE matches ADD COLUMN bots BLOB NOT NULL DEFAULT x'80'""",
        # How well those play that sit in for somebody who is gone.
        """\
ALTER TABLE matches ADD COLUMN bot_level TEXT NOT NULL DEFAULT 'normal'""",
    ),
    (
        """\
CREATE TABLE sanctions (
    kind TEXT NOT NULL, -- name, address or mute
    who TEXT NOT NULL, -- a name in small letters, or a network
    reason TEXT NOT NULL,
    until REAL, -- none for good
    made REAL NOT NULL,
    PRIMARY KEY (kind, who)
) WITHOUT ROWID""",
    ),
)


class Foreign(Exception):
    """Tells that a database is not a store."""


class Newer(Exception):
    """Tells that a store has been through migrations that are not known here."""


class Damaged(Exception):
    """Tells that a store contradicts itself."""


def settle(connection: sqlite3.Connection) -> None:
    """Take hold of a database for good, check it, and bring it up to date."""
    connection.execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()
    # Locked before anything is read, or two servers that start together could stop each other.
    connection.execute("BEGIN EXCLUSIVE")
    _migrate(connection, _inspect(connection))
    connection.execute("COMMIT")
    connection.execute("PRAGMA journal_mode = WAL").fetchall()
    connection.execute("PRAGMA synchronous = FULL")
    # Every match that is played writes to a page of its own, again and again: the longer these
    # wait in the log and stay in memory, the fewer times each is copied.
    connection.execute(f"PRAGMA wal_autocheckpoint = {PAGES_IN_LOG}").fetchall()
    connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
    connection.execute("PRAGMA foreign_keys = ON")


def _inspect(connection: sqlite3.Connection) -> int:
    """Tell the version of a store, 0 for an empty database; refuse anything else."""
    try:
        identity = _number(connection, "PRAGMA application_id")
        version = _number(connection, "PRAGMA user_version")
        if identity != APPLICATION_ID:
            if identity or version or _number(connection, "SELECT count(*) FROM sqlite_master"):
                raise Foreign
            return 0
        if version > len(MIGRATIONS):
            raise Newer
        if version < 1 or connection.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
            raise Damaged
        if not _columns_of_version(version) <= _columns(connection):
            raise Damaged
    except (sqlite3.OperationalError, UnicodeDecodeError) as error:
        # These questions suit every database, and their answers are UTF-8.
        if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) == sqlite3.SQLITE_ERROR:
            raise Damaged from error
        raise
    return version


def _migrate(connection: sqlite3.Connection, version: int) -> None:
    """Bring a database of this version up to date, inside the caller's transaction."""
    if version < len(MIGRATIONS):
        _run(connection, MIGRATIONS[version:])
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


def _run(connection: sqlite3.Connection, migrations: Sequence[Sequence[str]]) -> None:
    for migration in migrations:
        for statement in migration:
            connection.execute(statement)


def _columns_of_version(version: int) -> set[Any]:
    """List the columns that a store of this version must have."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        _run(connection, MIGRATIONS[:version])
        return _columns(connection)


def _columns(connection: sqlite3.Connection) -> set[Any]:
    """List every column of every table, with what is known about it."""
    return set(
        connection.execute(
            "SELECT held.name, part.name, part.type, part.[notnull], part.pk "
            "FROM sqlite_master AS held, pragma_table_info(held.name) AS part"
        )
    )


def _number(connection: sqlite3.Connection, question: str) -> int:
    ((answer,),) = connection.execute(question).fetchall()
    assert isinstance(answer, int)
    return answer
