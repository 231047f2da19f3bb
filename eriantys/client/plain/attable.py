"""What can be typed at a table: looking at it, acting, and deciding things together."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from eriantys.client.match import Match
from eriantys.client.model import Model, Place
from eriantys.client.plain import board, hearing, trying
from eriantys.games.contract import Illegal, excerpt
from eriantys.wire.fields import Ballot
from eriantys.wire.from_client import History, Resign, Vote
from eriantys.wire.from_server import ServerVote

if TYPE_CHECKING:
    from eriantys.client.plain.session import PlainSession

LOG_LINES = 20
"""How much of the story `log` tells where nobody says how much."""

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
            "board": lambda match, _: self._look(match, board.overview),
            "characters": lambda match, _: self._look(match, board.characters),
            "clouds": lambda match, _: self._look(match, board.clouds),
            "school": self._school,
            "island": self._island,
            "log": self._log,
            "legal": self._legal,
            "try": self._try,
            "undo": self._undo,
            "time": self._time,
            "vote": self._vote,
            "resign": self._resign,
        }

    @property
    def _model(self) -> Model:
        return self._session.model

    def obey(self, match: Match, line: str) -> bool:
        """Do what a line says; tell whether it can mean anything here."""
        verb, _, rest = line.partition(" ")
        known = self._known.get(verb.lower())
        if known is not None and not self._is_action(match, line):
            known(match, rest.strip())
            return True
        if self._model.place is not Place.MATCH or match.watching:
            return False
        self._act(match, line)
        return True

    def _is_action(self, match: Match, line: str) -> bool:
        """Tell whether what looks like a command answers what is asked."""
        if not match.my_turn:
            return False
        try:
            return trying.written_out(match, line) in match.offers
        except Illegal:
            return False

    def _act(self, match: Match, line: str) -> None:
        try:
            action = trying.written_out(match, line)
        except Illegal as illegal:
            if illegal.code == "unknown-action":
                self._session.say(
                    f"{excerpt(line)} means nothing here. {self._possible(match)}"
                )
            else:
                self._session.say(illegal.text)
            return
        if match.my_turn:
            self._model.act(action)
        else:
            self._session.say(f"It is not your turn. {hearing.question(match)}")

    def _possible(self, match: Match) -> str:
        if not match.my_turn:
            return f"{hearing.question(match)} Type help for what you can do meanwhile."
        example = trying.example(match)
        such = f", for example {example}" if example else ""
        return f"You can {hearing.task(match)}{such}; legal lists everything, help explains."

    def _look(self, match: Match, tell: Callable[[Match], list[str]]) -> None:
        if hearing.speaks(match):
            self._session.say(*tell(match))
        else:
            self._session.say(f"This version has no words for {match.started.game}.")

    def _school(self, match: Match, rest: str) -> None:
        wanted = rest.lower()
        seats = [
            seat for seat, name in enumerate(match.players) if name.lower().startswith(wanted)
        ]
        if wanted in ("", "me", "you", "my"):
            seats = [match.seat or 0]
        if seats:
            self._look(match, lambda match: board.school(match, seats[0]))
        else:
            self._session.say(
                f"Nobody here is called so; there are {', '.join(match.players)}."
            )

    def _island(self, match: Match, rest: str) -> None:
        if rest.isdecimal() and 1 <= int(rest[:3]) <= 12:
            self._look(match, lambda match: [board.island(match, int(rest), closely=True)])
        else:
            self._session.say("Islands are numbered 1 to 12, as in island 9.")

    def _log(self, match: Match, rest: str) -> None:
        if rest == "all":
            self._model.send(History(match.id, code=match.started.code[:16]))
            return
        most = int(rest[:4]) if rest.isdecimal() else LOG_LINES
        told: list[str] = []
        for story in match.story[-most:] if most else ():
            told += hearing.story_lines(match, story)
        self._session.say(*(told or ["Nothing has happened since you came."]))

    def _legal(self, match: Match, _: str) -> None:
        if not match.my_turn:
            self._session.say(f"It is not your turn. {hearing.question(match)}")
            return
        self._session.say(f"You can {hearing.task(match)}:", *trying.offers(match))

    def _try(self, match: Match, rest: str) -> None:
        if match.started.guidance == "none":
            self._session.say("This match is played without guidance: nothing can be tried.")
        elif not match.my_turn:
            self._session.say(f"Only who is asked can try. {hearing.question(match)}")
        else:
            self._look_ahead(match, rest)

    def _look_ahead(self, match: Match, rest: str) -> None:
        try:
            actions = trying.actions(match, rest)
        except Illegal as illegal:
            self._session.say(illegal.text)
            return
        look = self._model.look_ahead(actions)
        if look is not None:
            self._session.say(trying.answer(match, actions, look))
        else:
            self._session.trying = actions

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
