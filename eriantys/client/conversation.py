"""The talk that this client has heard: of the lobby, of its match, of its team, of watchers."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple, get_args

from eriantys.client.recognising import overlap
from eriantys.wire.cards import Said
from eriantys.wire.fields import Audience
from eriantys.wire.from_server import ServerChat

AUDIENCES = get_args(Audience)
CHAT_KEPT = 500
"""Lines of talk that can be scrolled back to."""


class Spoken(NamedTuple):
    """A line of chat."""

    name: str
    text: str
    at: float
    """When it was said, by this client's clock."""


class Conversation:
    """What was said, and to whom."""

    def __init__(self) -> None:
        self.lines: dict[str, deque[Spoken]] = {}
        """By whom it was said to: `lobby`, `match`, `team`, `watchers`."""
        self._told_again: set[str] = set()
        """Of whose talk a new connection may still tell lines that are known already."""

    def begin(self) -> None:
        """Learn that there is a new connection."""
        self._told_again = {"lobby", "match", "team", "watchers"}

    def forget(self) -> None:
        """Forget what was said at a match."""
        for audience in ("match", "team", "watchers"):
            self.lines.pop(audience, None)

    def hear(self, message: ServerChat, now: float) -> list[Said]:
        """Take in what was said; give what was said now, and not before this client came."""
        if message.to not in AUDIENCES:
            return []
        kept = self.lines.setdefault(message.to, deque(maxlen=CHAT_KEPT))
        lines, new = message.lines, not kept
        if message.to in self._told_again:
            self._told_again.discard(message.to)
            known = overlap(kept, lines)
            if kept and not known and message.to != "lobby":
                kept.clear()  # it cannot be said which of them are new
                new = True
            lines = lines[known:]
        kept += [Spoken(line.name, line.text, now - line.ago_ms / 1000) for line in lines]
        return [line for line in lines if not (new and line.ago_ms)]
