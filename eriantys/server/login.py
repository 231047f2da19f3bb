"""Names and keys: who may be called what, and how that is proved.

The client makes a random key and sends it once, when it registers a name. Later it only
proves to have it, for this one connection. The key is never changed: a reply that got lost
must not lock the owner out.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping

from eriantys.games.contract import excerpt
from eriantys.server import guard, logbook
from eriantys.server.chat import muting
from eriantys.server.handover import hand_over
from eriantys.server.house import STORE_UNAVAILABLE, House, Refusal, refuse
from eriantys.server.limits import NAME_MOST
from eriantys.server.lobby.listing import enter_lobby
from eriantys.server.matches import absence, restart
from eriantys.server.matches.match import Match, Presence
from eriantys.server.rows import NameKept
from eriantys.server.sanctions import network_of
from eriantys.server.session import NOBODY, Session
from eriantys.wire.from_client import Login
from eriantys.wire.from_server import Error, Named, Request
from eriantys.wire.messages import PROTOCOL

LOGIN_REQUEST = 0
"""The id of the request for a login: there is only one, until it is answered."""

_GOOD_NAME = re.compile(r"[A-Za-z0-9_.-]*[A-Za-z0-9][A-Za-z0-9_.-]*")


def ask_for_login(house: House, session: Session) -> None:
    """Ask for a name, with the time that is left."""
    left = house.left_ms(("state", session.connection))
    house.tell(session, Request(LOGIN_REQUEST, "login", left))


def login(house: House, session: Session, message: Login) -> None:
    """Answer `login`: give a free name away, or let its owner in."""
    if message.protocol not in (None, PROTOCOL):
        refuse(
            "wrong-protocol",
            f"This server speaks protocol {PROTOCOL}, not {message.protocol}: "
            "use a client of its version.",
        )
    logbook.of(session).debug("logs in with %s", excerpt(message.client))
    _check_name(house, message.name)
    guard.may_be_called(house, message.name)
    low = message.name.lower()
    house.need(low)
    known = house.guests.get(low) or house.archive.find_name(low)
    if known is None:
        _register(house, session, message)
        return
    _check_proof(session, known, message)
    other = house.online.get(low)
    if other is not None:
        if not message.take_over:
            refuse(
                "already-connected",
                "Somebody with this name and key is here: say take_over to replace them.",
            )
        house.need_place_of(other)
        _admit(house, session, known, other.muted)
        hand_over(house, other, session)
        house.hang_up(other, "taken-over", "You have logged in from somewhere else.")
        return
    muted = muting.muted_by(house, known)
    match = _seat_to_take(house, low)
    _admit(house, session, known, muted)
    if match is None:
        enter_lobby(house, session)
    else:
        absence.come_back(house, session, match)


def could_be_name(text: str) -> bool:
    """Tell whether a text has nothing in it that no name has."""
    return len(text) <= NAME_MOST and _GOOD_NAME.fullmatch(text) is not None


def _check_name(house: House, name: str) -> None:
    least = house.limits.name_least
    if len(name) < least or not could_be_name(name):
        refuse(
            "bad-name",
            f"A name has {least} to {NAME_MOST} letters a to z, digits or the signs _ - . "
            "and at least one letter or digit.",
        )
    if network_of(name) is not None:
        # Its ban would be one of the address.
        refuse("bad-name", "A name cannot be an address: change a digit or a full stop.")


def _register(house: House, session: Session, message: Login) -> None:
    if message.key is None:
        refuse("unknown-name", "Nobody has this name yet: log in with a key to register it.")
    known = NameKept(message.name, message.key, message.guest)
    if not message.guest:
        guard.may_register(house, session)
    else:
        # Nothing is kept of a guest until a match begins.
        _admit(house, session, known)
        enter_lobby(house, session)
        return

    def then() -> None:
        guard.note_registration(house, session)
        _admit(house, session, known)
        enter_lobby(house, session)

    def otherwise() -> None:
        code, text = STORE_UNAVAILABLE
        house.tell(session, Error(code, text, "login", LOGIN_REQUEST))
        ask_for_login(house, session)

    house.stage([message.name.lower(), session.lock], [known], then, otherwise)


def _check_proof(session: Session, known: NameKept, message: Login) -> None:
    if message.proof is not None:
        said = session.nonce + message.name.encode()
        expected = hmac.digest(known.key, said, hashlib.sha256)
        if not hmac.compare_digest(expected, message.proof):
            refuse("bad-proof", "That does not prove that the name is yours.")
    elif message.key is None or not hmac.compare_digest(known.key, message.key):
        refuse("name-taken", "Somebody else has this name: choose another one.")


def _seat_to_take(house: House, low: str) -> Match | None:
    """Find the running match in which this name has a seat that was not left on purpose.

    There may be several, since a suspended one goes on as soon as the player on turn is
    back. The one that still expects this player comes first, then the latest.
    """
    found = None
    for card in reversed(house.shelf.of(low)):
        if not card.suspended:
            try:
                match = restart.find_match(house, card.match)
            except Refusal:
                # One match that can never be loaded must not keep its player out for ever.
                continue
            place = next(each for each in match.places if each.name.lower() == low)
            if place.presence is not Presence.GONE:
                return match
            if found is None and place.cause != "left":
                found = match
    return found


def _admit(
    house: House, session: Session, known: NameKept, muted: Mapping[str, str] = NOBODY
) -> None:
    house.tally.logins["accepted"] += 1
    session.name = known.name
    session.guest = known.guest
    session.reader.limit = house.limits.frame_after_login
    house.online[known.name.lower()] = session
    if known.guest:
        house.guests[known.name.lower()] = known
    house.tell(session, Named(known.name, known.guest, muting.admit(house, session, muted)))
    logbook.of(session).info("logged in as %s from %s", session.name, session.address)
