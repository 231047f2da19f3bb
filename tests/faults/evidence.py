"""What a store holds, held against what players remember, and against itself.

Every match in it is played again from its luck and its log alone; that must lead to the
states that are stored, to what each player saw on the way, and to the end that they heard of.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import cbor2
import msgspec

from eriantys.games import find
from eriantys.games.contract import Game
from eriantys.games.dice import FairDice, match_seed
from eriantys.server.matches.match import Match
from eriantys.server.outside.store import Store
from tests.faults.memory import UNDO, Line, Memory

_MATCHES = "SELECT match, status, game, seats, options, secret, nonces, reason FROM matches"
_LOG = "SELECT number, seat, action, undo FROM log WHERE match = ? ORDER BY number"
_STATE = "SELECT number, state FROM states WHERE match = ?"


class Kept(NamedTuple):
    """One match as it is on disk."""

    match: int
    status: str
    game: Game[Any, Any]
    seats: int
    options: Any
    secret: bytes
    nonces: tuple[bytes, ...]
    reason: str | None
    lines: dict[int, Line]
    kept_at: int | None
    """After which line the state was kept; a match that is over has none any more."""
    kept: dict[str, Any] | None


def copy_of(store: Path, name: str) -> Path:
    """Copy a store that nobody has open, with what a crash left beside it."""
    folder = store.parent / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for file in store.parent.glob(f"{store.name}*"):
        if file.name.removeprefix(store.name) in ("", "-wal", "-journal"):
            shutil.copy(file, folder)
    return folder / store.name


def read(store: Path) -> dict[int, Kept]:
    """Read every match of a store, none of which may be damaged."""
    with closing(sqlite3.connect(store)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        found = connection.execute(_MATCHES).fetchall()
        return {row[0]: _kept(connection, *row) for row in found}


def _kept(
    connection: sqlite3.Connection,
    match: int,
    status: str,
    game_id: str,
    seats: int,
    options: bytes,
    secret: bytes,
    nonces: bytes,
    reason: str | None,
) -> Kept:
    game = find(game_id)
    lines: dict[int, Line] = {}
    for number, seat, action, undo in connection.execute(_LOG, (match,)):
        assert number == len(lines) + 1, f"match {match}: line {number} after {len(lines)}"
        assert bool(undo) == (action == UNDO)
        lines[number] = Line(seat, action)
    kept_at, state = connection.execute(_STATE, (match,)).fetchone() or (None, None)
    assert (state is None) == (status == "ended"), f"match {match} is {status}"
    return Kept(
        match=match,
        status=status,
        game=game,
        seats=seats,
        options=msgspec.convert(cbor2.loads(options), game.Options),
        secret=secret,
        nonces=tuple(cbor2.loads(nonces)),
        reason=reason,
        lines=lines,
        kept_at=kept_at,
        kept=None if state is None else cbor2.loads(state),
    )


def check_lines(found: dict[int, Kept], memories: Iterable[Memory]) -> int:
    """See that all that anybody was told is there, and nothing else; count the lines."""
    remembered = {memory.match: memory for memory in memories}
    for match in found.keys() - remembered.keys():
        # It began, and the server died before anybody could hear of it.
        assert not found[match].lines, f"nobody played match {match}"
    for match, memory in remembered.items():
        check_told(found[match], memory)
    return sum(len(memory.lines) for memory in remembered.values())


def check_told(kept: Kept, memory: Memory) -> None:
    """See that all that the players of a match were told is there, and nothing else."""
    for number, line in memory.lines.items():
        assert kept.lines.get(number) == line, f"{kept.match} lost line {number} {line}"
    for number, line in kept.lines.items():
        assert memory.sent.get(number) == line, f"match {kept.match} has {line} of nobody"
    if memory.ended is not None:
        assert (kept.status, kept.reason) == ("ended", memory.ended.reason)


def check_replay(store: Path, memories: Iterable[Memory]) -> dict[int, Kept]:
    """Play every match again from its log alone, and compare all there is to compare."""
    found = read(store)
    remembered = {memory.match: memory for memory in memories}
    with closing(Store.open(store)) as opened:
        for match, kept in found.items():
            views = remembered[match].views if match in remembered else {}
            check_match(kept, opened, views)
    return found


def check_match(kept: Kept, opened: Store, views: dict[int, dict[str, Any]]) -> None:
    """Play one match again; compare with what was seen of it, and with what is kept."""
    last = replay(kept, views)
    _check_end(kept, last)
    if kept.status != "ended":
        _check_resumed(kept, opened, last)


def replay(kept: Kept, views: dict[int, dict[str, Any]]) -> Any:
    """Play the log, compare what was seen and kept on the way, and return the last state."""
    game = kept.game
    dice = FairDice(match_seed(kept.secret, kept.nonces))
    stack = [game.new(kept.seats, kept.options, dice)]
    for number in range(len(kept.lines) + 1):
        if number:
            line = kept.lines[number]
            if line.action == UNDO:
                stack.pop()
            else:
                state = game.copy(stack[-1])
                game.apply(state, line.seat, game.parse(line.action))
                stack.append(state)
        now = stack[-1]
        if number == kept.kept_at:
            assert plain(game.snapshot(now)) == kept.kept, f"match {kept.match} at {number}"
        if number in views:
            assert plain(game.view(now, None)) == views[number], f"{kept.match} at {number}"
    return stack[-1]


def _check_end(kept: Kept, last: Any) -> None:
    outcome = kept.game.outcome(last)
    if kept.status == "ended":
        assert outcome is not None, f"match {kept.match} ended by {kept.reason}"
        assert kept.reason == outcome.reason
    else:
        assert outcome is None, f"match {kept.match} is over, but {kept.status}"


def _check_resumed(kept: Kept, opened: Store, last: Any) -> None:
    """Compare with what the server makes of its latest snapshot and the lines since."""
    game = kept.game
    resumed = Match.restore(game, opened.load(kept.match), clock_least=0, now=0.0)
    assert resumed.number == len(kept.lines)
    assert game.snapshot(resumed.state) == game.snapshot(last)


def plain(data: Any) -> Any:
    """Turn data into what it is after a journey."""
    return cbor2.loads(cbor2.dumps(data))
