"""A bot's visit to a server: the login, the way to a match, and on to the next one.

This is all that a program must do to play without anybody looking after it, as
eriantys-protocol(7) tells it. It is a pure machine: `hear` takes in what the server says, over
as many connections as it takes, and returns what to answer. The moves are its `chair`'s.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from eriantys import __version__, exits
from eriantys.bots.ballots import Ballots
from eriantys.bots.seat import Chair
from eriantys.games.dice import NONCE_SIZE
from eriantys.wire.cards import RoomCard
from eriantys.wire.fields import Setting
from eriantys.wire.from_client import (
    Answer,
    FromClient,
    Join,
    Leave,
    Login,
    Quick,
    Resume,
)
from eriantys.wire.from_server import (
    Ended,
    Error,
    FromServer,
    Matches,
    Named,
    Notice,
    Request,
    Seated,
    ServerBye,
    Started,
    Welcome,
)
from eriantys.wire.messages import PROTOCOL

CLIENT = f"eriantys {__version__} bot"
KEY_SIZE = 32
_TAKEN_MEANWHILE = ("no-such-match", "match-full", "seat-taken")
"""Refusals of a seat after which another match may have one."""
_WRONGLY_ASKED = ("bad-name", "bad-seats", "no-such-game", "malformed")
"""Refusals that whoever started the bot could have foreseen."""
_BACK_IN_LOBBY = ("room-expired", "line-expired")
"""Notices that nothing came of waiting for others."""


class Aim(NamedTuple):
    """What the bot comes for: a certain match, the quick line, or any match that is open."""

    game: str
    match: int | None = None
    code: str = ""
    """Of an invitation."""
    quick: bool = False
    seats: int | None = None
    """How many players the match should have; left out, any number will do."""
    matches: int = 1
    """How many to play."""


class Parting(NamedTuple):
    """How the visit ended: the exit code, and a sentence unless all is well."""

    code: int
    sentence: str = ""


class Visit:
    """The bot at one server, from its first login to its last match."""

    def __init__(self, aim: Aim, names: Iterator[str], chance: Callable[[int], bytes]) -> None:
        self.chair = Chair()
        self.parting: Parting | None = None
        """How it ended; None while it goes on."""
        self._aim = aim
        self._names = names
        """What else it could be called, if others have the name."""
        self._name = next(names)
        self._chance = chance
        self._key = chance(KEY_SIZE)
        self._lines: list[str] = []
        self._nonce = b""
        """Of this connection."""
        self._was_in = False
        """Whether the name has been granted before: then it is proved, and taken over."""
        self._defaults: Mapping[str, Setting] = {}
        """The options of the game, as the server has them."""
        self._open: dict[int, RoomCard] = {}
        """The matches that could be joined."""
        self._on_the_way = False
        """Whether a seat has been asked for, or taken."""
        self._asked_for: int | None = None
        """The match on the list that was asked for."""
        self._has_complained = False
        """Whether it was said that there is nothing to play."""
        self._match: int | None = None
        """The match that is being played."""
        self._players: tuple[str, ...] = ()
        self._played = 0
        self._ballots = Ballots()

    def take_lines(self) -> list[str]:
        """Return what there is to tell, a line each."""
        lines, self._lines = self._lines, []
        return lines

    def hear(self, message: FromServer, now: float) -> list[FromClient]:
        """Take in what the server said, and return what to say at once."""
        said = self.chair.hear(message, now) + self._ballots.hear(message)
        match message:
            case Welcome():
                self._be_greeted(message)
            case Request(kind="login"):
                said += self._log_in()
            case Request(kind="seats" | "mode"):
                said += self._choose(message)
            case Named():
                self._was_in = True
                self._tell(f"Logged in as {message.name}.")
            case Matches():
                said += self._look_around(message)
            case Seated():
                self._on_the_way = True
                self._tell(f"Sat down at match {message.match}, seat {message.seat + 1}.")
            case Started():
                self._begin(message)
            case Ended():
                said += self._finish(message)
            case Error():
                said += self._be_refused(message)
            case Notice():
                self._tell(message.text)
                if message.code in _BACK_IN_LOBBY:
                    self._on_the_way = False
            case ServerBye() if message.code != "restarting":
                self._part(exits.UNAVAILABLE, message.text or "The server has hung up.")
        return said if self.parting is None else []

    def _tell(self, line: str) -> None:
        self._lines.append(line)

    def _part(self, code: int, sentence: str = "") -> None:
        if self.parting is None:
            self.parting = Parting(code, sentence)

    # The name.

    def _be_greeted(self, welcome: Welcome) -> None:
        self._nonce = welcome.nonce
        self._on_the_way = False
        if welcome.protocol != PROTOCOL:
            self._part(
                exits.UNAVAILABLE,
                f"the server speaks protocol {welcome.protocol} and this program {PROTOCOL}: "
                f"use the eriantys of its version, {welcome.version}.",
            )
        for card in welcome.games:
            if card.id == self._aim.game:
                self._defaults = card.options

    def _log_in(self) -> list[FromClient]:
        """Register a guest's name with a key; later, prove to have that key."""
        said = self._nonce + self._name.encode()
        login = Login(
            self._name,
            key=None if self._was_in else self._key,
            proof=hmac.digest(self._key, said, hashlib.sha256) if self._was_in else None,
            guest=True,
            # The server may not have noticed yet that the connection before is lost.
            take_over=self._was_in,
            protocol=PROTOCOL,
            client=CLIENT,
        )
        return [login]

    def _be_denied(self, error: Error) -> None:
        """Learn that the name is not to be had; the request for one follows."""
        if self._was_in and error.code == "unknown-name":
            self._was_in = False  # a server that was restarted does not remember guests
            return
        another = next(self._names, None) if error.code == "name-taken" else None
        if another is None:
            self._refuse(error)
        else:
            self._name = another

    # The way to a match.

    def _look_around(self, matches: Matches) -> list[FromClient]:
        """Learn what is open; from the lobby, set out."""
        if matches.whole:
            self._open.clear()
        for number in matches.gone:
            self._open.pop(number, None)
        self._open |= {card.match: card for card in matches.open}
        if self._on_the_way:
            return []
        if matches.saved:
            # Its own match was suspended, or begun by a server that has been restarted since.
            self._on_the_way = True
            return [Resume(matches.saved[-1].match)]
        return self._set_out()

    def _set_out(self) -> list[FromClient]:
        aim, share = self._aim, self._chance(NONCE_SIZE)
        self._on_the_way = True
        if aim.code:
            return [Join(share, code=aim.code)]
        if aim.match is not None:
            return [Join(share, aim.match)]
        if aim.quick:
            return [Quick(aim.game, share, aim.seats)]
        self._asked_for = next(filter(self._suits, self._open), None)
        if self._asked_for is not None:
            return [Join(share, self._asked_for)]
        self._on_the_way = False
        if not self._has_complained:
            self._has_complained = True
            self._tell("No match is open; waiting for one.")
        return []

    def _suits(self, match: int) -> bool:
        card, aim = self._open[match], self._aim
        fits = card.game == aim.game and aim.seats in (None, len(card.seats))
        return fits and None in card.seats

    def _choose(self, request: Request) -> list[FromClient]:
        """Answer what the first in line is asked: as usual, whatever that is."""
        legal = request.legal or ()
        usual = self._defaults.get(request.decision)
        value = legal[0] if legal and usual not in legal else usual
        return [] if value is None else [Answer(request.id, value)]

    def _be_refused(self, error: Error) -> list[FromClient]:
        match error.about:
            case "login":
                self._be_denied(error)
            case "join" if error.code in _TAKEN_MEANWHILE and self._asked_for is not None:
                self._open.pop(self._asked_for, None)
                return self._set_out()
            case "join" | "quick" | "resume" if error.code != "unexpected":
                self._refuse(error)
        return []

    def _refuse(self, error: Error) -> None:
        code = exits.USAGE if error.code in _WRONGLY_ASKED else exits.UNAVAILABLE
        self._part(code, error.text or "The server refuses that, and does not say why.")

    # The match.

    def _begin(self, started: Started) -> None:
        self._on_the_way, self._has_complained = True, False
        names = ", ".join(started.players)
        known = started.match == self._match
        self._match, self._players = started.match, started.players
        if known:
            self._tell(f"Back at match {started.match}: {names}.")
        else:
            self._tell(f"Match {started.match} begins: {names}.")

    def _finish(self, ended: Ended) -> list[FromClient]:
        if ended.match != self._match:
            return []
        self._match, self._on_the_way = None, False
        self._played += 1
        self._tell(f"Match {ended.match} is over, {ended.reason}: {ended.text}")
        if ended.scores:
            scores = zip(self._players, ended.scores, strict=False)
            self._tell(f"Scores: {', '.join(f'{name} {score}' for name, score in scores)}.")
        if self._played == self._aim.matches:
            self._part(exits.OK)
        return [Leave()]
