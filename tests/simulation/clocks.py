"""Clocks are never wound up within a turn, whatever people do to get more time."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from eriantys.server.house import House
from eriantys.server.matches import clock
from eriantys.server.matches.match import Match
from eriantys.server.outside.store import Store
from tests.simulation.plan import check

SLACK = 0.001


@dataclass
class Reading:
    """What a clock showed."""

    match: Match
    turns: int
    suspended: bool
    paused: bool
    left: float


class Clocks:
    """Reads every clock after every step."""

    def __init__(self) -> None:
        self._latest: dict[int, Reading] = {}
        self._least = 0.0
        """What whoever came back had at least, by the limits of the step before."""

    def restart(self) -> None:
        """Forget what clocks showed: a crash loses what was used up since the last line."""
        self._latest = {}

    def read(self, house: House, store: Store, more_time: Counter[tuple[int, int]]) -> None:
        """Hold every clock against what it showed before, and the time that was granted."""
        granted = {match: times for (match, _), times in sorted(more_time.items())}
        for number in granted:
            if number not in house.matches and number in self._latest:
                # It was suspended in the same step, and nobody is at it any more.
                gone = self._latest[number]
                gone.left += granted[number] * gone.match.agreement.turn_seconds
        for number, match in house.matches.items():
            # A match may have been loaded just before the operator wanted other limits.
            least = max(self._least, house.limits.clock_least)
            full = float(match.agreement.turn_seconds)
            turns = match.game.turns(match.state)
            now = Reading(match, turns, match.suspended, match.paused, clock.left(house, match))
            before = self._latest.get(number)
            if before is None:
                left_ms = store.load(number).left_ms
                most = full if left_ms is None else max(left_ms / 1000, min(least, full))
            elif before.turns != turns:
                most = full
            elif before.match is not match or (before.suspended and not match.suspended):
                # It was suspended meanwhile, and perhaps read back from disk.
                most = max(before.left, min(least, full))
            else:
                most = before.left
                if before.paused:
                    check(now.left >= most - SLACK, f"a pause took {number}'s time")
            if match.turn in match.stand_ins:
                # A bot has a moment, however little was left.
                most = max(most, min(house.limits.bot_answer, full))
            # Those who have voted for more time may all be away when the vote is over.
            times = granted.get(number, 0 if match.here or match.watchers else 1)
            if times:
                most = min(most + times * full, max(most, house.limits.turn_most))
            check(
                now.left <= most + SLACK,
                f"the clock of match {number} has {now.left} left, not {most}",
            )
            self._latest[number] = now
        self._least = house.limits.clock_least
