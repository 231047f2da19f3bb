"""Those who look on and read too slowly: they hold nobody up, and miss what they must.

What could not be sent to one of them is dropped, and nothing more is said. The whole view is
sent as soon as everything before it was read.
"""

from __future__ import annotations

from eriantys.server.house import House
from eriantys.server.inputs import Slack
from eriantys.server.matches.match import Match
from eriantys.server.matches.talk import show_state
from eriantys.server.session import Session, State


def fell_behind(session: Session) -> None:
    """Say nothing more to somebody who has not read what was said before."""
    if session.telling is not None:
        session.telling.begin_again()
    # Whoever has left the match meanwhile is told what everybody is told in the lobby.
    if session.state is State.WATCHING:
        session.behind = True


def caught_up(house: House, session: Session) -> None:
    """Show the whole view to somebody who has missed things, if that is so."""
    if session.behind:
        session.behind = False
        assert session.match is not None
        show_state(house, session, session.match)


def last_look(house: House, match: Match) -> None:
    """Have everybody who looks on see a match as it is now, before it is cleared away."""
    for session in match.watchers:
        caught_up(house, session)
        no_more_slack(house, session)


def no_more_slack(house: House, session: Session) -> None:
    """Have somebody hear everything again."""
    session.behind = False
    house.out.append(Slack(session.connection, allowed=False))
