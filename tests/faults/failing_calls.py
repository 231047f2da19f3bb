"""Matches at a server whose disk fails at the N-th call, for one N after the other.

Whoever acts then is refused and may act again; nobody is told anything that is not so; and
the same server goes on as soon as the disk does.
"""

from __future__ import annotations

import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Literal, TypeAlias

from eriantys.wire.from_client import Create, Join, Leave, Login, Move, Undo
from eriantys.wire.from_server import (
    Ended,
    Error,
    Named,
    Notice,
    Presence,
    Request,
    Seated,
    Started,
    Update,
)
from tests.faults.broken_disk import Numbers
from tests.faults.evidence import check_replay, copy_of
from tests.faults.memory import Line, question
from tests.faults.steps import asked, back, end_of, refused_for_now, unchanged
from tests.keys import A_NONCE, key_of
from tests.scenarios.real import Server, serving

NAMES = ("ann", "bob")
FOR_GOOD = 2**40
"""Calls that fail, until the disk is mended."""
REGISTER_SHARE = 0.05
UNDO_SHARE = 0.1

Manner: TypeAlias = Literal["once", "lasting", "killed"]
"""One call fails; or all do until the disk is mended; or one does, and the server is killed
before it can do anything about it."""
MANNERS: tuple[Manner, ...] = ("once", "lasting", "killed")


@dataclass
class Figures:
    """What came of it."""

    broken: int = 0
    """For how many N the disk was broken."""
    refused: int = 0
    """How often somebody was refused something because of it."""
    outlived: int = 0
    """Calls that failed when nothing was to be told: SQLite does without them."""
    lines: int = 0
    calls: Counter[str] = field(default_factory=Counter)
    """Calls that failed, by kind."""

    def __str__(self) -> str:
        kinds = ", ".join(f"{count} x {kind}" for kind, count in self.calls.items())
        return (
            f"{self.broken} times broken ({kinds}): {self.refused} refused, {self.outlived} "
            f"outlived, {self.lines} lines acknowledged, all of them and no others kept"
        )


class Evening:
    """Two who play one match after the other, and new people who come now and then."""

    def __init__(self, folder: Path, seed: str) -> None:
        self.numbers = Numbers(folder / "calls")
        self.store = folder / "store.db"
        self.chance = Random(seed)
        self.figures = Figures()
        self.told: dict[int, dict[int, Line]] = {}
        """By match: every line that both were told of."""
        self.match = 0
        self._newcomers = 0
        self._stack = ExitStack()
        program = (sys.executable, "-m", "tests.faults.broken_disk", str(folder / "calls"))
        self._serve: Callable[[], Server] = lambda: self._stack.enter_context(
            serving(self.store, program=program)
        )
        self.server = self._serve()
        self.players = self.server.enter(*NAMES)
        self._begin()

    def close(self) -> None:
        """End everything."""
        self._stack.close()

    def _begin(self) -> None:
        host, guest = self.players
        host.say(Create("eriantys", 2, A_NONCE, {"expert": True}))
        room = host.wait_for(Seated).match
        guest.say(Join(A_NONCE, room))
        for player in self.players:
            while not isinstance(message := player.next(), Started):
                if isinstance(message, Notice) and message.code == "store-unavailable":
                    self.figures.refused += player is host
                    self.numbers.mend()
        self.match = room
        self.told[room] = {}

    def break_at(self, call: int, manner: Manner) -> None:
        """Break the disk, go on until that is met, and see that all goes on after it."""
        self.numbers.break_at(call, calls=FOR_GOOD if manner == "lasting" else 1)
        before = self.figures.refused
        while not self.numbers.failed:
            if self.chance.random() < REGISTER_SHARE:
                self._somebody_comes()
            else:
                self._act(manner)
        self.figures.broken += 1
        self.figures.outlived += self.figures.refused == before
        if manner == "killed":
            self._kill()
        self.numbers.mend()
        self._act("once")

    def _somebody_comes(self) -> None:
        """Register a name; one that cannot be kept is not granted."""
        self._newcomers += 1
        name = f"new{self._newcomers}"
        newcomer = self.server.connect()
        while True:
            newcomer.say(Login(name, key=key_of(name)))
            message = newcomer.next()
            if isinstance(message, Named):
                break
            assert isinstance(message, Error)
            assert (message.code, message.about) == ("store-unavailable", "login")
            assert self.numbers.failed
            assert newcomer.wait_for(Request).kind == "login"
            self.figures.refused += 1
            self.numbers.mend()
        newcomer.drop()

    def _act(self, manner: Manner) -> None:
        """Let whoever is asked act, and everybody hear of it."""
        client, request = asked(self.players)
        other = next(each for each in self.players if each is not client)
        answer: Move | Undo = Undo(request.id)
        if not request.undo or self.chance.random() > UNDO_SHARE:
            assert request.legal
            answer = Move(request.id, str(self.chance.choice(request.legal)))
        client.say(answer)
        message = client.next()
        if isinstance(message, Error):
            self.figures.refused += 1
            assert self.numbers.failed, message
            assert message.code == "store-unavailable", message
            again = client.next()
            assert isinstance(again, Request)
            assert question(again) == question(request)
            if manner == "killed":
                return
            if manner == "lasting":
                again = refused_for_now(client, answer, again)
            for each in (client, other):
                unchanged(each, request.id - 1)
            self.numbers.mend()
            client.say(answer)
            message = client.next()
        assert isinstance(message, Update), message
        update = other.wait_for(Update)
        assert (update.number, update.action) == (message.number, message.action)
        assert message.number == request.id
        self.told[self.match][message.number] = Line(message.seat, message.action)
        if message.turn is None:
            self._over()

    def _over(self) -> None:
        for player in self.players:
            player.wait_for(Ended)
            player.say(Leave())
        self._begin()

    def _kill(self) -> None:
        """Kill the server as it is, see what is left, and start another."""
        self.server.process.send_signal(signal.SIGKILL)
        assert end_of(self.server) == -signal.SIGKILL
        self.numbers.mend()
        self.check()
        self.server.let_go()
        self.server = self._serve()
        self.players = [back(self.server, name) for name in NAMES]
        for player in self.players:
            assert player.wait_for(Started).number == len(self.told[self.match])
        assert self.players[0].wait_for(Presence).here

    def check(self) -> None:
        """See that exactly what was told is on disk, and leads to the states that are kept."""
        found = check_replay(copy_of(self.store, "copy"), [])
        assert {match: kept.lines for match, kept in found.items()} == self.told

    def end(self) -> Figures:
        """Kill the server, check everything, and sum up."""
        self.server.stop(signal.SIGKILL)
        self.check()
        self.figures.calls.update(self.numbers.failures())
        self.figures.lines = sum(map(len, self.told.values()))
        return self.figures


def break_at_each(
    folder: Path,
    seed: str,
    calls: Iterable[int],
    manner: Manner,
    progress: Callable[[int], None] = lambda _: None,
) -> Figures:
    """Let one server's disk fail at each of these calls, one after the other."""
    evening = Evening(folder, seed)
    try:
        for done, call in enumerate(calls, 1):
            try:
                evening.break_at(call, manner)
            except AssertionError as error:
                raise AssertionError(f"call {call}, {manner}: {error}") from error
            progress(done)
        return evening.end()
    finally:
        evening.close()
