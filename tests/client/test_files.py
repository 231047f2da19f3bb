"""Directories of the client's files: closed to others if it made them, else left alone."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from eriantys.client.address import Address
from eriantys.client.files import make_directory
from eriantys.client.keyring import Keyring
from eriantys.client.known import KnownServers
from eriantys.client.settings import Settings, save

ADDRESS = Address("games.example")


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(autouse=True)
def generous() -> Iterator[None]:
    """Let whatever is made be open to all, as far as the program does not care."""
    before = os.umask(0)
    yield
    os.umask(before)


def test_a_directory_that_is_made_is_closed_to_others(tmp_path: Path) -> None:
    make_directory(tmp_path / "state" / "eriantys")
    assert mode_of(tmp_path / "state" / "eriantys") == 0o700


def test_a_directory_that_was_there_is_left_as_it_was(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    make_directory(tmp_path)
    assert mode_of(tmp_path) == 0o755
    make_directory(tmp_path, private=True)
    assert mode_of(tmp_path) == 0o700


def test_only_the_directory_of_the_keys_is_ever_closed(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    (tmp_path / "keys").mkdir(mode=0o777)
    Keyring(tmp_path).make(ADDRESS, "Ada")
    KnownServers(tmp_path).remember(ADDRESS, "Ada", 1.0)
    assert save(Settings(bell=False), tmp_path) == ""
    assert mode_of(tmp_path) == 0o777
    assert mode_of(tmp_path / "keys") == 0o700
    kept = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {path.name for path in kept} > {"servers.json", "settings.json"}
    assert {mode_of(path) for path in kept} == {0o600}, "what is in it is closed in any case"


def test_something_else_than_a_directory_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NotADirectoryError, match="Not a directory"):
        make_directory(tmp_path / "file")
