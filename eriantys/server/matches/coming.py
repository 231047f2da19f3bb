"""Coming back to the own seat of a match that has begun."""

from __future__ import annotations

from eriantys.server.house import House, refuse
from eriantys.server.matches import absence, restart
from eriantys.server.session import Session
from eriantys.wire.from_client import Resume


def resume(house: House, session: Session, message: Resume) -> None:
    """Answer `resume`: back to the own seat of a match that is not over."""
    cards = house.shelf.of(session.name.lower())
    running = [card.match for card in cards if not card.suspended]
    number = message.match
    if number is None:
        if not cards:
            refuse("no-saved-match", "You have no match to go back to.")
        number = running[-1] if running else cards[-1].match
    elif number not in [card.match for card in cards]:
        refuse("no-saved-match", f"You have no seat in a saved match {number}.")
    if running and number not in running:
        refuse(
            "already-playing",
            f"You have a seat in match {running[-1]}, which is going on: resume that one.",
        )
    absence.come_back(house, session, restart.find_match(house, number))
