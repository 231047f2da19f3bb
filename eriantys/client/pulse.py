"""Signs of life on one connection: when to give one, and when the other side is gone."""

from __future__ import annotations

from collections import deque

from eriantys.wire.cards import Bounds

PING_SECONDS = 20.0
SILENCE_SECONDS = 60.0
"""Both hold until the server names its own."""
PING_LEAST = 1.0
SILENCE_LEAST = 5.0
WAIT_MOST = 600.0
"""However short or long the times are that a server names."""


class Pulse:
    """What was heard when, and what is due; the time is that which it is told."""

    def __init__(self, now: float) -> None:
        self.delay: float | None = None
        """Seconds from a ping to its pong."""
        self._heard_at = now
        self._halfway_since: float | None = None
        """Since when a message has been coming that is not complete."""
        self._ping_at: float | None = None
        self._every = PING_SECONDS
        self._silence = SILENCE_SECONDS
        self._pinged: deque[float] = deque()
        """When the pings were sent that are not answered yet."""

    @property
    def due(self) -> float:
        """When to ping, or to give the other side up."""
        dues = (self._heard_at, self._halfway_since)
        ends = [since + self._silence for since in dues if since is not None]
        return min(ends) if self._ping_at is None else min(*ends, self._ping_at)

    def welcome(self, limits: Bounds, now: float) -> None:
        """Keep to the times of this server, and ping it at once."""
        # Twice as often as the server wants it, so that one that is late does not matter.
        self._every = min(max(limits.ping_ms / 1000, PING_LEAST), WAIT_MOST) / 2
        self._silence = min(max(limits.silence_ms / 1000, SILENCE_LEAST), WAIT_MOST)
        self._ping_at = now

    def hear(self, now: float, *, halfway: bool, complete: bool) -> None:
        """Note that something came: whether a message is left halfway, or one was completed."""
        self._heard_at = now
        if not halfway:
            self._halfway_since = None
        elif complete or self._halfway_since is None:
            self._halfway_since = now

    def pong(self, now: float) -> None:
        """Note the answer to the oldest ping that has none."""
        if self._pinged:
            self.delay = now - self._pinged.popleft()

    def wants_ping(self, now: float) -> bool:
        """Tell whether it is time for a ping, which counts as sent then."""
        if self._ping_at is None or now < self._ping_at:
            return False
        self._ping_at = now + self._every
        self._pinged.append(now)
        return True

    def gone(self, now: float) -> str:
        """Say why the other side must be gone; nothing if it need not be."""
        if now >= self._heard_at + self._silence:
            where = "" if self._halfway_since is None else " in the middle of a message"
            return (
                f"Nothing was heard from the server for {round(now - self._heard_at)} "
                f"seconds{where}."
            )
        if self._halfway_since is not None and now >= self._halfway_since + self._silence:
            return "The server does not come to the end of a message."
        return ""
