"""Coming to a server, as the program around the screens sees it.

Which name, with which key, and what the player is shown of the login: the screen that asks
where to go, and the sentence when something is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from eriantys.client.address import HOME, Address
from eriantys.client.entering import Entered, Entrance, Incompatible, InUse, Keys, Refused
from eriantys.client.home import another_name
from eriantys.client.known import KnownServers
from eriantys.client.model import Place
from eriantys.client.screens.at_home import AtHome
from eriantys.client.screens.connect import Connect
from eriantys.client.screens.screen import Screen
from eriantys.wire.from_client import Watch
from eriantys.wire.from_server import FromServer

if TYPE_CHECKING:
    from eriantys.client.app import App


class Arrival:
    """The way to the server where somebody is, or wants to be."""

    def __init__(
        self, app: App, keys: Keys, known: KnownServers, calendar: Callable[[], float]
    ) -> None:
        self._app = app
        self._keys = keys
        self._known = known
        self._calendar = calendar
        """Tells the time that the list of known servers keeps."""
        self._entrance: Entrance | None = None
        self.wish: Watch | None = None
        """What is said as soon as the lobby is reached."""
        visited = [(each.server, each.name) for each in known.all()]
        self.door = Connect(app, visited, app.give_up)
        """Asks where to go."""

    @property
    def at_home(self) -> bool:
        """Whether this is the table at home, or on the way there."""
        return self._entrance is not None and self._entrance.address == HOME

    @property
    def card(self) -> Screen | None:
        """The card that asks what to play, at home; elsewhere there is none."""
        return self._card if self.at_home else None

    def set_out(self, address: Address, name: str, *, guest: bool = False) -> None:
        """Begin the way to a server."""
        self._entrance = Entrance(address, name, self._keys, guest=guest)
        self._card = AtHome(self._app, self._go_out)

    def _go_out(self) -> None:
        """Leave home for another server."""
        if self._entrance is not None:
            self.door.prefer(self._entrance.name)
        self._app.ask_where_to()

    def take_over(self) -> None:
        """Take the place of the terminal that has the name now."""
        if self._entrance is not None:
            self._app.model.outbox += self._entrance.take_over()

    def hear(self, message: FromServer) -> None:
        """Let the login go on, and show what came of it."""
        entrance = self._entrance
        if entrance is None:
            return
        before = entrance.outcome
        self._app.model.outbox += entrance.hear(message)
        if entrance.outcome is not before:
            self._show(entrance)
        remark = entrance.take_remark() or self._keys.trouble or self._known.trouble
        self._keys.trouble = self._known.trouble = ""
        if remark:
            self._app.say(remark)

    def _show(self, entrance: Entrance) -> None:
        match entrance.outcome:
            case Refused() if self.at_home:
                # The key of a former name is lost; nobody minds another name at home.
                again = entrance.choose(another_name(entrance.name))
                self._app.model.outbox += again
            case InUse() if self.at_home:
                self.take_over()  # nobody else has the key: it is a connection that was lost
            case Refused(sentence):
                self.door.refuse(sentence)
            case InUse():
                self.door.offer_take_over(self.take_over)
            case Incompatible(sentence):
                self._app.line.hang_up(sentence)
            case Entered(name, guest) if not self.at_home:
                self._known.remember(entrance.address, name, self._calendar(), guest=guest)

    def say_wish(self) -> None:
        """Say what was wanted from the beginning, as soon as the lobby is reached."""
        if self.wish is not None and self._app.model.place is Place.LOBBY:
            self._app.model.send(self.wish)
            self.wish = None
