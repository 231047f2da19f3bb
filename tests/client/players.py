"""People at whole clients, at a real server in memory: keys go in, pictures come out."""

from __future__ import annotations

from collections.abc import Iterable

from eriantys.client.address import Address
from eriantys.client.app import App
from eriantys.client.canvas import Canvas
from eriantys.client.keys import Click, Key
from eriantys.client.known import KnownServers
from eriantys.client.link import Link
from eriantys.client.settings import Settings
from eriantys.client.starting import rules_of
from eriantys.wire.from_client import FromClient
from tests.server.parlour import Parlour, Person

ADDRESS = Address("table.example")


class ParlourLink(Link):
    """A link without a network: what goes through it is handed over by hand."""

    def __init__(self) -> None:
        super().__init__(ADDRESS)
        self.close()
        self.connected = False
        self.hung_up = ""
        self.waits_for_key = False

    @property
    def online(self) -> bool:
        return self.connected

    @property
    def needs_key(self) -> bool:
        return self.waits_for_key

    @property
    def trouble(self) -> str:
        return self.hung_up

    def go_to(self, address: Address, now: float, *, ca_file: str | None = None) -> None:
        self.address = address
        self.connected = True

    def hang_up(self, sentence: str) -> None:
        self.connected, self.hung_up = False, sentence

    def send(self, messages: object) -> None:
        """Say nothing: only the last word of somebody who quits comes here."""


class Keys:
    """The keys of a name, in memory."""

    def __init__(self) -> None:
        self.trouble = ""
        self._kept: dict[str, bytes] = {}

    def find(self, address: Address, name: str) -> bytes | None:
        return self._kept.get(name)

    def make(self, address: Address, name: str) -> bytes:
        return self._kept.setdefault(name, name.encode().ljust(32, b"."))

    def forget(self, address: Address, name: str) -> None:
        self._kept.pop(name, None)


class Player:
    """Somebody at a client, in a window of some size."""

    def __init__(
        self,
        parlour: Parlour,
        name: str,
        known: KnownServers,
        width: int = 80,
        height: int = 24,
    ) -> None:
        self.parlour = parlour
        self.size = (width, height)
        self.link = ParlourLink()
        self.settings = Settings(animations=False)
        self.keys = Keys()
        self.app = App(self.settings, self.link, self.keys, known, rules_of, parlour.now, _noon)
        self.person: Person = parlour.connect()
        self._heard = 0
        self.said: list[FromClient] = []
        """Everything that this client has said."""
        self.app.begin_at(ADDRESS, name, guest=False)
        self.go_on()

    def go_on(self) -> None:
        """Let client and server talk until both have nothing more to say."""
        while True:
            self.app.now = self.parlour.now
            news = self.person.heard[self._heard :]
            self._heard = len(self.person.heard)
            for message in news:
                self.app.hear(message)
            self.app.tick()
            said = self.app.take_outgoing()
            self.said += said
            if said and self.link.connected:
                self.person.say(*said)
            elif not news:
                return

    def come_back(self) -> None:
        """Connect once more, as a link does by itself."""
        self.person.drop()
        self.person, self._heard = self.parlour.connect(), 0
        self.link.connected = True
        self.go_on()

    def see(self) -> Canvas:
        """Look at the screen."""
        canvas = self.app.picture(*self.size)
        assert canvas.spilled == []
        self.go_on()  # a look at the board may ask what a choice leads to
        return self.app.picture(*self.size)

    def screen(self) -> str:
        return "\n".join(self.see().rows())

    def press(self, *keys: str) -> None:
        for key in keys:
            self.see()
            self.app.handle(Key(key))
            self.go_on()

    def type(self, text: str) -> None:
        self.press(*text)

    def click(self, text: str) -> None:
        """Click on the first place where a text is to be seen."""
        for y, row in enumerate(self.see().rows()):
            if text in row:
                self.app.handle(Click(row.index(text), y))
                self.go_on()
                return
        raise AssertionError(f"{text!r} is not to be seen in\n{self.screen()}")


def everybody(players: Iterable[Player]) -> None:
    """Let all of them hear what the server has said."""
    for player in players:
        player.go_on()


def _noon() -> float:
    return 1_700_000_000.0
