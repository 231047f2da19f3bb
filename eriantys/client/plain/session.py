"""One visit to a server, line by line: hears messages and typed lines, and answers in both.

It is pure: it knows no socket, no clock and no terminal. What it has to say to people lies in
`output` and what it has to say to the server in the model's `outbox`, until somebody takes it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

from eriantys import exits
from eriantys.client.address import Address
from eriantys.client.boards import unreadable, unshown
from eriantys.client.entering import Entered, Entrance, Incompatible, InUse, Keys, Refused
from eriantys.client.home import another_name
from eriantys.client.model import Model, Place
from eriantys.client.plain import hearing
from eriantys.client.plain.at_home import AtHome
from eriantys.client.plain.commands import Commands
from eriantys.client.plain.hinting import Hints
from eriantys.client.plain.lines import harmless
from eriantys.client.plain.log import Log
from eriantys.client.plain.patience import Patience
from eriantys.client.plain.reminding import Reminder
from eriantys.client.plain.speaking import voice_of
from eriantys.client.sentences import finished
from eriantys.client.times import clock
from eriantys.wire.advice import Advice, Question
from eriantys.wire.from_client import Bye, FromClient, Join, Leave, Resume, Watch
from eriantys.wire.from_server import (
    Error,
    FromServer,
    Request,
    ServerBye,
    ServerChat,
    ServerHistory,
    Started,
    State,
    Update,
    Welcome,
)

WAITING_MOST = 1000
"""Lines that somebody at a keyboard may type before the server has let us in."""


class PlainSession:
    """Everything that the line mode is, but for its streams."""

    def __init__(
        self,
        address: Address,
        name: str,
        keys: Keys,
        *,
        guest: bool = False,
        watch: Watch | None = None,
        home: AtHome | None = None,
        scripted: bool = False,
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
        self.code = exits.OK
        """How it ends: not well where it never came to anything."""
        self.strange = ""
        """Why the server cannot be understood, as a sentence: whoever sees that hangs up."""
        self.log = Log()
        self.home = home
        """The table of one's own, where this is the way to it."""
        self.hints = Hints()
        self.entrance = Entrance(address, name, keys, guest=guest, chance=chance)
        self.trying: tuple[str, ...] = ()
        """The actions whose consequence somebody wants to know."""
        self._commands = Commands(self)
        self._named = bool(name)
        """Whether there is a name to try."""
        self._login: Request | None = None
        """The request for a login that came before there was a name."""
        self._wish = watch
        self._scripted = scripted
        self._patience = Patience(scripted=scripted)
        self._lines: list[str] = []
        """What was typed and could not be obeyed yet, from the first on."""
        self.online = False
        self.retrying = False
        """Whether somebody wants the connection to be tried again."""
        self._ending = False
        """Whether nothing more will be typed."""
        self._asked = -1
        """The request that was announced last."""
        self._reminder = Reminder()
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

    def take_questions(self) -> list[Question]:
        """Hand out what somebody wants a bot's advice about."""
        asked, self.hints.questions = self.hints.questions, []
        return asked

    # What happens.

    def typed(self, line: str, now: float) -> None:
        """Take in a line that somebody typed."""
        self.now = now
        line = line.strip()
        if self.over or not line:
            return
        if line in ("quit", "exit"):
            # A script that ends so wants what it said before that to be done first.
            self.end_of_input(now) if self._lines or self._scripted else self.quit()
        elif line == "retry" and not self.online:
            self.retrying = True
        elif self._wants_name and self.model.place is Place.DOOR:
            self._at_the_door(line)
        elif self._scripted or len(self._lines) < WAITING_MOST:
            self._lines.append(line)
            self._catch_up()

    @property
    def _wants_name(self) -> bool:
        """Whether nothing goes on before a name is typed."""
        return not self._named or isinstance(self.entrance.outcome, Refused | InUse)

    def _catch_up(self) -> None:
        """Obey what was typed, as far as that can be done by now; go where no more comes."""
        if self.model.place is Place.DOOR:
            return
        while self._lines and not self.over and not self._must_wait(self._lines[0]):
            self._obey(self._lines.pop(0))
        awaited = self._lines or self.hints.awaited or self.log.wanted
        if self._ending and (not awaited or self._patience.is_over(self.now)):
            self.quit()

    def _must_wait(self, line: str) -> bool:
        """Tell whether something else has to happen before a line is obeyed."""
        patience, model, now = self._patience, self.model, self.now
        if patience.holds(model, now) or (self._scripted and self.hints.awaited):
            return True
        return patience.holds_action(model, now) and self._commands.needs_turn(line)

    def _obey(self, line: str) -> None:
        before = len(self.model.outbox)
        self._commands.obey(line)
        self._patience.ask(self.model.outbox[before:], self.now)
        if not self.online and self.model.outbox:
            self.model.outbox.clear()
            self.say("There is no connection just now, so that was not sent.")

    def end_of_input(self, now: float) -> None:
        """Learn that nothing more will be typed; leave once all of it could be said."""
        self.now = now
        self._ending = True
        if self._wants_name and not self.over:
            self.code = exits.USAGE
            self.say("The input ends before there is a name: give one with --name NAME.")
            self.quit()
        self._catch_up()

    def quit(self) -> None:
        """Leave the server politely."""
        if not self.over:
            self.over = True
            self.model.send(Bye())

    def hear(self, message: FromServer, now: float) -> None:
        """Take in what the server said."""
        if self.over and (not self._ending or self._wants_name):
            return  # who was never let in is told last why, and hears no goodbye after that
        if not self._understands(message):
            return
        self.now = now
        self.online = True
        self._patience.hear(message, now)
        self._enter(message)
        if isinstance(message, Started) and unshown(message.game):
            self._turn_down(message)
        else:
            self._take_in(message)
        self._catch_up()

    def _understands(self, message: FromServer) -> bool:
        """Tell whether to listen: to a strange server only once it begins again."""
        if isinstance(message, Welcome):
            self.strange = ""
        elif isinstance(message, Started | State | Update) and not self.strange:
            self.strange = unreadable(message, self.model.match)
        return not self.strange

    def _turn_down(self, started: Started) -> None:
        """Leave a match whose game this version cannot tell."""
        self.say(f"{unshown(started.game)} You leave match {started.match}.")
        self.model.match = None
        self.model.send(Leave())

    def _take_in(self, message: FromServer) -> None:
        model, now = self.model, self.now
        place = model.place
        before = model.match.turn if model.match is not None else None
        talk = tuple(model.chat.get(message.to, ())) if isinstance(message, ServerChat) else ()
        model.hear(message, now)
        if model.place is Place.LOBBY and place is not Place.LOBBY and self.home is None:
            self.say("You are in the lobby.")
        told = hearing.told(model, message, now, self.home)
        if not isinstance(message, ServerBye) or told != [self._latest]:
            self.say(*told)  # a server that ends gives notice of it before
        self._tell_news(message)
        if isinstance(message, ServerChat):
            self.say(*hearing.talk(model, message.to, talk, now))
        self._tell_turn(message, before)
        self._tell_errors()
        self._tell_tried()
        if self.model.place is Place.LOBBY and self._wish is not None:
            self.model.send(self._wish)
            self._patience.wish(self._wish, now)
            self._wish = None

    def lost(self, trouble: str, now: float, *, for_good: bool) -> None:
        """Learn that there is no connection any more."""
        self.now = now
        self.online = False
        self.model.disconnected()
        self._asked = -1
        self.log.wanted = False
        self._patience.forget()
        ending = "Type retry to try again, or quit." if for_good else "Trying to come back."
        self.say(ending if trouble == self._latest else f"{trouble} {ending}")
        if self._ending and not self.over:
            self.code, self.over = exits.UNAVAILABLE, True  # not all could be said

    def tick(self, now: float) -> None:
        """Learn what time it is: remind whoever is on turn, and wait for nothing too long."""
        self.now = now
        self.say(self.hints.expire(now))
        self._catch_up()
        self.say(self._reminder.remind(self.model.match, now))

    def hear_advice(self, advice: Advice) -> None:
        """Tell what a bot would do."""
        self.say(self.hints.hear(advice, self.model.match))
        self._catch_up()

    def no_advice(self) -> None:
        """Learn that whoever gives advice will not answer."""
        self.say(self.hints.give_up())
        self._catch_up()

    # Coming in.

    def _enter(self, message: FromServer) -> None:
        before = self.entrance.outcome
        if not self._named and isinstance(message, Request):
            self._login = message  # it can be answered as soon as there is a name
            return
        said = self.entrance.hear(message)
        self.model.outbox += said
        for wish in said:
            if isinstance(wish, Join | Resume | Watch):
                self._patience.wish(wish, self.now)
        outcome = self.entrance.outcome
        if outcome is not before:
            match outcome:
                case Refused() | InUse():
                    self._refused(outcome)
                case Incompatible():
                    self.say(outcome.sentence)
                    self.code, self.over = exits.UNAVAILABLE, True
                case Entered():
                    where = "" if self.home is not None else f" at {self.entrance.address}"
                    self.say(f"You are {outcome.name}{where}.")
        self.say(self.entrance.take_remark())

    def _refused(self, outcome: Refused | InUse) -> None:
        """Ask for another name; what was typed for the first one counts no more."""
        if self.home is not None:
            self._come_home(outcome)
            return
        self._lines.clear()
        if self._ending:
            self.say(outcome.sentence)
            self.code = exits.UNAVAILABLE
            self.quit()
        elif isinstance(outcome, InUse):
            self.say(outcome.sentence, "Type take over, or another name.")
        else:
            self.say(outcome.sentence, "Type another name.")

    def _come_home(self, outcome: Refused | InUse) -> None:
        """Come in all the same: at home nobody else has the key, and nobody minds a name."""
        if isinstance(outcome, InUse):
            self.model.outbox += self.entrance.take_over()
        else:
            again = another_name(self.entrance.name)
            self.model.outbox += self.entrance.choose(again, guest=self.entrance.guest)

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

    # Telling.

    def _tell_news(self, message: FromServer) -> None:
        match = self.model.match
        if match is None:
            return
        if isinstance(message, Started):
            self._asked = -1
        self.say(*self.log.news(match))
        if isinstance(message, ServerHistory) and message.last:
            self.say(*self.log.whole(match))

    def _tell_turn(self, message: FromServer, before: int | None) -> None:
        match = self.model.match
        if match is None or match.ended is not None:
            return
        if isinstance(message, Request) and match.request is not None:
            if match.request.id == self._asked:
                return
            self._asked = match.request.id
            left = clock(match.left(self.now))
            self.say(f"Your turn: {voice_of(match).task(match)}. {left} left.")
            return
        passed = isinstance(message, Update) and match.turn != before
        if (passed or isinstance(message, Started)) and match.turn not in (None, match.seat):
            self.say(f"{match.name_of(match.turn)}'s turn: {voice_of(match).task(match)}.")

    def _tell_errors(self) -> None:
        error, notice = self.model.error, self.model.notice
        self.model.error = self.model.notice = None
        if error is not None and self._is_news(error):
            self.say(finished(error.text or error.code))
        if notice is not None:
            match = self.model.match
            if match is None or notice.match not in (None, match.id):
                self.say(finished(notice.text or notice.code))

    def _is_news(self, error: Error) -> bool:
        """Tell whether a refusal is of something that was typed, and told nowhere else."""
        if error.about == "history":
            wanted, self.log.wanted = self.log.wanted, False
            return wanted
        return error.about != "login"

    def _tell_tried(self) -> None:
        match = self.model.match
        if not self.trying:
            return
        if match is None or match.request is None:
            self.trying = ()
            return
        look = match.looks.get(self.trying)
        if look is not None:
            self.say(voice_of(match).consequence(match, self.trying, look))
            self.trying = ()
