"""What an operator has written and read: copies of the store, and records of matches."""

from __future__ import annotations

import errno
import json
import os
import resource
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from eriantys import exits
from eriantys.exits import Quit
from eriantys.server.outside import backup
from eriantys.server.outside.restoring import restore
from eriantys.server.outside.store import Store
from eriantys.wire.from_client import Resign
from eriantys.wire.from_server import Ended, Started
from tests.commands.orders_given import ctl, done, door, play_first, refused, tell
from tests.commands.program import run, started
from tests.scenarios.real import Server, serving
from tests.server.outside.store_rows import HISTORY, ask, whole

MANY_PAGES = 40 * 2**20
"""Bytes that take a moment to copy."""


def fill(store: Path) -> None:
    """Make a store big, as one is from which much has been removed."""
    with closing(sqlite3.connect(store, isolation_level=None)) as opened:
        opened.execute("CREATE TABLE much (bytes)")
        opened.execute("INSERT INTO much VALUES (zeroblob(?))", (MANY_PAGES,))
        opened.execute("DROP TABLE much")


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """Give a copy of a store that holds some of everything."""
    with closing(Store.open(tmp_path / "house.db")) as store:
        store.commit(HISTORY)
        backup.copy(store.connection, tmp_path / "copy.db", lambda: None)
    return tmp_path / "copy.db"


def test_a_copy_is_whole_and_can_be_gone_on_with(server: Server, tmp_path: Path) -> None:
    server.seat("Ada", "Bert")
    told = done(server, "backup", "copy.db")
    copy = tmp_path / "copy.db"
    assert told.startswith(f"{copy} is a copy of the store, ")
    assert copy.stat().st_mode & 0o777 == 0o600
    assert whole(copy)
    assert ask(copy, "SELECT status FROM matches") == [("running",)]
    assert "File exists" in refused(ctl(server, "backup", str(copy)))
    assert "name another file" in refused(ctl(server, "backup", "no/such/folder"))
    assert not list(tmp_path.glob(".*partial*"))
    (tmp_path / "new").mkdir()
    with serving(tmp_path / "new" / "house.db", "--restore", str(copy)) as second:
        assert "running" in done(second, "matches")
        assert (tmp_path / "new" / "house.db").stat().st_mode & 0o777 == 0o600


def test_a_store_that_is_there_is_not_written_over(server: Server, tmp_path: Path) -> None:
    done(server, "backup", "copy.db")
    (tmp_path / "text").write_text("no store")
    cut = tmp_path / "cut.db"
    cut.write_bytes((tmp_path / "copy.db").read_bytes()[:20_000])
    for copy, store, code, words in (
        ("copy.db", "house.db", exits.CANNOT_CREATE, "is there already"),
        ("nothing", "new.db", exits.NO_INPUT, "No such file"),
        ("text", "new.db", exits.BAD_DATA, "is not a store"),
        ("cut.db", "new.db", exits.BAD_DATA, "damaged"),
        ("copy.db", "/", exits.CANNOT_CREATE, "is there already"),
    ):
        finished = run("serve", "--restore", copy, "--store", store, "--port=0", cwd=tmp_path)
        assert words in refused(finished, code)
        assert not (tmp_path / "new.db").exists()
        assert not list(tmp_path.glob(".*partial*"))


def test_a_match_that_is_over_makes_a_record_that_holds(server: Server, tmp_path: Path) -> None:
    ada, bert = server.seat("Ada", "Bert")
    match = ada.last(Started).match
    assert "not over" in refused(ctl(server, "export", str(match), "game.txt"))
    assert not (tmp_path / "game.txt").exists()
    play_first(ada, bert)
    ada.say(Resign())
    bert.wait_for(Ended)
    assert done(server, "export", str(match), "game.txt") == ""
    assert run("verify", "game.txt", cwd=tmp_path).code == exits.OK
    text = (tmp_path / "game.txt").read_text("utf-8")
    assert done(server, "export", str(match), "-") == text
    as_json = json.loads(done(server, "export", str(match), "-", "--json"))
    assert as_json == {"found": {"record": text}}
    assert "is there already" in refused(
        ctl(server, "export", str(match), "game.txt"), exits.CANNOT_CREATE
    )
    assert "no match 99" in refused(ctl(server, "export", "99", "other.txt"))


