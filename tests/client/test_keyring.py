"""Keys: kept for their owner alone, never lost by a crash, a neighbour or a full disk."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import resource
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from eriantys.client import files
from eriantys.client.address import Address
from eriantys.client.keyring import Keyring

ADDRESS = Address("games.example", 7777)


@contextmanager
def full_disk() -> Iterator[None]:
    """Let the system refuse every further byte of a file."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def kept(folder: Path) -> list[Path]:
    return sorted((folder / "keys").iterdir())


def assert_sentence(text: str) -> None:
    assert text.isprintable()
    assert text.endswith(".")
    assert text[0].isupper() or text[0] == "/"


def test_a_key_is_made_once_and_found_again(tmp_path: Path) -> None:
    keys = Keyring(tmp_path)
    assert keys.find(ADDRESS, "Ada") is None
    key = keys.make(ADDRESS, "Ada")
    assert len(key) == 32
    assert keys.make(ADDRESS, "Ada") == key
    assert Keyring(tmp_path).find(ADDRESS, "Ada") == key
    assert keys.trouble == ""


def test_each_server_and_each_name_has_a_key_of_its_own(tmp_path: Path) -> None:
    keys = Keyring(tmp_path)
    secured = ADDRESS._replace(tls=True)
    other = ADDRESS._replace(port=7778)
    made = {keys.make(address, "Ada") for address in (ADDRESS, secured, other)}
    made.add(keys.make(ADDRESS, "Bob"))
    assert len(made) == 4


def test_neither_capitals_nor_an_invitation_make_another_key(tmp_path: Path) -> None:
    keys = Keyring(tmp_path)
    key = keys.make(ADDRESS, "Ada")
    assert keys.find(Address("GAMES.example", 7777, code="ABCD2345"), "aDA") == key


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_nobody_else_can_read_a_key_at_any_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, umask: int
) -> None:
    seen: list[int] = []
    really = os.fsync

    def look(descriptor: int) -> None:
        seen.append(stat.S_IMODE(os.fstat(descriptor).st_mode))
        really(descriptor)

    monkeypatch.setattr(os, "fsync", look)
    before = os.umask(umask)
    try:
        Keyring(tmp_path / "state").make(ADDRESS, "Ada")
    finally:
        os.umask(before)
    assert seen == [0o600, 0o700], "the file before it has its name, and then the directory"
    [path] = kept(tmp_path / "state")
    modes = [stat.S_IMODE(each.stat().st_mode) for each in (path, path.parent)]
    assert modes == [0o600, 0o700]


def test_what_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    keys = Keyring(tmp_path)
    key = keys.make(ADDRESS, "Ada")
    [path] = kept(tmp_path)
    path.chmod(0o644)
    assert keys.find(ADDRESS, "Ada") == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.parent.chmod(0o755)
    keys.make(ADDRESS, "Bob")
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


