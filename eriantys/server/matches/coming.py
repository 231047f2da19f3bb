"""Coming to a match that has begun: back to the own seat, or to look on."""

from __future__ import annotations

from eriantys.server.house import House, refuse
from eriantys.server.matches import absence, restart
from eriantys.server.matches.talk import show_match
from eriantys.server.session import Session, State
from eriantys.wire.from_client import Resume, Watch


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
