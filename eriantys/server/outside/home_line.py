"""The line of whoever started this server for itself alone: the table at home.

Connections come on it as descriptors instead of through a door, so no port and no file stands
for the server, and nobody else can reach it. When the line ends, however that comes about,
nobody is left to play, and the server stops.
"""

from __future__ import annotations

import socket
from collections.abc import Callable

import msgspec

from eriantys import exits
from eriantys.server.limits import DAY, Limits
from eriantys.server.outside.porter import Porter

HOME_ADDRESS = "home"
"""From where connections come that were handed over."""
HANDED_AT_ONCE = 16
LONG = 30 * DAY
YEARS = 3650.0
"""Days: nothing of one's own goes away by itself."""
UNFINISHED_MOST = 500
"""Whoever is in the mood for another game leaves one behind; all are told in one frame."""


def unhurried(limits: Limits) -> Limits:
    """Let somebody at home sit before a table where nothing happens, and keep all games."""
    return msgspec.structs.replace(
        limits,
        idle=LONG,
        after=LONG,
        room=LONG,
        pause=LONG,
        keep=YEARS,
        keep_saved=YEARS,
        matches_per_name=UNFINISHED_MOST,
    )


class HomeLine:
    """The line to the client whose server this is."""

    def __init__(self, descriptor: int, porter: Porter, stop: Callable[[], None]) -> None:
        try:
            self._line = socket.socket(fileno=descriptor)
        except (OSError, ValueError):
            raise exits.Quit(
                exits.USAGE, "--home is how eriantys play starts its own server; leave it out."
            ) from None
        self._line.setblocking(False)
        self._porter = porter
        self._stop = stop
        porter.watch(self._line, self._heed)

    def _heed(self) -> None:
        """Take in connections, or notice the end."""
        try:
            data, handed, _, _ = socket.recv_fds(self._line, HANDED_AT_ONCE, HANDED_AT_ONCE)
        except BlockingIOError:
            return
        except OSError:
            data, handed = b"", []
        for descriptor in handed:
            end = socket.socket(fileno=descriptor)
            if self._porter.adopt(end, HOME_ADDRESS) is None:
                end.close()
        if not data:
            self._porter.unwatch(self._line)
            self._line.close()
            self._stop()
