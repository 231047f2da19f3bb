"""One visit to a server, line by line: hears messages and typed lines, and answers in both.

It is pure: it knows no socket, no clock and no terminal. What it has to say to people lies in
`output` and what it has to say to the server in the model's `outbox`, until somebody takes it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

from eriantys.client.address import Address
from eriantys.client.entering import Entered, Entrance, Incompatible, InUse, Keys, Refused
from eriantys.client.match import Match
from eriantys.client.model import Model, Place
from eriantys.client.plain import hearing, trying
from eriantys.client.plain.commands import Commands
from eriantys.client.plain.spoken import finished, harmless
from eriantys.client.times import clock
from eriantys.wire.from_client import Bye, FromClient, Watch
from eriantys.wire.from_server import FromServer, Request, ServerBye, Started, Update

HURRY_SECONDS = 30.0
"""What is left of a turn when its player is reminded."""
HURRY_LEAST = 90
"""In matches with shorter turns nobody is reminded: they know."""
WAITING_MOST = 1000
"""Lines that may be typed before the server has let us in."""


class PlainSession:
    """Everything that the line mode is, but for its streams."""

    def __init__(
        self,
        address: Address,
        name: str,
        keys: Keys,
        *,
        guest: bool = False,
        watch: int | None = None,
        chance: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.model = Model()
        self.chance = chance
        self.now = 0.0
        self.output: list[str] = []
        self._latest = ""
        """The line that was said last."""
        self.over = False
        """Whether nothing more will be said or heard."""
        self.failed = False
        """Whether it never came to anything, because the server speaks otherwise."""
        self.entrance = Entrance(address, name, keys, guest=guest, chance=chance)
        self.trying: tuple[str, ...] = ()
        """The actions whose consequence somebody wants to know."""
        self._commands = Commands(self)
        self._named = bool(name)
        """Whether there is a name to try."""
        self._login: Request | None = None
        """The request for a login that came before there was a name."""
        self._wish = Watch(watch) if watch is not None else None
        self._early: list[str] = []
        """What was typed before there was anybody to tell it to."""
        self.online = False
        self.retrying = False
        """Whether somebody wants the connection to be tried again."""
        self._ending = False
        """Whether nothing more will be typed."""
        self._told: tuple[Match | None, int] = (None, 0)
        """Of which match how much of the story was told."""
        self._asked = -1
        """The request that was announced last."""
        self._hurried = False
        if not name:
            self.say("Type the name under which you want to play.")

    # Streams.

    def say(self, *lines: str) -> None:
        """Tell the person something, one line each."""
        for line in lines:
            if line:
                self._latest = harmless(line)
                self.output.append(self._latest)

    def take_output(self) -> list[str]:
        """Hand out what is to be printed."""
        said, self.output = self.output, []
        return said

    def take_outgoing(self) -> list[FromClient]:
        """Hand out what is to be sent."""
        said, self.model.outbox = self.model.outbox, []
        return said

    # What happens.

    def typed(self, line: str, now: float) -> None:
        """Take in a line that somebody typed."""
        self.now = now
        line = line.strip()
        if self.over or not line:
            return
        if line in ("quit", "exit"):
            # A script that ends so wants what it said before that to be done first.
            self.end_of_input(now) if self._early else self.quit()
        elif line == "retry" and not self.online:
            self.retrying = True
        elif self.model.place is not Place.DOOR:
            self._obey(line)
        elif self._wants_name:
            self._at_the_door(line)
        elif len(self._early) < WAITING_MOST:
            self._early.append(line)

    @property
    def _wants_name(self) -> bool:
        """Whether nothing goes on before a name is typed."""
        return not self._named or isinstance(self.entrance.outcome, Refused | InUse)

    def _obey(self, line: str) -> None:
        self._commands.obey(line)
        if not self.online and self.model.outbox:
            self.model.outbox.clear()
            self.say("There is no connection just now, so that was not sent.")

    def end_of_input(self, now: float) -> None:
        """Learn that nothing more will be typed; leave once all of it could be said."""
        self.now = now
        self._ending = True
        if self._wants_name or self.model.place is not Place.DOOR:
            self.quit()

    def quit(self) -> None:
        """Leave the server politely."""
        if not self.over:
            self.over = True
            self.model.send(Bye())

    def hear(self, message: FromServer, now: float) -> None:
        """Take in what the server said."""
        if self.over and not self._ending:
            return
        self.now = now
        self.online = True
        place = self.model.place
        before = self.model.match.turn if self.model.match is not None else None
        self._enter(message)
        self.model.hear(message, now)
        self._tell_story(message)
        if self.model.place is Place.LOBBY and place is not Place.LOBBY:
            self.say("You are in the lobby.")
        told = hearing.told(self.model, message, now)
        if not isinstance(message, ServerBye) or told != [self._latest]:
            self.say(*told)  # a server that ends gives notice of it before
        self._tell_turn(message, before)
        self._tell_errors()
        self._tell_tried()
        if self.model.place is Place.LOBBY and self._wish is not None:
            self.model.send(self._wish)
            self._wish = None
        self._catch_up()

    def lost(self, trouble: str, now: float, *, for_good: bool) -> None:
        """Learn that there is no connection any more."""
        self.now = now
        self.online = False
        self.model.disconnected()
        self._asked = -1
        ending = "Type retry to try again, or quit." if for_good else "Trying to come back."
        self.say(ending if trouble == self._latest else f"{trouble} {ending}")
        self.over |= self._ending

    def tick(self, now: float) -> None:
        """Remind whoever is on turn that the time is nearly up."""
        self.now = now
        match = self.model.match
        if match is None or not match.my_turn or match.started.turn_seconds < HURRY_LEAST:
            return
        left = match.left(now)
        if left > HURRY_SECONDS:
            self._hurried = False
        elif match.clock_runs and not self._hurried:
            self._hurried = True
            self.say(f"{clock(left)} left of your turn.")

    # Coming in.

    def _enter(self, message: FromServer) -> None:
        before = self.entrance.outcome
        if not self._named and isinstance(message, Request):
            self._login = message  # it can be answered as soon as there is a name
            return
        self.model.outbox += self.entrance.hear(message)
        outcome = self.entrance.outcome
        if outcome is not before:
            match outcome:
                case Refused() | InUse():
                    self._refused(outcome)
                case Incompatible():
                    self.say(outcome.sentence)
                    self.failed = self.over = True
                case Entered():
                    self.say(f"You are {outcome.name} at {self.entrance.address}.")
        self.say(self.entrance.take_remark())

    def _refused(self, outcome: Refused | InUse) -> None:
        """Ask for another name; what was typed for the first one counts no more."""
        self._early.clear()
        if self._ending:
            self.say(outcome.sentence)
            self.failed = True
            self.quit()
        elif isinstance(outcome, InUse):
            self.say(outcome.sentence, "Type take over, or another name.")
        else:
            self.say(outcome.sentence, "Type another name.")

    def _at_the_door(self, line: str) -> None:
        if line == "help":
            self.say("Type the name under which you want to play, or quit.")
        elif isinstance(self.entrance.outcome, InUse) and line == "take over":
            self.model.outbox += self.entrance.take_over()
        else:
            self._named = True
            self.model.outbox += self.entrance.choose(line, guest=self.entrance.guest)
            if self._login is not None:
                self.model.outbox += self.entrance.hear(self._login)
                self._login = None
            outcome = self.entrance.outcome
            if isinstance(outcome, Refused):
                self._refused(outcome)

    def _catch_up(self) -> None:
        """Obey what was typed before anybody could be told."""
        if self.model.place is Place.DOOR or self.over:
            return
        while self._early and not self.over:
            self._obey(self._early.pop(0))
        if self._ending:
            self.quit()

    # Telling.

    def _tell_story(self, message: FromServer) -> None:
        match = self.model.match
        if match is None:
            return
        known, at = self._told
        if match is not known:
            at = 0
            self._asked = -1
        for story in match.story[at:]:
            self.say(*hearing.story_lines(match, story))
        self._told = (match, len(match.story))
        if isinstance(message, Started):
            self._asked = -1

    def _tell_turn(self, message: FromServer, before: int | None) -> None:
        match = self.model.match
        if match is None or match.ended is not None:
            return
        if isinstance(message, Request) and match.request is not None:
            if match.request.id == self._asked:
                return
            self._asked = match.request.id
            left = clock(match.left(self.now))
            self.say(f"Your turn: {hearing.task(match)}. {left} left.")
            return
        passed = isinstance(message, Update) and match.turn != before
        if (passed or isinstance(message, Started)) and match.turn not in (None, match.seat):
            self.say(f"{match.name_of(match.turn)}'s turn: {hearing.task(match)}.")

    def _tell_errors(self) -> None:
        error, notice = self.model.error, self.model.notice
        self.model.error = self.model.notice = None
        if error is not None and error.about != "login":
            self.say(finished(error.text or error.code))
        if notice is not None:
            match = self.model.match
            if match is None or notice.match != match.id:
                self.say(finished(notice.text or notice.code))

    def _tell_tried(self) -> None:
        match = self.model.match
        if not self.trying:
            return
        if match is None or match.request is None:
            self.trying = ()
            return
        look = match.looks.get(self.trying)
        if look is not None:
            self.say(trying.answer(match, self.trying, look))
            self.trying = ()
