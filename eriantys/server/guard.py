"""The guard: how many may come from where, and how much each of them is listened to.

Whoever says too much is not refused, but heard more slowly: nothing that was said is lost.
Whoever connects too often is turned away at the door, and whoever guesses at keys and codes
gets no more answers; but whoever proves to have a name is let in.
"""

from __future__ import annotations

import logging
from ipaddress import IPv6Address, ip_network

from eriantys.server.house import House, refuse
from eriantys.server.inputs import BOT_ADDRESS, Heed
from eriantys.server.limits import BURST
from eriantys.server.rates import Meter
from eriantys.server.session import Session, State
from eriantys.wire import from_client as client
from eriantys.wire.frames import HEADER_SIZE
from eriantys.wire.from_client import FromClient

COSTS: dict[type, int] = {
    client.List: 10,
    client.Create: 5,
    client.Join: 5,
    client.Quick: 5,
    client.Resume: 10,
    client.Watch: 10,
    client.Leave: 5,
    client.Sync: 5,
    client.AddBot: 5,
    client.RemoveBot: 5,
    client.Rematch: 5,
    client.History: 30,
    client.Results: 10,
}
"""How many frames of another kind a message is worth, where it gives us more work."""


def household(address: str) -> str:
    """Name those who share an address; of the long kind everybody has as many as they want."""
    if ":" not in address:
        return address
    long = IPv6Address(address.partition("%")[0])
    return str(ip_network((long, 64), strict=False))


def let_in(house: House, session: Session) -> bool:
    """Count a new connection; tell whether it may stay, and send it away if not.

    Those that the house makes itself, for its bots, take nobody's place.
    """
    who, limits = session.household, house.limits
    house.connected[who] += 1
    house.tally.opened += 1
    if who == BOT_ADDRESS:
        return True
    if sanction := house.sanctions.about_address(session.address, house.now):
        text = sanction.sentence("You are banned here", house.now)
        _turn_away(house, session, "banned", text)
    elif len(house.sessions) - house.connected[BOT_ADDRESS] > limits.connections:
        text = "This server is full: come back later."
        _turn_away(house, session, "server-full", text)
    elif house.connected[who] > limits.connections_per_address:
        text = "Too many are connected from your address already."
        _turn_away(house, session, "server-full", text)
    elif house.rates.connects.take(who, house.now):
        text = "Too many have connected from your address lately: wait a moment."
        _turn_away(house, session, "server-full", text)
    return session.state is not State.CLOSED


def _turn_away(house: House, session: Session, code: str, text: str) -> None:
    """Send somebody away at the door; however many come, the log tells it once in a while."""
    house.limits_met.note(session, "connect", code, text, house.now)
    house.hang_up(session, code, text, told=logging.DEBUG)


def note_refused_login(house: House, session: Session) -> bool:
    """Note a login that was refused; tell whether there were too many from that address.

    Nobody is kept out because of it: whoever proves to have a name is let in at any time.
    """
    house.tally.logins["refused"] += 1
    too_many = house.rates.refusals.wait(session.household, house.now) > 0
    house.rates.refusals.note(session.household, house.now)
    return too_many


def may_guess(house: House, session: Session) -> None:
    """Refuse any code, right or wrong, while an address has named too many wrong ones."""
    if house.rates.guesses.wait(session.household, house.now):
        refuse("too-fast", "Too many wrong codes came from your address: wait a moment.")


def note_guess(house: House, session: Session) -> None:
    """Note that somebody has named a code that was none."""
    house.rates.guesses.note(session.household, house.now)


def may_be_called(house: House, name: str) -> None:
    """Refuse a name that the operator has banned."""
    if sanction := house.sanctions.find("name", name.lower(), house.now):
        refuse("banned", sanction.sentence(f"{name} is banned here", house.now))


def may_register(house: House, session: Session) -> None:
    """Refuse one more name to an address that has registered too many."""
    if house.rates.names.wait(session.household, house.now):
        refuse("too-many", "Too many names were registered from your address: be a guest.")


def note_registration(house: House, session: Session) -> None:
    """Note that a name was registered."""
    house.tally.logins["registered"] += 1
    house.rates.names.note(session.household, house.now)


def may_begin(house: House, session: Session) -> None:
    """Refuse one more match to whoever has too many that are not over, or began too many."""
    if house.draining:
        refuse("draining", "The server is about to be stopped: no match can begin any more.")
    low = session.name.lower()
    if len(house.shelf.of(low)) >= house.limits.matches_per_name:
        refuse("too-many", "You have too many unfinished matches: finish one of them first.")
    meter, who = _measured(house, session)
    if meter.wait(who, house.now):
        refuse("too-many", "You have begun too many matches lately: take a break.")


def note_match(house: House, session: Session) -> None:
    """Note that somebody has begun a match."""
    meter, who = _measured(house, session)
    meter.note(who, house.now)


def _measured(house: House, session: Session) -> tuple[Meter, str]:
    """Tell by what matches are counted: a guest may have another name every minute."""
    if session.guest:
        return house.rates.guests_matches, session.household
    return house.rates.matches, session.name.lower()


def charge(house: House, session: Session, message: FromClient | None, size: int) -> None:
    """Note what it takes to hear one more message of somebody."""
    limits = house.limits
    frames = COSTS.get(type(message), 1) / limits.frames_per_second
    cost = max(frames, (size + HEADER_SIZE) / limits.bytes_per_second)
    session.debt_until = max(session.debt_until, house.now) + cost


def must_wait(house: House, session: Session) -> bool:
    """Tell whether somebody has said so much that the rest must wait, and see to that."""
    due = session.debt_until - BURST
    if due <= house.now:
        return False
    if not session.slowed:
        session.slowed = True
        house.timers.set(("slow", session.connection), due)
        house.out.append(Heed(session.connection, listen=False))
    return True


def listen_again(house: House, session: Session) -> None:
    """Hear what somebody has to say, after a wait."""
    session.slowed = False
    house.out.append(Heed(session.connection, listen=True))
