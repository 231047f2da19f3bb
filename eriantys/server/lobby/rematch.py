"""Once more: the players of a match that is over sit down for another one.

The first who wants that opens a room that is for them alone, with the same seats and
options. It begins when all of them are in it; bots always are.
"""

from __future__ import annotations

from eriantys.server.house import House, refuse
from eriantys.server.lobby import rooms
from eriantys.server.lobby.begin import sit
from eriantys.server.lobby.joining import may_play
from eriantys.server.lobby.tables import tell_others
from eriantys.server.session import Session
from eriantys.wire.from_client import Rematch


def rematch(house: House, session: Session, message: Rematch) -> None:
    """Answer `rematch`: sit down where the same match will be played again."""
    table = session.table
    assert table is not None
    if not table.complete:
        refuse("no-rematch", "Somebody has left the table: create a new match instead.")
    may_play(house, session)
    if table.room is None:
        table.room = rooms.open_room(house, table.game, table.agreement, table=table)
    sit(house, session, table.room, table.places.index(session), message.nonce)
    tell_others(house, table, table.room)
