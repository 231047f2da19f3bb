"""Orders that are given to a real server, and what comes back."""

from __future__ import annotations

import socket
from pathlib import Path

from eriantys import exits
from eriantys.wire.from_server import Started, Update
from tests.commands.program import Run, run, runtime_directory
from tests.scenarios.real import Client, Server

NOBODY = 65534
"""A user who owns nothing."""


def door(server: Server) -> Path:
    return Path(runtime_directory(), "eriantys", f"{server.port}.sock")


def ctl(server: Server, *words: str) -> Run:
    return run("ctl", "--socket", str(door(server)), *words, cwd=server.store.parent)


def done(server: Server, *words: str) -> str:
    """Give an order that is carried out, and return what was said."""
    finished = ctl(server, *words)
    assert (finished.code, finished.err) == (exits.OK, ""), finished
    return finished.out


def refused(finished: Run, code: int = exits.FAILED) -> str:
    """Take the one sentence of an order that was refused."""
    assert (finished.code, finished.out) == (code, ""), finished
    assert finished.err.count("\n") == 1
    assert "Traceback" not in finished.err
    return finished.err.removeprefix("eriantys: ").rstrip()


def tell(server: Server, line: bytes) -> bytes:
    """Say something at the socket itself, and hear the answer to its end."""
    with socket.socket(socket.AF_UNIX) as end:
        end.settimeout(30)
        end.connect(str(door(server)))
        end.sendall(line)
        return b"".join(iter(lambda: end.recv(65536), b""))


def play_first(*players: Client) -> None:
    """Let whoever is on turn do the first thing that is legal."""
    turn = players[0].last(Started).turn
    assert turn is not None
    players[turn].play(players[turn].request(1))
    for player in players:
        player.wait_for(Update)
