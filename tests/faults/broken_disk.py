"""A disk that fails at the call that somebody names, under a server that knows nothing of it.

`python -m tests.faults.broken_disk FILE serve ...` is `eriantys serve ...` whose SQLite writes,
cuts and syncs its files through here. In FILE, which both sides have in memory, stand the calls
that have been made and those that are to fail. A write that fails leaves half of it behind, as
on a real disk; a sync that fails leaves all of it behind, on a disk that promises nothing.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import mmap
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

NUMBER = struct.Struct("q")
FILES = {0x00000100: "database", 0x00080000: "log", 0x00000800: "journal"}
"""By the flag with which SQLite opens it."""
CALLS = ("write", "truncate", "sync")
KINDS = tuple(f"{call} {file}" for file in FILES.values() for call in CALLS)
COUNT, FIRST, LAST, FAILED = range(4)
SIZE = (4 + len(KINDS)) * NUMBER.size

OK = 0
FULL = 13
ERRORS = {"write": 10 | 3 << 8, "sync": 10 | 4 << 8, "truncate": 10 | 6 << 8}
"""What SQLite calls it when a disk reports an error."""

METHODS = (
    *("close", "read", "write", "truncate", "sync", "file_size", "lock", "unlock"),
    *("check_lock", "control", "sector_size", "device", "shm_map", "shm_lock"),
    *("shm_barrier", "shm_unmap", "fetch", "unfetch"),
)


class Methods(ctypes.Structure):
    """What can be done with an open file: SQLite's `sqlite3_io_methods`."""

    _fields_ = [("version", ctypes.c_int), *((name, ctypes.c_void_p) for name in METHODS)]


class OpenFile(ctypes.Structure):
    """SQLite's `sqlite3_file`: what is behind it concerns the system alone."""

    _fields_ = [("methods", ctypes.POINTER(Methods))]


class System(ctypes.Structure):
    """The beginning of SQLite's `sqlite3_vfs`."""

    _fields_ = [
        ("version", ctypes.c_int),
        ("file_size", ctypes.c_int),
        ("name_size", ctypes.c_int),
        ("next", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("data", ctypes.c_void_p),
        ("open", ctypes.c_void_p),
    ]


_AnyFile = ctypes.POINTER(OpenFile)
_OPEN = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, _AnyFile, ctypes.c_int, ctypes.c_void_p
)
_KINDS_OF_CALL = {
    "write": ctypes.CFUNCTYPE(
        ctypes.c_int, _AnyFile, ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
    ),
    "truncate": ctypes.CFUNCTYPE(ctypes.c_int, _AnyFile, ctypes.c_int64),
    "sync": ctypes.CFUNCTYPE(ctypes.c_int, _AnyFile, ctypes.c_int),
}


class Numbers:
    """What both sides know: how many calls there were, and which are to fail."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(bytes(SIZE))
        with path.open("r+b") as file:
            self._shared = mmap.mmap(file.fileno(), SIZE)

    def __getitem__(self, place: int) -> int:
        return int(NUMBER.unpack_from(self._shared, place * NUMBER.size)[0])

    def __setitem__(self, place: int, number: int) -> None:
        NUMBER.pack_into(self._shared, place * NUMBER.size, number)

    def break_at(self, call: int, *, calls: int = 1) -> None:
        """Let so many calls fail from the next one of that number on."""
        self[FAILED] = 0
        self[LAST] = 0
        self[FIRST] = self[COUNT] + call
        self[LAST] = self[FIRST] + calls

    def mend(self) -> None:
        """Let no call fail any more."""
        self[LAST] = 0

    @property
    def failed(self) -> int:
        """How many calls have failed since it was last said which should."""
        return self[FAILED]

    def failures(self) -> dict[str, int]:
        """Tell how many calls of each kind have ever failed."""
        return {kind: count for place, kind in enumerate(KINDS, 4) if (count := self[place])}

    def fails(self, call: str, file: str) -> bool:
        """Count a call, and tell whether it is to fail."""
        self[COUNT] += 1
        if not self[FIRST] <= self[COUNT] < self[LAST]:
            return False
        self[FAILED] += 1
        place = 4 + KINDS.index(f"{call} {file}")
        self[place] += 1
        return True


_kept: list[Any] = []
"""What SQLite calls and Python must not let go of."""


def install(numbers: Numbers) -> None:
    """Put this between SQLite and its files, for all that this process opens from now on."""
    sqlite = ctypes.CDLL(_library())
    sqlite.sqlite3_vfs_find.restype = ctypes.POINTER(System)
    system = sqlite.sqlite3_vfs_find(None).contents
    open_file = _OPEN(system.open)
    files: dict[int, str] = {}
    made: dict[int, Methods] = {}

    def opened(vfs: int, name: int, file: Any, flags: int, out: int) -> int:
        done = open_file(vfs, name, file, flags, out)
        kind = next((each for flag, each in FILES.items() if flags & flag), None)
        if done == OK and kind is not None:
            address = ctypes.addressof(file.contents)
            files[address] = kind
            methods = file.contents.methods
            usual = ctypes.addressof(methods.contents)
            if usual not in made:
                made[usual] = _breakable(methods.contents, files, numbers)
            file.contents.methods = ctypes.pointer(made[usual])
        return int(done)

    callback = _OPEN(opened)
    system.open = ctypes.cast(callback, ctypes.c_void_p)
    _kept.extend((sqlite, callback, open_file, made))


def _breakable(usual: Methods, files: dict[int, str], numbers: Numbers) -> Methods:
    """Copy what can be done with files, with three things that may fail."""
    methods = Methods.from_buffer_copy(usual)
    for call, kind in _KINDS_OF_CALL.items():
        made = kind(_failing(call, kind(getattr(usual, call)), files, numbers))
        setattr(methods, call, ctypes.cast(made, ctypes.c_void_p))
        _kept.append(made)
    return methods


def _failing(
    call: str, usual: Callable[..., int], files: dict[int, str], numbers: Numbers
) -> Callable[..., int]:
    def write(file: Any, data: int, size: int, offset: int) -> int:
        if numbers.fails(call, files[ctypes.addressof(file.contents)]):
            usual(file, data, size // 2, offset)
            return FULL if numbers[FIRST] % 2 else ERRORS[call]
        return usual(file, data, size, offset)

    def other(file: Any, argument: int) -> int:
        if numbers.fails(call, files[ctypes.addressof(file.contents)]):
            return ERRORS[call]
        return usual(file, argument)

    return write if call == "write" else other


def _library() -> str:
    """Name the SQLite that Python itself uses."""
    import _sqlite3

    maps = Path("/proc/self/maps")
    if maps.exists():
        for line in maps.read_text().splitlines():
            if "libsqlite3" in line:
                return line.split()[-1]
    return str(_sqlite3.__file__)  # it is a part of the module itself


def main() -> int:
    """Be the program, on a disk that can be broken."""
    install(Numbers(Path(sys.argv[1])))
    del sys.argv[1]
    from eriantys import cli

    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
