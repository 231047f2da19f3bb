"""A progress bar, Ctrl-C, and output that cannot be written."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from eriantys import exits
from tests.commands.program import (
    MANY,
    PATIENCE,
    Run,
    Terminal,
    assert_one_sentence,
    assert_refused,
    read_table,
    run,
    started,
)


def test_a_progress_bar_is_drawn_on_a_terminal_and_wiped(
    tmp_path: Path, terminal: Terminal
) -> None:
    arguments = ("simulate", "--games=300", "--seed=1")
    with started(*arguments, cwd=tmp_path, stderr=terminal.theirs) as process:
        drawn = terminal.read_to_end()
        out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == exits.OK
    bars = re.findall(r"\r\[(#*)(\.*)\] (\d+) of 300 games", drawn)
    assert bars
    assert bars[0] == ("", "." * 30, "0")
    for filled, empty, done in bars:
        assert len(filled + empty) == 30
        assert len(filled) == 30 * int(done) // 300
    assert [int(done) for *_, done in bars] == sorted(int(done) for *_, done in bars)
    assert terminal.screen() == []
    assert drawn.endswith(" \r")
    assert "[" not in out.decode()
    assert read_table(out.decode()).games == 300


def test_table_and_bar_share_a_terminal(tmp_path: Path, terminal: Terminal) -> None:
    both = {"stdout": terminal.theirs, "stderr": terminal.theirs}
    with started("simulate", "--games=50", "--seed=1", cwd=tmp_path, **both) as process:
        terminal.read_to_end()
        assert process.wait(PATIENCE) == exits.OK
    lines = terminal.screen()
    assert lines[0] == "Eriantys, 2 players, expert false: 50 random games, seed 1"
    assert not [line for line in lines if "[" in line]


def test_the_bar_leaves_nothing_behind_on_a_narrow_terminal(
    tmp_path: Path, terminal: Terminal
) -> None:
    termios.tcsetwinsize(terminal.theirs, (40, 20))
    arguments = ("simulate", "--games=300", "--seed=1")
    with started(*arguments, cwd=tmp_path, stderr=terminal.theirs) as process:
        drawn = terminal.read_to_end()
        process.communicate(timeout=PATIENCE)
    assert "[" in drawn
    assert max(map(len, drawn.split("\r"))) == 19


@pytest.mark.parametrize("stdout_is_terminal", [False, True])
def test_no_bar_is_drawn_into_a_pipe(
    tmp_path: Path, terminal: Terminal, stdout_is_terminal: bool
) -> None:
    stdout = terminal.theirs if stdout_is_terminal else subprocess.PIPE
    finished = run("simulate", "--games=50", cwd=tmp_path, stdout=stdout)
    assert (finished.code, finished.err) == (exits.OK, "")
    if stdout_is_terminal:
        assert "[" not in terminal.read_to_end()


def test_ctrl_c_tells_what_was_played_so_far(tmp_path: Path, terminal: Terminal) -> None:
    arguments = ("simulate", "--games", MANY, "--seed=1")
    with started(*arguments, cwd=tmp_path, stderr=terminal.theirs) as process:
        terminal.read_until(rb"\] [1-9]\d* of 1000000 games")
        process.send_signal(signal.SIGINT)
        drawn = terminal.read_to_end()
        out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == exits.INTERRUPTED
    (sentence,) = terminal.screen()
    stopped = re.fullmatch(r"eriantys: stopped after (\d+) of 1000000 games\.", sentence)
    assert stopped is not None, sentence
    assert drawn.endswith(f"\r{sentence}\n")
    table = read_table(out.decode())
    assert table.games == int(stopped[1]) >= 1
    for counts in table.sections.values():
        # The game that was being counted may be missing here and there.
        assert 0 <= table.games - sum(counts.values()) <= 1


def test_ctrl_c_while_nobody_reads_the_table(
    tmp_path: Path, terminal: Terminal, closed_pipe: int
) -> None:
    streams = {"stdout": closed_pipe, "stderr": terminal.theirs}
    with started("simulate", "--games", MANY, cwd=tmp_path, **streams) as process:
        terminal.read_until(rb"\] [1-9]\d* of 1000000 games")
        process.send_signal(signal.SIGINT)
        terminal.read_to_end()
        assert process.wait(PATIENCE) == exits.INTERRUPTED
    (sentence,) = terminal.screen()
    assert re.fullmatch(r"eriantys: stopped.*\.", sentence)


def test_ctrl_c_while_a_record_is_being_read(tmp_path: Path) -> None:
    more_than_a_pipe_holds = b"#" * (256 << 10)
    with started("verify", "-", cwd=tmp_path, stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write(more_than_a_pipe_holds)
        process.stdin.flush()
        # The pipe could not hold it all, so somebody is reading, and waits for more. What
        # ends the waiting, the signal or the end of the text, is all the same.
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == exits.INTERRUPTED
    assert out == b""
    assert_one_sentence(err.decode(), "stopped.")


OUTPUTS = [["--version"], ["--help"], ["simulate", "--help"], ["rules"], ["verify", "r.txt"]]
OUTPUTS += [["simulate", "--games=2"]]
each_output = pytest.mark.parametrize("arguments", OUTPUTS, ids=" ".join)


@each_output
def test_a_reader_who_has_seen_enough_is_no_error(
    tmp_path: Path, closed_pipe: int, record_text: str, arguments: list[str]
) -> None:
    (tmp_path / "r.txt").write_text(record_text, "utf-8")
    assert run(*arguments, cwd=tmp_path, stdout=closed_pipe) == Run(exits.OK, "", "")


def test_a_reader_may_take_one_line_and_go(tmp_path: Path) -> None:
    with started("simulate", "--games=5", "--seed=1", cwd=tmp_path) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        first = process.stdout.readline()
        process.stdout.close()
        assert process.wait(PATIENCE) == exits.OK
        assert process.stderr.read() == b""
    assert first == b"Eriantys, 2 players, expert false: 5 random games, seed 1\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@each_output
def test_a_full_disk_is_not_the_fault_of_the_program(
    tmp_path: Path, record_text: str, arguments: list[str]
) -> None:
    (tmp_path / "r.txt").write_text(record_text, "utf-8")
    with Path("/dev/full").open("wb") as full:
        finished = run(*arguments, cwd=tmp_path, stdout=full)
    assert_one_sentence(finished.err, "No space left on device")
    assert finished.code == exits.CANNOT_WRITE


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
@pytest.mark.parametrize("arguments", ["rules", "simulate --games=2", "verify -"])
def test_a_stream_that_is_closed_is_not_the_fault_of_the_program(
    tmp_path: Path, record_text: str, arguments: str, closed: str
) -> None:
    shell = ("/bin/sh", "-c", f'exec "$0" -m eriantys {arguments} {closed}', sys.executable)
    finished = run(cwd=tmp_path, program=shell, given=record_text.encode())
    if (arguments, closed) == ("verify -", "<&-"):
        assert_refused(finished, exits.NO_INPUT)
    else:
        assert (finished.code, finished.err) == (exits.OK, "")
    assert "eriantys: " not in finished.out
