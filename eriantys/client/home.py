"""The table at home: a server of one's own, that lives as long as whoever started it.

The server is a process of its own and has neither a port nor a name in the file system. It
gets its connections through a line that it inherits: each is a socket handed over on it. The
end of that line, however it comes about, is the end of the server, which saves what is being
played. So nothing is left behind, even by a client that was killed.
"""

from __future__ import annotations

import errno
import fcntl
import os
import socket
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

from eriantys import exits
from eriantys.client import files
from eriantys.client.companion import Companion
from eriantys.client.dial import CannotConnect
from eriantys.client.text import clean

TABLES = 9
"""Games that can be open at the same time, each in a terminal of its own."""
LOCK_SECONDS = 1.0
"""How long the server of a client that was killed may take to let go of its store."""
START_SECONDS = 20.0
"""How long the server may take until its first word, on a machine that is very busy."""
NAME_MOST = 20
"""Characters of a name that the server at home takes, as every server does."""
STORE = ".db"
SQLITE_KEEPS_BESIDE = ("-wal", "-shm")
"""What may lie beside a store that was not closed, and belongs to it."""
_STEP = 0.02
_HANDED = b"+"
"""What is written on the line with each connection; a socket must carry something."""


class Home:
    """The server of one's own; it is started with the first connection, or before."""

    def __init__(self, folder: Path | None = None, *, port: int | None = None) -> None:
        self._folder = (folder or files.state_directory()) / "home"
        self._port = port
        """At which port it is open to friends; None if it is not."""
        self._lock: IO[bytes] | None = None
        self._server: Companion | None = None
        self._log = Path()
        """Where the latest process says what is wrong."""
        self._starting = threading.Lock()
        """Held while the process is started, or ended."""

    def set_up(self) -> None:
        """Start the server, in a thread: whoever calls this has other things to get ready.

        Whatever prevents it is told to whoever connects.
        """
        with suppress(RuntimeError):  # this machine has too many threads already
            threading.Thread(target=self._set_up, daemon=True).start()

    def _set_up(self) -> None:
        with suppress(OSError):
            self._started()

    def connect(self) -> socket.socket:
        """Give a new connection to the server; raise `CannotConnect` if there is none."""
        try:
            return _hand_over(self._started().line)
        except OSError as error:
            raise CannotConnect(self._why_not(error)) from None

    def _started(self) -> Companion:
        """Give the process that runs; raise `OSError` if it cannot be started."""
        with self._starting:
            if self._server is None or not self._server.runs:
                self._end()
                self._server = self._start()
            return self._server

    def close(self) -> None:
        """Let the server save and end, and wait for it."""
        with self._starting:
            self._end()

    def _end(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _start(self) -> Companion:
        files.make_directory(self._folder, private=True)
        table, self._lock = self._free_table()
        store = self._store(table)
        friends = [] if self._port is None else ["--port", str(self._port)]
        self._log = store.with_suffix(".log")
        with self._log.open("wb") as log:
            # It inherits the lock: the store is free only when the server is gone, too.
            return Companion(
                *("serve", "--home", "--store", str(store)),
                *friends,
                errors=log,
                inherits=[self._lock.fileno()],
            )

    def _free_table(self) -> tuple[int, IO[bytes]]:
        """Find the store, of those that no other terminal uses, at which was played last.

        It is kept for this terminal.
        """
        until = time.monotonic() + LOCK_SECONDS
        # Stores that are not there yet come last, by their numbers.
        tables = sorted(range(1, TABLES + 1), key=self._last_played, reverse=True)
        while True:
            for table in tables:
                lock = (self._folder / f"{table}.lock").open("wb")
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    lock.close()
                    # The first may be about to be let go of, and has the game to go on with.
                    if table == tables[0] and time.monotonic() < until:
                        break
                except OSError:  # this file system has no locks, which is what must be told
                    lock.close()
                    raise
                else:
                    return table, lock
            else:
                raise OSError(errno.EBUSY, f"{TABLES} games are open in other terminals")
            time.sleep(_STEP)

    def _last_played(self, table: int) -> float:
        """Tell when the store of a table was written last; long ago if there is none."""
        store, latest = self._store(table), 0.0
        # What a server wrote that was not closed lies beside the store.
        for ending in ("", *SQLITE_KEEPS_BESIDE):
            with suppress(OSError):
                latest = max(latest, _beside(store, ending).stat().st_mtime)
        return latest

    def _store(self, table: int) -> Path:
        return (self._folder / str(table)).with_suffix(STORE)

    def _why_not(self, error: OSError) -> str:
        """Say why there is no table at home: in the server's own words, if it has any."""
        said = ""
        if self._server is not None:
            self._server.close()
            if self._server.code == exits.BAD_DATA:
                return _begin_anew(self._log.with_suffix(STORE))
            with suppress(OSError):
                lines = self._log.read_text("utf-8", "replace").splitlines()
                said = clean(lines[-1]).removeprefix("eriantys: ") if lines else ""
        return f"The table at home cannot be set up: {said or _told(error)}"


def _told(error: OSError) -> str:
    """Say what a system has refused, and where."""
    where = f"{files.shown(Path(error.filename))}: " if error.filename else ""
    return f"{where}{files.reason(error)}."


def _beside(store: Path, ending: str) -> Path:
    return store.with_name(store.name + ending)


def _begin_anew(store: Path) -> str:
    """Put a store aside that cannot be understood, and say so."""
    try:
        aside = files.put_aside(store)
        for ending in SQLITE_KEEPS_BESIDE:
            with suppress(FileNotFoundError):
                _beside(store, ending).rename(f"{aside}{ending}")
    except OSError as error:
        why = f"is damaged and cannot be put aside: {files.reason(error)}."
        return f"The table at home cannot be set up: {files.shown(store)} {why}"
    return (
        "The games at home are damaged. The next try sets up a new table; "
        f"they are kept as {files.shown(aside)}."
    )


def _hand_over(line: socket.socket) -> socket.socket:
    """Hand one end of a new connection over, and return the other once it has been heard of."""
    ours, theirs = socket.socketpair()
    try:
        with theirs:
            socket.send_fds(line, [_HANDED], [theirs.fileno()])
        ours.settimeout(START_SECONDS)
        if not ours.recv(1, socket.MSG_PEEK):
            raise ConnectionAbortedError(errno.ECONNABORTED, "it does not start")
        ours.settimeout(None)
    except OSError:
        ours.close()
        raise
    return ours


def another_name(name: str) -> str:
    """Make the next name to be tried where one cannot be had: `Ada`, `Ada-2`, `Ada-3`."""
    stem, dash, number = name.rpartition("-")
    if not (dash and number.isdecimal()):
        stem, number = name, "1"
    end = f"-{int(number) + 1}"
    return stem[: NAME_MOST - len(end)] + end


def name_here() -> str:
    """Guess what whoever sits at this machine wants to be called."""
    signs = [sign for sign in os.environ.get("USER", "") if sign.isascii() and sign.isalnum()]
    return "".join(signs)[:NAME_MOST].capitalize() or "Player"


def reachable_at() -> str:
    """Find by which address others in the same network reach this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: the system only chooses from where it would be.
            probe.connect(("192.0.2.1", 9))
            host: str = probe.getsockname()[0]
        except OSError:
            return socket.gethostname()
    return host
