"""Looking on and looking again: what `watch` and `replay` make of their command lines."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from eriantys import exits
from eriantys.wire.from_client import Create, Join
from eriantys.wire.from_server import Seated, Started
from tests.client.screens.afterwards import DATA
from tests.commands.program import PATIENCE, assert_refused, run, started
from tests.scenarios.real import A_NONCE
from tests.terminal.at_home import SIMPLE, home, quit_by_key, styles
from tests.terminal.at_home import started as in_terminal
from tests.terminal.harness import House

RECORD = str(DATA / "eriantys-2.game")


def begin_private(house: House) -> str:
    """Let two begin a match that is on no list; return its code."""
    host, guest = house.enter("Ada", "Bruno")
    host.say(Create("eriantys", 2, A_NONCE, private=True))
    code = host.wait_for(Seated).code
    guest.say(Join(A_NONCE, code=code))
    guest.wait_for(Started)
    return code


@contextmanager
def lines_of(folder: Path, *arguments: str) -> Iterator[Iterator[str]]:
    """Look on line by line; what is printed comes line after line."""
    typed = ("watch", *arguments, "--name", "Zoe", "--plain")
    with started(*typed, cwd=folder, stdin=subprocess.PIPE, **home(folder)) as process:
        assert process.stdout is not None
        yield (line.decode().rstrip("\n") for line in process.stdout)
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(PATIENCE) == exits.OK


@pytest.mark.parametrize("named_by", ["code", "number"])
def test_watch_looks_on_line_by_line_too(tmp_path: Path, named_by: str) -> None:
    with House(tmp_path) as house:
        if named_by == "code":
            where = [f"{house.address}#{begin_private(house)}"]
        else:
            house.seat("Ada", "Bruno")
            where = [house.address, "1"]
        with lines_of(tmp_path, *where) as lines:
            assert any(line.startswith("You look on") for line in lines)


def test_a_code_leads_whoever_watches_to_the_board(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        where = f"{house.address}#{begin_private(house)}"
        with in_terminal(tmp_path, "watch", where, "--name", "Zoe") as terminal:
            terminal.wait_for("Ada’s school")


def test_without_a_match_one_is_chosen_in_the_lobby(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        house.seat("Ada", "Bruno")
        with in_terminal(tmp_path, "watch", house.address, "--name", "Zoe") as terminal:
            terminal.wait_for("lobby")
            terminal.press("w")
            terminal.wait_for("Ada’s school")


def test_a_number_that_no_match_has_is_refused_at_once(tmp_path: Path) -> None:
    refused = run("watch", "127.0.0.1:1", "-5", cwd=tmp_path, **home(tmp_path))
    assert_refused(refused, exits.USAGE, "A match has a number from 1 to", "not -5.")


def test_replay_looks_as_the_terminal_can_show_it(tmp_path: Path) -> None:
    settings = {"NO_COLOR": "1", "LC_ALL": "C", "PYTHONUTF8": "0"}
    with in_terminal(tmp_path, "replay", RECORD, settings=settings) as terminal:
        terminal.wait_for("REPLAY")
        terminal.press("Right", "Esc")
        assert terminal.wait_for_end() == 0
        assert bytes(terminal.written).isascii()
        assert styles(terminal) <= SIMPLE
        assert terminal.left_on() == []


@pytest.mark.parametrize("command", [("play",), ("replay", RECORD)])
def test_damaged_settings_are_told_on_the_screen_and_in_the_end(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    folder = tmp_path / "xdg_config_home" / "eriantys"
    folder.mkdir(parents=True)
    (folder / "settings.json").write_text("bell = off")
    with in_terminal(tmp_path, *command, width=130, height=42) as terminal:
        terminal.wait_for("The file with the settings is damaged")
        assert quit_by_key(terminal) == 0
        assert "it is kept as" in terminal.text()


def test_replay_without_a_terminal_names_the_way_to_do_without_one(tmp_path: Path) -> None:
    refused = run("replay", RECORD, cwd=tmp_path)
    assert_refused(refused, exits.UNAVAILABLE, "a terminal", f"eriantys verify {RECORD} ")
