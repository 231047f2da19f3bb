"""The harness itself, on programs that are small enough to know what they do."""

from __future__ import annotations

import re
import signal
import sys
import textwrap
from pathlib import Path

import pytest

from tests.scenarios.company import wait_until
from tests.terminal.emulator import Emulator
from tests.terminal.harness import House, Terminal


def python(program: str) -> list[str]:
    return [sys.executable, "-c", textwrap.dedent(program)]


RAW = """
    import os, sys, termios, tty
    kept = termios.tcgetattr(0)
    tty.setraw(0)
    try:
        {body}
    finally:
        termios.tcsetattr(0, termios.TCSADRAIN, kept)
"""


def raw(body: str) -> list[str]:
    """Make a program that hears every key at once, and cleans up after itself."""
    inner = textwrap.indent(textwrap.dedent(body).strip(), "    ").lstrip()
    return python(textwrap.dedent(RAW).replace("{body}", inner))


ECHO = """
    print("ready", end="\\r\\n", flush=True)
    while (data := os.read(0, 100)) != b"q":
        print(data, end="\\r\\n", flush=True)
"""


def test_the_program_has_a_terminal_of_the_size_that_was_wanted() -> None:
    with Terminal(["stty", "size"], 93, 31) as terminal:
        assert terminal.wait_for_end() == 0
        assert terminal.screen()[0] == "31 93"


def test_the_terminal_controls_its_program() -> None:
    program = python("import os; print(os.ttyname(0) == os.ttyname(1), os.open('/dev/tty', 2))")
    with Terminal(program) as terminal:
        assert terminal.wait_for_end() == 0
        assert terminal.screen()[0] == "True 3"


def test_keys_come_as_a_terminal_sends_them() -> None:
    with Terminal(raw(ECHO)) as terminal:
        terminal.wait_for("ready")
        for name, sent in {
            "a": "b'a'",
            "Down": r"b'\x1b[B'",
            "Enter": r"b'\r'",
            "C-c": r"b'\x03'",
            "S-Tab": r"b'\x1b[Z'",
            "é": r"b'\xc3\xa9'",
        }.items():
            terminal.press(name)
            terminal.wait_for(sent)
        terminal.press("q")
        assert terminal.wait_for_end() == 0


def test_keys_of_the_cursor_change_with_their_mode() -> None:
    with Terminal(raw("print('\\x1b[?1h', end='')\n" + textwrap.dedent(ECHO))) as terminal:
        terminal.wait_for("ready")
        terminal.press("Up")
        terminal.wait_for(r"b'\x1bOA'")
        terminal.press("q")
        terminal.wait_for_end()
        assert terminal.left_on() == ["mode 1"]


def test_a_click_goes_to_the_cell_of_the_text_also_behind_wide_signs() -> None:
    body = 'print("漢字 here\\x1b[?1000;1006h", end="\\r\\n")\n' + textwrap.dedent(ECHO)
    with Terminal(raw(body)) as terminal:
        terminal.wait_for("ready")
        terminal.click_on("here")
        terminal.wait_for(r"b'\x1b[<0;6;1M\x1b[<0;6;1m'")
        with pytest.raises(AssertionError, match="there is no 'nowhere'"):
            terminal.click_on("nowhere")


def test_nobody_can_click_where_nobody_listens() -> None:
    with Terminal(raw(ECHO)) as terminal:
        terminal.wait_for("ready")
        with pytest.raises(AssertionError, match="mouse"):
            terminal.click(0, 0)