DAMAGE = {
    "empty": b"",
    "cut off": b'{"server":"games.example:7777","na',
    "no JSON": b"\x00\xff\x00",
    "another shape": b"[1,2]",
    "a short key": json.dumps(
        {"server": "games.example:7777", "name": "Ada", "key": "00"}
    ).encode(),
    "no digits": json.dumps(
        {"server": "games.example:7777", "name": "Ada", "key": "z" * 64}
    ).encode(),
    "another server's": json.dumps(
        {"server": "evil.example:7777", "name": "Ada", "key": "0" * 64}
    ).encode(),
    "far too long": b" " * (files.FILE_MOST + 1),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_put_aside_and_told(tmp_path: Path, damage: str) -> None:
    keys = Keyring(tmp_path)
    first = keys.make(ADDRESS, "Ada")
    [path] = kept(tmp_path)
    path.write_bytes(DAMAGE[damage])
    assert keys.find(ADDRESS, "Ada") is None
    [aside] = kept(tmp_path)
    assert aside.read_bytes() == DAMAGE[damage]
    assert keys.trouble == f"The file with the key of Ada is damaged; it is kept as {aside}."
    assert keys.make(ADDRESS, "Ada") != first
    path.write_bytes(DAMAGE[damage])
    keys.find(ADDRESS, "Ada")
    assert len(kept(tmp_path)) == 2, "one that was put aside is never written over"


def test_something_else_than_a_file_keeps_nobody_waiting(tmp_path: Path) -> None:
    keys = Keyring(tmp_path)
    keys.make(ADDRESS, "Ada")
    [path] = kept(tmp_path)
    path.unlink()
    os.mkfifo(path)
    assert keys.find(ADDRESS, "Ada") is None
    assert "is damaged" in keys.trouble


def test_a_key_that_has_opened_nothing_can_be_forgotten(tmp_path: Path) -> None:
    keys = Keyring(tmp_path)
    keys.make(ADDRESS, "Ada")
    keys.forget(ADDRESS, "ada")
    keys.forget(ADDRESS, "ada")
    assert keys.find(ADDRESS, "Ada") is None
    assert kept(tmp_path) == []
    assert keys.trouble == ""


def test_a_full_disk_does_not_keep_anybody_from_playing(tmp_path: Path) -> None:
    keys = Keyring(tmp_path)
    with full_disk():
        key = keys.make(ADDRESS, "Ada")
    assert keys.find(ADDRESS, "Ada") == key
    assert keys.trouble == (
        "The key of Ada cannot be kept, so the name is lost when you quit: "
        f"{os.strerror(errno.EFBIG)}."
    )
    assert kept(tmp_path) == [], "nothing half-written is left"
    assert Keyring(tmp_path).find(ADDRESS, "Ada") is None
    keys.forget(ADDRESS, "Ada")
    assert keys.find(ADDRESS, "Ada") is None


def test_a_place_where_nothing_can_be_kept_does_not_either(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    keys = Keyring(tmp_path / "file")
    key = keys.make(ADDRESS, "Ada")
    assert keys.make(ADDRESS, "Ada") == key
    assert_sentence(keys.trouble)
    assert "Not a directory" in keys.trouble
    keys.trouble = ""
    keys.forget(ADDRESS, "Ada")
    assert keys.trouble == ""
    assert keys.find(ADDRESS, "Ada") is None


def test_a_key_from_before_is_never_dropped(tmp_path: Path) -> None:
    key = Keyring(tmp_path).make(ADDRESS, "Ada")
    later = Keyring(tmp_path)
    later.forget(ADDRESS, "Ada")
    assert later.find(ADDRESS, "Ada") == key


def test_a_key_that_cannot_be_read_is_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = Keyring(tmp_path).make(ADDRESS, "Ada")
    really = os.open

    def refuse(path: Any, flags: int, *more: Any, **others: Any) -> int:
        if str(path).endswith(".json"):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return really(path, flags, *more, **others)

    keys = Keyring(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(os, "open", refuse)
        other = keys.make(ADDRESS, "Ada")
        assert other != key
        assert keys.trouble == "The key of Ada cannot be read: Permission denied."
        assert keys.find(ADDRESS, "Ada") == other
    assert Keyring(tmp_path).find(ADDRESS, "Ada") == key


@pytest.mark.parametrize("links", [True, False])
def test_who_comes_second_takes_the_key_of_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    first = Keyring(tmp_path)

    def meanwhile(size: int) -> bytes:
        first.make(ADDRESS, "Ada")
        return bytes(size)

    if not links:  # as on a stick that is shared with another system

        def refuse(*_: object) -> None:
            raise OSError(errno.EPERM, os.strerror(errno.EPERM))

        monkeypatch.setattr(os, "link", refuse)
    second = Keyring(tmp_path, chance=meanwhile)
    assert second.make(ADDRESS, "Ada") == first.find(ADDRESS, "Ada") != bytes(32)
    assert len(kept(tmp_path)) == 1


def test_a_disk_that_fills_up_at_the_last_moment_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "link", refuse)
    keys = Keyring(tmp_path)
    keys.make(ADDRESS, "Ada")
    assert keys.trouble.endswith("No space left on device.")
    assert kept(tmp_path) == []


def _make(folder: Path, out: Any) -> None:
    keys = Keyring(folder)
    out.put([keys.make(ADDRESS, f"player{number}") for number in range(20)])


def test_several_clients_at_the_same_time_agree_about_all_keys(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    out = context.Queue()
    clients = [context.Process(target=_make, args=(tmp_path, out)) for _ in range(3)]
    for client in clients:
        client.start()
    found = [out.get(timeout=60) for _ in clients]
    for client in clients:
        client.join(60)
        assert client.exitcode == 0
    assert found[0] == found[1] == found[2]
    assert len(kept(tmp_path)) == 20, "and no draft is left"


def test_the_directory_is_the_one_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ERIANTYS_STATE_DIR", str(tmp_path / "here"))
    Keyring().make(ADDRESS, "Ada")
    assert len(kept(tmp_path / "here")) == 1
    monkeypatch.delenv("ERIANTYS_STATE_DIR")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "there"))
    Keyring().make(ADDRESS, "Ada")
    assert len(kept(tmp_path / "there" / "eriantys")) == 1
