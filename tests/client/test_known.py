"""The servers that somebody knows: the latest first, shared by all clients of a user."""

from __future__ import annotations

import errno
import fcntl
import json
import multiprocessing
import os
import time
from pathlib import Path

import pytest

from eriantys.client import files
from eriantys.client.address import Address, parse
from eriantys.client.known import MOST, Known, KnownServers
from tests.client.test_keyring import full_disk

HERE = Address("games.example", 7777)
THERE = Address("::1", 7778, tls=True)


def test_the_latest_is_the_first(tmp_path: Path) -> None:
    known = KnownServers(tmp_path)
    assert known.all() == []
    assert known.name_at(HERE) == ""
    known.remember(HERE._replace(code="ABCD2345"), "Ada", 10.0)
    known.remember(THERE, "Bob", 20.5, guest=True)
    assert KnownServers(tmp_path).all() == [
        Known("tls://[::1]:7778", "Bob", 20.5, guest=True),
        Known("games.example:7777", "Ada", 10.0),
    ]
    assert known.all()[0].address == THERE
    known.remember(HERE, "Cleo", 30.0)
    assert [(each.server, each.name) for each in known.all()] == [
        ("games.example:7777", "Cleo"),
        ("tls://[::1]:7778", "Bob"),
    ]
    assert known.name_at(HERE) == "Cleo"
    known.forget(HERE)
    assert [each.name for each in known.all()] == ["Bob"]
    assert known.trouble == ""


def test_only_so_many_are_kept(tmp_path: Path) -> None:
    known = KnownServers(tmp_path)
    for number in range(MOST + 5):
        known.remember(Address("games.example", 1000 + number), "Ada", float(number))
    assert [each.at for each in known.all()] == [float(24 - place) for place in range(MOST)]


@pytest.mark.parametrize("damage", [b"", b"{", b"{}", b'[{"server": 7}]', b"\xff\xfe"])
def test_a_damaged_file_is_put_aside_and_told(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "servers.json").write_bytes(damage)
    known = KnownServers(tmp_path)
    assert known.all() == []
    [aside] = tmp_path.iterdir()
    assert aside.read_bytes() == damage
    assert known.trouble == (
        f"The file with the servers that you know is damaged; it is kept as {aside}."
    )
    known.remember(HERE, "Ada", 1.0)
    assert [each.name for each in known.all()] == ["Ada"]
    assert aside.read_bytes() == damage


def test_what_somebody_wrote_into_the_file_cannot_steer_the_terminal(tmp_path: Path) -> None:
    entries = [
        {"server": "games.example", "name": "\x1b[2JAda\n" + "x" * 100, "at": 1},
        {"server": "\x1b[2J", "name": "Bob", "at": 2},
    ]
    (tmp_path / "servers.json").write_text(json.dumps(entries))
    [only] = KnownServers(tmp_path).all()
    assert only.server == "games.example:7777"
    assert only.name.isprintable()
    assert len(only.name) <= 64


def test_a_full_disk_is_told_and_what_was_known_is_kept(tmp_path: Path) -> None:
    known = KnownServers(tmp_path)
    known.remember(HERE, "Ada", 1.0)
    with full_disk():
        known.remember(THERE, "Bob", 2.0)
    assert known.trouble == (
        f"{tmp_path}/servers.json cannot be written, so the servers that you know "
        "are not kept: File too large."
    )
    assert [each.name for each in known.all()] == ["Ada"]
    assert sorted(path.name for path in tmp_path.iterdir()) == [".lock", "servers.json"]


def test_a_place_where_nothing_can_be_kept_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    known = KnownServers(tmp_path / "file")
    known.remember(HERE, "Ada", 1.0)
    assert known.trouble.endswith("Not a directory.")


def _visit(folder: Path, number: int) -> None:
    known = KnownServers(folder)
    for port in range(1, 7):
        known.remember(Address("games.example", 1000 * number + port), "Ada", float(port))


def test_several_clients_at_the_same_time_lose_nothing(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    clients = [context.Process(target=_visit, args=(tmp_path, each)) for each in (1, 2, 3)]
    for client in clients:
        client.start()
    for client in clients:
        client.join(60)
        assert client.exitcode == 0
    ports = sorted(parse(each.server).port for each in KnownServers(tmp_path).all())
    assert ports == [1000 * number + port for number in (1, 2, 3) for port in range(1, 7)]


def test_a_client_waits_for_another_that_is_writing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = os.open(tmp_path / ".lock", os.O_RDWR | os.O_CREAT)
    fcntl.flock(lock, fcntl.LOCK_EX)

    def meanwhile(_seconds: float) -> None:
        entry = {"server": str(THERE), "name": "Bob", "at": 2}
        (tmp_path / "servers.json").write_text(json.dumps([entry]))
        os.close(lock)

    monkeypatch.setattr(time, "sleep", meanwhile)
    known = KnownServers(tmp_path)
    known.remember(HERE, "Ada", 1.0)
    assert [each.name for each in known.all()] == ["Bob", "Ada"]


def test_a_client_that_was_stopped_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LOCK_SECONDS", 0.05)
    lock = os.open(tmp_path / ".lock", os.O_RDWR | os.O_CREAT)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        known = KnownServers(tmp_path)
        known.remember(HERE, "Ada", 1.0)
        assert known.name_at(HERE) == "Ada"
    finally:
        os.close(lock)


def test_a_file_system_without_locks_will_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", refuse)
    known = KnownServers(tmp_path)
    known.remember(HERE, "Ada", 1.0)
    assert known.name_at(HERE) == "Ada"
    assert known.trouble == ""


def test_a_damaged_file_that_cannot_be_put_aside_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    (tmp_path / "servers.json").write_text("damage")
    monkeypatch.setattr(os, "rename", refuse)
    known = KnownServers(tmp_path)
    assert known.all() == []
    assert known.trouble == (
        f"{tmp_path}/servers.json is damaged and cannot be put aside: Read-only file system."
    )