# Copies, and what may come in between.


def test_the_loop_has_the_store_between_any_two_portions_of_a_copy(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path / "house.db")) as store:
        store.commit(HISTORY)
    fill(tmp_path / "house.db")
    rests = []
    with closing(Store.open(tmp_path / "house.db")) as store:

        def write_meanwhile() -> None:
            store.connection.execute("UPDATE names SET made = ?", (len(rests),))
            rests.append(len(rests))

        backup.copy(store.connection, tmp_path / "copy.db", write_meanwhile)
    assert len(rests) >= MANY_PAGES / (4096 * backup.PAGES_AT_ONCE)
    assert whole(tmp_path / "copy.db")
    # What is written after the last portion is too late for this copy.
    ((latest,),) = ask(tmp_path / "copy.db", "SELECT DISTINCT made FROM names")
    assert latest >= len(rests) - 2


def test_a_server_that_stops_gives_up_the_copy_that_it_makes(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path / "house.db")):
        pass
    fill(tmp_path / "house.db")
    with serving(tmp_path / "house.db") as server:
        words = ("ctl", "--socket", str(door(server)), "backup", "copy.db")
        with started(*words, cwd=tmp_path) as process:
            while not (tmp_path / ".copy.db.partial").exists():
                assert process.poll() is None
            done(server, "stop")
            _, said = process.communicate()
        assert process.returncode == exits.FAILED
        assert said == b"eriantys: The server stops: no copy was made.\n"
        assert server.wait() == exits.OK
    assert not list(tmp_path.glob("*copy*"))


def test_where_a_file_can_have_one_name_only_copies_are_made_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    with closing(Store.open(tmp_path / "house.db")) as store:
        store.commit(HISTORY)
        monkeypatch.setattr(os, "link", refuse)  # as on vfat, which few can mount
        backup.copy(store.connection, tmp_path / "copy.db", lambda: None)
        with pytest.raises(FileExistsError):
            backup.copy(store.connection, tmp_path / "copy.db", lambda: None)
    restore(tmp_path / "copy.db", tmp_path / "new.db")
    assert whole(tmp_path / "new.db")
    assert not list(tmp_path.glob(".*partial*"))


def test_no_copy_is_told_of_that_was_not_made(server: Server, tmp_path: Path) -> None:
    answer = tell(server, b'{"order":"backup","file":"%s/a\\u0000b"}\n' % bytes(tmp_path))
    assert b"bad-file" in answer
    assert not list(tmp_path.glob("*partial*"))
    assert "/ is no path of a file" in refused(ctl(server, "backup", "/"))
    assert "fault" not in server.errors.read_text()


# Going on with a copy.


def test_a_copy_is_only_read_wherever_it_lies(copied: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    shutil.move(copied, kept / "copy.db")
    restore(kept / "copy.db", tmp_path / "new.db")
    assert [each.name for each in kept.iterdir()] == ["copy.db"]
    names = "SELECT count(*) FROM names"
    assert ask(tmp_path / "new.db", names) == ask(kept / "copy.db", names) != [(0,)]


def test_the_store_of_a_killed_server_is_as_good_as_a_copy(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    old = tmp_path / "old" / "house.db"
    with serving(old) as server:
        server.enter("Ada")
        server.stop(9)
    assert old.with_name("house.db-wal").stat().st_size
    restore(old, tmp_path / "new.db")
    assert ask(tmp_path / "new.db", "SELECT name FROM names") == [("Ada",)]


def test_a_full_disk_leaves_nothing_of_a_restored_store(copied: Path, tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, hard))
    try:
        with pytest.raises(Quit) as caught:
            restore(copied, tmp_path / "new.db")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert caught.value.code == exits.CANNOT_CREATE
    assert str(tmp_path / "new.db") in caught.value.text
    assert not list(tmp_path.glob("*new*"))


def test_a_copy_of_a_newer_version_is_named_as_what_it_is(copied: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(copied)) as opened:
        opened.execute("PRAGMA user_version = 9999")
    with pytest.raises(Quit) as caught:
        restore(copied, tmp_path / "new.db")
    assert caught.value.text.startswith(f"{copied} was written by a newer version")
