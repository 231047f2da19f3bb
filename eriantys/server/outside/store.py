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

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, assert_never

import cbor2
import msgspec

from eriantys.server.outside import files, schema
from eriantys.server.outside.archive import Reader
from eriantys.server.outside.trouble import refusal_told, trouble_told
from eriantys.server.rows import (
    Acted,
    ClockKept,
    GuestDropped,
    MatchBegun,
    MatchEnded,
    MatchResumed,
    MatchSuspended,
    Muting,
    NameForgotten,
    NameKept,
    RareRow,
    Row,
    SanctionKept,
    SanctionLifted,
    Spoke,
    TurnKept,
)

DAY = 24 * 3600

_KEEP_NAME = """\
INSERT INTO names (folded, name, key, guest, made, changed) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (folded) DO UPDATE SET name = excluded.name, key = excluded.key,
    guest = excluded.guest, changed = excluded.changed"""
_DROP_NAME = "DELETE FROM names WHERE folded = ?"
_DROP_GUEST = "DELETE FROM names WHERE folded = ? AND guest"
_FORGET_NAME = (
    "DELETE FROM seats WHERE folded = ?",
    "DELETE FROM mutes WHERE folded = ?",
)
_BEGIN_MATCH = """\
INSERT INTO matches (match, status, game, version, seats, options, guidance, turn_seconds,
    absence, undo, title, private, watchers, bot_level, code, players, secret, nonces, bots,
    made, changed)
VALUES (?, 'running', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_TAKE_SEAT = """\
INSERT INTO seats (folded, match, seat, game, private) VALUES (?, ?, ?, ?, ?)"""
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
_NO_PLACES = "UPDATE seats SET place = 0 WHERE match = ?"
_PLACE = "UPDATE seats SET place = ? WHERE match = ? AND seat = ?"
_RESUMABLE = "DELETE FROM states WHERE match = ?", "DELETE FROM clocks WHERE match = ?"
_SAY = """\
INSERT INTO chat (match, audience, side, name, text, made) VALUES (?, ?, ?, ?, ?, ?)"""
_MUTE = """\
INSERT INTO mutes (folded, other_folded, other, made) VALUES (?, ?, ?, ?)
ON CONFLICT (folded, other_folded) DO UPDATE SET other = excluded.other"""
_SANCTION = """\
INSERT INTO sanctions (kind, who, reason, until, made) VALUES (?1, ?2, ?3, ?4, ?5)
ON CONFLICT (kind, who) DO UPDATE SET reason = ?3, until = ?4, made = ?5"""
_LIFT = "DELETE FROM sanctions WHERE kind = ? AND who = ?"
_HEAR = "DELETE FROM mutes WHERE folded = ? AND other_folded = ?"

_OVERDUE = """\
SELECT match FROM matches WHERE status = 'suspended' AND changed < ? ORDER BY match"""
_LONG_OVER = """\
SELECT match FROM matches WHERE status = 'ended' AND changed < ? ORDER BY changed LIMIT ?"""
_FORGET_MATCH = (
    *_RESUMABLE,
    "DELETE FROM log WHERE match = ?",
    "DELETE FROM seats WHERE match = ?",
    "DELETE FROM chat WHERE match = ?",
    "DELETE FROM matches WHERE match = ?",
)
_NOTHING_NEW = f"PRAGMA user_version = {len(schema.MIGRATIONS)}"
"""Is written like anything else, and changes nothing."""
_FORGET_SANCTIONS = "DELETE FROM sanctions WHERE until <= ?"
_FORGET_TALK = """\
DELETE FROM chat WHERE id IN (
    SELECT id FROM chat
    WHERE made < ? AND (match IS NULL OR match NOT IN (SELECT match FROM matches))
    ORDER BY made LIMIT ?)"""


class Store(Reader):
    """Keeps the rows of one server in one file, which nobody else can open meanwhile."""

    def __init__(
        self, connection: sqlite3.Connection, path: Path, clock: Callable[[], float]
    ) -> None:
        super().__init__(connection, clock)
        self.path = path

    @classmethod
    def open(cls, path: Path, *, clock: Callable[[], float] = time.time) -> Store:
        """Open the file, or make it and its directory; or raise `Quit` with the reason."""
        with refusal_told(path):
            files.make_file(path)
            connection = files.connect(path.absolute())
            try:
                schema.settle(connection)
                files.check_length(connection, path)
            except BaseException:
                connection.close()
                raise
        return cls(connection, path, clock)

    @classmethod
    def in_memory(cls, *, clock: Callable[[], float] = time.time) -> Store:
        """Make a store that is gone when it is closed."""
        path = Path(":memory:")
        connection = files.connect(path)
        schema.settle(connection)
        return cls(connection, path, clock)

    def close(self) -> None:
        """Put everything into the one file, if there is room, and let go of it."""
        self._connection.close()

    def commit(self, rows: Sequence[Row]) -> None:
        """Keep all of these rows, or raise and keep none of them."""
        now = self._clock()
        lines = []
        with self._all_or_nothing():
            for row in rows:
                if isinstance(row, Acted):
                    lines.append((*msgspec.structs.astuple(row), now))
                else:
                    self._write(row, now)
            # Together, because these are most of what is ever written.
            self._connection.executemany(_ADD_LINE, lines)

    def probe(self) -> None:
        """Put something on disk that changes nothing, or raise what prevents it."""
        with self._all_or_nothing() as do:
            do(_NOTHING_NEW)

    @property
    def connection(self) -> sqlite3.Connection:
        """What a copy is made from while all goes on."""
        return self._connection

    def overdue(self, days: float) -> tuple[int, ...]:
        """Name the matches that have been suspended for longer than so many days."""
        since = self._clock() - days * DAY
        with trouble_told():
            found = self._connection.execute(_OVERDUE, (since,)).fetchall()
            return tuple(match for (match,) in found)

    def forget(self, days: float, most: int) -> int:
        """Remove what is over for longer than so many days, and what was said before that.

        At most so many matches go at once, and so many lines that belong to no match that is
        kept; the answer tells how many of both have gone. What is said at a match is kept
        as long as the match.
        """
        now = self._clock()
        since = now - days * DAY
        with self._all_or_nothing() as do:
            do(_FORGET_SANCTIONS, (now,))
            matches = do(_LONG_OVER, (since, most)).fetchall()
            for question in _FORGET_MATCH:
                for match in matches:
                    do(question, match)
            return len(matches) + do(_FORGET_TALK, (since, most)).rowcount

    @contextmanager
    def _all_or_nothing(self) -> Iterator[Callable[..., sqlite3.Cursor]]:
        """Let all that is written inside be on disk afterwards, or raise and keep nothing."""
        do = self._connection.execute
        with trouble_told():
            try:
                do("BEGIN IMMEDIATE")
                yield do
                do("COMMIT")
            except BaseException as error:
                self._roll_back()
                if isinstance(error, sqlite3.Error):
                    self._write_over()
                raise

    def _roll_back(self) -> None:
        # After some errors SQLite has done so already.
        if self._connection.in_transaction:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")

    def _write_over(self) -> None:
        """Leave nothing of a failed commit in SQLite's log, where a restart would find it.

        If it was the sync that failed, all of the commit is there; but whoever made it is told
        that it is lost. What is written next takes its place, so something that changes
        nothing is written before anybody is told. Where even that fails, it is up to the disk.
        """
        do = self._connection.execute
        with suppress(sqlite3.Error):
            do("BEGIN IMMEDIATE")
            do(_NOTHING_NEW)
            do("COMMIT")
        self._roll_back()

    def _write(self, row: RareRow, now: float) -> None:
        write = self._connection.execute
        match row:
            case TurnKept():
                state = cbor2.dumps(row.state)
                write(_KEEP_TURN, (row.match, row.number, row.version, state, now))
            case ClockKept():
                write(_KEEP_CLOCK, (row.match, row.number, row.left_ms, now))
            case NameKept():
                write(_KEEP_NAME, (row.name.lower(), row.name, row.key, row.guest, now, now))
            case MatchBegun():
                write(_BEGIN_MATCH, (*_beginning(row), now, now))
                for seat, name in enumerate(row.players):
                    if name in row.people:  # a bot has no past that anybody asks for
                        agreed = row.agreement.game, row.agreement.private
                        write(_TAKE_SEAT, (name.lower(), row.match, seat, *agreed))
            case GuestDropped():
                self._drop(row.name.lower())
            case MatchSuspended():
                _expect_one(row, write(_SUSPEND, (now, row.match)))
            case MatchResumed():
                _expect_one(row, write(_RESUME, (now, row.match)))
            case MatchEnded():
                outcome = row.outcome and cbor2.dumps(msgspec.to_builtins(row.outcome))
                _expect_one(row, write(_END, (now, row.reason, outcome, row.seat, row.match)))
                self._settle(row)
            case Spoke():
                write(_SAY, (row.match, row.to, row.side, row.name, row.text, now))
            case Muting(name=name, other=other, muted=True):
                write(_MUTE, (name.lower(), other.lower(), other, now))
            case Muting():
                write(_HEAR, (row.name.lower(), row.other.lower()))
            case SanctionKept():
                until = None if row.seconds is None else now + row.seconds
                write(_SANCTION, (row.kind, row.who, row.reason, until, now))
            case SanctionLifted():
                write(_LIFT, (row.kind, row.who))
            case NameForgotten():
                write(_DROP_NAME, (row.name.lower(),))
                self._forget_results(row.name.lower())
            case _:
                assert_never(row)

    def _drop(self, low: str) -> None:
        """Free the name of a guest; whoever has it tomorrow inherits nothing."""
        if self._connection.execute(_DROP_GUEST, (low,)).rowcount:
            self._forget_results(low)

    def _forget_results(self, low: str) -> None:
        for question in _FORGET_NAME:
            self._connection.execute(question, (low,))

    def _settle(self, ended: MatchEnded) -> None:
        """Note who came where, and let go of what was only needed to go on."""
        write, outcome = self._connection.execute, ended.outcome
        write(_NO_PLACES, (ended.match,))
        for place, seats in enumerate(outcome.ranking if outcome else (), 1):
            for seat in seats:
                write(_PLACE, (place, ended.match, seat))
        for question in _RESUMABLE:
            write(question, (ended.match,))


def _beginning(row: MatchBegun) -> tuple[Any, ...]:
    agreed = row.agreement
    return (
        *(row.match, agreed.game, row.version, agreed.seats, cbor2.dumps(agreed.options)),
        *(agreed.guidance, agreed.turn_seconds, agreed.absence, agreed.undo),
        *(agreed.title, agreed.private, agreed.watchers, agreed.bot_level, row.code),
        *(cbor2.dumps(row.players), row.secret, cbor2.dumps(row.nonces)),
        cbor2.dumps(row.bots),
    )


def _expect_one(row: Row, done: sqlite3.Cursor) -> None:
    if done.rowcount != 1:
        raise LookupError(f"the store has nothing that fits {row}")
