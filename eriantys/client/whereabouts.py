"""Where somebody is, and the screen that belongs there, below all others.

The screens of a place are imported when somebody comes there: the first picture does not wait
for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eriantys.client.arriving import Arrival
from eriantys.client.boards import can_show, unshown
from eriantys.client.match import Match
from eriantys.client.model import Place
from eriantys.client.screens.screen import App, Screen
from eriantys.wire.from_client import Leave

if TYPE_CHECKING:
    from eriantys.client.screens.table import Table


class Whereabouts:
    """The place that the screens are for."""

    def __init__(self, app: App, arrival: Arrival) -> None:
        self._app = app
        self._arrival = arrival
        self._place = Place.DOOR
        self._match: Match | None = None
        """The match for which the place is, if it is one."""
        self._table: Table | None = None
        """The table that was made last."""
        self.leaving = False
        """Whether somebody wants to leave; a match that is over stays to be looked at else."""
        self.came_back = False
        """Whether the connection was lost before, and is there again."""

    @property
    def at_door(self) -> bool:
        """Whether it is before the door: at no server, or on the way to one."""
        return self._place is Place.DOOR

    def is_at(self, match: Match) -> bool:
        """Tell whether it is a match."""
        return self._place is Place.MATCH and _number(self._match) == match.id

    def table(self, base: Screen) -> Table | None:
        """Give the table, if that is what lies below all others."""
        return self._table if base is self._table else None

    def go_to_door(self) -> None:
        """Be on the way to a server, wherever it was before."""
        self._place, self._match = Place.DOOR, None

    def follow(self, base: Screen) -> Screen | None:
        """Go where the model is; give the screen for that, or None if the old one stays."""
        model, table, before = self._app.model, self.table(base), self._place
        place = Place.MATCH if model.place is Place.AFTER else model.place
        another = table is not None and model.match not in (None, table.match)
        if place is before and _number(model.match) == _number(self._match) and not another:
            return None
        if self.came_back and before in (Place.ROOM, Place.LINE) and place is Place.LOBBY:
            self._app.say("Your table is gone with the server's restart: n opens another.")
        self.came_back = False
        over = table is not None and table.match.ended is not None
        if place is Place.LOBBY and over and not self.leaving:
            return None  # the server has cleared the table; whoever looks at it is still there
        self.leaving = False
        self._place, self._match = place, model.match
        return self._screen()

    def _screen(self) -> Screen:
        """Make the screen of the place."""
        if self._place is Place.LOBBY:
            return self._arrival.card or self._lobby()
        if self._place in (Place.ROOM, Place.LINE):
            from eriantys.client.screens.room import Room

            return Room(self._app)
        if self._place is Place.MATCH and self._match is not None:
            game = self._match.started.game
            if can_show(game):
                return self._sit_down(self._match)
            self._app.say(unshown(game))
            self._app.model.send(Leave())
        return self._arrival.door

    def _lobby(self) -> Screen:
        from eriantys.client.screens.lobby import Lobby

        return Lobby(self._app)

    def _sit_down(self, match: Match) -> Screen:
        from eriantys.client.screens.table import Table

        self._table = Table(self._app, match)
        return self._table


def _number(match: Match | None) -> int:
    return match.id if match is not None else 0
