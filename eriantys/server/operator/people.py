"""Orders about people: who is here, sending them away, freeing their names, talking to all."""

from __future__ import annotations

from eriantys.games.contract import excerpt
from eriantys.server import leaving
from eriantys.server.house import STORE_UNAVAILABLE, House, refuse
from eriantys.server.limits import TALK_MOST
from eriantys.server.operator import orders
from eriantys.server.operator.answers import Done, PlayerList, PlayerRow, Refused
from eriantys.server.operator.replying import Reply
from eriantys.server.rows import NameForgotten
from eriantys.server.session import Session
from eriantys.server.texts import checked
from eriantys.wire.from_server import Notice


def players(house: House, _order: orders.Players, reply: Reply) -> None:
    """List everybody who is connected."""
    reply(PlayerList(tuple(_row(house, each) for each in house.sessions.values())))


def _row(house: House, session: Session) -> PlayerRow:
    kind = "nobody"
    if session.bot:
        kind = "bot"
    elif session.name:
        kind = "guest" if session.guest else "name"
    place = session.match or session.room
    return PlayerRow(
        connection=session.connection,
        name=session.name,
        kind=kind,
        state=session.state.value,
        match=None if place is None else place.id,
        address=session.address,
        silent=round(max(0.0, house.now - session.heard), 1),
    )


def kick(house: House, order: orders.Kick, reply: Reply) -> None:
    """Send somebody away; the seat at a match is left to its policy at once."""
    session = _find(house, order.who)
    name = session.name or f"Connection {session.connection}"
    send_away(house, session, "kicked", _sentence("You were sent away", order.reason))
    reply(Done(f"{name} was sent away."))


def send_away(house: House, session: Session, code: str, text: str) -> None:
    """Take somebody off any place, and hang up; or raise `Later` and do nothing."""
    leaving.take_off(house, session, "kicked", at_once=True)
    house.hang_up(session, code, text)


def _find(house: House, who: str) -> Session:
    """Find a connection by the name of whoever it belongs to, or by # and its number."""
    session = house.online.get(who.lower())
    if session is None and who.startswith("#") and who[1:].isdecimal() and len(who) < 20:
        session = house.sessions.get(int(who[1:]))
    if session is None:
        text = f"Nobody called {excerpt(who)} is here; `players` lists who is."
        refuse("not-here", text)
    return session


def _sentence(begins: str, reason: str) -> str:
    return f"{begins}: {checked(reason, TALK_MOST).rstrip('.')}." if reason else f"{begins}."


def forget(house: House, order: orders.Forget, reply: Reply) -> None:
    """Free a name and its key, unless it has a seat that somebody else would inherit."""
    low = order.who.lower()
    house.need(low)
    known = house.guests.get(low) or house.archive.find_name(low)
    if known is None:
        refuse("no-such-name", f"Nobody is called {excerpt(order.who)}.")
    seats = house.shelf.of(low)
    if seats:
        numbers = ", ".join(str(card.match) for card in seats)
        refuse(
            "has-matches",
            f"{known.name} has a seat in matches that are not over ({numbers}): close them "
            "first.",
        )
    session = house.online.get(low)
    if session is not None:
        send_away(house, session, "kicked", "Your name was freed by whoever runs the server.")

    house.stage(
        [low],
        [NameForgotten(known.name)],
        then=lambda: reply(Done(f"{known.name} is free for anybody again.")),
        otherwise=lambda: reply(Refused(*STORE_UNAVAILABLE)),
    )


def say(house: House, order: orders.Say, reply: Reply) -> None:
    """Tell everybody who is connected something."""
    text = checked(order.text, TALK_MOST)
    hearers = [each for each in house.sessions.values() if each.name and not each.bot]
    house.tell_all(hearers, Notice("operator", text))
    count = len(hearers)
    reply(Done(f"{count} {'person has' if count == 1 else 'people have'} been told."))
