"""What real servers say to real people: whole evenings at a table, kept message by message.

An evening has everything that a client can hear of: lobby, waiting room, talk, votes, somebody
who is lost and comes back, looks ahead, undo, the end, the log, results, rematch and goodbye.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from random import Random
from typing import Any, NamedTuple, TypeAlias

from eriantys.server.outside.store import Store
from eriantys.wire.frames import FrameReader, decode
from eriantys.wire.from_client import (
    Answer,
    Chat,
    Create,
    History,
    Leave,
    List,
    Move,
    Mute,
    Ping,
    Pong,
    Quick,
    Rematch,
    Resign,
    Results,
    Resume,
    Sync,
    Try,
    Undo,
    Vote,
    Watch,
)
from eriantys.wire.from_server import Ended, Request
from tests.keys import A_NONCE
from tests.server.parlour import GAMES, Parlour, Person

NAMES = ("Ada", "Bruno", "Chiara", "Dario")
TABLES = tuple((seats, expert) for expert in (True, False) for seats in (2, 3, 4))
NOON = 1_700_000_000.0
MOVES_MOST = 400
"""A match that is not over after so many is given up."""

Message: TypeAlias = dict[str, Any]


class Recording(NamedTuple):
    """All that one client was told, from the greeting to the goodbye."""

    name: str
    messages: tuple[Message, ...]

    @property
    def door(self) -> tuple[Message, ...]:
        """What is said until somebody is in the lobby."""
        kinds = [message["type"] for message in self.messages]
        return self.messages[: kinds.index("matches") + 1]


@cache
def record(seats: int, expert: bool) -> tuple[Recording, ...]:
    """Let some people spend an evening; return what the first, the last and a watcher hear."""
    evening = _Evening(seats, expert)
    evening.gather()
    evening.play()
    evening.look_back()
    evening.go_on()
    evening.parlour.close()
    people = (evening.people[0], evening.people[-1], evening.watcher)
    return tuple(Recording(person.name, _messages(person.raw)) for person in people)


def _messages(raw: bytes) -> tuple[Message, ...]:
    reader = FrameReader(2**20)
    reader.feed(raw)
    return tuple(decode(content) for content in iter(reader.next_frame, None))


class _Evening:
    """The people at one table, and what they do."""

    def __init__(self, seats: int, expert: bool) -> None:
        self.chance = Random(f"evening/{seats}/{expert}")
        games = {"eriantys": GAMES["eriantys"]}
        # By its own clock the store would tell every evening a little otherwise.
        store = Store.in_memory(clock=lambda: NOON)
        self.parlour = Parlour(
            seed=f"{seats}/{expert}", store=store, games=games, motd="Be kind."
        )
        self.people = self.parlour.enter(*NAMES[:seats])
        [self.watcher] = self.parlour.enter("Wanda")
        self.expert = expert
        self.match = 0

    @property
    def over(self) -> bool:
        return any(isinstance(message, Ended) for message in self.people[0].heard)

    def everybody(self, *messages: Any) -> None:
        """Let all players say the same, one after the other."""
        for person in self.people:
            person.say(*messages)

    def gather(self) -> None:
        """Meet in the lobby, and sit down."""
        self.watcher.say(
            List(running=True),
            Chat("lobby", "Good evening."),
            Create("eriantys", 4, A_NONCE, title="Another table", private=True),
            Leave(),
            Mute(NAMES[0]),
            Mute(NAMES[0], muted=False),
            Ping(),
        )
        self.match = self.parlour.begin(
            *self.people,
            game="eriantys",
            options={"expert": self.expert},
            title="The round table",
            turn_seconds=90,
        )

    def play(self) -> None:
        """Play to the end, or until nobody wants to any more."""
        for move in range(MOVES_MOST):
            if self.over:
                return
            if move == 12:
                self._vote("pause")
                self._vote("go-on")
                self._vote("time")
            elif move == 25:
                self.watcher.say(List(running=True), Watch(self.match), History(self.match))
            elif move == 40:
                self._lose_one()
            self._move()
            self._talk()
            self._pass(1)
        self.people[-1].say(Resign())

    def _pass(self, seconds: float) -> None:
        """Let time pass; everybody shows that they are still there."""
        self.parlour.wait(seconds)
        for person in (*self.people, self.watcher):
            person.say(Pong())

    def _vote(self, about: Any) -> None:
        self.everybody(Vote(about, "yes"))

    def _move(self) -> None:
        asked = max(self.people, key=_asked)
        request = asked.request
        action = str(self.chance.choice(request.legal or ("nothing",)))
        luck = self.chance.random()
        if luck < 0.1:
            asked.say(Try(request.id, (action,)))
        elif luck < 0.13:
            asked.say(Move(request.id, "mother 99"))
        elif luck < 0.16:
            asked.say(Sync())
        elif luck < 0.2 and request.undo:
            asked.say(Undo(request.id))
            return
        asked.say(Move(request.id, action))

    def _talk(self) -> None:
        luck = self.chance.random()
        if luck < 0.05:
            self.chance.choice(self.people).say(Chat("match", "That was close."))
        elif luck < 0.08:
            self.people[0].say(Chat("team", "Do you need blue?"))
        elif luck < 0.1:
            self.watcher.say(Chat("watchers", "How exciting."))

    def _lose_one(self) -> None:
        """Lose the last player, long enough for a vote, and let the same come back."""
        lost = self.people[-1]
        lost.drop()
        self.people.remove(lost)
        for _ in range(12):
            self._pass(5)
        self.people[0].say(Vote("missing", "wait"))
        back = self.parlour.connect()
        back.prove(lost.name)
        back.say(Resume(self.match))
        back.heard[:0], back.raw = lost.heard, lost.raw + back.raw
        self.people.append(back)

    def look_back(self) -> None:
        """Look at the match that is over, at its log and at all results."""
        for person in (*self.people, self.watcher):
            person.say(History(self.match), Results(), Results(NAMES[0]))

    def go_on(self) -> None:
        """Play once more, go to the lobby, wait for anybody, and hear the server end."""
        self.everybody(Rematch(A_NONCE))
        self.everybody(Leave())
        self.watcher.say(Leave(), List(running=True))
        for person in self.people:
            person.say(Quick("eriantys", A_NONCE))
            request = person.request
            if request.kind in ("seats", "mode") and request.legal:
                person.say(Answer(request.id, request.legal[0]))
        self.parlour.stop()


def _asked(person: Person) -> int:
    """Tell which move somebody was asked for last."""
    with suppress(AssertionError):
        request = person.last(Request)
        return request.id if request.kind == "move" else -1
    return -1
