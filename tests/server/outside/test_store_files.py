"""A file is opened as a store, or refused in one sentence and left as it is."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from eriantys.exits import BAD_DATA, CANNOT_CREATE, NO_INPUT, UNAVAILABLE, Quit
from eriantys.server.outside import schema
from eriantys.server.outside.store import Store
from eriantys.server.rows import Record, StoreTrouble
from tests.server.outside.store_children import child, hear, kill, tell
from tests.server.outside.store_rows import (
    ADA,
    DATA,
    HISTORY,
    STORED,
    UNFINISHED,
    WHEN,
    ask,
    beginning,
    line,
)

DAMAGES = 300
NOBODY = 65534


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with closing(Store.open(path)) as opened:
        yield opened


@pytest.fixture
def filled(path: Path) -> bytes:
    """Give the bytes of a closed store that holds some of everything."""
    with closing(Store.open(path, clock=lambda: WHEN)) as store:
        store.commit(HISTORY)
    return path.read_bytes()


def refused(path: Path) -> Quit:
    """Fail to open; the one sentence must name the file and say what to do."""
    with pytest.raises(Quit) as caught:
        Store.open(path)
    text = caught.value.text
    assert str(path) in text or str(path.parent) in text
    assert text.endswith(".")
    assert "\n" not in text
    assert any(advice in text for advice in ("name ", "give it", "stop that"))
    return caught.value


# Opening and closing.


def test_a_new_store_is_for_its_owner_only_and_one_file(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "store"
    store = Store.open(path)
    store.commit(beginning(1))
    assert [each.stat().st_mode & 0o777 for each in path.parent.iterdir()] == [0o600] * 2
    assert path.parent.stat().st_mode & 0o777 == 0o700
    store.close()
    assert list(path.parent.iterdir()) == [path]
    assert store.path == path
    assert ask(path, "PRAGMA journal_mode") == [("wal",)]
    assert ask(path, "PRAGMA application_id") == [(int.from_bytes(b"Eria", "big"),)]


def test_every_commit_waits_for_the_disk(store: Store) -> None:
    assert store._connection.execute("PRAGMA synchronous").fetchall() == [(2,)]
    assert store._connection.execute("PRAGMA journal_mode").fetchall() == [("wal",)]


@pytest.mark.parametrize("state", ["new", "used"])
def test_a_second_server_is_refused(state: str, store: Store, path: Path) -> None:
    if state == "used":
        store.commit(beginning(1))
    refusal = refused(path)  # which must not break the lock against other processes
    assert (refusal.code, "another server" in refusal.text) == (NO_INPUT, True)
    other = child("store_victim", path)
    tell(other, "go")
    assert (hear(other), hear(other)) == ("opening\n", "")
    assert "another server is using" in kill(other)[1]
    store.commit(beginning(2))
    assert store.next_match() == 3


def test_of_servers_that_start_together_one_gets_the_file(path: Path) -> None:
    rivals = [child("store_victim", path) for _ in range(3)]
    try:
        for rival in rivals:
            tell(rival, "go")
        assert [hear(rival) for rival in rivals] == ["opening\n"] * 3
        assert sorted(hear(rival) for rival in rivals) == ["", "", "1 0\n"]
    finally:
        for rival in rivals:
            kill(rival)


def test_what_is_no_file_is_refused(tmp_path: Path, path: Path, filled: bytes) -> None:
    link, pipe = tmp_path / "link", tmp_path / "pipe"
    link.symlink_to(path)
    os.mkfifo(pipe)
    for place, code, part in [
        (tmp_path, NO_INPUT, "is a directory"),
        (link, NO_INPUT, "is a symbolic link"),
        (pipe, NO_INPUT, "is no plain file"),
        (path / "under" / "a file", CANNOT_CREATE, "cannot make the directory"),
        (tmp_path / ("x" * 300), CANNOT_CREATE, "cannot make "),
    ]:
        refusal = refused(place)
        assert (refusal.code, part in refusal.text) == (code, True), refusal.text
    assert path.read_bytes() == filled


@contextmanager
def as_a_stranger() -> Iterator[None]:
    """Give up root's rights for a moment, where we have them."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize(
    ("folder_mode", "file_mode", "code"),
    [
        (0o755, 0o000, NO_INPUT),
        (0o777, 0o444, NO_INPUT),
        (0o555, 0o666, NO_INPUT),
        (0o555, None, CANNOT_CREATE),
        (0o000, 0o666, CANNOT_CREATE),
    ],
)
def test_permissions_are_missed_in_one_sentence(
    folder_mode: int, file_mode: int | None, code: int
) -> None:
    with tempfile.TemporaryDirectory() as name:  # a stranger may not enter pytest's own
        folder, path = Path(name), Path(name) / "store"
        if file_mode is not None:
            Store.open(path).close()
            path.chmod(file_mode)
        folder.chmod(folder_mode)
        with as_a_stranger():
            assert refused(path).code == code
            if code == CANNOT_CREATE:
                assert refused(path / "store").code == CANNOT_CREATE
        folder.chmod(0o700)


