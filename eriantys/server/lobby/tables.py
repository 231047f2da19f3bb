"""The table of a match that is over, at which its players stay together for a while.

Whoever goes elsewhere leaves it. A rematch takes all of them: if one leaves, nothing comes
of it, and those who were waiting for it go back to the lobby.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eriantys.server.chat.earlier import tell_lobby
from eriantys.server.house import AnyGame, House
from eriantys.server.lobby import rooms
from eriantys.server.lobby.listing import enter_lobby
from eriantys.server.rows import Agreement
from eriantys.server.session import Session, State
from eriantys.wire.from_client import Leave
from eriantys.wire.from_server import Notice, ServerVote

if TYPE_CHECKING:
    from eriantys.server.lobby.rooms import BotSeat, Room

REMATCH = "rematch"
WANTED = "yes"
FAILED = "failed"


class Table:
    """Those who have played a match, in the order of their seats."""

    __slots__ = ("agreement", "bots", "game", "match", "places", "room")

    def __init__(
        self,
        match: int,
        game: AnyGame,
        agreement: Agreement,
        places: list[Session | None],
        bots: list[BotSeat | None],
    ) -> None:
        self.match = match
        self.game = game
        self.agreement = agreement
        self.places = places
        """By seat: who is still there, also in the room of the rematch."""
        self.bots = bots
        """By seat: the bots, which are always willing."""
        self.room: Room | None = None
        """Where the rematch will be, once somebody wants it."""

    @property
    def sessions(self) -> list[Session]:
        """List those who are still there."""
        return [session for session in self.places if session is not None]

    @property
    def complete(self) -> bool:
        """Whether everybody is still there who has played."""
        return all(place or bot for place, bot in zip(self.places, self.bots, strict=True))


def gather(house: House, table: Table) -> None:
    """Keep those together who have just played a match."""
    for session in table.sessions:
        session.table = table
        house.enter(session, State.AFTER)
        tell_lobby(house, session)


def leave_table(house: House, session: Session) -> None:
    """Take somebody off the table of a match that is over: there is no rematch without them."""
    table = session.table
    assert table is not None
    session.table = None
    table.places[table.places.index(session)] = None
    room = table.room
    if room is None:
        return
    table.room = None
    rooms.dissolve(house, room)
    tell_others(house, table, room, FAILED)
    for other in room.sitting:
        other.room = other.seat = None
        if other is not session:
            text = f"{session.name} does not play again."
            house.tell(other, Notice("no-rematch", text, match=room.id))
            leave_table(house, other)
            enter_lobby(house, other)


def leave_after(house: House, session: Session, _message: Leave) -> None:
    """Answer `leave` after a match."""
    leave_table(house, session)
    enter_lobby(house, session)


def table_cleared(house: House, session: Session) -> None:
    """Send somebody to the lobby who has stayed at the table for long enough."""
    leave_table(house, session)
    house.tell(session, Notice("table-cleared", "The table was cleared: back to the lobby."))
    enter_lobby(house, session)


def tell_others(house: House, table: Table, room: Room, result: str = "") -> None:
    """Tell those who have not said yet whether they want to who does."""
    others = [each for each in table.sessions if each.state is State.AFTER]
    house.tell_all(
        others,
        ServerVote(
            match=table.match,
            about=REMATCH,
            choices=(WANTED,),
            votes=tuple(None if name is None else WANTED for name in room.names),
            needed=len(room.players),
            left_ms=house.left_ms(("room", room.id)),
            result=result,
            room=room.card(),
        ),
    )
