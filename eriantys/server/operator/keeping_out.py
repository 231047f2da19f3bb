"""Orders that keep somebody out or unheard, for a time or for good, and those that end it."""

from __future__ import annotations

import math
from collections.abc import Callable
from ipaddress import ip_network

from eriantys.games.contract import excerpt
from eriantys.server.house import STORE_UNAVAILABLE, House, refuse
from eriantys.server.limits import TALK_MOST
from eriantys.server.login import could_be_name
from eriantys.server.operator import orders
from eriantys.server.operator.answers import Done, Refused, SanctionList, SanctionRow
from eriantys.server.operator.people import send_away
from eriantys.server.operator.replying import Reply
from eriantys.server.rows import SanctionKept, SanctionKind, SanctionLifted
from eriantys.server.sanctions import Sanction, duration, network_of
from eriantys.server.session import Session
from eriantys.server.texts import checked

LONG_ADDRESS = 128
LONG_HOUSE = 64
"""Whoever has one of the long addresses has all of this prefix."""


def ban(house: House, order: orders.Ban, reply: Reply) -> None:
    """Keep a name or a network out, and send away whoever it concerns."""
    kind, who = _meant(order.who)
    kept = SanctionKept(kind, who, _reason(order.reason), order.seconds)
    named, unknown = _called(house, who) if kind == "name" else (_written(who), "")

    def then() -> None:
        house.sanctions.put(kept, house.now)
        text = Sanction(kept, house.now).sentence("You are banned here", house.now)
        concerned = [each for each in house.sessions.values() if _concerns(kind, who, each)]
        for session in concerned:
            # Soon, for each as soon as nothing is being kept that concerns its place.
            house.timers.set(("expel", session.connection, text), house.now)
        away = f", and {len(concerned)} sent away" if concerned else ""
        told = f"{named} is banned {_span(order.seconds)}{away}."
        reply(Done(told + unknown))

    _keep(house, kept, then, reply)


def expel(house: House, connection: int, text: str) -> None:
    """Send somebody away who has just been banned."""
    session = house.sessions.get(connection)
    if session is not None:
        send_away(house, session, "banned", text)


def mute(house: House, order: orders.Mute, reply: Reply) -> None:
    """Let nobody hear what a name says."""
    who = _name(order.who)
    kept = SanctionKept("mute", who, _reason(order.reason), order.seconds)
    named, unknown = _called(house, who)

    def then() -> None:
        house.sanctions.put(kept, house.now)
        reply(Done(f"{named} is muted {_span(order.seconds)}.{unknown}"))

    _keep(house, kept, then, reply)


def unban(house: House, order: orders.Unban, reply: Reply) -> None:
    """Let a name or a network in again."""
    kind, who = _meant(order.who)
    _lift(house, kind, who, "banned", f"{_written(who)} may come again.", reply)


def unmute(house: House, order: orders.Unmute, reply: Reply) -> None:
    """Let a name be heard again."""
    who = _name(order.who)
    _lift(house, "mute", who, "muted", f"{who} is heard again.", reply)


def bans(house: House, _order: orders.Bans, reply: Reply) -> None:
    """List who is kept out, and who is not heard."""
    rows = [
        SanctionRow(
            each.kind,
            _written(each.who),
            each.reason,
            None if each.until == math.inf else round(each.until - house.now, 1),
        )
        for each in house.sanctions.all(house.now)
    ]
    reply(SanctionList(tuple(rows)))


def _keep(house: House, kept: SanctionKept, then: Callable[[], None], reply: Reply) -> None:
    lock = f"{kept.kind} {kept.who}"
    house.need(lock)
    house.stage([lock], [kept], then, lambda: reply(Refused(*STORE_UNAVAILABLE)))


def _lift(
    house: House, kind: SanctionKind, who: str, state: str, done: str, reply: Reply
) -> None:
    lock = f"{kind} {who}"
    house.need(lock)
    if house.sanctions.find(kind, who, house.now) is None:
        around = house.sanctions.around(who, house.now) if kind == "address" else None
        if around is not None:
            text = f"{_written(who)} is banned with all of {_written(around.who)}: unban that."
            refuse("not-there", text)
        refuse("not-there", f"{_written(who)} is not {state}; `bans` lists who is.")

    def then() -> None:
        house.sanctions.lift(kind, who)
        reply(Done(done))

    rows = [SanctionLifted(kind, who)]
    house.stage([lock], rows, then, lambda: reply(Refused(*STORE_UNAVAILABLE)))


def _meant(text: str) -> tuple[SanctionKind, str]:
    """Tell whether a text is an address or a name, and how it is kept."""
    network = network_of(text)
    if network is None:
        return "name", _name(text)
    if network.prefixlen == LONG_ADDRESS:
        network = ip_network(f"{network.network_address}/{LONG_HOUSE}", strict=False)
    return "address", str(network)


def _name(text: str) -> str:
    if not could_be_name(text):
        refuse("bad-name", f"{excerpt(text)} is no name, no address and no network.")
    return text.lower()


def _called(house: House, low: str) -> tuple[str, str]:
    """Write a name as whoever has it does, or say that nobody does: it may be a slip."""
    known = house.guests.get(low) or house.archive.find_name(low)
    return (low, " Nobody has that name so far.") if known is None else (known.name, "")


def _concerns(kind: SanctionKind, who: str, session: Session) -> bool:
    if kind == "name":
        return session.name.lower() == who and not session.bot
    address = network_of(session.address.partition("%")[0])
    # Of different versions, neither is part of the other.
    network = ip_network(who)
    return (
        address is not None
        and address.version == network.version
        and address.network_address in network
    )


def _reason(text: str) -> str:
    return checked(text, TALK_MOST).rstrip(".") if text else ""


def _written(who: str) -> str:
    """Write a network of one address as that address."""
    return who if ":" in who else who.removesuffix("/32")


def _span(seconds: float | None) -> str:
    return "for good" if seconds is None else f"for {duration(seconds)}"
