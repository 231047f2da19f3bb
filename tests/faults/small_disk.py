"""A real file system of a few hundred kilobytes, which nobody else on the machine sees.

`python -m tests.faults.small_disk FOLDER` mounts one there, in a namespace of its own, says
`ready`, and then does what it is told line by line: `fill`, `free`, or `copy FOLDER`. It is
gone when its input ends. Where the system grants no such thing, it says why, and ends.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import sys
from collections.abc import Callable
from errno import ENOSPC
from pathlib import Path

SIZE = 400 * 1024
FILLER = "filler"

NEW_MOUNTS, NEW_USERS = 0x00020000, 0x10000000
RECURSIVE_PRIVATE = 0x4000 | 0x40000
NO_PROGRAMS = 0x2 | 0x4 | 0x8

libc = ctypes.CDLL(None, use_errno=True)


def _call(done: int, what: str) -> None:
    if done != 0:
        raise OSError(ctypes.get_errno(), f"{what}: {os.strerror(ctypes.get_errno())}")


def mount(folder: Path) -> None:
    """Mount the disk for this process and those who follow it."""
    user, group = os.geteuid(), os.getegid()
    if user == 0:
        _call(libc.unshare(NEW_MOUNTS), "unshare")
    else:
        _call(libc.unshare(NEW_MOUNTS | NEW_USERS), "unshare")
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    _call(libc.mount(b"none", b"/", None, RECURSIVE_PRIVATE, None), "private mounts")
    options = f"size={SIZE},mode=700".encode()
    _call(libc.mount(b"tmpfs", bytes(folder), b"tmpfs", NO_PROGRAMS, options), "mount")


def follow(process: int) -> Callable[[], None]:
    """Make what a new process does to see the disk that another one has mounted."""
    kinds = ("mnt",) if os.geteuid() == 0 else ("user", "mnt")

    def before() -> None:
        for kind in kinds:
            descriptor = os.open(f"/proc/{process}/ns/{kind}", os.O_RDONLY)
            _call(libc.setns(descriptor, 0), "setns")
            os.close(descriptor)

    return before


def fill(folder: Path) -> None:
    """Leave no room for anything."""
    with (folder / FILLER).open("ab", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError as error:
            if error.errno != ENOSPC:
                raise


def obey(folder: Path) -> None:
    """Do what is told, and say so."""
    for line in sys.stdin:
        match line.split():
            case ["fill"]:
                fill(folder)
            case ["free"]:
                (folder / FILLER).unlink()
            case ["copy", to]:
                shutil.copytree(folder, to, ignore=shutil.ignore_patterns(FILLER))
        print("done", flush=True)


if __name__ == "__main__":
    place = Path(sys.argv[1])
    try:
        mount(place)
    except OSError as error:
        print(f"no small disk here: {error}", flush=True)
    else:
        print("ready", flush=True)
        obey(place)
