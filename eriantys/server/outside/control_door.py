"""The file at which orders are taken: where it is, and that it is nobody else's.

Without another name it lies in the runtime directory that the system gives to a service or to
a user, else where the user keeps what programs remember; and the port is in its name, so that
servers do not get into each other's way.
"""

from __future__ import annotations

import errno
import os
import socket
from contextlib import suppress
from pathlib import Path

import platformdirs

from eriantys import exits

ENDING = ".sock"
BACKLOG = 128
"""How many may knock before the first is let in; beyond that they must try again."""
CONNECT_WAIT = 1.0


OF_SYSTEM = Path("/run/eriantys")
"""Where a server has its socket that is a service of the system."""


def runtime_directory() -> Path:
    """Tell where the sockets of this user's servers are."""
    # Of several that a service may have, the first; systemd puts colons between them.
    of_service = os.environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    if of_service:
        return Path(of_service)
    of_user = os.environ.get("XDG_RUNTIME_DIR", "")
    if of_user:
        return Path(of_user, "eriantys")
    return _of_state()


def where_to_look() -> list[Path]:
    """List all places where a server may have its socket that this user may speak to.

    Whoever asks may know less than the server did: a job that runs at night, for example, is
    not told of the user's runtime directory.
    """
    of_user = Path(f"/run/user/{os.geteuid()}/eriantys")
    told = any(os.environ.get(name) for name in ("RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"))
    first = runtime_directory() if told else of_user
    return list(dict.fromkeys((first, _of_state(), OF_SYSTEM)))


def _of_state() -> Path:
    return platformdirs.user_state_path("eriantys", appauthor=False)


def by_port(port: int) -> Path:
    """Tell where the server on this port takes orders, if nobody has said otherwise."""
    return runtime_directory() / f"{port}{ENDING}"


class ControlDoor:
    """A socket in the file system, which is gone again when it is closed."""

    def __init__(self, path: Path) -> None:
        """Make it, for this user alone; whatever prevents that raises `Quit`."""
        self.path = path
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _clear(path)
            # From its first moment nobody else may speak to it.
            mask = os.umask(0o177)
            try:
                self.socket.bind(str(path))
            finally:
                os.umask(mask)
            self.socket.listen(BACKLOG)
            self._made = path.lstat().st_ino
        except OSError as error:
            self.socket.close()
            raise exits.Quit(
                exits.CANNOT_CREATE,
                f"cannot take orders at {path}: {_reason(error)}; "
                "name another file with --socket.",
            ) from None

    def remove(self) -> None:
        """Take the file away, unless it is another server's by now."""
        with suppress(OSError):
            if self.path.lstat().st_ino == self._made:
                self.path.unlink()


def _clear(path: Path) -> None:
    """Take away what a server has left that was killed; one that listens is in use."""
    try:
        if path.is_dir():
            raise OSError(errno.EISDIR, "that is a folder")
        if not path.is_socket():
            if path.exists():
                raise OSError(errno.EEXIST, "there is a file that is no socket")
            return
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
            probe.settimeout(CONNECT_WAIT)
            probe.connect(str(path))
    except (ConnectionRefusedError, FileNotFoundError):
        path.unlink(missing_ok=True)
        return
    except (BlockingIOError, TimeoutError):
        pass  # it does not come to answer those who knock
    raise OSError(errno.EADDRINUSE, "another server takes orders there")


def _reason(error: OSError) -> str:
    # The one complaint of Python's own has no number: that the name is too long.
    return error.strerror or "the name of a socket can have about 100 letters"
