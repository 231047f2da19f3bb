"""The program in a process of its own, on pipes or on a terminal."""

from __future__ import annotations

import atexit
import functools
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeAlias

import pyte
import pytest

ROOT = Path(__file__).resolve().parents[2]
RULES = (ROOT / "eriantys/games/eriantys/RULES.md").read_text("utf-8")
PATIENCE = 60
"""Seconds after which something hangs; nothing here comes near it."""

Stream: TypeAlias = int | IO[Any] | None
Argument: TypeAlias = str | bytes | Path

PROGRAM = (sys.executable, "-m", "eriantys")
MANY = "1000000"
"""More games than anybody waits for."""

each_command = pytest.mark.parametrize("command", ["simulate", "verify", "rules"])
not_for_root = pytest.mark.skipif(os.geteuid() == 0, reason="root may read and write anything")


class Run(NamedTuple):
    """What came of one run."""

    code: int
    out: str
    err: str


@functools.cache
def runtime_directory() -> str:
    """Make a folder for the sockets of the servers that this process starts."""
    # Its name is short, for that of a socket cannot be long.
    made = tempfile.mkdtemp(prefix="eriantys-")
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made


def environment(**settings: str) -> dict[str, str]:
    """Make an environment in which nothing but the settings tells the program what to do."""
    ours = ("PYTHON", "ERIANTYS", "PAGER", "LESS", "COLUMNS", "LINES", "RUNTIME_DIRECTORY")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    place = runtime_directory()
    base = {
        "PYTHONPATH": str(ROOT),
        "TERM": "xterm",
        "XDG_RUNTIME_DIR": place,
        "XDG_STATE_HOME": f"{place}/state",
    }
    return {**kept, **base, **settings}


@contextmanager
def started(
    *arguments: Argument,
    cwd: Path,
    program: tuple[Argument, ...] = PROGRAM,
    stdin: Stream = subprocess.DEVNULL,
    stdout: Stream = subprocess.PIPE,
    stderr: Stream = subprocess.PIPE,
    pass_fds: Sequence[int] = (),
    **settings: str,
) -> Iterator[subprocess.Popen[bytes]]:
    """Start the program, and make sure that it does not outlive the test."""
    with subprocess.Popen(
        [*program, *arguments],
        cwd=cwd,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        pass_fds=pass_fds,
        env=environment(**settings),
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def run(*arguments: Argument, cwd: Path, given: bytes = b"", **more: Any) -> Run:
    """Run the program to its end on pipes."""
    more.setdefault("stdin", subprocess.PIPE)
    with started(*arguments, cwd=cwd, **more) as process:
        with_input = given if more["stdin"] == subprocess.PIPE else None
        out, err = process.communicate(with_input, timeout=PATIENCE)
        return Run(process.returncode, (out or b"").decode(), (err or b"").decode())


def assert_one_sentence(err: str, *said: str) -> None:
    assert err.startswith("eriantys: "), err
    assert err.endswith(".\n"), err
    assert err.count("\n") == 1, err
    assert "Traceback" not in err
    for words in said:
        assert words in err


def assert_refused(finished: Run, code: int, *said: str) -> None:
    """Check that there is one sentence, this exit code, and nothing where results go."""
    assert_one_sentence(finished.err, *said)
    assert finished.code == code
    assert finished.out == ""


class Terminal:
    """A terminal of 80 columns, and everything that was ever written on it."""

    def __init__(self) -> None:
        self.ours, self.theirs = pty.openpty()
        termios.tcsetwinsize(self.theirs, (40, 80))
        self.written = b""

    def read(self) -> bool:
        """Read what there is next; tell whether there can be more."""
        ready, _, _ = select.select([self.ours], [], [], PATIENCE)
        assert ready, f"nothing more came after {self.written[-200:]!r}"
        try:
            data = os.read(self.ours, 65536)
        except OSError:  # how Linux tells that nobody holds the other end any more
            return False
        self.written += data
        return bool(data)

    def read_until(self, pattern: bytes) -> None:
        deadline = time.monotonic() + PATIENCE
        while not re.search(pattern, self.written):
            assert self.read(), f"{pattern!r} is not in {self.written!r}"
            assert time.monotonic() < deadline, f"{pattern!r} never came"

    def read_to_end(self) -> str:
        self.hang_up()
        while self.read():
            pass
        return self.written.decode().replace("\r\n", "\n")

    def screen(self) -> list[str]:
        """Show the lines that a person sees in the end."""
        screen = pyte.Screen(80, 40)
        pyte.ByteStream(screen).feed(self.written)
        return [line.rstrip() for line in screen.display if line.strip()]

    def hang_up(self) -> None:
        if self.theirs >= 0:
            os.close(self.theirs)
            self.theirs = -1


def with_header(text: str, name: str, value: str) -> str:
    return re.sub(rf"(?m)^{name}: .*$", lambda _: f"{name}: {value}", text)


def broken_off(text: str, reason: str) -> str:
    """Make of a finished match one that was broken off after its tenth move."""
    headers, moves = text.split("\n\n")
    headers = with_header(with_header(headers, "Result", "none"), "Reason", reason)
    headers = re.sub(r"(?m)^Scores: .*\n", "", headers)
    return "\n".join([headers, "", *moves.split("\n")[:10], "end", ""])


class Table(NamedTuple):
    """The table that `simulate` prints, taken apart."""

    title: str
    games: int
    sections: dict[str, dict[str, int]]
    speed: str


def read_table(out: str) -> Table:
    title, *sections, speed = out.split("\n\n")
    counted = re.search(r": (\d+) random games?", title)
    assert counted is not None, title
    table = Table(title, int(counted[1]), {}, speed)
    for section in sections:
        head, *rows = section.split("\n")
        assert len({len(line) for line in (head, *rows)}) == 1, "columns are not straight"
        name, *columns = re.split(r"  +", head)
        assert columns == ["games", "share"]
        table.sections[name] = {}
        for row in rows:
            cells = re.fullmatch(r"(\S.*?) +(\d+) +(\d+\.\d) %", row)
            assert cells is not None, row
            table.sections[name][cells[1]] = int(cells[2])
            assert float(cells[3]) == pytest.approx(
                100 * int(cells[2]) / table.games, abs=0.051
            )
    return table
