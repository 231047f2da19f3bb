"""Files that the client keeps: for its user alone, written wholly or not at all.

A file that cannot be understood is put aside and never written over: what was in it may be
worth more than what comes instead.
"""

from __future__ import annotations

import errno
import fcntl
import os
import secrets
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

import msgspec
import platformdirs

from eriantys.client.text import clean

PROGRAM = "eriantys"
FILE_MOST = 256 * 1024
"""Bytes; nothing that the client keeps comes near it."""
LOCK_SECONDS = 1.0
"""Whoever holds a lock for longer has been stopped in the middle of it."""
_LOCK_STEP = 0.01
_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK)
"""What file systems say that do not know two names for one file."""

T = TypeVar("T")


class Damaged(Exception):
    """A file that holds something else than it should."""


def state_directory() -> Path:
    """Tell where keys and the servers that were visited are kept."""
    chosen = os.environ.get("ERIANTYS_STATE_DIR")
    return Path(chosen or platformdirs.user_state_dir(PROGRAM, appauthor=False))


def config_directory() -> Path:
    """Tell where the settings are kept."""
    chosen = os.environ.get("ERIANTYS_CONFIG_DIR")
    return Path(chosen or platformdirs.user_config_dir(PROGRAM, appauthor=False))


def shown(path: Path) -> str:
    """Write the name of a file so that it can be drawn; anything may stand in one."""
    return clean(str(path))


def reason(error: OSError) -> str:
    """Say in a few words why a file could not be read or written."""
    return error.strerror or type(error).__name__


def make_directory(path: Path, *, private: bool = False) -> None:
    """See to it that there is a directory; one that is made, only its owner can look into.

    With `private` that holds for one that is there already, too; otherwise it is left as
    whoever made it wants it.
    """
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except FileExistsError:
        why = os.strerror(errno.ENOTDIR)
        raise NotADirectoryError(errno.ENOTDIR, why, str(path)) from None
    if private and stat.S_IMODE(path.stat().st_mode) & 0o077:
        with suppress(OSError):  # it is somebody else's, who knows better
            path.chmod(0o700)


def read(path: Path, *, private: bool = False) -> bytes | None:
    """Read a file; None if there is none. One that cannot be it is `Damaged`."""
    try:
        # Without waiting, or a pipe of that name would keep us for ever.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    with open(descriptor, "rb") as file:  # noqa: PTH123 - it is open already
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode) or found.st_size > FILE_MOST:
            raise Damaged
        if private and stat.S_IMODE(found.st_mode) & 0o077:
            with suppress(OSError):
                os.fchmod(descriptor, 0o600)
        return file.read(FILE_MOST + 1)


def write(path: Path, data: bytes, *, anew: bool = False) -> None:
    """Write a file so that at any time there is the old one, or the new one, and no other.

    With `anew` there must not be one yet, or it raises `FileExistsError` and changes nothing.
    """
    target = Path(os.path.realpath(path))  # a link to a file elsewhere stays one
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    draft = Path(name)
    try:
        with open(descriptor, "wb") as file:  # noqa: PTH123 - it is open already
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        if anew:
            _link(draft, target)
        else:
            draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    _settle(target.parent)


def _link(draft: Path, target: Path) -> None:
    try:
        target.hardlink_to(draft)
    except FileExistsError:
        raise
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        if target.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
        draft.replace(target)


def _settle(folder: Path) -> None:
    """Have the system write down as well which names a directory has."""
    with suppress(OSError):  # some file systems cannot
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def put_aside(path: Path) -> Path:
    """Give a file that cannot be understood a name that no other file has."""
    aside = path.with_name(f"{path.name}.damaged-{secrets.token_hex(4)}")
    path.rename(aside)
    return aside


def load(path: Path, kind: type[T], what: str) -> tuple[T | None, str]:
    """Read a file of JSON; nothing, and perhaps a sentence, if there is no good one.

    `what` names it in that sentence, as in "the settings".
    """
    try:
        data = read(path)
        if data is None:
            return None, ""
        return msgspec.json.decode(data, type=kind), ""
    except OSError as error:
        return None, f"{shown(path)} cannot be read, so {what} are missing: {reason(error)}."
    except (Damaged, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None, tell_aside(path, what)


def tell_aside(path: Path, what: str) -> str:
    """Put a damaged file aside, and say so."""
    try:
        aside = put_aside(path)
    except OSError as error:
        return f"{shown(path)} is damaged and cannot be put aside: {reason(error)}."
    return f"The file with {what} is damaged; it is kept as {shown(aside)}."


def save(path: Path, value: object, what: str) -> str:
    """Write a file of JSON; return why not, as a sentence, if that is impossible."""
    data = msgspec.json.format(msgspec.json.encode(value, order="sorted"), indent=2) + b"\n"
    try:
        make_directory(path.parent)
        write(path, data)
    except OSError as error:
        return f"{shown(path)} cannot be written, so {what} are not kept: {reason(error)}."
    return ""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other clients from changing what lies in a directory, but never wait for long."""
    try:
        make_directory(folder)
        lock = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError:
        yield  # whatever is to be written here will fail, and say why
        return
    try:
        give_up = time.monotonic() + LOCK_SECONDS
        while not _taken(lock) and time.monotonic() < give_up:
            time.sleep(_LOCK_STEP)
        yield
    finally:
        os.close(lock)


def _taken(lock: int) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # this file system has no locks
        return True
    return True
