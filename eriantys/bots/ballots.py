"""How a bot votes that sits at a server as anybody does: it goes along with the people.

The server waits for its vote as for any other, so one that never voted would keep people from
pausing, and from ending a match that waits for somebody. It proposes nothing by itself.
"""

from __future__ import annotations

from collections import Counter
from typing import get_args

import msgspec

from eriantys.games.contract import Seat
from eriantys.wire.fields import Ballot, Choice
from eriantys.wire.from_client import Vote
from eriantys.wire.from_server import FromServer, Presence, ServerVote, Started, State


class Ballots:
    """Who is at the match, and what they vote for."""

    def __init__(self) -> None:
        self._seat: Seat | None = None
        """The bot's own."""
        self._mute: set[Seat] = set()
        """The seats of the server's own bots, who have no vote."""
        self._away: set[Seat] = set()

    def hear(self, message: FromServer) -> list[Vote]:
        """Take in what the server said, and vote where that is called for."""
        match message:
            case Started():
                self._seat = message.seat
                self._mute = {seat for seat, bot in enumerate(message.bots) if bot is not None}
                self._away = set(message.away)
            case State():
                self._away = set(message.away)
            case Presence(seat=int(seat)):
                (self._away.discard if message.here else self._away.add)(seat)
            case ServerVote(result=""):
                return self._go_along(message)
        return []

    def _go_along(self, vote: ServerVote) -> list[Vote]:
        own = self._seat
        if own is None or own >= len(vote.votes) or vote.about not in get_args(Ballot):
            return []
        choice = self._most(vote) if vote.about == "missing" else "yes"
        if choice not in vote.choices or vote.votes[own] == choice:
            return []
        return [Vote(msgspec.convert(vote.about, Ballot), msgspec.convert(choice, Choice))]

    def _most(self, vote: ServerVote) -> str:
        """Find what most of the people who are here want, once all of them have voted."""
        idle = {*self._mute, *self._away, self._seat}
        cast = [choice for seat, choice in enumerate(vote.votes) if seat not in idle]
        found = Counter(cast).most_common(2)
        if None in cast or not found:
            return ""
        tie = len(found) == 2 and found[0][1] == found[1][1]
        return "wait" if tie else found[0][0] or ""
