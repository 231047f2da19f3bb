"""Leaving whatever place one has."""

from __future__ import annotations

from eriantys.server.house import House
from eriantys.server.lobby import joining, quick, tables
from eriantys.server.matches import absence, bots, watching
from eriantys.server.session import Session
from eriantys.wire.from_client import Bye


def take_off(house: House, session: Session, cause: str, *, at_once: bool = False) -> None:
    """Free the place of a session; the others are told the cause.

    A seat at a match is kept for a time of grace, unless it is left at once.
    """
    house.need_place_of(session)
    if session.line is not None:
        quick.drop_out(house, session)
    elif session.room is not None:
        joining.stand_up(house, session)
    elif session.table is not None:
        tables.leave_table(house, session)
    elif session.match is not None:
        if session.bot:
            bots.lose(house, session)
            return
        if session.seat is not None:
            absence.lose(house, session, cause, at_once=at_once)
            return
        watching.look_away(house, session, cause)


def say_bye(house: House, session: Session, _message: Bye) -> None:
    """Answer `bye`: whoever ends the connection on purpose is gone at once."""
    take_off(house, session, "left", at_once=True)
    house.hang_up(session, "goodbye", "Goodbye.")
