"""The client comes quickly, and leaves every terminal as it was, whatever ends it."""

from __future__ import annotations

import os
import re
import select
import shlex
import signal
import sys
import textwrap
import time
from pathlib import Path

import pytest

from tests.commands.program import PROGRAM
from tests.terminal.at_home import NOWHERE, home, in_shell, playing, quit_by_key
from tests.terminal.harness import House, Terminal

WAITED_MOST = 1.0
"""Seconds for answers that never come; a start itself takes some tenths of one."""
LOBBY = re.compile(r"ERIANTYS +lobby")


def test_a_terminal_that_answers_nothing_holds_up_the_start_only_a_little(
    tmp_path: Path,
) -> None:
    first_seen = {}
    for answers in (True, False):
        with playing(tmp_path, NOWHERE, answers=answers) as terminal:
            terminal.wait_until(lambda t=terminal: bool(t.emulator.frames), "a first picture")
            first_seen[answers] = time.monotonic() - terminal.begun
            assert "ERIANTYS" in terminal.text()
    assert first_seen[False] - first_seen[True] < WAITED_MOST


def enter(terminal: Terminal) -> None:
    """Go into the lobby."""
    terminal.wait_for("Name")
    terminal.type("Ada")
    terminal.press("Enter")
    terminal.wait_for(LOBBY)


def test_the_whole_screen_is_given_back_when_somebody_quits(tmp_path: Path) -> None:
    with House(tmp_path) as house, playing(tmp_path, house.address) as terminal:
        enter(terminal)
        assert 1049 in terminal.emulator.modes
        assert quit_by_key(terminal) == 0
        assert terminal.left_on() == []
        assert terminal.text().strip() == ""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_in_good_order(tmp_path: Path, number: signal.Signals) -> None:
    with House(tmp_path) as house, playing(tmp_path, house.address) as terminal:
        enter(terminal)
        terminal.signal(number)
        assert terminal.wait_for_end() == 0
        assert terminal.left_on() == []
        assert "Traceback" not in terminal.text()


def test_a_closed_window_ends_it(tmp_path: Path) -> None:
    with House(tmp_path) as house, playing(tmp_path, house.address) as terminal:
        enter(terminal)
        terminal.hang_up()
        assert terminal.process.wait(terminal.patience) == 0


FAULTY = """
    import sys
    from eriantys.cli import main
    from eriantys.client.app import App

    def fail(self, event):
        raise RuntimeError("a fault in a screen")

    App.handle = fail
    sys.argv = ["eriantys", "play"]
    sys.exit(main())
"""


def test_a_fault_of_ours_gives_the_terminal_back_and_is_told(tmp_path: Path) -> None:
    program = [sys.executable, "-c", textwrap.dedent(FAULTY)]
    with Terminal(program, settings=home(tmp_path)) as terminal:
        terminal.wait_for("ERIANTYS")
        terminal.press("x")
        assert terminal.wait_for_end() != 0
        assert terminal.left_on() == []
        assert "a fault in a screen" in terminal.text()


def test_a_window_that_is_closed_while_it_sleeps_ends_it_too(tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    os.mkfifo(errors)
    with (
        open(os.open(errors, os.O_RDONLY | os.O_NONBLOCK), "rb") as told,  # noqa: PTH123
        in_shell(tmp_path) as terminal,
    ):
        terminal.wait_for("shell>")
        terminal.type(f"{shlex.join([*map(str, PROGRAM), 'play', NOWHERE])} 2>{errors}\r")
        terminal.wait_for("WHERE TO")
        terminal.press("C-z")
        terminal.wait_for("Stopped")
        terminal.hang_up()
        ready, _, _ = select.select([told], [], [], terminal.patience)
        assert ready, "it has not ended"
        assert told.read() == b""


def test_it_can_be_put_aside_and_taken_up_again(tmp_path: Path) -> None:
    with House(tmp_path) as house, in_shell(tmp_path) as terminal:
        terminal.wait_for("shell>")
        command = shlex.join([*map(str, PROGRAM), "play", house.address])
        terminal.type(f"{command}\r")
        enter(terminal)
        terminal.press("C-z")
        terminal.wait_for("Stopped")
        assert [mode for mode in terminal.left_on() if mode.startswith("mode")] in (
            [],
            ["mode 2004"],  # the shell's own
        )
        terminal.type("echo still $((20 + 3)) here\r")
        terminal.wait_for("still 23 here")
        terminal.type("fg\r")
        terminal.wait_for(LOBBY)
        assert 1049 in terminal.emulator.modes
        terminal.press("?")
        terminal.wait_for("HELP")
        terminal.press("Esc")
        terminal.wait_gone("HELP")
        terminal.press("C-c")
        terminal.wait_for("once more")
        terminal.press("C-c")
        terminal.wait_for(re.compile(r"shell>\s*\Z"))
        terminal.type("exit\r")
        terminal.wait_for_end()


def test_without_a_terminal_it_says_so_in_a_sentence(tmp_path: Path) -> None:
    program = shlex.join([*map(str, PROGRAM), "play", "127.0.0.1:1"])
    with Terminal(["sh", "-c", f"{program} </dev/null | cat"], settings=home(tmp_path)) as end:
        end.wait_for_end()
        assert 1049 not in end.emulator.modes
        assert b"\x1b" not in end.written
        assert "Traceback" not in end.text()


def test_a_name_goes_along_from_home_to_another_server(tmp_path: Path) -> None:
    with playing(tmp_path, "--name", "Ada") as terminal:
        terminal.wait_for("NEW GAME")
        terminal.press("o")
        seen = terminal.wait_for("WHERE TO")
        assert re.search(r"▶ Server +localhost", seen)
        assert re.search(r"Name +Ada", seen)


def test_no_process_is_left(tmp_path: Path) -> None:
    with playing(tmp_path, NOWHERE) as terminal:
        terminal.wait_for("ERIANTYS")
        quit_by_key(terminal)
        with pytest.raises(ProcessLookupError):
            os.killpg(terminal.process.pid, 0)


@pytest.mark.parametrize("attempt", range(4))
def test_keys_typed_just_before_an_interrupt_hold_nothing_up(
    tmp_path: Path, attempt: int
) -> None:
    with playing(tmp_path, NOWHERE) as terminal:
        terminal.wait_for("WHERE TO")
        terminal.type("é漢")
        terminal.press("C-c")
        terminal.wait_for("once more")
