"""The world of a run: the real core and store, a clock that we turn, and a bad network."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any

from eriantys.server.core import Core
from eriantys.server.inputs import (
    Answered,
    Enough,
    Input,
    Output,
    Overdue,
    Reload,
    Send,
    Stop,
    Summon,
    ToConnection,
)
from eriantys.server.rows import Row, StoreTrouble
from eriantys.wire.from_server import FromServer, Notice
from tests.server.parlour import GAMES
from tests.simulation.automaton import Automata
from tests.simulation.checks import Crowds, deadlines, look_around
from tests.simulation.clocks import Clocks
from tests.simulation.diary import Diary
from tests.simulation.disk import Disk
from tests.simulation.ledger import Ledger
from tests.simulation.link import Link
from tests.simulation.mutes import Mutes
from tests.simulation.network import Network
from tests.simulation.operator import Operator
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
        self.limits = plan.limits
        """What the operator wants at the moment."""
        self.chance = plan.chance("world")
        self.entropy = plan.chance("entropy").randbytes
        self.now = 1000.0
        self.tally = Tally()
        self.disk = Disk(lambda: self.now, plan.chance("disk"), self.tally)
        self.ledger = Ledger(self.disk.store, GAMES)
        self.records = Records(self.ledger)
        self.clocks = Clocks()
        self.crowds = Crowds()
        self.mutes = Mutes()
        self.network = Network(self)
        self.diary = Diary(self)
        self.more_time: Counter[tuple[int, int]] = Counter()
        """By match and connection: how often it was told in this step that there is more."""
        self.transcript = blake2b(digest_size=8)
        self.recent: deque[tuple[float, str, Any]] = deque(maxlen=REMEMBERED)
        self.popped = 0
        """How many deadlines have come up in this step."""
        self.automata = Automata(self)
        self.operator = Operator(self)
        self.core = self._start()
        self.people = [Person(self, index) for index in range(plan.people)]

    def _start(self) -> Core:
        core = Core(
            limits=self.limits,
            archive=self.disk,
            entropy=self.entropy,
            now=self.now,
            games=GAMES,
            bots=self.plan.bots,
        )
        pop = core.house.timers.pop

        def counted_pop(now: float) -> Any:
            self.popped += 1
            check(self.popped < MOST_TURNS, "a deadline comes up for ever")
            return pop(now)

        core.house.timers.pop = counted_pop  # type: ignore[method-assign]
        self.diary.observe(core)
        return core

    def note(self, what: str, detail: Any) -> None:
        """Remember something, to tell it when something fails."""
        self.recent.append((self.now, what, detail))

    # What the network tells us of.

    def transcribe(self, output: Output) -> None:
        """Take something that the server wants done into the fingerprint of the run."""
        data = output.data if isinstance(output, Send) else repr(output).encode()
        number = getattr(output, "connection", 0)
        self.transcript.update(b"%d %d " % (number, len(data)) + data)

    def told(self, link: Link, message: FromServer) -> None:
        """Count a message of the server."""
        self.tally.add_told(message)
        if isinstance(message, Notice) and message.code == "more-time":
            assert message.match is not None
            self.more_time[message.match, link.number] += 1

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
            self.mutes.kept(rows)
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
        self.more_time.clear()
        letters: list[ToConnection] = []
        for output in outputs:
            if isinstance(output, Summon):
                self.transcribe(output)
                self.automata.summon(output)
            elif isinstance(output, Answered):
                self.transcribe(output)
                self.operator.hear(output)
            elif isinstance(output, Enough):
                self.operator.enough()
            else:
                letters.append(output)
        self.network.send(letters)

    def _look_around(self) -> None:
        house, links = self.core.house, self.network.links
        look_around(self.core)
        self.crowds.count(house)
        for match in house.matches.values():
            self.records.turns[match.id, match.number] = match.game.turns(match.state)
        for room in house.rooms.values():
            self.records.was_opened(room)
        self.clocks.read(house, self.disk.store, self.more_time)
        self.diary.look_around(house)
        self.mutes.look_around(house)
        self.operator.look_around()
        for link in links.values():
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
        self.network.break_down()
        self.now += self.chance.uniform(0, 3)
        self.core = self._start()
        self.clocks.restart()
        self.crowds.restart()
        self.diary.restart()
        self.automata.restart()
        self.operator.restart()
        look_around(self.core)

    def stop(self, inputs: list[Input]) -> None:
        """Stop the server in good order, and start it again."""
        sessions = list(self.core.house.sessions)
        self._keep(self.core.step([*inputs, Stop()], self.now))
        self.send(self.core.outgoing())
        check(not self.core.house.sessions, "somebody is still here after the goodbye")
        for number in sessions:
            link = self.network.links[number]
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
            self.mutes.kept(rows)
            self.core.committed()

    # Faults.

    def sweep(self) -> list[Input]:
        """Look for matches that were suspended long ago, for some idea of long."""
        matches = self.disk.store.overdue(self.chance.choice((0.0, 1e-4)))
        if not matches:
            return []
        self.tally.add("overdue")
        return [Overdue(matches)]

    def reload(self) -> list[Input]:
        """Let the operator want other limits."""
        self.tally.add("reloaded")
        self.limits = self.chance.choice((self.plan.limits, self.plan.other_limits))
        return [Reload(self.limits, self.chance.choice(("", "Be kind.")))]

    # Rest.

    @property
    def at_rest(self) -> bool:
        """Tell whether nothing happens any more unless time passes or somebody acts."""
        due = self.core.next_due()
        if self.core.busy or (due is not None and due <= self.now):
            return False
        return self.network.at_rest

    def settle(self) -> None:
        """Let everything that is under way arrive and be dealt with, in no time at all."""
        for _ in range(MOST_TURNS):
            self.network.deliver(1.0, all_of_it=True)
            if self.at_rest:
                return
            self.turn(self.network.gather(1.0))
        raise AssertionError("the server does not come to rest")

    def pass_time(self, seconds: float, meanwhile: Callable[[], None]) -> None:
        """Let time pass, stopping at every deadline on the way."""
        end = self.now + seconds
        while (due := self.core.next_due()) is not None and due <= end:
            self.now = max(self.now, due)
            self.turn(self.network.gather(1.0))
            self.network.deliver(1.0, all_of_it=True)
            meanwhile()
        self.now = max(self.now, end)
