"""Players who play real matches until what a test is looking for comes about.

The luck of a match cannot be chosen: whoever needs a rare situation plays so that it is
likely, and another match if it did not come.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from eriantys.wire.from_client import Create, Join, Leave, Move, Resign
from eriantys.wire.from_server import (
    Ended,
    Error,
    Matches,
    Request,
    Seated,
    Started,
    Update,
)
from tests.scenarios import checks
from tests.scenarios.real import Client

MOST_MATCHES = 100
"""No situation is so rare that one of so many matches would not bring it."""


def nonce_of(seat: int) -> bytes:
    """Give each seat a share in the luck of its own."""
    return bytes([seat + 1]) * 16


class Table:
    """Some players in the order of their seats, playing one match after the other."""

    def __init__(self, clients: list[Client], **create: Any) -> None:
        self.clients = clients
        self._create = create
        self._matches = 0
        self.begin()

    def begin(self) -> None:
        """Let everybody come from the lobby to a new match."""
        self._matches += 1
        assert self._matches <= MOST_MATCHES, "so many matches did not bring it"
        first, *others = self.clients
        first.say(Create("eriantys", len(self.clients), nonce_of(0), **self._create))
        match = first.wait_for(Seated).match
        for seat, client in enumerate(others, start=1):
            client.say(Join(nonce_of(seat), match, seat))
            client.wait_for(Seated)
        for client in self.clients:
            started = client.wait_for(Started)
        self.match = started.match
        self.over = False
        self._turn_to(started.turn, 1)

    def _turn_to(self, turn: int | None, number: int) -> None:
        assert turn is not None
        self.seat = turn
        self.player = self.clients[turn]
        self.request: Request = self.player.wait_for(Request, id=number)

    @property
    def others(self) -> list[Client]:
        """Those who are not asked."""
        return [client for client in self.clients if client is not self.player]

    @property
    def legal(self) -> list[str]:
        """What the player on turn may do."""
        return [str(action) for action in self.request.legal or ()]

    @property
    def decision(self) -> str:
        """What the player on turn is asked for."""
        return self.request.decision

    @property
    def view(self) -> dict[str, Any]:
        """What the player on turn sees."""
        return self.player.view

    @property
    def turn(self) -> dict[str, Any]:
        """How far the turn is."""
        turn: dict[str, Any] = self.view["turn"]
        return turn

    @property
    def school(self) -> dict[str, Any]:
        """The school of the player on turn."""
        school: dict[str, Any] = self.view[f"school/{self.seat}"]
        return school

    @property
    def entrance(self) -> bytes:
        """How many students of each colour are in the Entrance of the player on turn."""
        return bytes(self.view[f"entrance/{self.seat}"])

    @property
    def dining(self) -> bytes:
        """How many are in the Dining Room."""
        return bytes(self.view[f"dining/{self.seat}"])

    @property
    def characters(self) -> dict[str, dict[str, Any]]:
        """The characters on the table, by name."""
        cards = (self.view.get(f"character/{slot}") for slot in (1, 2, 3))
        return {card["name"]: card for card in cards if card}

    def act(self, action: str = "") -> Update:
        """Let the player on turn act, by default in the first legal way; all hear of it."""
        number = self.request.id
        self.player.say(Move(number, action or self.legal[0]))
        update = self.player.next()
        assert isinstance(update, Update), update
        assert update.number == number
        for client in self.others:
            assert client.wait_for(Update) == update
        if update.turn is None:
            self.over = True
            for client in self.clients:
                client.wait_for(Ended)
        else:
            self._turn_to(update.turn, number + 1)
        return update

    def refuse(self, action: str, code: str, by: Client | None = None) -> Error:
        """Let somebody, by default the player on turn, try what must change nothing."""
        sender = by or self.player
        everybody = [sender, *(client for client in self.clients if client is not sender)]
        before = [checks.what_stands(client) for client in everybody]
        asked = self.request if sender is self.player else None
        message = Move(self.request.id, action)
        error = checks.refuse(sender, message, code, *everybody[1:], asked=asked)
        assert [checks.what_stands(client) for client in everybody] == before
        return error

    def leave(self) -> None:
        """Let everybody go back to the lobby, breaking off what is not over."""
        if not self.over:
            self.player.say(Resign())
            for client in self.clients:
                client.wait_for(Ended)
        for client in self.clients:
            client.say(Leave())
            client.wait_for(Matches, whole=True)

    def seek(self, probe: Probe, play: Strategy, worth: Worth | None = None) -> str:
        """Play matches until the probe finds something; a match may not be worth playing."""
        while True:
            promising = worth is None or worth(self)
            while promising and not self.over:
                found = probe(self)
                if found is not None:
                    return found
                self.act(play(self))
            self.leave()
            self.begin()


Probe: TypeAlias = Callable[[Table], str | None]
Strategy: TypeAlias = Callable[[Table], str]
Worth: TypeAlias = Callable[[Table], bool]
