"""What was said before somebody came: the latest lines of the lobby, or of a match."""

from __future__ import annotations

from collections.abc import Callable

from eriantys.server import logbook
from eriantys.server.chat.remembered import LATEST
from eriantys.server.house import House
from eriantys.server.matches.match import side_of
from eriantys.server.rows import Spoke, Spoken, StoreTrouble
from eriantys.server.session import Session
from eriantys.wire.cards import Said
from eriantys.wire.fields import Audience
from eriantys.wire.from_server import ServerChat

_LOOKED_AT = 10 * LATEST
"""Lines of a match that are read to find those of one audience."""


def tell_lobby(house: House, session: Session) -> None:
    """Tell somebody who hears the lobby from now on what they have missed there."""
    talk = house.lobby_talk
    known, session.lobby_heard = session.lobby_heard, talk.count
    lines = [
        Said(line.name, line.text, _millis(house.now - line.at))
        for line in talk.after(known)
        if line.name.lower() not in session.muted
    ]
    _tell(house, session, "lobby", lines, None)


def tell_room(house: House, session: Session) -> None:
    """Tell somebody who has taken a place in a waiting room over what was said there."""
    assert session.room is not None
    number = session.room.id
    _tell_latest(house, session, "match", number, _read(house, number))


def tell_match(house: House, session: Session) -> None:
    """Tell somebody who has come to a match, or back to it, what their like have said there.

    Players hear what players said, and those of a side what was for it alone; whoever looks
    on hears the others who do.
    """
    match, seat = session.match, session.seat
    assert match is not None
    spoken = _read(house, match.id)
    if seat is None:
        _tell_latest(house, session, "watchers", match.id, spoken)
        return
    side, _ = side_of(match, seat)
    _tell_latest(house, session, "match", match.id, spoken)
    _tell_latest(house, session, "team", match.id, spoken, lambda line: line.side == side)


def _read(house: House, number: int) -> list[Spoken]:
    try:
        return house.archive.spoken(number, _LOOKED_AT)
    except StoreTrouble as trouble:
        logbook.of_match(number).warning("what was said cannot be read: %s", trouble)
        return []


def _tell_latest(
    house: House,
    session: Session,
    to: Audience,
    number: int,
    spoken: list[Spoken],
    wanted: Callable[[Spoke], bool] = lambda _: True,
) -> None:
    lines = [
        Said(each.spoke.name, each.spoke.text, _millis(each.ago))
        for each in spoken
        if each.spoke.to == to and wanted(each.spoke)
        if each.spoke.name.lower() not in session.muted
    ]
    _tell(house, session, to, lines[-LATEST:], number)


def _tell(
    house: House, session: Session, to: Audience, lines: list[Said], match: int | None
) -> None:
    if lines:
        house.tell(session, ServerChat(to, tuple(lines), match))


def _millis(seconds: float) -> int:
    return max(0, round(seconds * 1000))
