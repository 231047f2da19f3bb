"""The window's title calls its owner, and is given back with the rest of the terminal."""

from __future__ import annotations

import json
import shlex
import signal
from contextlib import ExitStack
from pathlib import Path

from tests.commands.program import PROGRAM
from tests.terminal.at_home import NOWHERE, in_shell, playing, quit_by_key
from tests.terminal.harness import House, Terminal
from tests.terminal.people import TURN, all_of, begin, sit_down

SHELLS = "the shell's"
OURS = "Eriantys"
CALLED = "Your turn! Eriantys"


def titled(terminal: Terminal, title: str) -> None:
    """Wait until the window is called so."""
    terminal.wait_until(lambda: terminal.emulator.title == title, f"the title {title!r}")


def test_a_title_is_set_and_given_back(tmp_path: Path) -> None:
    with playing(tmp_path, NOWHERE) as terminal:
        terminal.emulator.title = SHELLS
        titled(terminal, OURS)
        assert quit_by_key(terminal) == 0
        assert terminal.emulator.title == SHELLS


def test_a_title_that_is_not_wanted_is_never_written(tmp_path: Path) -> None:
    settings = tmp_path / "xdg_config_home" / "eriantys" / "settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"window_title": False}))
    with playing(tmp_path, NOWHERE) as terminal:
        terminal.wait_for("WHERE TO")
        assert quit_by_key(terminal) == 0
        assert b"\x1b]" not in terminal.written


def test_the_title_is_ours_again_after_a_sleep(tmp_path: Path) -> None:
    with in_shell(tmp_path) as terminal:
        terminal.wait_for("shell>")
        terminal.type(f"{shlex.join([*map(str, PROGRAM), 'play', NOWHERE])}\r")
        titled(terminal, OURS)
        terminal.wait_for("WHERE TO")
        terminal.press("C-z")
        terminal.wait_for("Stopped")
        assert terminal.emulator.title == ""
        terminal.type("fg\r")
        titled(terminal, OURS)


def test_whoever_is_on_turn_is_called_until_the_line_is_lost_or_it_is_switched_off(
    tmp_path: Path,
) -> None:
    with House(tmp_path) as house, ExitStack() as stack:
        players = all_of(
            stack, *(sit_down(tmp_path, house.address, name) for name in ("Ada", "Bruno"))
        )
        for player in players:
            player.emulator.title = SHELLS
        begin(players)
        one = next(player for player in players if TURN in player.screen()[0])
        titled(one, CALLED)
        one.press("q")
        one.wait_for("MENU")
        one.press("w")
        titled(one, SHELLS)
        one.press("w")
        titled(one, CALLED)
        house.stop(signal.SIGKILL)
        titled(one, OURS)
