"""The light model of a match, as a client keeps it."""

from __future__ import annotations

from eriantys.games.contract import Seat
from eriantys.wire import from_server as server
from tests.simulation.plan import check


class Table:
    """The light model of a match: the last view, merged with the changes of each update."""

    def __init__(self, started: server.Started, said_before: set[int]) -> None:
        self.said_before = frozenset(said_before)
        self.match = started.match
        self.seat: Seat | None = started.seat
        self.started = started
        self.number = started.number
        self.view = started.view
        self.turn = started.turn
        self.decision = started.decision
        self.away = set(started.away)
        self.stand_ins = set(started.stand_ins)
        self.suspended = started.suspended
        self.paused = started.paused
        self.paused_with: int | None = None
        """What was left of the clock when the pause began."""
        self.watchers = list(started.watchers)
        self.poll: server.ServerVote | None = None
        """What is being voted about."""
        self.caught_up = False
        """Whether a vote may have begun that was never told of."""
        self.settled = ""
        """What the players have just agreed on."""
        self.clock: tuple[int | None, int] = (None, 0)
        """Which turn it was when its clock was last told, and what was left then."""

    def catch_up(self, message: server.State) -> None:
        """Take over whatever has happened while messages were missed."""
        check(message.number >= self.number, f"back from {self.number} to {message.number}")
        self.number, self.view = message.number, message.view
        self.turn, self.decision = message.turn, message.decision
        self.away, self.watchers = set(message.away), list(message.watchers)
        self.stand_ins = set(message.stand_ins)
        self.suspended, self.paused = message.suspended, message.paused
        self.clock, self.paused_with = (None, 0), None
        self.poll, self.caught_up = None, True
