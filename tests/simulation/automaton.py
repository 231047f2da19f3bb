"""Simulated bots: they follow the server's calls, or do not, and play as long as they last."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from eriantys.server.inputs import BOT_ADDRESS, Summon
from eriantys.wire import from_client as client
from eriantys.wire.from_client import FromClient
from eriantys.wire.from_server import FromServer
from eriantys.wire.messages import type_of, write
from tests.simulation.link import Gap, Link
from tests.simulation.mind import Mind
from tests.simulation.plan import check, pick

if TYPE_CHECKING:
    from tests.simulation.world import World


class Automaton:
    """One bot, from its call to the end of its connection."""

    def __init__(self, world: World, call: Summon, number: int) -> None:
        self.world = world
        self.chance: Random = world.plan.chance(f"automaton {number}")
        self.call = call
        self.name = f"Automaton-{number}"
        self.mind = Mind(world.records, world.tally, bot=True)
        self.shown = False
        """Whether it has shown a ticket."""
        self.stalls = self.chance.random() < 0.05 * world.plan.wildness
        """Never answers a request."""
        self.silent = self.chance.random() < 0.03 * world.plan.wildness
        """Says nothing at all."""
        self.reads_slowly_until = 0.0
        self.link: Link | None = world.network.connect(self, BOT_ADDRESS)

    def hear(self, message: FromServer | Gap) -> None:
        """Take in a message; a bot never misses any."""
        assert not isinstance(message, Gap), "a bot plays, and must miss nothing"
        self.mind.hear(message)
        if self.mind.table is not None:
            seat = self.mind.table.seat or 0
            levels = self.mind.table.started.bots
            level = levels[seat] if levels else None
            wanted = self.mind.table.started.bot_level if level is None else level
            check(self.call.level == wanted, f"{self.call} for a seat of level {wanted}")

    def lost(self) -> None:
        """Notice that the connection was closed at the other end."""
        self.link = None

    def die(self) -> None:
        """Close the connection, in the middle of whatever is on its way."""
        assert self.link is not None
        self.world.tally.add("bot died")
        self.link.hang_up(self.chance.randint(0, len(self.link.up)))
        self.link = None

    def act(self, *, sensible: bool) -> None:
        """Do what a bot does: show the ticket, answer requests; or die."""
        if self.link is None or not self.mind.place or (self.silent and not sensible):
            return
        if self.mind.unanswered_pings:
            self.mind.unanswered_pings = 0
            self._say(client.Pong())
        wildness = 0.0 if sensible else 0.04 * self.world.plan.wildness
        if self.chance.random() < wildness:
            pick(self.chance, [(3, self.die), (1, self._say_anything)])()
        elif not self.shown:
            self.shown = True
            self._show_ticket(sensible=sensible)
        elif not self.stalls or sensible:
            self._answer()

    def _show_ticket(self, *, sensible: bool) -> None:
        wrong = not sensible and self.chance.random() < 0.05
        ticket = client.Ticket(bytes(32) if wrong else self.call.ticket)
        self._say(*[ticket] * (2 if not sensible and self.chance.random() < 0.05 else 1))

    def _answer(self) -> None:
        request = self.mind.request
        table = self.mind.table
        if request is None or table is None or self.mind.replied == request.id:
            return
        if table.paused and self.chance.random() < 0.95:
            return
        self.mind.replied = request.id
        actions = request.legal or request.candidates or ()
        self._say(client.Move(request.id, str(self.chance.choice(actions))))
        if request.legal is None:
            self.mind.replied = None  # it may have been refused

    def _say_anything(self) -> None:
        chance = self.chance
        anything: list[FromClient] = [
            client.Ticket(self.call.ticket),
            client.Sync(),
            client.Leave(),
            client.Resign(),
            client.Vote("pause", "yes"),
            client.Chat("match", "Beep."),
            client.Undo(chance.randint(1, 30)),
            client.Move(chance.randint(1, 30), "pass"),
            client.Bye(),
        ]
        self._say(chance.choice(anything))

    def _say(self, *messages: FromClient) -> None:
        link = self.link
        assert link is not None
        for message in messages:
            if not link.ended_above:
                link.up += write(message)
                link.said.append(message)
            self.mind.said(message)
            self.world.tally.add(f"sent {type_of(message)}")


class Automata:
    """All bots of a run, and the calls that none has followed."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._chance = world.plan.chance("automata")
        self._calls: list[Summon] = []
        self._count = 0
        self.living: list[Automaton] = []

    def summon(self, call: Summon) -> None:
        """Take a call in, which is mostly followed."""
        self._world.tally.add(f"called {call.level}")
        self._calls.append(call)

    def restart(self) -> None:
        """Forget the calls of a server that is gone."""
        self._calls = []

    def act(self, *, sensible: bool) -> None:
        """Let bots come that were called, and all of them do something."""
        calls, self._calls = self._calls, []
        for call in calls:
            if sensible or self._chance.random() < 0.5:
                self._count += 1
                self.living.append(Automaton(self._world, call, self._count))
            elif self._chance.random() < 0.9:
                self._calls.append(call)  # later, perhaps too late
        for automaton in self.living:
            if sensible or self._chance.random() < 0.8:
                automaton.act(sensible=sensible)
        self.living = [each for each in self.living if each.link is not None]
