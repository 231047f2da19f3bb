"""The latest lines of the lobby, remembered for whoever comes."""

from __future__ import annotations

import logging
from collections import deque
from typing import NamedTuple

from eriantys.server.rows import Archive, StoreTrouble

log = logging.getLogger("eriantys.server")

LATEST = 20
"""Lines for whoever comes: enough to see what it is about, and less than a screen."""


class Line(NamedTuple):
    """Something that was said in the lobby."""

    number: int
    name: str
    text: str
    at: float


class LobbyTalk:
    """What was said last, counted from the first line that this server remembers."""

    __slots__ = ("_lines", "count")

    def __init__(self, archive: Archive, now: float) -> None:
        self.count = 0
        self._lines: deque[Line] = deque(maxlen=LATEST)
        try:
            before = archive.spoken(None, LATEST)
        except StoreTrouble as trouble:
            log.warning("what was said in the lobby cannot be read: %s", trouble)
            return
        for line in before:
            self.add(line.spoke.name, line.spoke.text, now - line.ago)

    def add(self, name: str, text: str, at: float) -> None:
        """Remember one more line."""
        self.count += 1
        self._lines.append(Line(self.count, name, text, at))

    def after(self, number: int) -> list[Line]:
        """List what was said after so many lines, as far as it is remembered."""
        return [line for line in self._lines if line.number > number]
