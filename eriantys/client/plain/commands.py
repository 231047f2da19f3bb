"""What can be typed: each command by its name, and everything else as an action of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from eriantys.client.address import CODE_LETTERS, BadAddress, read_code
from eriantys.client.model import Model, Place
from eriantys.client.plain import company, hearing, lobby
from eriantys.client.plain.attable import AtTable
from eriantys.client.plain.speaking import is_answer, voice_of
from eriantys.games.contract import excerpt
from eriantys.games.dice import NONCE_SIZE
from eriantys.wire.fields import Audience, Level
from eriantys.wire.from_client import (
    Answer,
    Chat,
    FromClient,
    Join,
    Leave,
    List,
    Mute,
    Rematch,
    Results,
    Resume,
    TakeSeat,
    Watch,
)

if TYPE_CHECKING:
    from eriantys.client.plain.session import PlainSession

USUAL_LEVEL: Level = "normal"
"""How well a bot plays at a server where nobody says how."""
TALK_MOST = 300
NAME_MOST = 64

_EVERYWHERE = ("say TEXT", "help", "quit")
HELP: dict[Place, tuple[str, ...]] = {
    Place.LOBBY: (
        *("list", "join 3", "quick", "watch 5", "code ABCD-2345"),
        *("resume", "results", "mute NAME", "unmute NAME", *_EVERYWHERE),
    ),
    Place.LINE: ("leave", *_EVERYWHERE),
    Place.ROOM: ("seat 2", "leave", *_EVERYWHERE),
    Place.MATCH: (
        *("log", "log all", "legal", "try ACTION", "hint", "undo", "time"),
        *("vote pause", "vote time", "vote yes", "vote no"),
        *("team TEXT", "leave", "resign", *_EVERYWHERE),
    ),
    Place.AFTER: ("rematch", "log", "log all", "leave", *_EVERYWHERE),
}
"""By place: what can be typed there, whatever is played."""
_ALONE = ("resume", "results", "help", "quit")
"""What can be typed at home, besides `new`, where nobody else can come."""
_WITH_BOTS = ("bot 3 hard", "no-bot 3")


class Commands:
    """Obeys what is typed once the server has let us in."""

    def __init__(self, session: PlainSession) -> None:
        self._session = session
        self._sure: Callable[[], None] | None = None
        """What `yes` would do, where it was asked whether somebody is sure."""
        self._known: dict[str, Callable[[str], None]] = {
            "list": self._list,
            "join": self._join,
            "new": self._new,
            "quick": self._quick,
            "watch": self._watch,
            "code": self._code,
            "resume": self._resume,
            "results": self._results,
            "seat": self._seat,
            "bot": self._bot,
            "no-bot": self._no_bot,
            "say": lambda rest: self._say(rest, self._audience()),
            "team": lambda rest: self._say(rest, "team"),
            "lobby": lambda rest: self._say(rest, "lobby"),
            "mute": lambda rest: self._mute(rest, muted=True),
            "unmute": lambda rest: self._mute(rest, muted=False),
            "help": self._help,
            "rematch": self._rematch,
            "leave": self._leave,
        }
        self._table = AtTable(session, self._ask)

    @property
    def _model(self) -> Model:
        return self._session.model

    def obey(self, line: str) -> None:
        """Do what a line says."""
        verb, _, rest = line.partition(" ")
        verb, rest = verb.lower(), rest.strip()
        if self._sure is not None:
            sure, self._sure = self._sure, None
            if verb == "yes":
                sure()
                return
            self._session.say("Then nothing was done.")
            if verb == "no":
                return
        if self._answer(line):
            return
        match = self._model.match
        if verb in self._known and not (match is not None and is_answer(match, line)):
            self._known[verb](rest)
        elif match is None or not self._table.obey(match, line):
            self._lost(line)

    def needs_turn(self, line: str) -> bool:
        """Tell whether a line means something only to whoever is asked for an action."""
        verb, match = line.partition(" ")[0].lower(), self._model.match
        if match is None or self._sure is not None or verb in self._known:
            return False
        return self._table.needs_turn(match, verb)

    def _say_possible(self) -> str:
        return f"Here you can type: {', '.join(self._possible())}."

    def _possible(self) -> list[str]:
        place, match, welcome = self._model.place, self._model.match, self._model.welcome
        here = [*HELP.get(place, _EVERYWHERE)]
        home = self._session.home
        if place is Place.LOBBY:
            begin = f"new {lobby.example(welcome)}"
            return ["new", begin, *(_ALONE if home is not None and not home.shared else here)]
        if place is Place.ROOM and welcome is not None and welcome.bots:
            return [*_WITH_BOTS, *here]
        if match is None:
            return here
        vote = match.vote
        if vote is not None and not vote.result:
            here = [*(f"vote {choice}" for choice in vote.choices), *here]
        looks = (look.usage for look in voice_of(match).verbs.values())
        return list(dict.fromkeys(["board", *looks, *here]))

    def _lost(self, line: str) -> None:
        self._session.say(f"Nothing here is called {excerpt(line)}. {self._say_possible()}")

    def _ask(self, sentence: str, then: Callable[[], None]) -> None:
        self._sure = then
        self._session.say(f"{sentence} Type yes if you are sure.")

    def _number(self, rest: str) -> int | None:
        """Read the number of a match, or say that there must be one."""
        if rest.isdecimal() and len(rest) < 10:
            return int(rest)
        self._session.say("Name the match by its number, as list tells it.")
        return None

    def _nonce(self) -> bytes:
        return self._session.chance(NONCE_SIZE)

    # The lobby.

    def _list(self, _: str) -> None:
        if self._model.place is Place.LOBBY:
            self._model.send(List(running=True))
        else:
            self._session.say(self._say_possible())

    def _join(self, rest: str) -> None:
        number = self._number(rest)
        if number is not None:
            self._model.send(Join(self._nonce(), number))

    def _new(self, rest: str) -> None:
        at_home = self._session.home is not None
        welcome, chance = self._model.welcome, self._session.chance
        self._send(lambda: lobby.create(rest.lower().split(), welcome, chance, at_home=at_home))

    def _quick(self, rest: str) -> None:
        welcome, chance = self._model.welcome, self._session.chance
        self._send(lambda: lobby.quick(rest.lower().split(), welcome, chance))

    def _bot(self, rest: str) -> None:
        usual = lobby.HOME_LEVEL if self._session.home is not None else USUAL_LEVEL
        self._send(lambda: company.add(rest.lower().split(), self._model, usual))

    def _no_bot(self, rest: str) -> None:
        self._send(lambda: company.remove(rest.split(), self._model))

    def _send(self, read: Callable[[], FromClient]) -> None:
        """Send what can be read of a line, or say what is unclear about it."""
        try:
            self._model.send(read())
        except lobby.Unclear as unclear:
            self._session.say(str(unclear))

    def _watch(self, rest: str) -> None:
        if len(rest) >= CODE_LETTERS and not rest.isdecimal():
            code = self._read_code(rest)
            if code:
                self._model.send(Watch(code=code))
            return
        number = self._number(rest)
        if number is not None:
            self._model.send(Watch(number))

    def _code(self, rest: str) -> None:
        match, seated = self._model.match, self._model.seated
        own = match.started.code if match is not None else seated.code if seated else ""
        if not rest:
            known = hearing.way_in(own, self._session.home) if own else ""
            self._session.say(known or "Type the code of an invitation, as in code ABCD-2345.")
            return
        code = self._read_code(rest)
        if code:
            self._model.send(Join(self._nonce(), code=code))

    def _read_code(self, typed: str) -> str:
        """Read a code, or say what one looks like and return nothing."""
        try:
            return read_code(typed)
        except BadAddress as error:
            self._session.say(str(error))
            return ""

    def _resume(self, rest: str) -> None:
        number = self._number(rest) if rest else None
        if number is not None or not rest:
            self._model.send(Resume(number))

    def _results(self, rest: str) -> None:
        self._model.send(Results(rest[:NAME_MOST]))

    def _seat(self, rest: str) -> None:
        if rest.isdecimal() and 1 <= int(rest[:3]) <= 16:
            self._model.send(TakeSeat(int(rest) - 1))
        else:
            self._session.say("Name the seat by its number, as in seat 2.")

    def _answer(self, line: str) -> bool:
        """Answer what the first in line is asked; tell whether it was that."""
        asked = self._model.asked
        if asked is None or asked.kind not in ("seats", "mode"):
            return False
        typed = hearing.choices(self._model, asked)
        if line.lower() not in typed:
            return False
        self._model.send(Answer(asked.id, (asked.legal or ())[typed.index(line.lower())]))
        self._model.asked = None
        return True

    # Talking and going.

    def _audience(self) -> Audience:
        match = self._model.match
        if match is not None and match.watching and self._model.place is Place.MATCH:
            return "watchers"
        at_table = (Place.ROOM, Place.MATCH, Place.AFTER)
        return "match" if self._model.place in at_table else "lobby"

    def _say(self, rest: str, to: Audience) -> None:
        if rest:
            self._model.send(Chat(to, rest[:TALK_MOST]))
        else:
            self._session.say("Type what you want to say after say.")

    def _mute(self, rest: str, *, muted: bool) -> None:
        if rest:
            self._model.send(Mute(rest[:NAME_MOST], muted))
        else:
            self._session.say("Name whom you mean, as in mute Bruno.")

    def _help(self, _: str) -> None:
        self._session.say(self._say_possible())
        match = self._model.match
        if match is None or self._model.place is not Place.MATCH:
            return
        voice = voice_of(match)
        rules = f"eriantys rules {match.started.game} prints the rules."
        self._session.say(f"{voice.notation} {rules}", voice.question(match))

    def _rematch(self, _: str) -> None:
        if self._model.place is Place.AFTER:
            self._model.send(Rematch(self._nonce()))
        else:
            self._session.say("There is a rematch only when a match is over.")

    def _leave(self, _: str) -> None:
        match = self._model.match
        if self._model.place in (Place.LOBBY, Place.DOOR):
            where = "in the lobby" if self._session.home is None else "at home"
            self._session.say(f"You are {where} already; quit ends the visit.")
        elif (
            self._model.place is Place.MATCH
            and match is not None
            and not match.watching
            and match.started.absence == "end"
        ):
            self._ask("The match ends for all if you leave.", self._go)
        else:
            self._go()

    def _go(self) -> None:
        self._model.send(Leave())
