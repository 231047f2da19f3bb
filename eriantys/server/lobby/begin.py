"""From the last free seat to the first request."""

from __future__ import annotations

from eriantys.server import guard, logbook
from eriantys.server.chat import muting
from eriantys.server.house import RETRY, STORE_UNAVAILABLE, House
from eriantys.server.lobby import rooms
from eriantys.server.lobby.rooms import Room
from eriantys.server.matches import absence, clock
from eriantys.server.matches.match import Match, Presence
from eriantys.server.matches.talk import show_match
from eriantys.server.rows import MatchBegun, NameKept, Row, TurnKept
from eriantys.server.session import Session, State
from eriantys.wire.from_server import Notice, Seated


def sit(house: House, session: Session, room: Room, seat: int, nonce: bytes) -> None:
    """Give somebody a free seat, and begin the match if it was the last one."""
    room.players[seat] = session
    room.told_of_trouble = False
    room.nonces[seat] = nonce
    session.room = room
    session.seat = seat
    house.enter(session, State.SEATED)
    house.room_changed(room)
    house.tell(session, Seated(room.id, seat, nonce, room.card(), room.code))
    logbook.of(session).info("%s sits at seat %d", session.name, seat + 1)
    begin_if_full(house, room)


def begin_if_full(house: House, room: Room) -> None:
    """Begin the match if that was the last seat, or tell those in the room who is there."""
    if room.free_seats:
        rooms.announce(house, room)
    else:
        begin(house, room)


def begin(house: House, room: Room) -> None:
    """Begin the match of a full room, once that is on disk."""
    game = room.game
    begun = MatchBegun(
        match=room.id,
        agreement=room.agreement,
        version=game.version,
        players=tuple(name for name in room.names if name is not None),
        secret=room.secret,
        nonces=tuple(room.nonces),
        code=room.code,
        bots=room.levels,
    )
    match = Match.new(game, begun, house.now)
    guests = _guests_to_keep(house, room)
    rows: list[Row] = [
        *guests,
        *muting.rows_to_keep(house, guests),
        begun,
        TurnKept(room.id, 0, game.version, game.snapshot(match.state)),
    ]

    def then() -> None:
        rooms.close(house, room)
        house.matches[match.id] = match
        house.shelf.put(begun)
        house.tally.begun[game.id] += 1
        players = ", ".join(begun.players)
        logbook.of_match(match.id).info("started: %s, %s", game.id, players)
        for session in room.sitting:
            assert session.seat is not None
            match.places[session.seat].session = session
            match.places[session.seat].presence = Presence.HERE
            session.room = session.table = None
            session.match = match
            guard.note_match(house, session)
            house.enter(session, State.PLAYING)
        clock.wind_up(house, match)
        for session in match.here:
            show_match(house, session, match)
        absence.carry_on(house, match)

    def otherwise() -> None:
        if not room.told_of_trouble:
            room.told_of_trouble = True
            house.tell_all(room.sitting, Notice(*STORE_UNAVAILABLE, match=room.id))
        house.timers.set(("begin", room.id), house.now + RETRY)

    house.stage([room.id], rows, then, otherwise)


def _guests_to_keep(house: House, room: Room) -> list[NameKept]:
    """List the guests, kept already or not: a restart must find the seats' owners."""
    return [house.guests[each.name.lower()] for each in room.sitting if each.guest]


def try_to_begin(house: House, number: int) -> None:
    """Try again to begin a match, after that could not be kept."""
    house.need(number)
    room = house.rooms.get(number)
    if room is not None and not room.free_seats:
        begin(house, room)
