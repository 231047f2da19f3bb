"""A disk that is full for real, as far as one process can have it: its files may not grow.

`python -m tests.server.outside.store_disk FOLDER` lets stores run into a limit at one place
after another, checks each time what is there, and prints what it has met: a line with two
numbers for each kind of limit, those of commits (or openings) that went well and that failed.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from resource import RLIM_INFINITY, RLIMIT_FSIZE, setrlimit

from eriantys.exits import CANNOT_CREATE, Quit
from eriantys.server.outside.store import Store
from eriantys.server.rows import Row, StoreTrouble
from tests.server.outside.store_rows import beginning, begun, kept, line, whole

SENTENCES = {
    "The disk is full.",
    "The disk reports an error.",
    "cannot write the store: the disk is full; make room for it.",
    "cannot write the store: the disk reports an error; see to the disk.",
}
FAILURES = 3
"""After so many a disk is not only full by chance."""
SMALL, BIG = 2_500, 200_000
"""Bytes in a state."""
LARGER_THAN_LOG = 5_000_000
"""SQLite moves its log of changes into the file from 4 MB on: so that the file meets the
limit before the log does, it must be larger than that."""


@contextmanager
def at_most(size: int) -> Iterator[None]:
    """Let no file grow beyond so many bytes."""
    setrlimit(RLIMIT_FSIZE, (size, RLIM_INFINITY))
    try:
        yield
    finally:
        setrlimit(RLIMIT_FSIZE, (RLIM_INFINITY, RLIM_INFINITY))


def rows_of(match: int, size: int) -> list[Row]:
    """List what is committed together: a match with its first turn."""
    return [
        begun(match),
        line(match, 1),
        kept(match, 1, {"filler": bytes([match % 256]) * size}),
    ]


def fill(store: Store, size: int, seen: Counter[str]) -> None:
    """Commit one match after another until it has failed often enough."""
    failures = 0
    while failures < FAILURES:
        match = store.next_match()
        try:
            store.commit(rows_of(match, size))
        except StoreTrouble as trouble:
            failures += 1
            seen["failed"] += 1
            seen[str(trouble)] += 1
            check(store, match - 1, size)
        else:
            seen["went well"] += 1


def check(store: Store, matches: int, size: int) -> None:
    """See that exactly so many matches are there, each of them whole."""
    assert [card.match for card in store.unfinished()] == list(range(1, matches + 1))
    for match in range(1, matches + 1):
        loaded = store.load(match)
        rows = [loaded.begun, line(match, 1), loaded.kept]
        assert rows == rows_of(match, size)
        assert (loaded.since, loaded.left_ms) == ((), None)
    assert store.next_match() == matches + 1


def run_into(path: Path, limit: int, size: int, close_full: bool, seen: Counter[str]) -> None:
    """Fill the disk under an open store, make room, and go on with the same store."""
    store = Store.open(path)
    with at_most(limit):
        fill(store, size, seen)
        match = store.next_match()
        if close_full:
            store.close()
    if close_full:
        store = Store.open(path)
        check(store, match - 1, size)
    store.commit(rows_of(match, size))
    check(store, match, size)
    store.close()
    assert list(path.parent.iterdir()) == [path], "something is left beside the file"
    assert whole(path)
    store = Store.open(path)
    check(store, match, size)
    store.close()


def open_within(path: Path, limit: int, seen: Counter[str]) -> None:
    """Make a store with too little room for it, and then with enough."""
    try:
        with at_most(limit):
            Store.open(path).close()
    except Quit as refusal:
        seen["failed"] += 1
        seen[refusal.text.replace(str(path), "the store")] += refusal.code == CANNOT_CREATE
    else:
        seen["went well"] += 1
    store = Store.open(path)
    store.commit(beginning(store.next_match()))
    store.close()
    assert whole(path)


def report(name: str, seen: Counter[str]) -> None:
    """Print what was met, and see that every failure was told in one of these sentences."""
    well, failed = seen.pop("went well"), seen.pop("failed")
    assert set(seen) <= SENTENCES, seen
    assert seen.total() == failed, seen
    print(name, well, failed)


def main(folder: Path) -> None:
    """Try every kind of limit at many places."""
    path = folder / "store"
    seen: Counter[str] = Counter()
    for limit in range(0, 120_000, 1_999):
        open_within(path, limit, seen)
        path.unlink()
    report("opening", seen)

    seen = Counter()
    for limit in range(0, 150_000, 2_777):
        run_into(path, limit, SMALL, limit % 2 == 1, seen)
        path.unlink()
    report("log", seen)

    seen = Counter()
    store = Store.open(path)
    while path.stat().st_size < LARGER_THAN_LOG:
        store.commit(rows_of(store.next_match(), BIG))
    store.close()
    for extra in (0, 3_000):
        run_into(path, path.stat().st_size + extra, BIG, extra > 0, seen)
    report("file", seen)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
