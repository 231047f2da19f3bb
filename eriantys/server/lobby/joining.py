"""The ways from the lobby to a seat, and back."""

from __future__ import annotations

from eriantys.server import guard
from eriantys.server.house import House, refuse
from eriantys.server.lobby import company, rooms
from eriantys.server.lobby.begin import sit
from eriantys.server.lobby.invitations import number_of
from eriantys.server.lobby.listing import enter_lobby
from eriantys.server.lobby.rooms import check_free, check_seat
from eriantys.server.lobby.tables import FAILED, leave_table, tell_others
from eriantys.server.session import Session
from eriantys.server.texts import checked
from eriantys.wire.fields import TITLE_MOST
from eriantys.wire.from_client import Create, Join, Leave, TakeSeat
from eriantys.wire.from_server import Notice, Seated


def create(house: House, session: Session, message: Create) -> None:
    """Answer `create`: open a room and sit down in it."""
    may_play(house, session)
    title = message.title and checked(message.title, TITLE_MOST)
    game = rooms.find_game(house, message.game)
    agreement = rooms.agreed(
        house,
        game,
        message.seats,
        message.options,
        guidance=message.guidance,
        absence=message.absence,
        undo=message.undo,
        turn_seconds=message.turn_seconds,
        title=title,
        private=message.private,
        watchers=message.watchers,
        bot_level=message.bot_level,
    )
    check_seat(agreement, message.seat)
    company.check_bots(house, agreement, message.bots)
    room = rooms.open_room(house, game, agreement)
    company.let_in(room, message.bots, besides=message.seat)
    sit(house, session, room, message.seat, message.nonce)


def join(house: House, session: Session, message: Join) -> None:
    """Answer `join`: sit down in an open room."""
    may_play(house, session)
    number = number_of(house, session, message.match, message.code)
    house.need(number)
    room = house.rooms.get(number)
    hidden = room is not None and not room.listed and not message.code
    if room is None or room.table is not None or hidden:
        card = house.shelf.cards.get(number)
        if card is not None and (message.code or not card.agreement.private):
            refuse("match-full", "That match has begun already.")
        refuse("no-such-match", "That match is not there; `list` shows those that are.")
    if not room.free_seats:
        refuse("match-full", "All seats of that match are taken.")
    seat = room.free_seats[0] if message.seat is None else message.seat
    check_free(room, seat)
    sit(house, session, room, seat, message.nonce)


def take_seat(house: House, session: Session, message: TakeSeat) -> None:
    """Answer `seat`: move to a free seat, or bring another share of the luck."""
    room, old = session.room, session.seat
    assert room is not None
    assert old is not None
    seat = old if message.seat is None else message.seat
    check_seat(room.agreement, seat)
    if seat != old and room.table is not None:
        refuse("seat-taken", "In a rematch everybody has the seat of the match before.")
    if seat != old:
        check_free(room, seat)
    nonce = room.nonces[old] if message.nonce is None else message.nonce
    room.free(old)
    room.players[seat], room.nonces[seat] = session, nonce
    session.seat = seat
    house.room_changed(room)
    house.tell(session, Seated(room.id, seat, nonce, room.card(), room.code))
    if seat != old:
        rooms.announce(house, room)


def leave_room(house: House, session: Session, _message: Leave) -> None:
    """Answer `leave` in a room that waits for players."""
    stand_up(house, session)
    enter_lobby(house, session)


def stand_up(house: House, session: Session) -> None:
    """Take somebody out of a room; of a rematch nothing comes then."""
    if session.table is None:
        rooms.stand_up(house, session)
    else:
        leave_table(house, session)


def may_play(house: House, session: Session) -> None:
    """Refuse another match to whoever plays in one, or in too many."""
    for card in house.shelf.of(session.name.lower()):
        if not card.suspended:
            house.need(card.match)
            refuse(
                "already-playing",
                f"You have a seat in match {card.match}, which is going on: resume it.",
            )
    guard.may_begin(house, session)


def expire_room(house: House, number: int) -> None:
    """Send everybody back to the lobby: nobody else has come in time."""
    house.need(number)
    close_room(house, number, "room-expired", "Not enough players came in time.")


def close_room(house: House, number: int, code: str, text: str) -> None:
    """Close a room for a reason that those in it are told, and send them to the lobby."""
    room = house.rooms[number]
    rooms.dissolve(house, room)
    if room.table is not None:
        room.table.room = None
        tell_others(house, room.table, room, FAILED)
    for session in room.sitting:
        session.room = session.seat = None
        if session.table is not None:
            leave_table(house, session)
        house.tell(session, Notice(code, text, match=room.id))
        enter_lobby(house, session)