# Files that are not what they should be.


def cut(size: int) -> Callable[[bytes], bytes]:
    return lambda data: data[:size]


def covered(start: int, stop: int | None, by: Callable[[int], bytes] = bytes) -> Any:
    def damage(data: bytes) -> bytes:
        end = len(data) if stop is None else stop
        return data[:start] + by(end - start) + data[end:]

    return damage


def noise(size: int) -> bytes:
    return Random(size).randbytes(size)


FOREIGN, DAMAGED = "is not a store of eriantys", "is damaged"

DAMAGE: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "one byte": (lambda _: b"x", FOREIGN),
    "a word": (lambda _: b"hello\n", FOREIGN),
    "a text": (lambda _: b"Dear diary,\n" * 1000, FOREIGN),
    "noise": (lambda _: noise(30_000), FOREIGN),
    "zeros": (lambda data: bytes(len(data)), FOREIGN),
    "cut to some bytes": (cut(300), FOREIGN),
    "no magic": (covered(0, 16), FOREIGN),
    "no header": (covered(0, 100), FOREIGN),
    "cut to a page": (cut(4096), DAMAGED),
    "cut in the middle": (lambda data: data[: len(data) // 2], DAMAGED),
    "cut by one byte": (lambda data: data[:-1], DAMAGED),
    "a page of zeros": (covered(8192, 12288), DAMAGED),
    "a page of noise": (covered(8192, 12288, noise), DAMAGED),
    "no tables": (covered(100, 4096), DAMAGED),
    "nothing but a header": (covered(4096, None), DAMAGED),
    "another column": (lambda data: data.replace(b"left_ms INT", b"left_is INT"), DAMAGED),
    "a format to come": (covered(44, 48, lambda _: b"\0\0\0\x09"), DAMAGED),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_is_told_in_one_sentence(damage: str, filled: bytes, path: Path) -> None:
    spoil, part = DAMAGE[damage]
    path.write_bytes(spoil(filled))
    refusal = refused(path)
    assert (refusal.code, part in refusal.text) == (BAD_DATA, True), refusal.text
    assert path.read_bytes() == spoil(filled)


def test_whatever_the_damage_it_is_told(filled: bytes, path: Path) -> None:
    chance, seen = Random("damage"), set()
    for _ in range(DAMAGES):
        start, size = chance.randrange(len(filled)), chance.choice([1, 1, 4, 50, 1000])
        end = min(start + size, len(filled))
        path.write_bytes(covered(start, end, chance.randbytes)(filled))
        seen |= set(read_everything(path))
    # Some bytes matter to nobody, and some letters may as well be others.
    assert seen <= {"read", "unknown", "is damaged", "is not a store", "a newer version"}
    assert {"read", "is damaged"} <= seen


def read_everything(path: Path) -> Iterator[str]:
    """Look at all there is, and tell how each look ends; no other error may come out."""
    sentences = ("is damaged", "is not a store", "a newer version")
    try:
        store = Store.open(path)
    except Quit as refusal:
        yield next((each for each in sentences if each in refusal.text), refusal.text)
        return
    with closing(store):
        looks = (
            *(store.unfinished, store.next_match, partial(store.find_name, "ada")),
            *(partial(store.load, 1), partial(store.tell, 4), partial(store.spoken, 6, 9)),
            *(partial(store.muted_by, "ada"), partial(store.records, "ada", private=True)),
            partial(store.past, "ada", None, 9, private=True),
            partial(store.forget, 0, 9),
        )
        for look in looks:
            try:
                look()
                yield "read"
            except StoreTrouble as trouble:
                yield next((each for each in sentences if each in str(trouble)), str(trouble))
            except LookupError:
                yield "unknown"


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE states SET state = x'a1' WHERE match = 1",
        "UPDATE states SET state = CAST(state || x'00' AS BLOB) WHERE match = 1",
        "UPDATE states SET state = x'a16178d9d9f8a0' WHERE match = 1",
        "UPDATE states SET state = 5 WHERE match = 1",
        "DELETE FROM states WHERE match = 1",
        "DELETE FROM log WHERE number = 4",
        "UPDATE log SET seat = 'first' WHERE number = 4",
        "UPDATE log SET action = CAST(x'ff' AS TEXT) WHERE number = 4",
        "UPDATE matches SET nonces = players WHERE match = 1",
    ],
)
def test_a_damaged_match_leaves_the_others_alone(
    change: str, filled: bytes, path: Path
) -> None:
    ask(path, change)
    with closing(Store.open(path)) as store:
        with pytest.raises(StoreTrouble, match=r"stored .*is damaged\.$"):
            store.load(1)
        assert store.load(2) == STORED[1]
        store.commit([line(2, 1)])


