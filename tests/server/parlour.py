"""A whole server in memory: the real core and the real store, on a clock that we turn."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any, TypeVar

from eriantys.games import find
from eriantys.server.core import Core
from eriantys.server.house import AnyGame
from eriantys.server.inputs import (
    Answered,
    Close,
    Closed,
    Enough,
    Heed,
    Input,
    Opened,
    Ordered,
    Received,
    Send,
    Slack,
    Stop,
    Summon,
)
from eriantys.server.limits import Limits
from eriantys.server.operator.orders import Order
from eriantys.server.outside.store import Store
from eriantys.server.rows import Row, StoreTrouble
from eriantys.wire.frames import FrameReader
from eriantys.wire.from_client import Create, FromClient, Join, Login, Move
from eriantys.wire.from_server import Error, FromServer, Request, Seated, Started, Welcome
from eriantys.wire.messages import read_from_server, write
from tests import unhurried
from tests.keys import A_NONCE, key_of, proof_of
from tests.toy.game import TOY

M = TypeVar("M")

GAMES = {"toy": TOY, "eriantys": find("eriantys"), "masters": find("masters")}


class Person:
    """Somebody at the other end of a connection, who remembers all that was said."""

    def __init__(self, parlour: Parlour, connection: int) -> None:
        self.parlour = parlour
        self.connection = connection
        self.name = ""
        self.reader = FrameReader(2**20)
        self.heard: list[FromServer] = []
        """Everything, from `welcome` on."""
        self.raw = b""
        """The bytes of it."""
        self.closed = False
        self.heeded = True
        """Whether what this person says is read."""
        self.slack = False
        """Whether this person may miss things."""
        self._read = 0

    def say(self, *messages: FromClient) -> list[FromServer]:
        """Say something, all in one piece; return what this person hears then."""
        self._read = len(self.heard)
        data = b"".join(map(write, messages))
        self.parlour.turn([Received(self.connection, data)])
        return self.news()

    def say_bytes(self, data: bytes) -> list[FromServer]:
        self._read = len(self.heard)
        self.parlour.turn([Received(self.connection, data)])
        return self.news()

    def news(self) -> list[FromServer]:
        """Return what has been heard since this was asked last."""
        news = self.heard[self._read :]
        self._read = len(self.heard)
        return news

    def drop(self, cause: str = "closed") -> None:
        """Lose the connection."""
        self.parlour.turn([Closed(self.connection, cause)])

    def last(self, kind: type[M]) -> M:
        """Return the latest message of a kind."""
        for message in reversed(self.heard):
            if isinstance(message, kind):
                return message
        raise AssertionError(f"{self.name or self.connection} never heard a {kind.__name__}")

    def all(self, kind: type[M]) -> list[M]:
        """Return every message of a kind."""
        return [message for message in self.heard if isinstance(message, kind)]

    @property
    def request(self) -> Request:
        return self.last(Request)

    @property
    def match(self) -> int:
        return self.last(Started).match

    def log_in(self, name: str, **more: Any) -> list[FromServer]:
        """Log in with the key of that name, registering it if need be."""
        self.name = name
        return self.say(Login(name, key=key_of(name), **more))

    def prove(self, name: str, **more: Any) -> list[FromServer]:
        """Log in by proof of a key that was registered before."""
        self.name = name
        nonce = self.last(Welcome).nonce
        return self.say(Login(name, proof=proof_of(name, nonce), **more))

    def play(self, choose: Callable[[Request], str] | None = None) -> list[FromServer]:
        """Answer the latest request, by default with the first legal action."""
        request = self.request
        assert request.kind == "move"
        assert request.legal
        action = choose(request) if choose else str(request.legal[0])
        return self.say(Move(request.id, action))


LIVING: weakref.WeakSet[Parlour] = weakref.WeakSet()
"""Those that nobody has closed yet."""


class Parlour:
    """The server, its store, its clock and everybody connected to it."""

    def __init__(
        self,
        *,
        seed: object = 0,
        store: Store | None = None,
        now: float = 1000.0,
        motd: str = "",
        games: Mapping[str, AnyGame] | None = None,
        bots: bool = False,
        **limits: Any,
    ) -> None:
        self.chance = Random(f"parlour/{seed}")
        self.games = games or GAMES
        self.limits = Limits(**{**unhurried.LIMITS, **limits})
        self.store = store or Store.in_memory()
        # Whoever drops the parlour need not think of its database. It is closed at the end of
        # the test, because the garbage may be collected in a thread that has no right to.
        self.close = weakref.finalize(self, self.store.close)
        LIVING.add(self)
        self.motd = motd
        self.bots = bots
        self.summons: list[Summon] = []
        """The calls for bots that nobody has followed yet."""
        self.answers: list[Any] = []
        """What the operator was told."""
        self.enough = False
        """Whether the house has said that it may end."""
        self.now = now
        self.broken = False
        """Whether the store refuses everything, as on a full disk."""
        self.kept: list[Row] = []
        """Every row that was committed, in order."""
        self.people: dict[int, Person] = {}
        self._connections = 0
        self.core = self._new_core()

    def _new_core(self) -> Core:
        return Core(
            limits=self.limits,
            archive=self.store,
            entropy=self.chance.randbytes,
            now=self.now,
            motd=self.motd,
            games=self.games,
            bots=self.bots,
        )

    def connect(self, address: str = "127.0.0.1") -> Person:
        """Open a connection."""
        self._connections += 1
        person = Person(self, self._connections)
        self.people[person.connection] = person
        self.turn([Opened(person.connection, address)])
        return person

    def enter(self, *names: str, **more: Any) -> list[Person]:
        """Connect and log in one person for each name."""
        people = []
        for name in names:
            person = self.connect()
            person.log_in(name, **more)
            people.append(person)
        return people

    def seat(self, *names: str, game: str = "toy", **create: Any) -> list[Person]:
        """Let some people begin a match together."""
        people = self.enter(*names)
        self.begin(*people, game=game, **create)
        return people

    def begin(self, *people: Person, game: str = "toy", **create: Any) -> int:
        """Begin a match of those who are in the lobby, seated in this order."""
        people[0].say(Create(game, len(people), A_NONCE, **create))
        seated = people[0].last(Seated)
        for person in people[1:]:
            person.say(Join(A_NONCE, seated.match, code=seated.code))
        return seated.match

    def turn(self, inputs: Iterable[Input] = ()) -> None:
        """Let the server take everything in, as its loop would, until it rests."""
        for _ in range(1000):
            rows = self.core.step(inputs, self.now)
            inputs = ()
            try:
                if rows:
                    self.commit(rows)
                self.core.committed()
            except StoreTrouble:
                self.core.aborted()
            self._deliver()
            if not self.core.busy:
                return
        raise AssertionError("the server does not come to rest")

    def order(self, order: Order) -> Any:
        """Give an order, and return the answer."""
        self.turn([Ordered(len(self.answers), order)])
        return self.answers[-1]

    def commit(self, rows: list[Row]) -> None:
        if self.broken:
            raise StoreTrouble("the disk is full")
        self.store.commit(rows)
        self.kept += rows

    def _deliver(self) -> None:
        for output in self.core.outgoing():
            if isinstance(output, Summon):
                self.summons.append(output)
                continue
            if isinstance(output, Answered):
                assert output.number == len(self.answers), "an order was answered twice"
                self.answers.append(output.answer)
                continue
            if isinstance(output, Enough):
                self.enough = True
                continue
            person = self.people[output.connection]
            if isinstance(output, Close):
                person.closed = True
                continue
            if isinstance(output, Heed):
                person.heeded = output.listen
                continue
            if isinstance(output, Slack):
                person.slack = output.allowed
                continue
            assert isinstance(output, Send)
            assert not person.closed, f"{person.name} was sent something after the end"
            person.raw += output.data
            person.reader.feed(output.data)
            while (content := person.reader.next_frame()) is not None:
                message = read_from_server(content)
                assert message is not None
                person.heard.append(message)

    def wait(self, seconds: float) -> None:
        """Let time pass; every deadline on the way fires at its instant."""
        end = self.now + seconds
        while (due := self.core.next_due()) is not None and due <= end:
            self.now = max(self.now, due)
            self.turn()
        self.now = end
        self.turn()

    def crash(self) -> None:
        """Lose the whole server but its store, and start it again."""
        for person in self.people.values():
            person.closed = True
        self.people = {}
        self.summons = []
        self.core = self._new_core()

    def stop(self) -> None:
        """Stop the server in good order."""
        self.turn([Stop()])


def error_of(messages: Iterable[FromServer]) -> str:
    """Return the code of the one error among some messages."""
    codes = [message.code for message in messages if isinstance(message, Error)]
    assert len(codes) == 1, f"expected one error, got {codes}"
    return codes[0]
