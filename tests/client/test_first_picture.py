"""What somebody waits for who starts the client: only what the first picture needs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from eriantys.client.dial import CannotConnect
from eriantys.client.home import Home

LATER = (
    *("screens.table", "screens.lobby", "screens.room", "screens.result", "screens.results"),
    *("screens.replay", "screens.help", "screens.menu", "tape", "chart"),
    *("boards.eriantys", "boards.santorini", "boards.masters"),
)
"""What nobody sees at first, and what is to be imported when somebody wants it."""


def test_what_comes_later_is_not_imported_at_first() -> None:
    source = "import sys, eriantys.commands.play, eriantys.client.starting; print(*sys.modules)"
    listed = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "eriantys.client.screens.at_home" in listed, "this is what comes first"
    later = {f"eriantys.client.{name}" for name in LATER} | {"eriantys.games.record"}
    assert later.isdisjoint(listed)


def test_a_server_that_was_set_up_before_is_the_one_that_is_connected_to(
    tmp_path: Path,
) -> None:
    home = Home(tmp_path)
    try:
        home.set_up()
        home.set_up()
        with home.connect() as line:
            assert line.recv(1), "the server speaks first"
        stores = [path.name for path in (tmp_path / "home").glob("*.db")]
        assert stores == ["1.db"], "a second server would have another store"
    finally:
        home.close()


def test_what_prevents_a_server_is_told_to_whoever_connects(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("This is no folder.", "utf-8")
    home = Home(tmp_path)
    home.set_up()
    with pytest.raises(CannotConnect, match=r"^The table at home cannot be set up: "):
        home.connect()
    home.close()
