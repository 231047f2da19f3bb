"""The network of a run: all connections, served as the server's porter would.

Whoever reads too slowly is not listened to, then dropped; or misses things, where the core
allows that. Whoever the core does not heed is not read from.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from eriantys.server.inputs import (
    Behind,
    CaughtUp,
    Close,
    Closed,
    Heed,
    Input,
    Opened,
    Received,
    Send,
    Slack,
    ToConnection,
)
from eriantys.server.limits import FRAME_FROM_SERVER
from eriantys.wire.frames import FrameReader
from eriantys.wire.from_server import FromServer, ServerBye, State
from eriantys.wire.messages import read_from_server
from tests.simulation.link import Gap, Link, Reader
from tests.simulation.plan import check

if TYPE_CHECKING:
    from tests.simulation.world import World


_NOT_MISSED = (State, ServerBye)
"""What whoever is behind is told all the same: a last look, and why it is the end."""


class Network:
    """Everybody's connections."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._chance: Random = world.chance
        self.links: dict[int, Link] = {}
        self._latest = 0
        self.news: list[Input] = []
        """What has happened and the server does not know of yet."""

    def connect(self, person: Reader, address: str) -> Link:
        """Let somebody open a connection."""
        self._latest += 1
        link = self.links[self._latest] = Link(self._latest, person)
        self.news.append(Opened(link.number, address))
        return link

    # To the server.

    def gather(self, share: float) -> list[Input]:
        """Let some of what is under way arrive at the server."""
        inputs, self.news = self.news, []
        for each in inputs:
            if isinstance(each, Behind):
                self.links[each.connection].known_behind = True
        links = list(self.links.values())
        self._chance.shuffle(links)
        for link in links:
            if self._chance.random() < share and not link.ended_above and not link.reported:
                inputs += self._serve(link)
        return inputs

    def _serve(self, link: Link) -> list[Input]:
        inputs: list[Input] = []
        if not link.slow:
            some = None if self._chance.random() < 0.7 else 1
            link.send_more(some)
            link.firm &= bool(link.unsent)
            if link.behind and not link.unsent:
                link.behind = False
                inputs.append(CaughtUp(link.number))
        if self.listens(link) and not self._world.core.crowded(link.number):
            if link.up:
                inputs.append(Received(link.number, link.take(self._chance)))
            elif link.ended_below:
                link.reported = True
                inputs.append(Closed(link.number, "closed"))
        return inputs

    def listens(self, link: Link) -> bool:
        """Tell whether the server reads from a connection now."""
        return link.heeded and link.unsent_size <= self._world.limits.unsent_pause

    def lose(self, link: Link, cause: str) -> Input:
        """Let the server lose a connection."""
        link.break_off(self._chance.randint(0, len(link.down)))
        link.reported = True
        return Closed(link.number, cause)

    # From the server.

    def send(self, outputs: list[ToConnection]) -> None:
        """Put what the server says on its way."""
        decoded: dict[bytes, FromServer] = {}
        letters: dict[int, list[tuple[FromServer, int]]] = {}
        for output in outputs:
            link = self.links.get(output.connection)
            assert link is not None, f"{output} is for a connection that is over"
            check(not link.forgotten, f"{output} after the end")
            self._world.transcribe(output)
            match output:
                case Send(number, data):
                    message = decoded.get(data)
                    if message is None:
                        message = decoded[data] = decode(data)
                    if link.behind and link.known_behind:
                        check(isinstance(message, _NOT_MISSED), f"{message} is too much")
                    self._world.told(link, message)
                    letters.setdefault(number, []).append((message, len(data)))
                case Heed(_, listen):
                    check(link.heeded is not listen, f"{output} says nothing new")
                    link.heeded = listen
                case Slack(_, allowed):
                    link.slack = link.firm = allowed
                    link.behind &= allowed
                case Close():
                    link.ended_above = link.forgotten = True
                    link.slack = link.behind = False
                    link.up.clear()
        for number, letter in letters.items():
            self._carry(self.links[number], letter)

    def _carry(self, link: Link, letter: list[tuple[FromServer, int]]) -> None:
        limits = self._world.limits
        if link.reported:
            return
        if link.ended_above:
            # There is a moment to read it all, or none of it is ever read.
            if link.unsent_size <= limits.unsent_most:
                link.push(letter)
                link.send_more()
        elif link.unsent_size > limits.unsent_most:
            self._world.tally.add("dropped for not reading")
            self.news.append(self.lose(link, "unread"))
        else:
            link.push(letter)
            link.firm &= bool(link.unsent)
            may_miss = link.slack and not link.firm and not link.behind
            if may_miss and link.unsent_size > limits.unsent_pause:
                missed = link.drop_unbegun(begun=self._chance.random() < 0.3)
                self._world.tally.add("messages missed", missed)
                link.behind, link.known_behind = True, False
                self.news.append(Behind(link.number))

    # To people.

    def deliver(self, share: float, *, all_of_it: bool = False) -> None:
        """Let some of what is under way arrive at people."""
        links = list(self.links.values())
        self._chance.shuffle(links)
        for link in links:
            if self._chance.random() >= share:
                continue
            self._read(link, all_of_it=all_of_it)
            if link.ended_above and not link.down and link.person is not None:
                link.person.lost()
                link.person = None
            if link.over:
                del self.links[link.number]

    def _read(self, link: Link, *, all_of_it: bool) -> None:
        person = link.person
        if person is not None and (all_of_it or self._world.now >= person.reads_slowly_until):
            link.slow = False
        count = len(link.down)
        if count and not all_of_it:
            count = self._chance.randint(1, count)
        for _ in range(count):
            message = link.down.popleft()
            if link.person is not None:
                if not isinstance(message, Gap):
                    self._world.note(f"{link.person.name} hears", message)
                link.person.hear(message)

    # The end, and rest.

    def break_down(self) -> None:
        """Lose every connection at once, since the server is gone."""
        for link in self.links.values():
            # What was sent may have arrived, or some of it.
            link.break_off(self._chance.randint(0, len(link.down)))
            link.forgotten = True
        for number in [link.number for link in self.links.values() if link.over]:
            del self.links[number]
        self.news = []

    @property
    def at_rest(self) -> bool:
        """Tell whether nothing is on its way that can arrive without time passing."""
        return not self.news and all(map(self._is_still, self.links.values()))

    def _is_still(self, link: Link) -> bool:
        if link.down or link.forgotten or link.ended_above:
            return False
        if not link.slow and (link.unsent or link.behind):
            return False
        return not self.listens(link) or not (link.up or link.ended_below)


def decode(data: bytes) -> FromServer:
    """Read the only frame that there must be."""
    reader = FrameReader(FRAME_FROM_SERVER)
    reader.feed(data)
    content = reader.next_frame()
    assert content is not None, f"half a frame: {data!r}"
    check(not reader.waiting, f"more than a frame: {data!r}")
    message = read_from_server(content)
    assert message is not None, f"an unknown message: {data!r}"
    return message