def test_other_databases_are_left_alone(path: Path) -> None:
    for settle in (
        "PRAGMA user_version = 1",
        "CREATE TABLE t (x)",
        "PRAGMA application_id = 7",
    ):
        ask(path, settle)
        before = path.read_bytes()
        assert FOREIGN in refused(path).text
        assert path.read_bytes() == before
        path.unlink()
    path.touch()
    Store.open(path).close()  # what was only begun, or is empty, becomes a store


# Versions.


def stored_versions() -> list[int]:
    return sorted(int(file.stem.partition("-")[2]) for file in DATA.glob("store-*.sql"))


def tables(path: Path) -> list[Any]:
    return ask(path, "SELECT name, sql FROM sqlite_master ORDER BY name")


def test_there_is_a_file_of_every_version() -> None:
    assert stored_versions() == list(range(1, len(schema.MIGRATIONS) + 1))


@pytest.mark.parametrize("version", stored_versions())
def test_a_file_of_every_version_is_read(
    version: int, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((DATA / f"store-{version}.sql").read_text("utf-8"))
    with monkeypatch.context() as then:
        then.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:version])
        Store.open(tmp_path / "new").close()
    assert tables(tmp_path / "new") == tables(path), "a released migration was changed"
    with closing(Store.open(path)) as store:
        assert store.unfinished() == UNFINISHED
        assert [store.load(card.match) for card in UNFINISHED] == STORED
        assert store.find_name("ADA") == ADA
        assert [each.match for each in store.past("bob", None, 9, private=True)] == [5, 4]
        assert store.records("bob", private=True) == [Record("eriantys", 1, 1, 1)]
        assert [each.spoke for each in store.spoken(6, 9)] == HISTORY[-5:-3]
        assert store.muted_by("ada") == ["Mallory"]
        assert store.find_name("Gone") is None
        kept = [(each.kind, each.who, each.reason) for each in store.sanctions()]
        # The time of the one for an hour has long passed.
        assert kept == ([("name", "eve", "She knows.")] if version >= 3 else [])
        store.commit(beginning(store.next_match()))
    assert ask(path, "PRAGMA user_version") == [(len(schema.MIGRATIONS),)]


def test_an_older_file_is_migrated_as_a_whole_or_not_at_all(
    filled: bytes, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = ("CREATE TABLE extra (x)", "INSERT INTO extra SELECT count(*) FROM matches")
    latest = len(schema.MIGRATIONS)
    with monkeypatch.context() as later:
        later.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, step, ("nonsense",)))
        with pytest.raises(sqlite3.OperationalError, match="nonsense"):
            Store.open(path)
    assert ask(path, "PRAGMA user_version") == [(latest,)]
    assert "extra" not in dict(tables(path))
    with monkeypatch.context() as later:
        later.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, step))
        with closing(Store.open(path)) as store:
            assert store.unfinished() == UNFINISHED
        Store.open(path).close()
    assert ask(path, "SELECT x FROM extra") == [(6,)]
    assert ask(path, "PRAGMA user_version") == [(latest + 1,)]

    migrated = path.read_bytes()
    refusal = refused(path)
    assert (refusal.code, "newer version" in refusal.text) == (UNAVAILABLE, True)
    assert path.read_bytes() == migrated
