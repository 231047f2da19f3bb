"""The world of a run: the real core and store, a clock that we turn, and a bad network."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any

from eriantys.server.core import Core
from eriantys.server.inputs import Close, Closed, Input, Opened, Output, Overdue, Received, Stop
from eriantys.server.limits import FRAME_FROM_SERVER
from eriantys.server.rows import Row, StoreTrouble
from eriantys.wire.frames import FrameReader
from eriantys.wire.from_server import FromServer
from eriantys.wire.messages import read_from_server
from tests.server.parlour import GAMES
from tests.simulation.checks import deadlines, look_around
from tests.simulation.clocks import Clocks
from tests.simulation.disk import Disk
from tests.simulation.ledger import Ledger
from tests.simulation.link import Link
from tests.simulation.people import Person
from tests.simulation.plan import Plan, check
from tests.simulation.records import Records
from tests.simulation.tally import Tally

MOST_TURNS = 2000
"""Without new inputs and time the core must come to rest long before."""
REMEMBERED = 40
"""How much of what happened is told when something fails."""


class World:
    """Everything there is in one run."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.chance = plan.chance("world")
        self.entropy = plan.chance("entropy").randbytes
        self.now = 1000.0
        self.tally = Tally()
        self.records = Records()
        self.disk = Disk(lambda: self.now, plan.chance("disk"), self.tally)
        self.ledger = Ledger(self.disk.store, GAMES)
        self.clocks = Clocks()
        self.links: dict[int, Link] = {}
        self.connections = 0
        self.arrivals: list[Input] = []
        """Connections that the server does not know of yet."""
        self.transcript = blake2b(digest_size=8)
        self.recent: deque[tuple[float, str, Any]] = deque(maxlen=REMEMBERED)
        self.popped = 0
        """How many deadlines have come up in this step."""
        self.core = self._start()
        self.people = [Person(self, index) for index in range(plan.people)]

    def _start(self) -> Core:
        core = Core(
            limits=self.plan.limits,
            archive=self.disk,
            entropy=self.entropy,
            now=self.now,
            games=GAMES,
        )
        pop = core.house.timers.pop

        def counted_pop(now: float) -> Any:
            self.popped += 1
            check(self.popped < MOST_TURNS, "a deadline comes up for ever")
            return pop(now)

        core.house.timers.pop = counted_pop  # type: ignore[method-assign]
        return core

    def note(self, what: str, detail: Any) -> None:
        """Remember something, to tell it when something fails."""
        self.recent.append((self.now, what, detail))

    # The network.

    def connect(self, person: Person) -> Link:
        """Let somebody open a connection."""
        self.connections += 1
        link = self.links[self.connections] = Link(self.connections, person)
        self.arrivals.append(Opened(link.number, f"10.0.0.{person.index}"))
        return link

    def gather(self, share: float) -> list[Input]:
        """Let some of what is under way arrive at the server."""
        inputs, self.arrivals = self.arrivals, []
        links = list(self.links.values())
        self.chance.shuffle(links)
        for link in links:
            if self.chance.random() < share and not link.ended_above and not link.reported:
                inputs += self._read(link)
        return inputs

    def _read(self, link: Link) -> list[Input]:
        """Read from a connection as the porter would: nothing while it is crowded."""
        if self.core.crowded(link.number):
            return []
        if link.up:
            return [Received(link.number, link.take(self.chance))]
        if link.ended_below:
            link.reported = True
            return [Closed(link.number, "closed")]
        return []

    def lose(self, link: Link, cause: str) -> Input:
        """Let the server lose a connection."""
        link.break_off(self.chance.randint(0, len(link.down)))
        link.reported = True
        return Closed(link.number, cause)

    def deliver(self, share: float, *, all_of_it: bool = False) -> None:
        """Let some of what is under way arrive at people."""
        links = list(self.links.values())
        self.chance.shuffle(links)
        for link in links:
            if self.chance.random() >= share:
                continue
            count = len(link.down)
            if count and not all_of_it:
                count = self.chance.randint(1, count)
            for _ in range(count):
                message = link.down.popleft()
                if link.person is not None:
                    self.note(f"{link.person.name} hears", message)
                    link.person.hear(message)
            if link.ended_above and not link.down and link.person is not None:
                link.person.lost()
                link.person = None
            if link.over:
                del self.links[link.number]

    # The server.

    def turn(self, inputs: list[Input], crash: str = "") -> None:
        """Let the server take one turn, as its loop would, and perhaps die in it."""
        self.popped = 0
        self._count_deadlines()
        for each in inputs:
            self.note("in", each)
        rows = self.core.step(inputs, self.now)
        if crash == "before-commit":
            self.crash(crash)
            return
        if crash == "after-commit" and self.disk.healthy:
            self.disk.commit(rows)
            self.crash(crash)
            return
        self._keep(rows)
        outputs = self.core.outgoing()
        if crash == "half-sent":
            self.send(outputs[: self.chance.randint(0, len(outputs))])
            self.crash(crash)
            return
        self.send(outputs)
        self._look_around()

    def send(self, outputs: list[Output]) -> None:
        """Put what the server says on its way."""
        decoded: dict[bytes, FromServer] = {}
        for output in outputs:
            number = output.connection
            link = self.links.get(number)
            data = b"" if isinstance(output, Close) else output.data
            self.transcript.update(b"%d %d " % (number, len(data)) + data)
            assert link is not None, f"{output} is for a connection that is over"
            check(not link.forgotten, f"{output} after the end")
            if isinstance(output, Close):
                link.ended_above = link.forgotten = True
                link.up.clear()
                continue
            message = decoded.get(data)
            if message is None:
                message = decoded[data] = _decode(data)
            self.tally.add_told(message)
            if link.person is not None and not link.reported:
                link.down.append(message)

    def _look_around(self) -> None:
        look_around(self.core)
        house = self.core.house
        for match in house.matches.values():
            self.records.turns[match.id, match.number] = match.game.turns(match.state)
        self.clocks.read(house, self.disk.store)
        for link in self.links.values():
            if link.reported and link.number not in house.sessions:
                link.forgotten = True

    def _count_deadlines(self) -> None:
        house = self.core.house
        for key, due in deadlines(house).items():
            if due <= self.now:
                self.tally.add(f"timer {key[0]}")
                if key[0] == "state":
                    state = house.sessions[key[1]].state
                    self.tally.add(f"waited in {state.value}")

    def crash(self, kind: str) -> None:
        """Lose the whole server but its store, and start it again a little later."""
        self.note("crash", kind)
        self.tally.add(f"crash {kind}")
        self.core.outgoing()
        for link in self.links.values():
            # What was sent may have arrived, or some of it.
            link.break_off(self.chance.randint(0, len(link.down)))
            link.forgotten = True
        for number in [link.number for link in self.links.values() if link.over]:
            del self.links[number]
        self.arrivals = []
        self.now += self.chance.uniform(0, 3)
        self.core = self._start()
        self.clocks.restart()
        look_around(self.core)

    def stop(self, inputs: list[Input]) -> None:
        """Stop the server in good order, and start it again."""
        sessions = list(self.core.house.sessions)
        self._keep(self.core.step([*inputs, Stop()], self.now))
        self.send(self.core.outgoing())
        check(not self.core.house.sessions, "somebody is still here after the goodbye")
        for number in sessions:
            link = self.links[number]
            check(link.forgotten or link.reported, f"{number} was not let go of")
        check(self.core.next_due() is None, "a server that has stopped waits for something")
        for _ in range(2):
            # The loop goes on until the last ones have left.
            self.now += self.chance.uniform(0, 0.5)
            self._keep(self.core.step([], self.now))
            check(not self.core.outgoing(), "something was said after the goodbye")
        check(not self.core.busy, "a server that has stopped is busy")
        self.crash("stop")

    def _keep(self, rows: Sequence[Row]) -> None:
        """Let the store keep rows, and tell the core whether it did."""
        try:
            if rows:
                self.disk.commit(rows)
        except StoreTrouble:
            self.note("not kept", rows)
            self.core.aborted()
        else:
            self.note("kept", rows)
            self.core.committed()

    # Faults.

    def sweep(self) -> list[Input]:
        """Look for matches that were suspended long ago, for some idea of long."""
        matches = self.disk.store.overdue(self.chance.choice((0.0, 1e-4)))
        if not matches:
            return []
        self.tally.add("overdue")
        return [Overdue(matches)]

    # Rest.

    @property
    def at_rest(self) -> bool:
        """Tell whether nothing happens any more unless time passes or somebody acts."""
        due = self.core.next_due()
        if self.core.busy or self.arrivals or (due is not None and due <= self.now):
            return False
        return all(link.still for link in self.links.values())

    def settle(self) -> None:
        """Let everything that is under way arrive and be dealt with, in no time at all."""
        for _ in range(MOST_TURNS):
            self.deliver(1.0, all_of_it=True)
            if self.at_rest:
                return
            self.turn(self.gather(1.0))
        raise AssertionError("the server does not come to rest")

    def pass_time(self, seconds: float, meanwhile: Callable[[], None]) -> None:
        """Let time pass, stopping at every deadline on the way."""
        end = self.now + seconds
        while (due := self.core.next_due()) is not None and due <= end:
            self.now = max(self.now, due)
            self.turn(self.gather(1.0))
            self.deliver(1.0, all_of_it=True)
            meanwhile()
        self.now = max(self.now, end)


def _decode(data: bytes) -> FromServer:
    reader = FrameReader(FRAME_FROM_SERVER)
    reader.feed(data)
    content = reader.next_frame()
    assert content is not None, f"half a frame: {data!r}"
    check(not reader.waiting, f"more than a frame: {data!r}")
    message = read_from_server(content)
    assert message is not None, f"an unknown message: {data!r}"
    return message
