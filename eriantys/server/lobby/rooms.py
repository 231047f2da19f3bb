"""A match that waits for its players: who sits where, and what it will be.

Nothing of it is on disk: a room that is not full when the server ends is gone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from eriantys.games.contract import BadSetting, agree_options, check_seats
from eriantys.games.dice import NONCE_SIZE, SECRET_SIZE, commitment
from eriantys.server import logbook
from eriantys.server.house import AnyGame, House, refuse
from eriantys.server.lobby.invitations import invite, withdraw
from eriantys.server.rows import Agreement
from eriantys.server.session import Session
from eriantys.wire.cards import RoomCard
from eriantys.wire.from_server import Waiting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from eriantys.server.lobby.tables import Table
    from eriantys.wire.fields import Absence, BotsBySeat, Guidance, Level, Setting


ABSENCES: tuple[Absence, ...] = ("end", "wait")
"""The policies that a match may have anywhere."""

BOT_NONCE = bytes(NONCE_SIZE)
"""A bot's share in the luck, which is none: the server could choose one that suits it, after
having seen those of the people."""


def absences(*, bots: bool) -> tuple[Absence, ...]:
    """List the policies that a match may have, with bots or without."""
    return (*ABSENCES, "bot") if bots else ABSENCES


class BotSeat(NamedTuple):
    """A seat that a bot has."""

    name: str
    level: Level


class Room:
    """The seats of a match to be, and the server's share in its luck."""

    __slots__ = (
        "agreement",
        "bots",
        "code",
        "game",
        "id",
        "nonces",
        "players",
        "secret",
        "standing",
        "table",
        "told_of_trouble",
    )

    def __init__(
        self,
        number: int,
        game: AnyGame,
        agreement: Agreement,
        secret: bytes,
        *,
        code: str = "",
        standing: bool = False,
        table: Table | None = None,
    ) -> None:
        self.id = number
        self.game = game
        self.agreement = agreement
        self.secret = secret
        self.code = code
        """What leads to it, if it is private."""
        self.standing = standing
        self.table = table
        """Those for whom alone it is, if it is for a rematch."""
        self.told_of_trouble = False
        """Whether those in it know that it cannot begin, because nothing can be saved."""
        self.players: list[Session | None] = [None] * agreement.seats
        self.bots: list[BotSeat | None] = [None] * agreement.seats
        self.nonces = [b""] * agreement.seats

    @property
    def sitting(self) -> list[Session]:
        """List the people who are here, by seat."""
        return [player for player in self.players if player is not None]

    @property
    def free_seats(self) -> list[int]:
        """List the seats that nobody has taken, and no bot."""
        return [seat for seat, name in enumerate(self.names) if name is None]

    @property
    def names(self) -> tuple[str | None, ...]:
        """Name those who are here by seat, bots as well as people."""
        seats = zip(self.players, self.bots, strict=True)
        return tuple(who.name if (who := player or bot) else None for player, bot in seats)

    @property
    def levels(self) -> BotsBySeat:
        """Tell by seat how well the bots play; nothing if there are none."""
        return tuple(bot and bot.level for bot in self.bots) if any(self.bots) else ()

    @property
    def listed(self) -> bool:
        """Whether strangers may know of it."""
        return not self.agreement.private and self.table is None

    @property
    def joinable(self) -> bool:
        """Whether strangers may sit down in it now."""
        return self.listed and bool(self.free_seats)

    def card(self) -> RoomCard:
        """Describe the room to those who might join it."""
        agreement = self.agreement
        return RoomCard(
            match=self.id,
            game=agreement.game,
            seats=self.names,
            options=agreement.options,
            guidance=agreement.guidance,
            turn_seconds=agreement.turn_seconds,
            absence=agreement.absence,
            undo=agreement.undo,
            standing=self.standing,
            commitment=commitment(self.secret),
            title=agreement.title,
            private=agreement.private,
            watchers=agreement.watchers,
            bots=self.levels,
            bot_level=agreement.bot_level,
        )

    def put_bot(self, seat: int, bot: BotSeat) -> None:
        """Give a free seat to a bot."""
        self.bots[seat] = bot
        self.nonces[seat] = BOT_NONCE

    def free(self, seat: int) -> None:
        """Let nobody sit there any more."""
        self.players[seat] = self.bots[seat] = None
        self.nonces[seat] = b""


def find_game(house: House, game_id: str) -> AnyGame:
    """Return the game of this id, or refuse with a list of those there are."""
    game = house.games.get(game_id)
    if game is None:
        refuse("no-such-game", f"There is no such game; there is: {', '.join(house.games)}.")
    return game


