"""Somebody at home: where the client keeps its files in a test, and how it is started."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.commands.program import PROGRAM
from tests.terminal.harness import PATIENCE, Terminal

NOWHERE = "localhost:9"
"""A server that nobody goes to: who comes there is first asked for a name."""
SIMPLE = {0, 1, 2, 4, 7, 9}
"""The numbers of styles that are no colours."""


def home(folder: Path) -> dict[str, str]:
    """Make an environment in which nothing is found and nothing is left but in a folder."""
    names = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
    return {"HOME": str(folder), **{name: str(folder / name.lower()) for name in names}}


def started(folder: Path, *arguments: str, **more: Any) -> Terminal:
    """Start some command in a terminal."""
    settings = home(folder) | more.pop("settings", {})
    return Terminal([*PROGRAM, *arguments], settings=settings, **more)


def playing(folder: Path, *arguments: str, **more: Any) -> Terminal:
    """Start the client in a terminal."""
    return started(folder, "play", *arguments, **more)


def in_shell(folder: Path) -> Terminal:
    """Open a window with a shell in it."""
    settings = home(folder) | {"PS1": "shell> ", "HISTFILE": ""}
    return Terminal(["bash", "--norc", "--noprofile", "-i"], settings=settings)


def quit_by_key(terminal: Terminal) -> int:
    """Quit as everywhere, and give the exit code."""
    terminal.press("C-c")
    terminal.wait_for("once more")
    terminal.press("C-c")
    return terminal.wait_for_end()


def insist_on_quitting(terminal: Terminal) -> int:
    """Quit by the same keys, whatever is seen; give the exit code."""
    terminal.press("C-c")
    terminal.wait_until(lambda: not terminal.pump(0.05), "a moment of silence")
    terminal.press("C-c")  # at the very same time two would count as one
    return terminal.wait_for_end()


def styles(terminal: Terminal) -> set[int]:
    """List the numbers of every style that was ever set."""
    found = re.findall(rb"\x1b\[([\d;]*)m", bytes(terminal.written))
    return {int(number or 0) for codes in found for number in codes.split(b";")}


@contextmanager
def strange_server(behave: Callable[[socket.socket], None]) -> Iterator[str]:
    """Do something with everybody who connects; give the address."""
    people: list[socket.socket] = []

    def serve() -> None:
        with suppress(OSError):
            while True:
                accepted, _ = door.accept()
                accepted.settimeout(PATIENCE)
                people.append(accepted)
                with suppress(OSError):
                    behave(accepted)

    with socket.create_server(("127.0.0.1", 0)) as door:
        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield f"127.0.0.1:{door.getsockname()[1]}"
        finally:
            with suppress(OSError):
                door.shutdown(socket.SHUT_RDWR)
            for person in people:
                person.close()
            thread.join(PATIENCE)
