"""Rows to store, for the tests of the store and the processes that they start.

As a command, `python -m tests.server.outside.store_rows`, it writes the file of the latest
version of the tables to tests/data, as text; for the first commit of that version only.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from eriantys.games.contract import Outcome
from eriantys.server.outside import schema
from eriantys.server.outside.store import Store
from eriantys.server.rows import (
    Acted,
    Agreement,
    ClockKept,
    GuestDropped,
    MatchBegun,
    MatchEnded,
    MatchResumed,
    MatchSuspended,
    Muting,
    NameForgotten,
    NameKept,
    Row,
    SanctionKept,
    SanctionLifted,
    Spoke,
    StoredMatch,
    TurnKept,
    Unfinished,
)

DATA = Path(__file__).resolve().parents[2] / "data"
AGREED = Agreement("eriantys", 2, {"expert": True}, "full", 180, "wait", undo=True)
WHEN = 1_700_000_000.25
ADA = NameKept("Ada", b"k" * 32, guest=False)
STATE: dict[str, Any] = {"dice": {"seed": b"\0\xff", "counter": 7}, "islands": [1, None, "ö"]}


def ask(path: Path, *questions: str) -> list[Any]:
    """Put questions to a file that nobody has open; tell what the last one gives."""
    with closing(sqlite3.connect(path)) as connection:
        answers = [connection.execute(question).fetchall() for question in questions]
        connection.commit()
    return answers[-1]


def whole(path: Path) -> bool:
    """Have SQLite itself check a file that nobody has open."""
    return ask(path, "PRAGMA integrity_check") == [("ok",)]


def begun(match: int, agreement: Agreement = AGREED) -> MatchBegun:
    secret, nonces = bytes([match % 256]) * 32, (b"a" * 16, b"\0" * 16)
    return MatchBegun(match, agreement, 1, ("Ada", "Bob"), secret, nonces)


def kept(match: int, number: int, state: dict[str, Any] | None = None) -> TurnKept:
    return TurnKept(match, number, 1, {"after": number} if state is None else state)


def line(match: int, number: int, action: str = "mother 3") -> Acted:
    return Acted(match, number, number % 2, action, number % 5 == 0, 180_000 - number)


def private(match: int) -> MatchBegun:
    agreed = msgspec.structs.replace(AGREED, title="Für uns", private=True, watchers=False)
    return msgspec.structs.replace(begun(match, agreed), code="K7QM2XPA")


def beginning(match: int) -> list[Row]:
    return [begun(match), kept(match, 0)]


HISTORY: list[Row] = [
    ADA,
    NameKept("Bob", b"\0" * 32, guest=True),
    NameKept("Gone", b"g" * 32, guest=True),
    GuestDropped("gone"),
    *beginning(1),
    *(line(1, number) for number in range(1, 4)),
    kept(1, 3, STATE),
    *(line(1, number) for number in range(4, 6)),
    *beginning(2),
    MatchSuspended(2),
    ClockKept(2, 0, 45_000),
    *beginning(3),
    MatchSuspended(3),
    MatchResumed(3),
    ClockKept(3, 1, 45_000),
    *beginning(4),
    MatchEnded(4, "towers", Outcome(((1,), (0,)), (3, 8), "towers")),
    *beginning(5),
    MatchEnded(5, "left", seat=1),
    private(6),
    kept(6, 0),
    Spoke(None, "lobby", None, "Ada", "Who plays?"),
    Spoke(6, "match", None, "Bob", "Viel Glück!"),
    Spoke(6, "team", 1, "Ada", "<b>"),
    Muting("Ada", "Eve", muted=True),
    Muting("Ada", "Mallory", muted=True),
    Muting("ADA", "eve", muted=False),
]
"""Some of everything, as the files in tests/data hold it; never to be changed."""
SINCE_3: list[Row] = [
    SanctionKept("name", "eve", "She knows.", None),
    SanctionKept("address", "192.0.2.0/24", "", 3600.0),
    SanctionKept("mute", "mallory", "", None),
    SanctionLifted("mute", "mallory"),
    NameForgotten("Gone"),
]
"""What came with the third version."""
SANCTIONS = [
    SanctionKept("address", "192.0.2.0/24", "", 3600.0),
    SanctionKept("name", "eve", "She knows.", None),
]

UNFINISHED = [
    *(Unfinished(match, AGREED, ("Ada", "Bob"), suspended=match == 2) for match in (1, 2, 3)),
    Unfinished(6, private(6).agreement, ("Ada", "Bob"), suspended=False, code="K7QM2XPA"),
]
STORED = [
    StoredMatch(
        begun(1),
        kept(1, 3, STATE),
        (line(1, 4), line(1, 5)),
        suspended=False,
        left_ms=179_995,
    ),
    StoredMatch(begun(2), kept(2, 0), (), suspended=True, left_ms=45_000),
    StoredMatch(begun(3), kept(3, 0), (), suspended=False, left_ms=None),
    StoredMatch(private(6), kept(6, 0), (), suspended=False, left_ms=None),
]


def main() -> None:
    """Write what a store of the latest version holds after all of this."""
    store = Store.in_memory(clock=lambda: WHEN)
    store.commit([*HISTORY, *SINCE_3])
    version = len(schema.MIGRATIONS)
    lines = [
        f"PRAGMA application_id = {schema.APPLICATION_ID};",
        f"PRAGMA user_version = {version};",
        *store._connection.iterdump(),
    ]
    store.close()
    (DATA / f"store-{version}.sql").write_text("\n".join([*lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