QUESTION = """
    import select
    os.write(1, {question})
    ready, _, _ = select.select([0], [], [], {patience})
    print(os.read(0, 100) if ready else "no answer", end="\\r\\n")
"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (b"\x1b[c", r"b'\x1b[?62;22c'"),
        (b"ab\x1b[6n", r"b'\x1b[1;3R'"),
        (b"\x1b[5n", r"b'\x1b[0n'"),
        (b"\x1b[>q", r"b'\x1bP>|emulator(1)\x1b\\'"),
        (b"\x1b[?2026$p", r"b'\x1b[?2026;2$y'"),
        (b"\x1b[?9999$p", r"b'\x1b[?9999;0$y'"),
        (b"\x1bP+q524742\x1b\\", r"b'\x1bP0+r\x1b\\'"),
        (b"\x1b]11;?\x1b\\", r"b'\x1b]11;rgb:0000/0000/0000\x1b\\'"),
    ],
)
def test_the_questions_that_a_terminal_answers(question: bytes, answer: str) -> None:
    with Terminal(raw(QUESTION.format(question=question, patience=10))) as terminal:
        assert terminal.wait_for_end() == 0
        assert answer in terminal.text()


def test_a_terminal_that_answers_nothing() -> None:
    silent = raw(QUESTION.format(question=b"\x1b[c", patience=0.1))
    with Terminal(silent, answers=False) as terminal:
        assert terminal.wait_for_end() == 0
        assert "no answer" in terminal.text()


def test_only_complete_frames_are_seen() -> None:
    emulator = Emulator(20, 2)
    emulator.feed("\x1b[?1049h\x1b[?2026h\x1b[1;1Hfirst\x1b[?2026l")
    assert emulator.rows()[0].rstrip() == "first"
    emulator.feed("\x1b[?2026h\x1b[1;1Hsec")
    assert emulator.rows()[0].rstrip() == "first"
    emulator.feed("ond\x1b[?20")
    emulator.feed("26l")
    assert emulator.rows()[0].rstrip() == "second"
    sizes = [len(f"\x1b[?2026h\x1b[1;1H{word}\x1b[?2026l") for word in ("first", "second")]
    assert emulator.frames == sizes
    assert emulator.clears == []
    assert emulator.torn == 0


def test_what_flickers_is_counted() -> None:
    emulator = Emulator(20, 2)
    emulator.feed("\x1b[2J\x1b[?1049h\x1b[?2026h\x1b[2J\x1b[?2026l")
    assert emulator.clears == []
    emulator.feed("\x1b[2Jtorn")
    assert emulator.clears == ["\x1b[2J"]
    assert emulator.torn == 1


def test_the_alternate_screen_leaves_the_main_one_alone() -> None:
    with Terminal(python("print('before\\x1b[?1049hinside\\x1b[?1049l')")) as terminal:
        terminal.wait_for_end()
        assert terminal.screen()[0] == "before"
        assert "inside" not in terminal.text()
        assert terminal.left_on() == []


def test_bytes_may_come_in_any_pieces() -> None:
    data = "\x1b]0;title\x1b\\漢\x1bPnothing\x1b\\e\u0323\x1b[1mx\x1b[0m".encode()
    whole, pieces = Emulator(10, 1), Emulator(10, 1)
    whole.feed(data)
    for at in range(len(data)):
        pieces.feed(data[at : at + 1])
    assert whole.cells() == pieces.cells()
    assert whole.rows()[0].rstrip() == "漢ẹx"
    assert pieces.title == "title"


def test_a_title_that_was_put_away_comes_back() -> None:
    emulator = Emulator(10, 1)
    emulator.feed("\x1b]2;own\x1b\\\x1b[22;2t\x1b]2;ours\x1b\\")
    assert emulator.title == "ours"
    emulator.feed("\x1b[23;2t")
    assert emulator.title == "own"
    emulator.feed("\x1b[23;2t")
    assert emulator.title == "own", "there is none left to come back"


def test_what_is_left_on_is_named() -> None:
    program = python("""
        import termios, tty
        tty.setcbreak(0, termios.TCSANOW)
        print("\\x1b[?25l\\x1b[?1000h\\x1b[?7l\\x1b[>1u\\x1b=\\x1b[31mred", end="")
        print("\\x1b[22;2t\\x1b]2;ours\\x1b\\\\", end="")
    """)
    with Terminal(program) as terminal:
        terminal.wait_for_end()
        assert terminal.left_on() == [
            "mode 1000",
            "mode 7 is off",
            "mode 25 is off",
            "the keyboard's ways",
            "the keypad's ways",
            "a style",
            "the window's title",
            "the line's modes",
        ]


def test_a_program_learns_of_another_size() -> None:
    program = python("""
        import os, signal
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGWINCH])
        print("ready", flush=True)
        signal.sigwait([signal.SIGWINCH])
        print(tuple(os.get_terminal_size()), flush=True)
    """)
    with Terminal(program) as terminal:
        terminal.wait_for("ready")
        terminal.resize(50, 10)
        assert terminal.wait_for_end() == 0
        assert "(50, 10)" in terminal.text()


def test_a_signal_ends_the_program_and_is_its_exit_code() -> None:
    with Terminal(raw(ECHO)) as terminal:
        terminal.wait_for("ready")
        terminal.signal(signal.SIGTERM)
        assert terminal.wait_for_end() == -signal.SIGTERM


def test_a_closed_window_ends_the_program() -> None:
    with Terminal(python("print('ready', flush=True); input()")) as terminal:
        terminal.wait_for("ready")
        terminal.hang_up()
        assert terminal.process.wait(10) == -signal.SIGHUP


def test_who_waits_in_vain_is_shown_the_screen() -> None:
    with Terminal(raw(ECHO), patience=0.2) as terminal:
        terminal.wait_for("ready", timeout=10)
        with pytest.raises(AssertionError, match=r"(?s)waited in vain.*\|ready"):
            terminal.wait_for("never")
        with pytest.raises(AssertionError, match="waited in vain"):
            terminal.wait_gone(re.compile("rea.y"))


def test_who_waits_for_a_program_that_ended_need_not_wait_long() -> None:
    with (
        Terminal(["true"]) as terminal,
        pytest.raises(AssertionError, match="it ended before"),
    ):
        terminal.wait_for("never")


def test_nothing_that_the_program_started_outlives_it() -> None:
    program = python("""
        import subprocess
        child = subprocess.Popen(["sleep", "1000"])
        print("child", child.pid, flush=True)
        child.wait()
    """)
    with Terminal(program) as terminal:
        found = re.search(r"child (\d+)", terminal.wait_for(re.compile(r"child \d+")))
        assert found
    wait_until(lambda: not is_alive(int(found[1])))


def is_alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return state.rpartition(")")[2].split()[0] not in "ZX"


def test_the_house_lets_people_in(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        [ada] = house.enter("Ada")
        assert ada.name == "Ada"
        assert house.address == f"127.0.0.1:{house.port}"
    assert house.process.returncode is not None
