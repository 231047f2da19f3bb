"""Windows of every size and ability, and windows that do not stay as they are."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from tests.terminal.at_home import NOWHERE, SIMPLE, playing, quit_by_key, styles
from tests.terminal.harness import House, Terminal


def assert_steady(terminal: Terminal) -> None:
    """Check that nobody saw half a picture or an empty one."""
    assert terminal.emulator.clears == []
    assert terminal.emulator.torn == 0


def test_a_window_that_is_too_small_is_told_so_and_can_grow_again(tmp_path: Path) -> None:
    with playing(tmp_path, NOWHERE) as terminal:
        terminal.wait_for("WHERE TO")
        terminal.resize(60, 18)
        assert "60 x 18" in terminal.wait_for("TOO SMALL")
        terminal.resize(40, 12)
        terminal.wait_for("40 x 12")
        terminal.resize(80, 24)
        terminal.wait_for("WHERE TO")
        assert quit_by_key(terminal) == 0
        assert terminal.left_on() == []
        assert_steady(terminal)


def test_a_window_may_be_a_single_cell(tmp_path: Path) -> None:
    with playing(tmp_path, NOWHERE, width=1, height=1) as terminal:
        terminal.wait_until(lambda: bool(terminal.emulator.frames), "a picture")
        terminal.resize(100, 30)
        terminal.wait_for("WHERE TO")
        assert quit_by_key(terminal) == 0


def test_a_storm_of_sizes_ends_in_the_right_picture(tmp_path: Path) -> None:
    chance = Random(5)
    with playing(tmp_path, NOWHERE) as terminal:
        terminal.wait_for("WHERE TO")
        for _ in range(100):
            terminal.resize(chance.randrange(1, 200), chance.randrange(1, 60))
            terminal.pump(0)
        terminal.resize(100, 30)
        terminal.wait_for("WHERE TO")
        terminal.wait_until(lambda: terminal.text().count("ERIANTYS") == 1, "one picture")
        assert quit_by_key(terminal) == 0
        assert terminal.left_on() == []
        assert_steady(terminal)


def test_no_colour_where_none_is_wanted(tmp_path: Path) -> None:
    with playing(tmp_path, NOWHERE, settings={"NO_COLOR": "1"}) as terminal:
        terminal.wait_for("WHERE TO")
        assert quit_by_key(terminal) == 0
        assert styles(terminal) <= SIMPLE
        assert len(styles(terminal)) > 1
        assert terminal.left_on() == []


def test_colours_where_there_are_some(tmp_path: Path) -> None:
    with playing(tmp_path, NOWHERE) as terminal:
        terminal.wait_for("WHERE TO")
        assert {38, 48} <= styles(terminal)


def test_only_signs_that_the_locale_has(tmp_path: Path) -> None:
    with playing(tmp_path, NOWHERE, settings={"LC_ALL": "C", "PYTHONUTF8": "0"}) as terminal:
        terminal.wait_for("WHERE TO")
        assert quit_by_key(terminal) == 0
        assert bytes(terminal.written).isascii()


def test_signs_of_ascii_where_they_are_wanted(tmp_path: Path) -> None:
    with playing(tmp_path, NOWHERE, "--ascii") as terminal:
        terminal.wait_for("WHERE TO")
        terminal.type("é漢")
        # Ctrl-C makes the terminal throw away what was typed and is not read yet.
        terminal.wait_until(lambda: not terminal.pump(0.05), "a moment of silence")
        assert quit_by_key(terminal) == 0
        assert bytes(terminal.written).isascii()


def test_nobody_listens_to_the_mouse_where_that_is_not_wanted(tmp_path: Path) -> None:
    with playing(tmp_path, NOWHERE, "--no-mouse") as terminal:
        terminal.wait_for("WHERE TO")
        assert not {1000, 1002, 1003, 1006} & terminal.emulator.modes


def test_keys_that_no_keyboard_has_do_no_harm(tmp_path: Path) -> None:
    chance = Random(7)
    with playing(tmp_path, NOWHERE) as terminal:
        terminal.wait_for("WHERE TO")
        for _ in range(50):
            junk = bytes(chance.choices(b"\x00\x01\x1b[]OPM<;0129~\x80\xff\xc3\x9b\r\t", k=20))
            terminal.send_bytes(junk.replace(b"\x03", b"").replace(b"\x1a", b""))
            terminal.pump(0)
        assert terminal.process.poll() is None or terminal.wait_for_end() == 0
        assert "Traceback" not in terminal.text()


@pytest.mark.parametrize(
    "settings", [{}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}]
)
def test_bytes_that_are_no_letters_are_overlooked(
    tmp_path: Path, settings: dict[str, str]
) -> None:
    with playing(tmp_path, NOWHERE, settings=settings) as terminal:
        terminal.wait_for("WHERE TO")
        for junk in (b"\xc3\xc3(\xff", b"\x80\xfe", b"\xc3", b"\x1b\xe9"):
            terminal.send_bytes(junk)
            terminal.wait_until(lambda: not terminal.pump(0.05), "a moment of silence")
        terminal.press("C-u")
        terminal.type("Ada")
        terminal.wait_for(re.compile(r"Name +Ada"))


def test_nothing_is_written_as_long_as_nothing_changes(tmp_path: Path) -> None:
    with playing(tmp_path, NOWHERE) as terminal:
        terminal.wait_for("WHERE TO")
        terminal.wait_until(lambda: not terminal.pump(0.05), "a moment of silence")
        written = len(terminal.written)
        with pytest.raises(AssertionError, match="waited in vain"):
            terminal.wait_until(lambda: len(terminal.written) > written, "more", timeout=1.5)


def test_keys_pressed_right_after_esc_are_not_lost(tmp_path: Path) -> None:
    with House(tmp_path) as house, playing(tmp_path, house.address) as terminal:
        terminal.wait_for("Name")
        terminal.type("Ada")
        terminal.press("Enter")
        terminal.wait_for("lobby")
        terminal.press("n")
        terminal.wait_for("NEW MATCH")
        terminal.send_bytes(b"\x1b/")  # out of the form, and into the filter
        terminal.wait_gone("NEW MATCH")
        terminal.type("zzz")
        terminal.wait_for("zzz")
        terminal.send_bytes(b"\x1b\x1b")
        terminal.wait_gone("zzz")
