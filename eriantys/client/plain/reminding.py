"""Reminding whoever is on turn that little of it is left."""

from __future__ import annotations

from eriantys.client.match import Match
from eriantys.client.times import clock

HURRY_SECONDS = 30.0
"""What is left of a turn when its player is reminded."""
HURRY_LEAST = 90
"""In matches with shorter turns nobody is reminded: they know."""


class Reminder:
    """Whether a player was reminded in this turn."""

    def __init__(self) -> None:
        self._reminded = False

    def remind(self, match: Match | None, now: float) -> str:
        """Say once what is left of one's turn, when that is little; otherwise nothing."""
        if match is None or not match.my_turn or match.started.turn_seconds < HURRY_LEAST:
            return ""
        left = match.left(now)
        if left > HURRY_SECONDS:
            self._reminded = False
        elif match.clock_runs and not self._reminded:
            self._reminded = True
            return f"{clock(left)} left of your turn."
        return ""
