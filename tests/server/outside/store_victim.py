"""A process that keeps on committing, and says so after each time, until it is killed.

`python -m tests.server.outside.store_victim FILE` waits for a line, says that it opens the
store, begins a match in it, and then writes line after line. Each commit that has come back
is acknowledged on standard output: `match number`.
"""

from __future__ import annotations

import os
import sys
from itertools import count
from pathlib import Path

from eriantys.server.outside.store import Store
from eriantys.server.rows import Row
from tests.server.outside.store_rows import beginning, kept, line

TURN = 3
"""So many lines make a turn, after which the state is kept."""
FILLER = 20_000
"""Bytes in a state: with a few pages to write, a commit has a middle to be killed in."""


def rows_of(match: int, number: int) -> list[Row]:
    """List what is committed together."""
    rows: list[Row] = [line(match, number)]
    if number % TURN == 0:
        rows.append(kept(match, number, {"filler": bytes([number % 256]) * FILLER}))
    return rows


def main(path: str) -> None:
    """Commit until killed."""
    sys.stdin.readline()
    os.write(1, b"opening\n")
    store = Store.open(Path(path))
    match = store.next_match()
    store.commit(beginning(match))
    os.write(1, f"{match} 0\n".encode())
    for number in count(1):
        store.commit(rows_of(match, number))
        os.write(1, f"{match} {number}\n".encode())


if __name__ == "__main__":
    main(sys.argv[1])
