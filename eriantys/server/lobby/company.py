"""Bots in a room that waits for players: they take free seats, and give them up again."""

from __future__ import annotations

from collections.abc import Sequence

from eriantys.server.house import House, refuse
from eriantys.server.lobby import rooms
from eriantys.server.lobby.begin import begin_if_full
from eriantys.server.lobby.rooms import BotSeat, Room
from eriantys.server.rows import Agreement
from eriantys.server.session import Session
from eriantys.wire.fields import Level
from eriantys.wire.from_client import AddBot, RemoveBot

NAMES = (
    *("Luna", "Otto", "Mina", "Hugo", "Nora", "Ugo", "Ada", "Leo"),
    *("Emma", "Max", "Iris", "Tito", "Zoe", "Karl", "Pia", "Rolf"),
)
"""As many as a match can have seats, so that each of its bots has another."""


def name_of(number: int, seat: int) -> str:
    """Name the bot at a seat; nobody can register a name with a space in it."""
    return f"Bot {NAMES[(number + seat) % len(NAMES)]}"


def check_bots(house: House, agreement: Agreement, levels: Sequence[Level]) -> None:
    """Refuse bots where there are none, or more of them than seats beside the creator's."""
    if agreement.absence not in rooms.absences(bots=house.bots):
        refuse("no-bots", "There are no bots here: choose end or wait for absence.")
    if levels:
        _need_bots(house)
    if len(levels) >= agreement.seats:
        refuse(
            "bad-seats",
            f"You and {len(levels)} bots are more than the {agreement.seats} of this match.",
        )


def let_in(room: Room, levels: Sequence[Level], besides: int) -> None:
    """Give the first free seats of a new room to bots, but for that of its creator."""
    seats = (seat for seat in room.free_seats if seat != besides)
    for seat, level in zip(seats, levels, strict=False):
        room.put_bot(seat, BotSeat(name_of(room.id, seat), level))


def add_bot(house: House, session: Session, message: AddBot) -> None:
    """Answer `add-bot`: a bot sits down, and the match begins if it was the last seat."""
    room = _room_for_bots(house, session)
    if not room.free_seats:
        refuse("match-full", "All seats of this match are taken.")
    seat = room.free_seats[0] if message.seat is None else message.seat
    rooms.check_free(room, seat)
    room.put_bot(seat, BotSeat(name_of(room.id, seat), message.level))
    room.told_of_trouble = False
    house.room_changed(room)
    begin_if_full(house, room)


def remove_bot(house: House, session: Session, message: RemoveBot) -> None:
    """Answer `remove-bot`: the seat is free again."""
    room = _room_for_bots(house, session)
    rooms.check_seat(room.agreement, message.seat)
    if room.bots[message.seat] is None:
        refuse("no-bots", "No bot sits there.")
    room.free(message.seat)
    house.timers.cancel(("begin", room.id))
    house.room_changed(room)
    rooms.announce(house, room)


def _room_for_bots(house: House, session: Session) -> Room:
    """Return the room in which somebody sits, unless bots have no business there."""
    room = session.room
    assert room is not None
    _need_bots(house)
    if room.standing:
        refuse("no-bots", "This match is for people who met by chance: create one with bots.")
    if room.table is not None:
        refuse("no-bots", "In a rematch everybody has the seat of the match before.")
    return room


def _need_bots(house: House) -> None:
    if not house.bots:
        refuse("no-bots", "There are no bots here: play with people.")
