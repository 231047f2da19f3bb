"""Looking on: whoever watches sees what every stranger may see, and the players know of it."""

from __future__ import annotations

from eriantys.server.chat.earlier import tell_match
from eriantys.server.house import House, refuse
from eriantys.server.inputs import Slack
from eriantys.server.lobby.invitations import number_of
from eriantys.server.lobby.listing import enter_lobby
from eriantys.server.matches import absence, restart, slow, votes
from eriantys.server.matches.match import Match
from eriantys.server.matches.talk import show_match
from eriantys.server.session import Session, State
from eriantys.wire.from_client import Leave, Watch
from eriantys.wire.from_server import Presence


def watch(house: House, session: Session, message: Watch) -> None:
    """Answer `watch`: look on at a match that is going on."""
    number = number_of(house, session, message.match, message.code)
    house.need(number)
    card = house.shelf.cards.get(number)
    hidden = card is not None and card.agreement.private and not message.code
    if card is None or card.suspended or hidden:
        refuse("no-such-match", "No match of that number is going on.")
    if not card.agreement.watchers:
        refuse("no-watchers", "The players of that match want nobody to look on.")
    match = restart.find_match(house, number)
    if len(match.watchers) >= house.limits.watchers_per_match:
        refuse("too-many", "As many look on at that match as may: try again later.")
    _tell(house, match, session, here=True, cause="watching")
    match.watchers.append(session)
    session.match = match
    house.out.append(Slack(session.connection, allowed=True))
    house.enter(session, State.WATCHING)
    show_match(house, session, match)
    tell_match(house, session)
    votes.show(house, session, match)


def leave_watching(house: House, session: Session, _message: Leave) -> None:
    """Answer `leave` of somebody who looks on."""
    look_away(house, session, "left")
    enter_lobby(house, session)


def look_away(house: House, session: Session, cause: str) -> None:
    """Take somebody off the match at which they look on."""
    match = session.match
    assert match is not None
    session.match = None
    match.watchers.remove(session)
    slow.no_more_slack(house, session)
    _tell(house, match, session, here=False, cause=cause)
    absence.unload_if_empty(house, match)


def _tell(house: House, match: Match, session: Session, *, here: bool, cause: str) -> None:
    message = Presence(match.id, None, session.name, here=here, cause=cause)
    house.tell_all([*match.here, *match.watchers], message)
