"""What can be read from a store: the questions, and how their answers become structs.

Whatever is damaged is `Spoilt`; where a list is asked for, it is left out of the list, told
in the log, and the rest is as good as before.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from io import BytesIO
from itertools import islice
from typing import Any, NoReturn, TypeVar

import cbor2
import msgspec

from eriantys.games.contract import Outcome
from eriantys.server import logbook
from eriantys.server.outside import schema
from eriantys.server.outside.trouble import trouble_told
from eriantys.server.rows import (
    Acted,
    Agreement,
    MatchBegun,
    MatchEnded,
    NameKept,
    PastMatch,
    Record,
    SanctionKept,
    Spoilt,
    Spoke,
    Spoken,
    StoredMatch,
    Story,
    TurnKept,
    Unfinished,
)
from eriantys.wire.fields import BotsBySeat

log = logging.getLogger("eriantys.server.outside.archive")

S = TypeVar("S", bound=msgspec.Struct)
T = TypeVar("T")

_FIND_NAME = "SELECT name, key, guest FROM names WHERE folded = ?"
_UNFINISHED = "SELECT match FROM matches WHERE status <> 'ended' ORDER BY match"
_MATCH = """\
SELECT status, version, players, secret, nonces, code, bots, reason, outcome, ended_by,
    changed, game, seats, options, guidance, turn_seconds, absence, undo, title, private,
    watchers, bot_level
FROM matches WHERE match = ?"""
_STATE = "SELECT match, number, version, state FROM states WHERE match = ?"
_LINES = """\
SELECT match, number, seat, action, undo, left_ms FROM log
WHERE match = ? AND number > ? ORDER BY number"""
_LENGTH = "SELECT coalesce(max(number), 0) FROM log WHERE match = ?"
_CLOCK = "SELECT left_ms FROM clocks WHERE match = ? AND number = ?"
_HIGHEST = """\
SELECT max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'matches'), 0),
    coalesce((SELECT max(match) FROM chat), 0))"""
_PAST = """\
SELECT match FROM seats
WHERE folded = ? AND match < ? AND place IS NOT NULL AND private <= ?
ORDER BY match DESC"""
_RECORDS = """\
SELECT game, sum(place > 0), sum(place = 1), sum(place = 0) FROM seats
WHERE folded = ? AND place IS NOT NULL AND private <= ?
GROUP BY game ORDER BY game"""
_SPOKEN = """\
SELECT made, match, audience, side, name, text FROM chat
WHERE match IS ? ORDER BY id DESC LIMIT ?"""
_MUTED = "SELECT other FROM mutes WHERE folded = ? ORDER BY other_folded"

_SANCTIONS = """\
SELECT kind, who, reason, until FROM sanctions
WHERE until IS NULL OR until > ? ORDER BY kind, who"""

_BEYOND = 2**63 - 1
"""No match has a number as high as this."""


class _Head(msgspec.Struct, frozen=True):
    """What a match's own row tells of it."""

    status: str
    begun: MatchBegun
    ended: MatchEnded | None
    changed: float


