"""The line mode in a process of its own: lines from a pipe, lines to a pipe, and an exit."""

from __future__ import annotations

import os
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from eriantys import exits
from eriantys.wire.from_client import Chat
from eriantys.wire.from_server import Matches, Started
from eriantys.wire.messages import write
from tests.client.linking import GREETING, NAMED
from tests.commands.program import PATIENCE, environment
from tests.scenarios.real import Server

PROGRAM = (
    "import sys\n"
    "from eriantys.client.address import parse\n"
    "from eriantys.client.plain.loop import run\n"
    "name, where = sys.argv[1:]\n"
    "sys.exit(run(parse(where), name, False, None))\n"
)


def run(folder: Path, name: str, where: str, typed: bytes) -> tuple[int, list[str]]:
    """Run the line mode in a process of its own, on pipes."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, name, where],
        input=typed,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
        env=environment(XDG_STATE_HOME=str(folder), XDG_CONFIG_HOME=str(folder)),
    )
    assert done.stderr == b""
    assert b"\x1b" not in done.stdout
    return done.returncode, done.stdout.decode().splitlines()


def test_lines_from_a_pipe_are_obeyed_and_the_end_of_them_is_a_goodbye(
    server: Server, tmp_path: Path
) -> None:
    where = f"127.0.0.1:{server.port}"
    code, lines = run(tmp_path, "Piper", where, b"say hello\nnew 2 private\nhelp\nfoo")
    assert code == exits.OK
    assert f"You are Piper at {where}." in lines
    assert "Piper says to the lobby: hello" in lines
    assert any(line.startswith("You have seat 1 of 2 in match ") for line in lines)
    assert any(line.startswith("Others come here with the code ") for line in lines)
    code, lines = run(tmp_path, "", where, b"")
    assert code == exits.OK
    assert f"You are Piper at {where}." in lines, "the name of the last time is known"


def test_a_file_and_an_empty_input_will_do(server: Server, tmp_path: Path) -> None:
    where = f"127.0.0.1:{server.port}"
    typed = tmp_path / "typed"
    typed.write_bytes(b"say from a file\n")
    with typed.open("rb") as file:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, "Filer", where],
            stdin=file,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
            env=environment(XDG_STATE_HOME=str(tmp_path)),
        )
    assert (done.returncode, done.stderr) == (exits.OK, b"")
    assert b"Filer says to the lobby: from a file" in done.stdout


def test_no_server_is_a_sentence_and_another_exit(tmp_path: Path) -> None:
    code, lines = run(tmp_path, "Nemo", "127.0.0.1:1", b"list\n")
    assert code == exits.UNAVAILABLE
    assert lines == [
        "127.0.0.1:1 refuses the connection; is the server running there, and is this its port?"
    ]


class Running:
    """The line mode in a process that goes on, with somebody who reads what it prints."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.printed = b""

    def wait_for(self, text: bytes) -> None:
        """Read on until something is printed."""
        assert self.process.stdout is not None
        give_up = time.monotonic() + PATIENCE
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            while text not in self.printed:
                assert selector.select(give_up - time.monotonic()), self.printed
                data = os.read(self.process.stdout.fileno(), 65536)
                assert data, self.printed
                self.printed += data

    def end_input(self) -> int:
        """Type nothing more, and return how it ends."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(PATIENCE)


@contextmanager
def running(folder: Path, name: str, where: str) -> Iterator[Running]:
    """Start the line mode, and leave nothing of it behind."""
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, name, where],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(XDG_STATE_HOME=str(folder)),
    ) as process:
        try:
            yield Running(process)
        finally:
            process.kill()


def test_what_is_printed_comes_while_nothing_is_typed(server: Server, tmp_path: Path) -> None:
    with running(tmp_path, "Waiter", f"127.0.0.1:{server.port}") as waiter:
        waiter.wait_for(b"in the lobby")
        [host] = server.enter("Host")
        host.say(Chat("lobby", "anybody here?"))
        waiter.wait_for(b"\nHost says to the lobby: anybody here?\n")
        assert waiter.end_input() == exits.OK


def test_without_a_name_an_empty_input_is_a_sentence_and_another_exit(
    server: Server, tmp_path: Path
) -> None:
    code, lines = run(tmp_path, "", f"127.0.0.1:{server.port}", b"")
    assert code == exits.USAGE
    assert lines[-1] == "The input ends before there is a name: give one with --name NAME."


def test_a_server_that_shows_what_cannot_be_told_is_left_and_can_be_tried_again(
    tmp_path: Path,
) -> None:
    strange = Started(
        *(7, "eriantys", 1, ("Ada", "Bruno"), ((0,), (1,)), {}, "full", 300, "wait", True),
        commitment=b"",
        nonces=(),
        view={"mother": "everywhere"},
        number=0,
        turn=0,
        decision="student",
        left_ms=9000,
        seat=0,
    )
    with socket.create_server(("127.0.0.1", 0)) as house:
        house.settimeout(PATIENCE)
        where = f"127.0.0.1:{house.getsockname()[1]}"
        with running(tmp_path, "Ada", where) as ada:
            line, _ = house.accept()
            with line:
                line.sendall(GREETING + NAMED)
                ada.wait_for(b"You are Ada at ")
                line.sendall(write(strange))
                ada.wait_for(b" Type retry to try again, or quit.\n")
            assert ada.process.stdin is not None
            ada.process.stdin.write(b"retry\n")
            ada.process.stdin.flush()
            line, _ = house.accept()
            with line:
                line.sendall(GREETING + NAMED + write(Matches(whole=True)))
                ada.wait_for(b"You are in the lobby.\n")
                assert ada.end_input() == exits.OK
