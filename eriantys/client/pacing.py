"""Letting people follow what bots do: each of their steps is to be seen for a moment.

What the server says about the match waits here in the order in which it came, until what
came before has been seen. Whoever does not want to wait is not made to: see `hurry`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from eriantys.client.settings import BotPace, Settings
from eriantys.wire.from_server import FromServer, Notice, ServerBye, ServerChat

SECONDS: dict[BotPace, float] = {"slow": 1.6, "normal": 0.8, "at once": 0.0}
"""How long each step of a bot is to be seen."""
HELD_MOST = 60
"""Messages that may wait; whoever is so far behind wants to catch up."""


def is_aside(message: FromServer) -> bool:
    """Tell whether a message is not about the course of the match, and so need not wait."""
    if isinstance(message, Notice):
        return message.match is None
    return isinstance(message, ServerChat | ServerBye)


class Pace:
    """What has come and was not shown yet."""

    def __init__(self, settings: Settings, is_step: Callable[[FromServer], bool]) -> None:
        self._settings = settings
        self._is_step = is_step
        """Tells whether the next message is the step of a bot, by all that was shown before."""
        self._held: deque[tuple[FromServer, float]] = deque()
        """Each message, and when it came."""
        self._hurried = 0
        """How many of them need not wait any more."""
        self._stepped_at = float("-inf")
        """When the latest step of a bot was shown."""

    @property
    def due(self) -> float | None:
        """When the next message may be shown; None if none waits."""
        if not self._held:
            return None
        message, came_at = self._held[0]
        if self._hurried or not self._is_step(message):
            return came_at
        return self._stepped_at + SECONDS[self._settings.bot_pace]

    def add(self, message: FromServer, now: float) -> None:
        """Let a message wait for its turn, which may have come."""
        self._held.append((message, now))
        if len(self._held) > HELD_MOST:
            self.hurry()

    def take(self, now: float) -> tuple[FromServer, float] | None:
        """Take out the next message if it may be shown now, with the time at which it came."""
        due = self.due
        if due is None or due > now:
            return None
        message, came_at = self._held.popleft()
        self._hurried = max(0, self._hurried - 1)
        if self._is_step(message):
            self._stepped_at = now
        return message, came_at

    def hurry(self) -> bool:
        """Let all that waits be shown now; tell whether anything did."""
        self._hurried = len(self._held)
        return bool(self._held)

    def drop(self) -> None:
        """Forget what waits, because nobody listens to that server any more."""
        self._held.clear()
        self._hurried = 0
