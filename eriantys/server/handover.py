"""Taking over: the same player goes on through another connection."""

from __future__ import annotations

from eriantys.server.chat import earlier
from eriantys.server.house import House
from eriantys.server.inputs import Slack
from eriantys.server.lobby import quick, rooms
from eriantys.server.lobby.listing import enter_lobby
from eriantys.server.lobby.tables import leave_table
from eriantys.server.matches import play, votes
from eriantys.server.matches.talk import show_match
from eriantys.server.session import Session, State
from eriantys.wire.from_server import Seated


def hand_over(house: House, old: Session, new: Session) -> None:
    """Put a session where another one was: nobody else notices, and no wait begins anew.

    Only the lobby is entered afresh, also from the table of a match that is over.
    """
    _replace(house, old, new)
    new.state = old.state
    new.seat = old.seat
    due = house.timers.due(("state", old.connection))
    if due is not None:
        house.timers.set(("state", new.connection), due)
    else:
        house.timers.cancel(("state", new.connection))
    _show_place(house, new)


def _replace(house: House, old: Session, new: Session) -> None:
    """Let whatever knows the old session know the new one instead."""
    if old.line is not None:
        new.line, old.line = old.line, None
        new.question, new.questions, new.chosen = old.question, old.questions, old.chosen
        new.player_nonce = old.player_nonce
        new.line.waiting[new.line.waiting.index(old)] = new
    if old.room is not None:
        new.room, old.room = old.room, None
        new.room.players[new.room.players.index(old)] = new
        if old.table is not None:
            new.table, old.table = old.table, None
            new.table.places[new.table.places.index(old)] = new
    elif old.table is not None:
        leave_table(house, old)
    if old.match is not None:
        new.match, old.match = old.match, None
        if old.seat is None:
            new.match.watchers[new.match.watchers.index(old)] = new
            house.out.append(Slack(new.connection, allowed=True))
        else:
            new.match.places[old.seat].session = new


def _show_place(house: House, session: Session) -> None:
    """Tell a session all that the one before it had been told of its place."""
    if session.line is not None:
        if session.state is State.ASKED:
            quick.repeat_question(house, session)
        else:
            quick.tell_why(house, session)
        earlier.tell_lobby(house, session)
    elif session.room is not None:
        room, seat = session.room, session.seat
        assert seat is not None
        house.tell(session, Seated(room.id, seat, room.nonces[seat], room.card(), room.code))
        house.tell(session, rooms.waiting(house, room))
        earlier.tell_lobby(house, session)
        earlier.tell_room(house, session)
    elif session.match is not None:
        show_match(house, session, session.match)
        earlier.tell_match(house, session)
        votes.show(house, session, session.match)
        play.repeat_request(house, session)
    else:
        enter_lobby(house, session)
