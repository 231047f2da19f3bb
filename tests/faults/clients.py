"""Whole clients at real connections: they have no terminal, and nobody presses a key.

Each is the program's own `App` over its own `Link`, driven as its loop drives it. Whoever plays
acts by what the client would show: it opens matches, joins them, and answers when it is asked.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from selectors import EVENT_READ, DefaultSelector
from typing import Any, Protocol

from eriantys.client.address import Address
from eriantys.client.app import App
from eriantys.client.known import KnownServers
from eriantys.client.link import Link
from eriantys.client.match import Line, Match
from eriantys.client.model import Place
from eriantys.client.settings import Settings
from eriantys.client.starting import rules_of
from eriantys.wire.from_client import Create, FromClient, Join
from eriantys.wire.from_server import Error, FromServer, Request, Started, Welcome
from tests.client.players import Keys
from tests.commands.program import PATIENCE
from tests.faults.memory import UNDO
from tests.keys import A_NONCE

LOOK_EVERY = 0.02
"""Seconds after which all clients do what is due, whatever happens."""
UNDO_SHARE = 0.1


class Somebody:
    """A client of which nobody sees anything, and the person before it."""

    def __init__(self, port: int, name: str, folder: Path, chance: Random) -> None:
        self.name = name
        self.chance = chance
        self.ahead = 0.0
        """By how much its clock is before ours."""
        self.heard: list[FromServer] = []
        address = Address("127.0.0.1", port)
        self.link = Link(address)
        settings = Settings(animations=False)
        known = KnownServers(folder)
        self.app = App(settings, self.link, Keys(), known, rules_of, self.now)
        self.app.begin_at(address, name, guest=False)
        self.said: dict[int, set[str]] = {}
        """By the number of a request: every answer, of which the server may not have heard."""
        self._answered: Request | None = None
        self._wanting = False
        """Whether it has asked to sit down somewhere, and not heard what came of it."""
        self.leaving = False
        """Whether it has said that it leaves a match that is over."""
        self._greeted = False
        """Whether there ever was a server: before that, nobody but the person comes again."""
        self._shown = False
        """Whether this connection has shown it the match in which it has a seat."""

    @property
    def now(self) -> float:
        """What its own clock shows."""
        return time.monotonic() + self.ahead

    @property
    def match(self) -> Match | None:
        """The match that it shows."""
        return self.app.model.match

    @property
    def seated(self) -> bool:
        """Whether it is connected, and in its seat at a match."""
        in_match = self.app.model.place in (Place.MATCH, Place.AFTER)
        return self.link.online and self._shown and in_match

    @property
    def idle(self) -> bool:
        """Whether it is in the lobby and has asked for nothing."""
        return self.link.online and self.app.model.place is Place.LOBBY and not self._wanting

    def want(self, message: FromClient) -> None:
        """Ask to sit down somewhere."""
        self._wanting = True
        self.app.model.send(message)

    def read(self) -> None:
        """Take in what has come."""
        self.app.now = self.now
        for message in self.link.readable(self.now):
            self.heard.append(message)
            # All of them end the wait: it was granted or refused, or there was a new beginning.
            self._wanting &= message.__struct_config__.tag in ("chat", "matches", "pong")
            match message:
                case Welcome():
                    self._greeted, self._shown = True, False
                case Started(seat=int()):
                    self._shown = True
            self.app.hear(message)
            self.leaving &= self.app.model.place is Place.AFTER

    def go_on(self) -> None:
        """Do what is due, as the loop of the client does."""
        now = self.app.now = self.now
        if self.link.needs_key and not self._greeted:
            self.app.begin_at(self.link.address, self.name, guest=False)
        self.link.tick(now)
        self.app.tick()
        self._wanting &= self.link.online
        self.link.send(self.app.take_outgoing())
        self.link.writable(now)

    def play(self) -> None:
        """Answer what is asked, once: with anything legal, or by taking one action back."""
        match = self.match
        if match is None or match.request is None or match.request is self._answered:
            return
        self._answered = match.request
        said = self.said.setdefault(match.request.id, set())
        if match.request.undo and self.chance.random() < UNDO_SHARE:
            said.add(UNDO)
            self.app.model.undo()
        else:
            action = self.chance.choice(match.offers)
            said.add(action)
            self.app.model.act(action)

    def skip_pause(self) -> None:
        """Let the pause before it comes back be over."""
        if self.link.retry_at is not None:
            self.ahead += max(0.0, self.link.retry_at - self.now)

    def lines(self) -> list[Line]:
        """List the lines of the log as the client tells them."""
        match = self.match
        return [] if match is None else [each for each in match.story if isinstance(each, Line)]

    def refusals(self) -> list[Error]:
        """List what the server has refused."""
        return [each for each in self.heard if isinstance(each, Error)]


class Pair:
    """Two who want to play with each other, and come back to their match however often."""

    def __init__(
        self, people: tuple[Somebody, Somebody], game: str, *, again: bool, **options: Any
    ) -> None:
        self.people = people
        self.game = game
        self.again = again
        """Whether they begin another match when one is over."""
        self.options = options
        self.match: int | None = None

    def go_on(self) -> None:
        """Let both do what they would: sit down, or play."""
        if self.match is None:
            self._gather()
        for person in self.people:
            person.play()
            if person.seated and person.match is not None and person.match.ended is None:
                self.match = person.match.id
        if self.again and all(self._done(person) for person in self.people):
            self.match = None

    def _done(self, person: Somebody) -> bool:
        """Leave a match that is over; tell whether somebody is in the lobby."""
        if person.app.model.place is Place.AFTER and not person.leaving:
            person.leaving = True
            person.app.leave()
        return person.idle

    def _gather(self) -> None:
        first, second = self.people
        room = first.app.model.seated
        if first.idle and second.idle:
            first.want(Create(self.game, 2, A_NONCE, self.options))
        elif room is not None and first.link.online and second.idle:
            second.want(Join(A_NONCE, room.match))

    @property
    def number(self) -> int:
        """How many lines both have heard of; -1 before the match."""
        return min(-1 if p.match is None else p.match.number for p in self.people)

    @property
    def running(self) -> bool:
        """Whether both are in their seats, and the match is not over for any of them."""
        return all(
            p.seated and p.match is not None and p.match.ended is None for p in self.people
        )


class Beside(Protocol):
    """Something else that has sockets."""

    def fileno(self) -> int:
        """Give the descriptor that can be read when there is something to do."""

    def attend(self) -> None:
        """Do what there is to do."""


class Company:
    """All of them, in one thread."""

    def __init__(self, pairs: Sequence[Pair]) -> None:
        self.pairs = pairs
        self.patient = True
        """Whether they wait as long as their clients do before these come back."""
        self.people = [person for pair in pairs for person in pair.people]
        self.playing = True
        self._of = {person: pair for pair in pairs for person in pair.people}
        self._selector = DefaultSelector()
        self._watched: dict[Somebody, dict[int, int]] = {}
        self._look_at = 0.0

    def beside(self, other: Beside) -> None:
        """Let something else go on in this thread too."""
        self._selector.register(other.fileno(), EVENT_READ, other)

    def until(self, done: Callable[[], bool], within: float = PATIENCE) -> float:
        """Let everybody go on until something is the case; tell how long that took."""
        begun = time.monotonic()
        while not done():
            if time.monotonic() > begun + within:
                raise AssertionError(f"nothing comes of it: {self.state()}")
            self.turn()
        return time.monotonic() - begun

    def turn(self) -> None:
        """Wait until there is something to do, and do it."""
        stirred: dict[Somebody, bool] = {}
        for key, _ in self._selector.select(LOOK_EVERY):
            if isinstance(key.data, Somebody):
                stirred[key.data] = True
            else:
                key.data.attend()
        for person in stirred:
            person.read()
        now = time.monotonic()
        if now >= self._look_at:
            self._look_at = now + LOOK_EVERY
            stirred = dict.fromkeys(self.people, True)
        if self.playing:
            for pair in {self._of[person]: True for person in stirred}:
                pair.go_on()
                stirred |= dict.fromkeys(pair.people, True)
        for person in stirred:
            if not self.patient:
                person.skip_pause()
            person.go_on()
            self._watch(person)

    def _watch(self, person: Somebody) -> None:
        wanted, watched = person.link.wanted(), self._watched.get(person, {})
        if wanted == watched:
            return
        known = self._selector.get_map()
        for descriptor in watched:
            if descriptor in known and known[descriptor].data is person:
                self._selector.unregister(descriptor)
        for descriptor, events in wanted.items():
            if descriptor in known:  # it was closed, and has been somebody else's
                self._selector.unregister(descriptor)
            self._selector.register(descriptor, events, person)
        self._watched[person] = wanted

    def state(self) -> str:
        """Tell how those are who are not in their seats, for whoever looks for a fault."""
        lost = [p for p in self.people if not p.seated][:3]
        told = [
            f"{p.name} at {p.app.model.place.value}, {p.link.trouble!r}, {p.heard[-2:]}"
            for p in lost
        ]
        return "; ".join(told) or f"all are seated, {[pair.number for pair in self.pairs][:9]}"

    def close(self) -> None:
        """Let everybody go."""
        self._selector.close()
        for person in self.people:
            person.link.close()


@contextmanager
def company(pairs: Sequence[Pair]) -> Iterator[Company]:
    """Bring people together, and let them go in the end."""
    made = Company(pairs)
    try:
        yield made
    finally:
        made.close()
