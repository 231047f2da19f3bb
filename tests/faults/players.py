"""People who play one match after the other, whatever happens to the server meanwhile.

They act on what they hear and never wait for anything in particular, so one thread can play
for all of them. When they are cut off they come back by proof of their names.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

from eriantys.wire.from_client import Create, Join, Leave, Login, Move, Undo
from eriantys.wire.from_server import (
    Ended,
    Error,
    FromServer,
    Matches,
    Named,
    Request,
    Seated,
    Started,
    Update,
    Welcome,
)
from tests.faults.memory import UNDO, Line, Memory
from tests.keys import A_NONCE, key_of, proof_of
from tests.scenarios.real import Client

UNDO_SHARE = 0.15
TWICE_SHARE = 0.1
"""How often an answer is sent twice, as by somebody who does not trust the line."""


class Player(Client):
    """One connection of somebody at a table."""

    def __init__(self, port: int, table: Table, place: int) -> None:
        super().__init__(port)
        self.table = table
        self.place = place
        self.name = table.names[place]
        self.least: dict[int, int] = {}
        """By match: how many lines it had, as far as anybody knew, when this one logged in."""
        self.number = 0
        """How many lines this player has been shown."""
        self.model: dict[str, Any] = {}
        """The light model after that line; `view` may be ahead of it."""
        self.in_lobby = False

    def hear(self) -> bool:
        """Take in and act on what has come; tell whether there can be more."""
        if not self._receive():
            return False
        while self._taken < len(self.heard) and not self.closed:
            self.table.attend(self, self.next())
        return not self.closed

    def say_bytes(self, data: bytes) -> None:
        """Send, or not: what a dead server had said before is there to be read first."""
        with suppress(ConnectionError):
            super().say_bytes(data)

    def cut(self) -> None:
        """Hear no more; the connection is broken with whatever was not read of it."""
        self.closed = True

    def react(self, message: FromServer) -> None:
        """Do what is to be done about a message."""
        reaction = _REACTIONS.get(type(message))
        if reaction is not None:
            reaction(self, message)

    def _asked(self, request: Request) -> None:
        if request.kind == "login":
            self._log_in()
        else:
            self.table.answer(self, request)

    def _log_in(self) -> None:
        self.least = {each.match: each.top for each in self.table.memories.values()}
        if self.place in self.table.registered:
            proof = proof_of(self.name, self.last(Welcome).nonce)
            self.say(Login(self.name, proof=proof, take_over=True))
        else:
            self.say(Login(self.name, key=key_of(self.name), take_over=True))

    def _named(self, _named: Named) -> None:
        self.table.registered.add(self.place)

    def _listed(self, matches: Matches) -> None:
        if matches.whole:
            assert not matches.saved, "whoever has an unfinished match comes back to it"
            self.in_lobby = True
            if self.place == 0:
                self.table.room = None
            self.table.gather()

    def _seated(self, seated: Seated) -> None:
        if self.place == 0:
            self.table.room = seated.match
            self.table.gather()

    def _started(self, started: Started) -> None:
        self.table.room = None
        assert started.seat == self.place
        assert started.players == self.table.names
        least = self.least.get(started.match, 0)
        self.table.memory_of(started.match).shown(started, least)
        self.table.returns += started.number > 0
        self.number = started.number
        self.model = started.view

    def _updated(self, update: Update) -> None:
        assert update.number == self.number + 1, f"{update} after {self.number}"
        self.number = update.number
        self.model = self.model | update.changes
        memory = self.table.memory_of(update.match)
        memory.told(update)
        memory.seen(update.number, self.model)

    def _ended(self, ended: Ended) -> None:
        self.table.memory_of(ended.match).ended = ended
        self.say(Leave())

    def _refused(self, error: Error) -> None:
        if error.about == "join":
            # The one who had opened the match was cut off, and it is gone.
            assert error.code == "no-such-match", error
            self.in_lobby = True
            self.table.room = None
            self.table.gather()
            return
        repeated = error.code == "stale" and error.request in self.table.twice
        # The second copy of the move that ended a match comes too late for it.
        late = error.code == "unexpected" and error.about in ("move", UNDO)
        assert repeated or late, error


_REACTIONS: dict[type[FromServer], Callable[[Player, Any], None]] = {
    Request: Player._asked,
    Named: Player._named,
    Matches: Player._listed,
    Seated: Player._seated,
    Started: Player._started,
    Update: Player._updated,
    Ended: Player._ended,
    Error: Player._refused,
}


class Table:
    """Those who always play with each other, and what they remember of their matches."""

    def __init__(self, names: tuple[str, ...], seed: str, *, expert: bool = False) -> None:
        self.names = names
        self.chance = Random(seed)
        self.expert = expert
        self.players: list[Player] = []
        self.registered: set[int] = set()
        self.memories: dict[int, Memory] = {}
        self.memory: Memory | None = None
        """The match that they were at last."""
        self.room: int | None = None
        """The match in which the first of them waits for the others."""
        self.returns = 0
        """How often somebody was shown a match that had lines already."""
        self.twice: set[int] = set()
        """The requests of this match that were answered twice."""

    def attend(self, player: Player, message: FromServer) -> None:
        """Let a player react to a message; another kind of table may have it otherwise."""
        player.react(message)

    def memory_of(self, match: int) -> Memory:
        """Remember a match, from now on if it is new."""
        if match not in self.memories:
            self.memories[match] = self.memory = Memory(match)
            self.twice = set()
        return self.memories[match]

    def gather(self) -> None:
        """Open the next match when everybody is in the lobby, and join it."""
        here = [player for player in self.players if player.in_lobby and not player.closed]
        if self.room is not None:
            for player in here:
                player.in_lobby = False
                player.say(Join(A_NONCE, self.room, player.place))
        elif len(here) == len(self.names):
            here[0].in_lobby = False
            seats = len(self.names)
            here[0].say(Create("eriantys", seats, A_NONCE, {"expert": self.expert}))

    def answer(self, player: Player, request: Request) -> None:
        """Answer with any legal action, or take one back."""
        memory = self.memory
        assert memory is not None
        assert request.legal
        assert request.id == player.number + 1
        memory.requested(request)
        if request.undo and self.chance.random() < UNDO_SHARE:
            said: Move | Undo = Undo(request.id)
            action = UNDO
        else:
            action = str(self.chance.choice(request.legal))
            said = Move(request.id, action)
        memory.sent[request.id] = Line(player.place, action)
        if self.chance.random() < TWICE_SHARE:
            self.twice.add(request.id)
            player.say(said, said)
        else:
            player.say(said)
