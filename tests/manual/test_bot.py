"""A program that does only what the page's loop says plays a match to its end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from eriantys.server.lobby.rooms import ABSENCES
from eriantys.wire import from_client as client
from eriantys.wire import from_server as server
from eriantys.wire.from_server import FromServer
from eriantys.wire.messages import SERVER_TYPES
from tests.keys import A_NONCE
from tests.manual.exchange import PAGE as FILE
from tests.manual.page import Page
from tests.server.parlour import Parlour, Person

PAGE = Page(FILE)
(LOOP,) = PAGE.sections["A PROGRAM THAT PLAYS"].blocks


class Bot:
    """The loop of the page, one message at a time."""

    def __init__(self, parlour: Parlour, name: str, absence: Any, *, opens: bool) -> None:
        self.parlour = parlour
        self.name = name
        self.absence = absence
        self.opens = opens
        """Whether it opens a match; another one joins."""
        self.chance = Random(name)
        self.take_over = False
        self.known = False
        self.number = 0
        self.view: dict[str, Any] = {}
        self.ended: server.Ended | None = None
        self.person: Person | None = None
        self.read = 0

    def step(self) -> bool:
        """Take one message in; tell whether there was one."""
        if self.person is None or self.person.closed:
            self.person, self.read = self.parlour.connect(), 0
        if self.read == len(self.person.heard):
            return False
        message = self.person.heard[self.read]
        self.read += 1
        self.on(self.person, message)
        return True

    def on(self, person: Person, message: FromServer) -> None:
        match message:
            case server.Request(kind="login"):
                log_in = person.prove if self.known else person.log_in
                log_in(self.name, take_over=self.take_over)
            case server.Named():
                self.take_over = self.known = True
            case server.Matches() if self.ended is None:
                self.find_something(person, message)
            case server.Started() | server.State():
                self.number, self.view = message.number, dict(message.view)
            case server.Update(number=number) if number == self.number + 1:
                self.view |= message.changes
                self.number = number
            case server.Update(number=number) if number > self.number:
                person.say(client.Sync())
            case server.Request(kind="move", legal=tuple(legal)):
                person.say(client.Move(message.id, str(self.chance.choice(legal))))
            case server.Ended():
                self.ended = message
                person.say(client.Leave())
            case server.ServerPing():
                person.say(client.Pong())
            case server.ServerBye():
                assert message.code == "restarting"

    def find_something(self, person: Person, message: server.Matches) -> None:
        if message.saved:
            person.say(client.Resume())
        elif self.opens and message.whole:
            person.say(client.Create("eriantys", 2, A_NONCE, absence=self.absence))
        elif message.open:
            person.say(client.Join(A_NONCE, message.open[0].match))


def test_the_loop_names_only_messages_that_there_are() -> None:
    for line in LOOP.splitlines():
        kinds, colon, _ = line.strip().removeprefix("on ").partition(":")
        if line.strip().startswith("on ") and colon:
            assert kinds.replace(",", " ").split()[0] in SERVER_TYPES, line


@pytest.mark.parametrize("absence", ABSENCES)
@pytest.mark.parametrize("trouble", ["none", "silent loss", "loss", "stop", "kill"])
def test_two_programs_play_a_match_to_its_end(trouble: str, absence: str) -> None:
    parlour = Parlour()
    bots = [Bot(parlour, name, absence, opens=name == "ada") for name in ("ada", "zoe")]
    chance = Random(trouble)
    for turn in range(5000):
        heard = [bot.step() for bot in bots]
        if not any(heard):
            parlour.wait(0.5)
        if all(bot.ended for bot in bots):
            break
        if turn % 50 == 49:
            cause_trouble(parlour, chance.choice(bots), trouble)
    first, second = (bot.ended for bot in bots)
    assert first is not None
    assert first == second
    assert first.scores, "it ended by its rules"
    assert bots[0].view == bots[1].view


def cause_trouble(parlour: Parlour, bot: Bot, trouble: str) -> None:
    match trouble:
        case "silent loss":
            bot.person = None  # the server does not know yet
        case "loss" if bot.person is not None and not bot.person.closed:
            bot.person.drop()
            bot.person = None
        case "stop":
            parlour.stop()
            parlour.crash()
        case "kill":
            parlour.crash()
