"""How often somebody may do something: so much at once, and then so much a second.

All that must be remembered of somebody is the instant at which everything they used up will
have come back. Whoever has used up nothing is not remembered at all.
"""

from __future__ import annotations

from eriantys.server.limits import (
    GUESTS_IN_HOUSE,
    LOBBY_TALK_BURST,
    LOBBY_TALK_PER_SECOND,
    TALK_BURST,
    Limits,
)

MINUTE = 60
HOUR = 3600

_SWEEP_FROM = 64
"""Below this many a sweep is not worth its while."""


_ROUNDING = 1e-6
"""Seconds that are none: sums of fractions are seldom what they should be."""


class Meter:
    """Measures how much each of many has used up of what all of them are allowed."""

    __slots__ = ("_full_at", "_sweep_at", "burst", "per_second")

    def __init__(self, per_second: float, burst: float) -> None:
        self.per_second = per_second
        self.burst = burst
        """What may be used up at once by whoever has used up nothing before."""
        self._full_at: dict[str, float] = {}
        self._sweep_at = _SWEEP_FROM

    def __len__(self) -> int:
        return len(self._full_at)

    def wait(self, who: str, now: float, cost: float = 1) -> float:
        """Tell how many seconds it takes until somebody may use so much more."""
        full_at = self._full_at.get(who, now)
        wait = full_at - now - (self.burst - cost) / self.per_second
        return wait if wait > _ROUNDING else 0.0

    def take(self, who: str, now: float, cost: float = 1) -> float:
        """Use so much, if that is allowed now; otherwise tell how many seconds it takes."""
        wait = self.wait(who, now, cost)
        if not wait:
            self.note(who, now, cost)
        return wait

    def note(self, who: str, now: float, cost: float = 1) -> None:
        """Note that so much was used, allowed or not; at most twice what is ever allowed."""
        full_at = max(self._full_at.get(who, now), now) + cost / self.per_second
        self._full_at[who] = min(full_at, now + 2 * self.burst / self.per_second)
        if len(self._full_at) > self._sweep_at:
            self._sweep(now)

    def _sweep(self, now: float) -> None:
        """Forget those who have everything back."""
        self._full_at = {who: at for who, at in self._full_at.items() if at > now}
        self._sweep_at = max(_SWEEP_FROM, 2 * len(self._full_at))


class Rates:
    """What the whole house measures."""

    def __init__(self, limits: Limits) -> None:
        self.refusals = Meter(1, 1)
        """Logins refused, by household."""
        self.guesses = Meter(1, 1)
        """Codes that were none, by household."""
        self.connects = Meter(1, 1)
        """Connections made, by household."""
        self.names = Meter(1, 1)
        """Names registered, by household."""
        self.matches = Meter(1, 1)
        """Matches begun, by name in lower case."""
        self.guests_matches = Meter(1, 1)
        """The same of guests, by household."""
        self.talk = Meter(1, TALK_BURST)
        """Lines of chat, by name in lower case: a new connection does not begin anew."""
        self.lobby = Meter(LOBBY_TALK_PER_SECOND, LOBBY_TALK_BURST)
        """Lines of chat to the lobby, by everybody together."""
        self.adjust(limits)

    def adjust(self, limits: Limits) -> None:
        """Allow from now on what these limits say."""
        for meter, most, seconds in (
            (self.refusals, limits.refusals_per_minute, MINUTE),
            (self.guesses, limits.refusals_per_minute, MINUTE),
            (self.connects, limits.connects_per_minute, MINUTE),
            (self.guests_matches, GUESTS_IN_HOUSE * limits.matches_per_hour, HOUR),
            (self.names, limits.names_per_hour, HOUR),
            (self.matches, limits.matches_per_hour, HOUR),
        ):
            meter.per_second, meter.burst = most / seconds, float(most)
        self.talk.per_second = limits.chat_per_minute / MINUTE
