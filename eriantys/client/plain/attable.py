"""What can be typed at a table: looking at it, acting, and deciding things together."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from eriantys.client.match import Match
from eriantys.client.model import Model, Place
from eriantys.client.plain import hearing
from eriantys.client.plain.speaking import actions, is_answer, voice_of, written_out
from eriantys.games.contract import Illegal, excerpt
from eriantys.wire.fields import Ballot
from eriantys.wire.from_client import History, Resign, Vote
from eriantys.wire.from_server import ServerVote

if TYPE_CHECKING:
    from eriantys.client.plain.session import PlainSession

LOG_LINES = 20
"""How much of the story `log` tells where nobody says how much."""
NO_ACTION = "unknown-action"
"""The code of what is no action at all; any other refusal says more than we could."""

_ON_TURN = ("legal", "try", "undo", "hint")
"""What means something only to whoever is asked, besides actions."""
_VOTES: dict[str, Ballot] = {"pause": "pause", "time": "time", "go-on": "go-on"}
"""Words after `vote` that propose something."""

Ask = Callable[[str, Callable[[], None]], None]
"""Asks whether somebody is sure, and does something if so."""


class AtTable:
    """Obeys what is typed at a match."""

    def __init__(self, session: PlainSession, ask: Ask) -> None:
        self._session = session
        self._ask = ask
        self._known: dict[str, Callable[[Match, str], None]] = {
            "board": self._board,
            "log": self._log,
            "legal": self._legal,
            "try": self._try,
            "hint": self._hint,
            "undo": self._undo,
            "time": self._time,
            "vote": self._vote,
            "resign": self._resign,
        }

    @property
    def _model(self) -> Model:
        return self._session.model

    def needs_turn(self, match: Match, verb: str) -> bool:
        """Tell whether a word can be meant only by somebody who is asked for an action."""
        looks = voice_of(match).verbs
        return verb in _ON_TURN or (verb not in self._known and verb not in looks)

    def obey(self, match: Match, line: str) -> bool:
        """Do what a line says; tell whether it can mean anything here."""
        verb, _, rest = line.partition(" ")
        verb, rest = verb.lower(), rest.strip()
        looks = voice_of(match).verbs
        if (verb in looks or verb in self._known) and not is_answer(match, line):
            if verb in looks:
                self._session.say(*looks[verb].tell(match, rest))
            else:
                self._known[verb](match, rest)
            return True
        if self._model.place is not Place.MATCH or match.watching:
            return False
        self._act(match, line)
        return True

    def _act(self, match: Match, line: str) -> None:
        try:
            action = written_out(match, line)
        except Illegal as illegal:
            if illegal.code == NO_ACTION:
                self._session.say(
                    f"{excerpt(line)} means nothing here. {self._possible(match)}"
                )
            else:
                self._session.say(illegal.text)
            return
        if match.my_turn:
            self._model.act(action)
        else:
            self._session.say(f"It is not your turn. {voice_of(match).question(match)}")

    def _possible(self, match: Match) -> str:
        voice = voice_of(match)
        if not match.my_turn:
            return f"{voice.question(match)} Type help for what you can do meanwhile."
        if not match.guided:
            # Whatever is listed first may be illegal, or even cost the game.
            return f"You have to {voice.task(match)}; help explains how that is written."
        example = voice.example(match)
        such = f", for example {example}" if example else ""
        return f"You can {voice.task(match)}{such}; legal lists everything, help explains."

    def _board(self, match: Match, _: str) -> None:
        self._session.say(*voice_of(match).board(match))

    def _log(self, match: Match, rest: str) -> None:
        if rest == "all":
            self._session.log.wanted = True
            self._model.send(History(match.id, code=match.started.code[:16]))
        else:
            most = int(rest[:4]) if rest.isdecimal() else LOG_LINES
            self._session.say(*self._session.log.latest(match, most))

    def _legal(self, match: Match, _: str) -> None:
        if not match.my_turn:
            self._session.say(f"It is not your turn. {voice_of(match).question(match)}")
            return
        voice = voice_of(match)
        head = f"You can {voice.task(match)}:"
        if not match.guided:
            head = "This match is played without guidance: not all that can be sent is legal."
        self._session.say(head, *voice.choices(match))

    def _try(self, match: Match, rest: str) -> None:
        if not match.guided:
            self._session.say("This match is played without guidance: nothing can be tried.")
        elif not match.my_turn:
            self._session.say(f"Only who is asked can try. {voice_of(match).question(match)}")
        else:
            self._look_ahead(match, rest)

    def _look_ahead(self, match: Match, rest: str) -> None:
        try:
            tried = actions(match, rest)
        except Illegal as illegal:
            self._session.say(illegal.text)
            return
        look = self._model.look_ahead(tried)
        if look is not None:
            self._session.say(voice_of(match).consequence(match, tried, look))
        else:
            self._session.trying = tried

    def _hint(self, match: Match, _: str) -> None:
        if match.my_turn:
            self._session.say(self._session.hints.ask(match, self._session.now))
        else:
            self._session.say(f"It is not your turn. {voice_of(match).question(match)}")

    def _undo(self, match: Match, _: str) -> None:
        if match.request is not None and match.request.undo:
            self._model.undo()
        else:
            self._session.say("There is nothing that you could take back now.")

    def _time(self, match: Match, _: str) -> None:
        self._session.say(hearing.time_left(match, self._session.now))

    # Votes.

    def _vote(self, match: Match, rest: str) -> None:
        choice = rest.lower()
        vote = match.vote if match.vote is not None and not match.vote.result else None
        if choice in _VOTES:
            self._model.send(Vote(_VOTES[choice], "yes"))  # proposes it, or agrees
        elif vote is None:
            self._session.say(
                "Nothing is being voted about; vote pause, vote time and vote go-on propose."
            )
        elif choice not in vote.choices:
            self._session.say(f"Type vote {' or vote '.join(vote.choices)}.")
        elif choice == "end" and vote.needed <= 1:
            self._ask(
                "Your vote alone ends the match for all.", lambda: self._cast(vote, choice)
            )
        else:
            self._cast(vote, choice)

    def _cast(self, vote: ServerVote, choice: str) -> None:
        self._model.send(Vote(vote.about, choice))  # type: ignore[arg-type]

    def _resign(self, match: Match, _: str) -> None:
        if match.watching or self._model.place is not Place.MATCH:
            self._session.say("There is nothing that you could give up.")
        else:
            self._ask("You give the match up, and the others win.", self._give_up)

    def _give_up(self) -> None:
        self._model.send(Resign())
