"""How long it takes from the start of the client until its first picture is complete."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import tempfile
import termios
import time

SIZE = (42, 130)
"""Rows and columns."""
PATIENCE = 30.0
COMPLETE = b"\x1b[?2026l"
"""What comes at the end of every picture."""
ASKED = b"Bots play"
"""What the card at home asks for, once its server has said what can be played."""
UNUSUAL = {"NO_COLOR", "PYTHONDONTWRITEBYTECODE"}
"""What people do not have in their environment, and what would be measured instead."""
ANSWERS = {
    b"\x1b[6n": b"\x1b[1;1R",
    b"\x1b[c": b"\x1b[?62;22c",
    b"\x1b[>q": b"\x1bP>|bench(1)\x1b\\",
}
"""What a terminal says when it is asked: where the cursor is, and what it is itself."""


def until_seen(wanted: bytes = b"") -> float:
    """Start the client in a terminal, and give the seconds until a picture holds a text."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, SIZE)
    with tempfile.TemporaryDirectory() as folder:
        kept = {name: value for name, value in os.environ.items() if name not in UNUSUAL}
        names = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
        settings = kept | dict.fromkeys(names, folder)
        settings |= {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
        begun = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", "eriantys", "play"],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=settings,
            start_new_session=True,
        )
        try:
            _read_until_complete(ours, wanted, begun + PATIENCE)
            return time.perf_counter() - begun
        finally:
            process.kill()
            process.wait()
            os.close(theirs)
            os.close(ours)


def until_asked() -> float:
    """Start the client, and give the seconds until a game can be begun at home."""
    return until_seen(ASKED)


def _read_until_complete(terminal: int, wanted: bytes, deadline: float) -> None:
    written = b""
    while COMPLETE not in written[written.find(wanted) :] or wanted not in written:
        left = deadline - time.perf_counter()
        ready, _, _ = select.select([terminal], [], [], max(0.0, left))
        if not ready:
            raise TimeoutError(f"the client shows nothing but {written[-300:]!r}")
        data = os.read(terminal, 65536)
        written += data
        for question, answer in ANSWERS.items():
            for _ in range(data.count(question)):
                os.write(terminal, answer)
