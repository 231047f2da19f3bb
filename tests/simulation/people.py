"""Simulated people: each acts on what its client was told, mostly sensibly."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, get_args

from eriantys.wire import from_client as client
from eriantys.wire.fields import Ballot, Choice
from eriantys.wire.from_client import FromClient
from eriantys.wire.from_server import FromServer
from eriantys.wire.messages import type_of, write
from tests.keys import key_of, proof
from tests.simulation.habits import HABITS
from tests.simulation.link import Gap, Link
from tests.simulation.mind import Mind
from tests.simulation.nonsense import garbage
from tests.simulation.plan import check, pick
from tests.simulation.talk import chat, mute
from tests.simulation.tally import GARBAGE

if TYPE_CHECKING:
    from tests.simulation.world import World


class Person:
    """Somebody with a name and a key, who may be connected."""

    def __init__(self, world: World, index: int) -> None:
        self.world = world
        self.index = index
        self.chance: Random = world.plan.chance(f"person {index}")
        self.guest = self.chance.random() < 0.3
        self.curious = self.chance.random() < 0.25
        """Would rather look on than play."""
        self.names = 1
        self.name = self._new_name()
        self.registered = False
        """Whether the name was granted once, so that a proof should do."""
        self.link: Link | None = None
        self.mind = Mind(world.records, world.tally)
        self.away_until = 0.0
        """Does not connect until then."""
        self.silent_until = 0.0
        """Says nothing at all until then."""
        self.stalls_until = 0.0
        """Answers no request until then."""
        self.reads_slowly_until = 0.0
        """Leaves what comes unread until then."""
        self.invitations: list[str] = []
        """Codes that others have told."""
        self.lines = 0
        """How many lines of chat were said, on all connections."""
        self.sensible = False
        """Does nothing wrong any more, and goes on with its match."""

    @property
    def key(self) -> bytes:
        """The key that belongs to the present name."""
        return key_of(self.name)

    def _new_name(self) -> str:
        kind = "Guest" if self.guest else "Person"
        return f"{kind}-{self.index}.{self.names}"

    # Connections.

    def connect(self) -> None:
        """Open a new connection."""
        fickle = 0.0 if self.sensible else 0.1 if self.guest else 0.03
        if self.mind.error == "too-many" and not self.mind.name:
            self.guest = True  # as the server advises
            fickle = 1.0
        if self.chance.random() < fickle:
            self.names += 1
            self.name = self._new_name()
            self.registered = False
        self.mind = Mind(self.world.records, self.world.tally, before=self.mind)
        self.silent_until = self.stalls_until = self.reads_slowly_until = 0.0
        self.link = self.world.network.connect(self, self.address())

    def address(self) -> str:
        """Share a machine with some of the others; of the long kind each has several."""
        machine = self.index % self.world.plan.addresses
        if machine % 2:
            return f"2001:db8::{machine}:0:0:0:{self.names}"
        return f"10.0.0.{machine}"

    def hear(self, message: FromServer | Gap) -> None:
        """Take in a message, or that some are missing."""
        if isinstance(message, Gap):
            self.mind.miss(message)
            return
        self.mind.hear(message)
        if self.mind.name:
            check(self.mind.name == self.name, f"{self.name} is called {self.mind.name}")
            self.registered = True

    def lost(self) -> None:
        """Notice that the connection was closed at the other end."""
        self.link = None
        if self.chance.random() < 0.2:
            self.away_until = self.world.now + self.chance.uniform(0, 2 * self.world.plan.leap)

    def drop(self) -> None:
        """Close the connection, in the middle of whatever is on its way."""
        link = self._link()
        size = len(link.up)
        link.hang_up(self.chance.randint(0, size) if self.chance.random() < 0.5 else 0)
        self.link = None

    def vanish(self) -> None:
        """Lose the connection without the server noticing."""
        self._link().vanish()
        self.link = None

    def _link(self) -> Link:
        assert self.link is not None
        return self.link

    # Saying things.

    def say(self, *messages: FromClient) -> None:
        """Send messages, one right after the other."""
        link = self._link()
        for message in messages:
            self.say_bytes(write(message))
            if not link.ended_above and not link.spoilt:
                link.said.append(message)
            self.mind.said(message)
            self.world.tally.add(f"sent {type_of(message)}")

    def say_bytes(self, data: bytes) -> None:
        """Send bytes that need not be a message."""
        link = self._link()
        if not link.ended_above:
            link.up += data

    def prove(self) -> bytes:
        """Make the proof of the own name for this connection."""
        return proof(self.key, self.mind.nonce, self.name)

    # Acting.

    def act(self) -> None:
        """Do whatever comes to mind."""
        if self.link is None:
            late = self.world.now < self.away_until or self.chance.random() < 0.5
            if self.sensible or not late:
                self.connect()
            return
        if not self.mind.place or self.world.now < self.silent_until:
            return
        if self.mind.unanswered_pings:
            self.mind.unanswered_pings = 0
            self.say(client.Pong())
        wildness = 0.0 if self.sensible else 0.06 * self.world.plan.wildness
        if self.chance.random() < wildness:
            self._misbehave()
        elif self.mind.place != "new" and self.chance.random() < 0.05:
            pick(self.chance, [(7, chat), (2, mute)])(self)
        else:
            HABITS[self.mind.place](self)

    def _misbehave(self) -> None:
        pick(
            self.chance,
            [
                (3, self.drop),
                (2, self.vanish),
                (2, self._flood),
                (2, self._talk_nonsense),
                (1, self._fall_silent),
                (2, self._stall),
                (4, self.read_slowly),
                (1, lambda: self.say(client.Bye())),
                (3, self._say_anything),
                (1, lambda: self.say(client.Ping())),
            ],
        )()

    def _fall_silent(self) -> None:
        self.silent_until = self.world.now + self.world.limits.silence * 2

    def read_slowly(self) -> None:
        """Leave what comes unread for a while."""
        self._link().slow = True
        leap = self.world.plan.leap
        self.reads_slowly_until = self.world.now + self.chance.uniform(0, leap)

    def _stall(self) -> None:
        self.stalls_until = self.world.now + 10**6

    def _talk_nonsense(self) -> None:
        kind = self.chance.choice(GARBAGE)
        self.world.tally.add(f"garbage {kind}")
        self.say_bytes(garbage(self.chance, kind))
        if kind in ("half", "too-large"):
            # Whatever follows would only be the rest of that frame.
            self._link().spoilt = True
            self._fall_silent()

    def _flood(self) -> None:
        """Say more at once than the server takes of anybody at once."""
        self.world.tally.add("flood")
        many = self.world.limits.frames_at_once
        for _ in range(self.chance.randint(many, 3 * many)):
            self._say_anything()

    def _say_anything(self) -> None:
        """Say something that may have no meaning here."""
        chance, nonce = self.chance, self.chance.randbytes(16)
        request = self.mind.request.id if self.mind.request else chance.randint(0, 9)
        match = chance.randint(1, self.world.records.highest + 1)
        game = chance.choice(("toy", "eriantys", "chess"))
        anything: list[FromClient] = [
            client.Login(self.name, key=self.key, guest=self.guest),
            client.List(),
            client.Create(game, chance.randint(1, 4), nonce),
            client.Join(nonce, match, chance.choice((None, 0, 1))),
            client.Quick(game, nonce, chance.choice((None, 2))),
            client.Answer(request, 2),
            client.TakeSeat(chance.choice((None, 0, 1)), chance.choice((None, nonce))),
            client.AddBot(seat=chance.choice((None, 0, 1))),
            client.RemoveBot(chance.choice((0, 1))),
            client.Ticket(nonce * 2),
            client.Resume(chance.choice((None, match))),
            client.Watch(match),
            client.Move(request, "pass"),
            client.Undo(request),
            client.Try(request, ("pass",)),
            client.Sync(),
            client.Mute(self.name, chance.random() < 0.5),
            client.Vote(chance.choice(get_args(Ballot)), chance.choice(get_args(Choice))),
            client.Rematch(nonce),
            client.History(match),
            client.Results(),
            client.Chat("lobby", "\u2800"),
            client.Watch(code="AAAA-AAAA"),
            client.Ping(),
            client.Pong(),
        ]
        if chance.random() < 0.1:
            anything += [client.Leave(), client.Resign(), client.Bye()]
        self.say(chance.choice(anything))
