"""A process of this program beside the client, that lives as long as the line to it.

It gets one end of a socket, and ends when the other end is closed, however that comes about.
So nothing is left behind even by a client that was killed.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from typing import IO

STOP_SECONDS = 5.0
"""How long it may usually take to end once its line is closed, before it is ended."""


class Companion:
    """The process, and our end of the line."""

    def __init__(
        self,
        command: str,
        option: str,
        *more: str,
        errors: IO[bytes] | int = subprocess.DEVNULL,
        inherits: Sequence[int] = (),
    ) -> None:
        """Start `eriantys COMMAND OPTION FD MORE`; what cannot be started raises `OSError`."""
        self.line, theirs = socket.socketpair()
        with theirs:
            try:
                # -P: a folder called eriantys where the player stands is not the program.
                # A session of its own: Ctrl-C in this terminal is for the client alone.
                self._process = subprocess.Popen(
                    [
                        *(sys.executable, "-P", "-m", "eriantys", command),
                        *(option, str(theirs.fileno())),
                        *more,
                    ],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=errors,
                    pass_fds=[theirs.fileno(), *inherits],
                    start_new_session=True,
                )
            except OSError:
                self.line.close()
                raise

    @property
    def runs(self) -> bool:
        """Whether it has not ended by itself."""
        return self._process.poll() is None

    @property
    def code(self) -> int | None:
        """How it ended; None as long as it runs."""
        return self._process.poll()

    def close(self, patience: float = STOP_SECONDS) -> None:
        """Close the line, and wait for the process to end; it is ended after so long.

        So is what it has started then, which may be as stuck as the process itself.
        """
        self.line.close()
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
