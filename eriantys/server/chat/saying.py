"""Chat: who may speak to whom, how often, and who hears it.

Players never hear those who look on, nor the other way round: who sees more than a seat sees
must not be able to tell it, and who plays must not be disturbed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from eriantys.server import logbook
from eriantys.server.house import STORE_UNAVAILABLE, House, refuse
from eriantys.server.limits import TALK_MOST
from eriantys.server.lobby.rooms import Room
from eriantys.server.matches.match import Match, side_of
from eriantys.server.rows import Spoke
from eriantys.server.session import Session, State
from eriantys.server.texts import checked
from eriantys.wire.cards import Said
from eriantys.wire.fields import Audience
from eriantys.wire.from_client import Chat
from eriantys.wire.from_server import Error, ServerChat
from eriantys.wire.messages import write

AUDIENCES: dict[State, tuple[Audience, ...]] = {
    State.LOBBY: ("lobby",),
    State.QUEUED: ("lobby",),
    State.ASKED: ("lobby",),
    State.SEATED: ("lobby", "match"),
    State.PLAYING: ("match", "team"),
    State.AFTER: ("lobby", "match"),
    State.WATCHING: ("watchers",),
}
"""By state: to whom one may speak there, and whom one hears."""

THE_LOBBY = "lobby"
"""Whose measure all lines to the lobby count against."""

_Hearers = Callable[[], Iterable[Session]]
"""Lists those who hear a line, at the moment at which it is told."""


def say(house: House, session: Session, message: Chat) -> None:
    """Answer `chat`: tell a line to all who shall hear it, once it is on disk."""
    to = message.to
    if to not in AUDIENCES[session.state]:
        may = " or ".join(AUDIENCES[session.state])
        refuse("unexpected", f"From where you are you can speak to {may}, not to {to}.")
    text = checked(message.text, TALK_MOST)
    spoke, hearers = _addressed(house, session, to, text)
    _take_turn(house, session, to)
    logbook.of(session).debug("says %d letters to %s", len(text), to)
    if session.state is State.LOBBY:
        house.wait_anew(session)  # whoever talks is not idle

    def then() -> None:
        # The own line is the receipt, also for whoever was just taken elsewhere.
        house.tally.lines += 1
        heard_by = [session, *(each for each in hearers() if each is not session)]
        if to == "lobby":
            house.lobby_talk.add(spoke.name, text, house.now)
            for each in heard_by:
                each.lobby_heard = house.lobby_talk.count
        _tell(house, heard_by, spoke)

    def otherwise() -> None:
        if session.state is not State.CLOSED:
            house.tell(session, Error(*STORE_UNAVAILABLE, about="chat"))

    # The lock is the speaker's own: what they do next comes after the line, as they wrote it,
    # and nobody else has to wait.
    house.stage([session.lock], [spoke], then, otherwise)


def _addressed(
    house: House, session: Session, to: Audience, text: str
) -> tuple[Spoke, _Hearers]:
    """Write a line down with where it was said, and tell who will hear it."""
    number, side, hearers = None, None, _in_lobby(house)
    match, room, table = session.match, session.room, session.table
    if to == "watchers":
        assert match is not None
        number, hearers = match.id, lambda: match.watchers
    elif to == "team":
        assert match is not None
        number, side, hearers = match.id, *_team(match, session)
    elif to == "match" and match is not None:
        number, hearers = match.id, lambda: match.here
    elif to == "match" and room is not None:
        number, hearers = room.id, _in_room(room)
    elif to == "match":
        assert table is not None
        number, hearers = table.match, lambda: table.sessions
    return Spoke(number, to, side, session.name, text), hearers


def _in_lobby(house: House) -> _Hearers:
    return lambda: [
        each for each in house.sessions.values() if "lobby" in AUDIENCES.get(each.state, ())
    ]


def _in_room(room: Room) -> _Hearers:
    table = room.table
    if table is not None:
        # Those who have not decided yet about a rematch still sit at the same table.
        return lambda: table.sessions
    # When its time is over, a room still knows who was in it.
    return lambda: [each for each in room.sitting if each.room is room]


def _team(match: Match, session: Session) -> tuple[int, _Hearers]:
    assert session.seat is not None
    side, seats = side_of(match, session.seat)
    if len(seats) < 2:
        refuse("no-team", "Nobody plays on your side: speak to the whole match.")
    return side, lambda: [each for each in match.here if each.seat in seats]


def _take_turn(house: House, session: Session, to: Audience) -> None:
    """Refuse whoever says too much, or is not to be heard; only what is not refused counts."""
    low, rates, now = session.name.lower(), house.rates, house.now
    if sanction := house.sanctions.find("mute", low, now):
        refuse("silenced", sanction.sentence("Nobody hears what you say here", now))
    if wait := rates.talk.wait(low, now):
        refuse("too-fast", f"You say too much at once: wait {_seconds(wait)}.")
    if to == "lobby" and (wait := rates.lobby.take(THE_LOBBY, now)):
        refuse("too-fast", f"Too much is said in the lobby: wait {_seconds(wait)}.")
    rates.talk.take(low, now)


def _seconds(wait: float) -> str:
    whole = math.ceil(wait)
    return f"{whole} second{'s' if whole > 1 else ''}"


def _tell(house: House, hearers: Iterable[Session], spoke: Spoke) -> None:
    """Tell a line to everybody who wants to hear its speaker, encoding it once."""
    low = spoke.name.lower()
    frame = write(ServerChat(spoke.to, (Said(spoke.name, spoke.text),), spoke.match))
    for each in hearers:
        if each.state is not State.CLOSED and low not in each.muted:
            house.send(each, frame)
