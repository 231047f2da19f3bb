"""The second document's game without a network: played at home, in a process of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from tests.commands.program import started
from tests.terminal.test_playing_at_home import descendants

NETWORKS = ("tcp", "tcp6", "udp", "udp6")
only_linux = pytest.mark.skipif(
    not Path("/proc/net/tcp").exists(), reason="only Linux lists all sockets in files"
)


def connected(processes: set[int]) -> set[str]:
    """Find the sockets of a network that some processes hold."""
    rows = [
        line.split()
        for name in NETWORKS
        if (table := Path(f"/proc/net/{name}")).exists()
        for line in table.read_text().splitlines()[1:]
    ]
    everywhere = {f"socket:[{row[9]}]" for row in rows}
    held = set[str]()
    for process in processes:
        for link in Path(f"/proc/{process}/fd").iterdir():
            with suppress(FileNotFoundError):  # closed since it was listed
                held.add(str(link.readlink()))
    return held & everywhere


def hear(process: subprocess.Popen[bytes], wanted: Callable[[str], bool]) -> str:
    """Read line by line up to the one that is wanted."""
    assert process.stdout is not None
    for line in process.stdout:
        if wanted(line.decode()):
            return line.decode()
    raise AssertionError("the program has ended")


@only_linux
def test_d2_1_a_game_of_masters_is_played_without_any_network(tmp_path: Path) -> None:
    home = {"XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    line = ("play", "--plain", "--name", "Ada")
    program = (sys.executable, "-P", "-m", "eriantys")
    with started(
        *line, cwd=tmp_path, program=program, stdin=subprocess.PIPE, **home
    ) as process:
        assert process.stdin is not None

        def say(text: str) -> None:
            assert process.stdin is not None
            process.stdin.write(f"{text}\n".encode())
            process.stdin.flush()

        say("new masters 2")
        hear(process, lambda said: said.startswith("Match 1: Masters of Renaissance"))
        hear(process, lambda said: said.startswith("Your turn: discard two"))
        for _ in range(2):
            say("leader discard 1")
            hear(process, lambda said: said.startswith("You send"))
        family = {process.pid, *descendants(process.pid)}
        assert len(family) == 3, "the client, the server, and what thinks for its bots"
        assert connected(family) == set()
        say("resign")
        say("quit")
        out, errors = process.communicate(timeout=60)
        assert (process.returncode, errors) == (0, b"")
        assert b"Goodbye." in out


@only_linux
def test_the_sockets_of_a_network_are_found_where_there_are_some() -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        node = os.fstat(door.fileno()).st_ino
        assert f"socket:[{node}]" in connected({os.getpid()})
