"""The helper's end of the control line, where the server is late to read what it says."""

from __future__ import annotations

import socket
import subprocess
import sys
from contextlib import suppress

from eriantys.wire.frames import encode
from tests.commands.program import PATIENCE, environment

HEARING = """
import socket, sys
from select import select
from eriantys.bots.helper import ControlLine

class Line(socket.socket):
    def sendall(self, *what):
        print("answers", flush=True)  # and waits, if it must
        super().sendall(*what)

    def send(self, *what):
        try:
            return super().send(*what)
        finally:
            print("answers", flush=True)  # or has given up already

control = ControlLine(Line(fileno=int(sys.argv[1])))
select([control], [], [])
control.take()
sys.stdin.readline()
"""
"""A helper that only takes in what comes first, and tells when it answers."""


def test_an_answer_waits_until_there_is_room_for_it() -> None:
    ours, theirs = socket.socketpair()
    with suppress(BlockingIOError):
        while True:
            theirs.send(b"?", socket.MSG_DONTWAIT)
    with (
        ours,
        theirs,
        subprocess.Popen(
            [sys.executable, "-c", HEARING, str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment(),
        ) as process,
    ):
        try:
            theirs.close()
            seat, bot = socket.socketpair()
            with seat, bot:
                call = encode({"ticket": bytes(32), "level": "easy"})
                socket.send_fds(ours, [call], [bot.fileno()])
            assert process.stdout is not None
            assert process.stdout.readline() == b"answers\n"
            ours.settimeout(PATIENCE)
            while ours.recv(1) != b"+":
                pass
        finally:
            process.kill()
