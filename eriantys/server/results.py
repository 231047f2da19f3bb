"""Results: the past matches of a name, and how it has fared in each game."""

from __future__ import annotations

from eriantys.server.house import House, refuse
from eriantys.server.rows import PastMatch
from eriantys.server.session import Session, State
from eriantys.wire.cards import PastCard, Tally
from eriantys.wire.from_client import Results
from eriantys.wire.from_server import ServerResults

AT_ONCE = 20
"""Matches in one answer: about a screen."""


def results(house: House, session: Session, message: Results) -> None:
    """Answer `results`; private matches are shown to nobody but their players."""
    own, name = session.name, message.name or session.name
    low = name.lower()
    private = low == own.lower()
    if not private:
        known = house.guests.get(low) or house.archive.find_name(low)
        if known is None:
            refuse("no-such-name", "Nobody has that name.")
        name = known.name
    found = house.archive.past(low, message.before, AT_ONCE + 1, private=private)
    records = house.archive.records(low, private=private)
    if session.state is State.LOBBY:
        house.wait_anew(session)
    house.tell(
        session,
        ServerResults(
            name=own if private else name,
            past=tuple(_card(low, each) for each in found[:AT_ONCE]),
            tally=tuple(
                Tally(each.game, each.played, each.won, each.broken_off) for each in records
            ),
            more=len(found) > AT_ONCE,
        ),
    )


def _card(low: str, past: PastMatch) -> PastCard:
    outcome = past.ended.outcome
    return PastCard(
        match=past.match,
        game=past.agreement.game,
        title=past.agreement.title,
        players=past.players,
        seat=[name.lower() for name in past.players].index(low),
        reason=past.ended.reason,
        ranking=outcome.ranking if outcome else (),
        scores=outcome.scores if outcome else (),
        ended_by=past.ended.seat,
        ended_ms=round(past.ago * 1000),
        number=past.number,
        bots=past.bots,
    )
