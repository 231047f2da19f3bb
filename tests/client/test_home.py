"""The table at home: which store it takes, and what is said where there is none to be had."""

from __future__ import annotations

import errno
import fcntl
import os
from contextlib import ExitStack
from pathlib import Path

import pytest

from eriantys.client import home
from eriantys.client.dial import CannotConnect
from eriantys.client.home import TABLES, Home


def test_without_locks_their_want_is_what_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(_file: object, _operation: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", no_locks)
    with pytest.raises(CannotConnect, match="cannot be set up: No locks available"):
        Home(tmp_path).connect()


def test_there_are_only_so_many_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home, "LOCK_SECONDS", 0.0)
    folder = tmp_path / "home"
    folder.mkdir()
    with ExitStack() as others:
        for table in range(1, TABLES + 1):
            lock = others.enter_context((folder / f"{table}.lock").open("wb"))
            fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(CannotConnect, match=f"{TABLES} games are open in other terminals"):
            Home(tmp_path).connect()


def test_what_the_system_refuses_is_told_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "home").touch()
    with pytest.raises(CannotConnect) as caught:
        Home(tmp_path).connect()
    sentence = f"The table at home cannot be set up: {tmp_path}/home: Not a directory."
    assert str(caught.value) == sentence


def test_the_table_at_which_was_played_last_is_the_first_to_be_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "LOCK_SECONDS", 0.0)
    folder = tmp_path / "home"
    folder.mkdir()
    # That of the fourth was not closed: what was written last lies beside it.
    for name, played_at in (("1.db", 100), ("2.db", 300), ("4.db", 50), ("4.db-wal", 200)):
        (folder / name).touch()
        os.utime(folder / name, (played_at, played_at))
    taken = []
    with ExitStack() as locks:
        for _ in range(5):
            table, lock = Home(tmp_path)._free_table()
            locks.enter_context(lock)
            taken.append(table)
    assert taken == [2, 4, 1, 3, 5]
