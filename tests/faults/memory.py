"""What the players of a match were told, to be held against what is there later."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from eriantys.wire.from_server import Ended, Request, Started, Update

UNDO = "undo"


class Line(NamedTuple):
    """A line of a match's log."""

    seat: int
    action: str


@dataclass
class Memory:
    """One match as its players remember it, all of them together."""

    match: int
    lines: dict[int, Line] = field(default_factory=dict)
    """Everything that was acknowledged: some player was told of it."""
    sent: dict[int, Line] = field(default_factory=dict)
    """The latest answer to each request, heard by the server or not."""
    asked: dict[int, Request] = field(default_factory=dict)
    views: dict[int, dict[str, Any]] = field(default_factory=dict)
    """After so many lines: what the players see, each by a light model of its own."""
    top: int = 0
    """How many lines the log has at least."""
    ended: Ended | None = None

    def shown(self, started: Started, least: int) -> None:
        """Check what somebody is shown who comes to the match when it had so many lines."""
        number = started.number
        assert number >= least, f"match {self.match}: {least} lines were there, now {number}"
        if number > self.top:
            # The one line that nobody heard of: it was on disk when the server died.
            assert number == self.top + 1, f"match {self.match}: {number} after {self.top}"
            assert number in self.sent, f"match {self.match}: nobody said line {number}"
            self.top = number
        self.seen(number, started.view)

    def told(self, update: Update) -> None:
        """Note a line that is acknowledged; nobody may ever hear another of its number."""
        line = Line(update.seat, update.action)
        known = self.lines.setdefault(update.number, line)
        assert known == line, f"match {self.match} line {update.number}: {known}, now {line}"
        assert line == self.sent[update.number], f"{line} is not what was said"
        self.top = max(self.top, update.number)

    def seen(self, number: int, view: dict[str, Any]) -> None:
        """Note what somebody sees after so many lines: everybody must see the same."""
        known = self.views.setdefault(number, view)
        assert known == view, f"match {self.match}: two views after line {number}"

    def requested(self, request: Request) -> None:
        """Note a request; one that is made again must ask the same."""
        known = self.asked.setdefault(request.id, request)
        assert question(known) == question(request), f"{known}, now {request}"


def question(request: Request) -> tuple[object, ...]:
    """Tell what a request asks, apart from the time that is left."""
    return request.id, request.decision, request.legal, request.candidates, request.undo
