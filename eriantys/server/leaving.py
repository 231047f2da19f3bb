"""Looking on, and leaving whatever place one has."""

from __future__ import annotations

from eriantys.server.house import House, refuse
from eriantys.server.lobby import quick, rooms
from eriantys.server.lobby.listing import enter_lobby
from eriantys.server.matches import absence, restart
from eriantys.server.matches.talk import show_match
from eriantys.server.session import Session, State
from eriantys.wire.from_client import Bye, Leave, Watch


def take_off(house: House, session: Session, cause: str) -> None:
    """Free the place of a session that is about to end; the others are told the cause."""
    house.need_place_of(session)
    if session.line is not None:
        quick.drop_out(house, session)
    elif session.room is not None:
        rooms.stand_up(house, session)
    elif session.match is not None:
        match, seat = session.match, session.seat
        session.match = session.seat = None
        if seat is None:
            match.watchers.remove(session)
            absence.unload_if_empty(house, match)
        else:
            absence.lose(house, match, seat, cause, at_once=False)


def say_bye(house: House, session: Session, _message: Bye) -> None:
    """Answer `bye`: whoever ends the connection on purpose is gone at once."""
    house.need_place_of(session)
    match, seat = session.match, session.seat
    if match is not None and seat is not None:
        session.match = session.seat = None
        absence.lose(house, match, seat, "left", at_once=True)
    else:
        take_off(house, session, "left")
    house.hang_up(session, "goodbye", "Goodbye.")


def watch(house: House, session: Session, message: Watch) -> None:
    """Answer `watch`: look on at a match that is going on."""
    house.need(message.match)
    card = house.shelf.cards.get(message.match)
    if card is None or card.suspended:
        refuse("no-such-match", "No match of that number is going on.")
    match = restart.find_match(house, message.match)
    match.watchers.append(session)
    session.match = match
    house.enter(session, State.WATCHING)
    show_match(house, session, match)


def leave_watching(house: House, session: Session, _message: Leave) -> None:
    """Answer `leave` of somebody who looks on."""
    take_off(house, session, "left")
    enter_lobby(house, session)


def leave_after(house: House, session: Session, _message: Leave) -> None:
    """Answer `leave` after a match."""
    enter_lobby(house, session)
