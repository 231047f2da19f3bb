"""Somebody at a real server in memory, whose client takes in every word of it."""

from __future__ import annotations

from typing import Any

import cbor2

from eriantys.client.match import Match
from eriantys.client.model import Model
from eriantys.wire.from_client import FromClient
from eriantys.wire.from_server import FromServer
from tests.server.parlour import Parlour, Person
from tests.server.scenes import session_of


class Listener:
    """A person and a model that hears all that the person hears."""

    def __init__(self, parlour: Parlour, name: str = "", *, model: Model | None = None) -> None:
        self.parlour = parlour
        self.model = model or Model()
        self.person: Person = parlour.connect()
        self.compared = 0
        """How often the view was compared with the server's."""
        self._heard = 0
        if name and model is None:
            self.person.log_in(name)
        elif name:
            self.person.prove(name)
        self.hear()

    @property
    def match(self) -> Match:
        assert self.model.match is not None
        return self.model.match

    def lose(self) -> None:
        """Never hear what has been said since."""
        self._heard = len(self.person.heard)

    def hear(self) -> list[FromServer]:
        """Take in all that has been said since; compare the view after every message."""
        news = self.person.heard[self._heard :]
        self._heard = len(self.person.heard)
        for message in news:
            self.model.hear(message, self.parlour.now)
            self.assert_sees_what_is_so()
        return news

    def say(self, *messages: FromClient) -> list[FromServer]:
        self.person.say(*messages)
        return self.hear()

    def send_outbox(self) -> list[FromClient]:
        """Say what the model wants to say."""
        said, self.model.outbox = self.model.outbox, []
        if said:
            self.say(*said)
        return said

    def act(self, action: str) -> None:
        self.model.act(action)
        self.send_outbox()

    def drop(self) -> None:
        self.person.drop()
        self.model.disconnected()

    def assert_sees_what_is_so(self) -> None:
        """Check the view beside the server's, if this one has heard of all that happened."""
        match, session = self.model.match, session_of(self.person)
        if match is None or session is None or session.match is None:
            return
        real = session.match
        if (match.id, match.number) == (real.id, real.number):
            assert match.view == plain(real.view(match.seat))
            self.compared += 1


def plain(value: Any) -> Any:
    """Bring data into the shape that it has after travelling."""
    return cbor2.loads(cbor2.dumps(value))
