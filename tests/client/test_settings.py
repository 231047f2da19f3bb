"""The settings: kept in a file that somebody may also write by hand."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from eriantys.client.settings import Settings, load, save
from tests.client.test_keyring import full_disk


def test_without_a_file_everything_is_as_usual(tmp_path: Path) -> None:
    assert load(tmp_path / "nowhere") == (Settings(), "")
    assert not (tmp_path / "nowhere").exists()


def test_settings_are_kept(tmp_path: Path) -> None:
    liked = Settings(bell=False, theme="light", guide_seen={"students", "nature", "clouds"})
    assert save(liked, tmp_path / "new") == ""
    assert load(tmp_path / "new") == (liked, "")
    written = json.loads((tmp_path / "new" / "settings.json").read_text())
    assert written == {
        "bell": False,
        "theme": "light",
        "guide_seen": ["clouds", "nature", "students"],
    }, "what is as usual is not written down, so that it can change with a new version"
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
    assert save(Settings(), tmp_path / "new") == ""
    assert load(tmp_path / "new") == (Settings(), "")


def test_settings_of_another_version_are_ignored(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"mouse": false, "perfume": "rose"}')
    assert load(tmp_path) == (Settings(mouse=False), "")


@pytest.mark.parametrize(
    "damage", [b"", b"bell = off", b'{"bell": "off"}', b'{"theme": "pink"}', b"[" * 100_000]
)
def test_a_damaged_file_is_put_aside_and_told(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "settings.json").write_bytes(damage)
    settings, trouble = load(tmp_path)
    [aside] = tmp_path.iterdir()
    assert settings == Settings()
    assert aside.read_bytes() == damage
    assert trouble == f"The file with the settings is damaged; it is kept as {aside}."
    assert load(tmp_path) == (Settings(), "")


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    settings, trouble = load(tmp_path / "file")
    assert settings == Settings()
    assert trouble == (
        f"{tmp_path}/file/settings.json cannot be read, so the settings are missing: "
        "Not a directory."
    )
    assert save(Settings(bell=False), tmp_path / "file").endswith("Not a directory.")


def test_a_full_disk_is_told_and_the_old_settings_are_kept(tmp_path: Path) -> None:
    save(Settings(bell=False), tmp_path)
    with full_disk():
        said = save(Settings(mouse=False), tmp_path)
    assert said == (
        f"{tmp_path}/settings.json cannot be written, so the settings are not kept: "
        "File too large."
    )
    assert load(tmp_path) == (Settings(bell=False), "")
    assert len(list(tmp_path.iterdir())) == 1


def test_a_link_to_a_file_elsewhere_stays_one(tmp_path: Path) -> None:
    (tmp_path / "dotfiles").mkdir()
    (tmp_path / "config").mkdir()
    elsewhere, link = tmp_path / "dotfiles" / "my.json", tmp_path / "config" / "settings.json"
    elsewhere.write_text("{}")
    link.symlink_to(elsewhere)
    assert save(Settings(bell=False), tmp_path / "config") == ""
    assert link.is_symlink()
    assert json.loads(elsewhere.read_text()) == {"bell": False}


def test_a_name_of_a_directory_that_cannot_be_drawn_is_told_harmlessly(tmp_path: Path) -> None:
    folder = tmp_path / "\x1b[2J\udcff"
    folder.mkdir()
    (folder / "settings.json").write_bytes(b"damage")
    _, trouble = load(folder)
    assert trouble.isprintable()
    trouble.encode()


def test_the_directory_is_the_one_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ERIANTYS_CONFIG_DIR", str(tmp_path / "here"))
    save(Settings(bell=False))
    assert (tmp_path / "here" / "settings.json").exists()
    assert load() == (Settings(bell=False), "")
    monkeypatch.delenv("ERIANTYS_CONFIG_DIR")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "there"))
    save(Settings(bell=False))
    assert (tmp_path / "there" / "eriantys" / "settings.json").exists()