class Reader:
    """Answers what the core asks of the past; any of it may raise `StoreTrouble`."""

    def __init__(self, connection: sqlite3.Connection, clock: Callable[[], float]) -> None:
        self._connection = connection
        self._clock = clock

    def find_name(self, name: str) -> NameKept | None:
        """Look a name up, whatever its capitals."""
        with trouble_told():
            found = self._connection.execute(_FIND_NAME, (name.lower(),)).fetchone()
            return None if found is None else _struct(NameKept, found)

    def unfinished(self) -> list[Unfinished]:
        """List every match that is not over and can be read, oldest first."""
        with trouble_told():
            found = self._connection.execute(_UNFINISHED).fetchall()
            return list(self._readable(found, self._unfinished))

    def load(self, match: int) -> StoredMatch:
        """Read an unfinished match; one that is unknown or over is a `LookupError`."""
        ask = self._connection.execute
        with _match_told(match):
            head = self._head(match)
            if head.ended is not None:
                raise LookupError(f"match {match} is over")
            *state, snapshot = ask(_STATE, (match,)).fetchone() or (None,)
            kept = _struct(TurnKept, (*state, _unpacked(snapshot, dict[str, Any])))
            since = self._lines(match, kept.number)
            number = since[-1].number if since else kept.number
            (left_ms,) = ask(_CLOCK, (match, number)).fetchone() or (None,)
            if left_ms is None and since:
                left_ms = since[-1].left_ms
            return StoredMatch(head.begun, kept, since, head.status == "suspended", left_ms)

    def next_match(self) -> int:
        """Give a number that is higher than that of any match ever stored.

        Nor is it that of a room that never became a match, as long as anything that was said
        there is kept: it is not for those who come to another.
        """
        with trouble_told():
            ((highest,),) = self._connection.execute(_HIGHEST).fetchall()
            return int(highest) + 1

    def tell(self, match: int) -> Story:
        """Read a whole match, over or not; one that is not kept is a `LookupError`."""
        with _match_told(match):
            head = self._head(match)
            return Story(head.begun, self._lines(match, 0), head.ended)

    def past(
        self, name: str, before: int | None, most: int, *, private: bool
    ) -> list[PastMatch]:
        """List matches of a name that are over, the latest first; private ones if wanted."""
        beyond = _BEYOND if before is None else before
        with trouble_told():
            found = self._connection.execute(_PAST, (name.lower(), beyond, private))
            return list(islice(self._readable(found, self._past), most))

    def records(self, name: str, *, private: bool) -> list[Record]:
        """Sum up all matches of a name that are over, by game; private ones if wanted."""
        with trouble_told():
            found = self._connection.execute(_RECORDS, (name.lower(), private)).fetchall()
            return [_struct(Record, each) for each in found]

    def spoken(self, match: int | None, most: int) -> list[Spoken]:
        """List what was said last at a match, or in the lobby; the oldest first."""
        now = self._clock()
        with trouble_told():
            found = self._connection.execute(_SPOKEN, (match, most)).fetchall()
            lines = [Spoken(_struct(Spoke, line), _ago(now, made)) for made, *line in found]
            return lines[::-1]

    def muted_by(self, name: str) -> list[str]:
        """List whom a name does not want to hear."""
        with trouble_told():
            found = self._connection.execute(_MUTED, (name.lower(),)).fetchall()
            return [msgspec.convert(other, str) for (other,) in found]

    def sanctions(self) -> list[SanctionKept]:
        """List who is kept out or not heard, each with the time that is left."""
        now = self._clock()
        with trouble_told():
            found = self._connection.execute(_SANCTIONS, (now,)).fetchall()
            return [
                _struct(SanctionKept, (*rest, None if until is None else until - now))
                for *rest, until in found
            ]

    def ended_at(self, match: int) -> float:
        """Tell when a match ended, in seconds since 1970; `LookupError` if it has not."""
        with _match_told(match):
            head = self._head(match)
            if head.ended is None:
                raise LookupError(f"match {match} is not over")
            return head.changed

    # One match.

    def _readable(self, matches: Iterable[tuple[int]], read: Callable[[int], T]) -> Iterator[T]:
        """Read one match after the other, and do without those that are damaged."""
        for (match,) in matches:
            try:
                with _match_told(match):
                    found = read(match)
            except Spoilt as trouble:
                logbook.of_match(match, log).error("left out: %s", trouble)
            else:
                yield found

    def _unfinished(self, match: int) -> Unfinished:
        head = self._head(match)
        begun, suspended = head.begun, head.status == "suspended"
        return Unfinished(
            match, begun.agreement, begun.players, suspended, begun.code, begun.bots
        )

    def _past(self, match: int) -> PastMatch:
        head = self._head(match)
        ((number,),) = self._connection.execute(_LENGTH, (match,)).fetchall()
        if head.ended is None:
            raise schema.Damaged
        ago = _ago(self._clock(), head.changed)
        begun = head.begun
        return PastMatch(
            match, begun.agreement, begun.players, head.ended, ago, number, begun.bots
        )

    def _head(self, match: int) -> _Head:
        found = self._connection.execute(_MATCH, (match,)).fetchone()
        if found is None:
            raise LookupError(f"no match {match} is stored")
        status, version, players, secret, nonces, code, bots, *end, changed = found[:11]
        names = _unpacked(players, tuple[str, ...])
        begun = (
            *(match, _agreement(found[11:]), version, names),
            *(secret, _unpacked(nonces, tuple[bytes, ...]), code, _bots(bots, names)),
        )
        ended = _ending(match, *end) if status == "ended" else None
        return _struct(_Head, (status, _struct(MatchBegun, begun), ended, changed))

    def _lines(self, match: int, after: int) -> tuple[Acted, ...]:
        """Read the log from some line on; it must not have a gap."""
        found = self._connection.execute(_LINES, (match, after)).fetchall()
        lines = tuple(_struct(Acted, line) for line in found)
        if any(line.number != place for place, line in enumerate(lines, after + 1)):
            raise schema.Damaged
        return lines


def _match_told(match: int) -> AbstractContextManager[None]:
    return trouble_told(f"What is stored of match {match} is damaged.")


def _ago(now: float, then: float) -> float:
    """Tell how long ago something was; a clock that was set back makes nothing of it."""
    return max(0.0, now - then)


def _agreement(columns: Sequence[Any]) -> Agreement:
    game, seats, options, *others = columns
    return _struct(Agreement, (game, seats, _unpacked(options, dict[str, Any]), *others))


def _bots(packed: object, names: tuple[str, ...]) -> BotsBySeat:
    """Read whose seats are bots'; there is one entry for each player, or none at all."""
    bots = _unpacked(packed, BotsBySeat)
    if bots and len(bots) != len(names):
        raise schema.Damaged
    return bots


def _ending(match: int, reason: Any, outcome: Any, seat: Any) -> MatchEnded:
    found = None if outcome is None else _unpacked(outcome, Outcome)
    return _struct(MatchEnded, (match, reason, found, seat))


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