def agreed(
    house: House,
    game: AnyGame,
    seats: int,
    options: Mapping[str, Setting],
    *,
    guidance: Guidance,
    absence: Absence,
    undo: bool = True,
    turn_seconds: int | None = None,
    title: str = "",
    private: bool = False,
    watchers: bool = True,
    bot_level: Level = "normal",
) -> Agreement:
    """Check what somebody wants to play, and write all of it out."""
    try:
        check_seats(game, seats)
    except BadSetting as error:
        refuse("bad-seats", str(error))
    try:
        chosen = agree_options(game, seats, options, guided=guidance == "full")
    except BadSetting as error:
        refuse("bad-option", str(error))
    limits = house.limits
    seconds = limits.turn if turn_seconds is None else turn_seconds
    if not limits.turn_least <= seconds <= limits.turn_most:
        refuse(
            "bad-option",
            f"A turn may take {limits.turn_least} to {limits.turn_most} seconds here, "
            f"not {seconds}.",
        )
    return Agreement(
        game=game.id,
        seats=seats,
        options={name: getattr(chosen, name) for name in chosen.__struct_fields__},
        guidance=guidance,
        turn_seconds=seconds,
        absence=absence,
        undo=undo,
        title=title,
        private=private,
        watchers=watchers,
        bot_level=bot_level,
    )


def check_seat(agreement: Agreement, seat: int) -> None:
    """Refuse a seat that the match does not have."""
    if seat >= agreement.seats:
        refuse("no-such-seat", f"The seats of this match are 1 to {agreement.seats}.")


def check_free(room: Room, seat: int) -> None:
    """Refuse a seat that the room does not have, or that somebody else has."""
    check_seat(room.agreement, seat)
    if seat not in room.free_seats:
        refuse("seat-taken", "Somebody else sits there; choose a free seat.")


def open_room(
    house: House,
    game: AnyGame,
    agreement: Agreement,
    *,
    standing: bool = False,
    table: Table | None = None,
) -> Room:
    """Open a room with its own secret, and begin its wait."""
    if len(house.rooms) >= house.limits.rooms:
        refuse("server-full", "Too many matches wait for players: join one of them.")
    number = house.next_match
    house.next_match += 1
    room = Room(
        number,
        game,
        agreement,
        house.entropy(SECRET_SIZE),
        code=invite(house, number) if agreement.private else "",
        standing=standing,
        table=table,
    )
    for seat, bot in enumerate(table.bots if table is not None else ()):
        if bot is not None:
            room.put_bot(seat, bot)
    house.rooms[number] = room
    house.timers.set(("room", number), house.now + house.limits.room)
    house.room_changed(room)
    kind = "private" if agreement.private else "open"
    logbook.of_match(number).info("created: %s for %d, %s", game.id, agreement.seats, kind)
    return room


def announce(house: House, room: Room) -> None:
    """Tell everybody in the room who is there and how long it will wait."""
    house.tell_all(room.sitting, waiting(house, room))


def waiting(house: House, room: Room) -> Waiting:
    """Say what those in the room are waiting for."""
    names = tuple(name for name in room.names if name is not None)
    missing = len(room.free_seats)
    return Waiting(
        present=len(names),
        names=names,
        code="players",
        reason=f"Waiting for {missing} more player{'s' if missing > 1 else ''}."
        if missing
        else "Everybody is here: the match begins as soon as it can be saved.",
        left_ms=house.left_ms(("room", room.id)),
        wanted=room.agreement.seats,
        match=room.id,
        seats=room.names,
        bots=room.levels,
    )


def stand_up(house: House, session: Session) -> None:
    """Take somebody out of a room; the last one closes it, whatever bots are in it."""
    room = session.room
    assert room is not None
    assert session.seat is not None
    room.free(session.seat)
    session.room = None
    session.seat = None
    house.timers.cancel(("begin", room.id))
    house.room_changed(room)
    if room.sitting:
        announce(house, room)
    else:
        dissolve(house, room)


def dissolve(house: House, room: Room) -> None:
    """Close a room of which nothing will come; its invitation leads nowhere any more."""
    withdraw(house, room.code)
    close(house, room)
    logbook.of_match(room.id).info("given up before it started")


def close(house: House, room: Room) -> None:
    """Take an empty or a full room off the list."""
    house.rooms.pop(room.id, None)
    house.timers.cancel(("room", room.id))
    house.timers.cancel(("begin", room.id))
    house.room_changed(room)
