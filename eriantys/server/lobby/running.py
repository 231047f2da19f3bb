"""The list of what is being played, for those who might look on.

It changes with every move, so nobody is told of the changes: whoever wants it asks, and all
who ask at about the same time get the same.
"""

from __future__ import annotations

from eriantys.server.house import House
from eriantys.server.matches.match import Match
from eriantys.server.session import Session
from eriantys.wire.cards import RunningCard
from eriantys.wire.from_server import Matches
from eriantys.wire.messages import write

MOST = 200
"""Cards of some 200 bytes each; who wants to see more than so many knows what to look for."""
FRESH = 1.0
"""For how many seconds a list will do."""


def show_running(house: House, session: Session) -> None:
    """Send the list of what is being played."""
    frame = house.running_frame
    if frame is None or frame[0] <= house.now:
        cards = tuple(_card(house, match) for match in _worth_watching(house)[:MOST])
        frame = house.running_frame = house.now + FRESH, write(Matches(running=cards))
    house.send(session, frame[1])


def _worth_watching(house: House) -> list[Match]:
    """List what strangers may know of: the most watched first, then the liveliest."""
    found = [
        match
        for match in house.matches.values()
        if not match.suspended and not match.agreement.private
    ]
    return sorted(found, key=lambda match: (-len(match.watchers), -match.touched, match.id))


def _card(house: House, match: Match) -> RunningCard:
    watchers = len(match.watchers)
    return RunningCard(
        match=match.id,
        game=match.game.id,
        title=match.agreement.title,
        players=match.begun.players,
        turn=match.turn,
        decision=match.game.decision(match.state),
        number=match.number,
        idle_ms=round((house.now - match.touched) * 1000),
        watchers=watchers,
        bots=match.begun.bots,
        watchable=match.agreement.watchers and watchers < house.limits.watchers_per_match,
    )
