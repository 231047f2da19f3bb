"""The game record: a match as a text that people can read, edit, keep and check.

    Eriantys game record, format 1
    Game: eriantys
    Rules: 1
    Date: 2026-11-18
    Player 1: Ada
    Player 2: Bruno
    Options: expert=true
    Commitment: 3f…
    Secret: 77…
    Nonce 1: 0a…
    Nonce 2: c4…
    Result: 2 > 1
    Scores: 3 8
    Reason: last-tower

    1: assistant 7
    2: assistant 3
    …
    end

Players are numbered from 1. Secret and nonces stand there once the match is over, and
with them anyone can play it again. A match that ended outside the rules has the result
`none` and says why. Empty lines and lines that begin with # are for people. The last
line tells a whole file from one that was cut off.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypeVar

from eriantys.games.contract import (
    BadSetting,
    Event,
    Game,
    Illegal,
    Outcome,
    Seat,
    check_seats,
    read_options,
)
from eriantys.games.dice import (
    NONCE_SIZE,
    SECRET_SIZE,
    FairDice,
    commitment,
    match_seed,
)

T = TypeVar("T")

TITLE = "Eriantys game record, format 1"
END = "end"
NO_RESULT = "none"

_MOVE = re.compile(r"([1-9][0-9]?): (\S.*)")
_HEADER = re.compile(r"([A-Z][a-z]+(?: [1-9][0-9]?)?):(?: (.*))?")
_PLACES = re.compile(r"[1-9][0-9]?(?: [>=] [1-9][0-9]?)*")


class Damaged(ValueError):
    """Refuses a text that is not a record: the line, and what is wrong there."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(line, reason)
        self.line = line
        self.reason = reason

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Move:
    """One action in notation, and whose it was."""

    seat: Seat
    action: str
    line: int = field(default=0, compare=False, repr=False)
    """Where it stands in the text it was read from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """All that makes a match, as it is kept."""

    game: str
    version: int
    date: date
    players: tuple[str, ...]
    options: Mapping[str, str]
    commitment: bytes
    secret: bytes | None = None
    nonces: tuple[bytes, ...] = ()
    moves: tuple[Move, ...] = ()
    outcome: Outcome | None = None
    broken_off: str = ""
    """Why it ended outside the rules, if it did."""
    lines: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)
    """Where each header stands in the text it was read from."""


def write(match: Match) -> str:
    """Write a match down."""
    lines = [
        TITLE,
        f"Game: {match.game}",
        f"Rules: {match.version}",
        f"Date: {match.date.isoformat()}",
    ]
    lines += _numbered("Player", map(_quoted, match.players))
    lines += _listed("Options", (f"{name}={value}" for name, value in match.options.items()))
    lines.append(f"Commitment: {match.commitment.hex()}")
    if match.secret is not None:
        lines.append(f"Secret: {match.secret.hex()}")
        lines += _numbered("Nonce", (nonce.hex() for nonce in match.nonces))
    if match.outcome is not None:
        places = (map(str, (seat + 1 for seat in place)) for place in match.outcome.ranking)
        lines.append(f"Result: {' > '.join(map(' = '.join, places))}")
        lines += _listed("Scores", map(str, match.outcome.scores))
        lines.append(f"Reason: {match.outcome.reason}")
    elif match.broken_off:
        lines += [f"Result: {NO_RESULT}", f"Reason: {_quoted(match.broken_off)}"]
    lines.append("")
    lines += (f"{move.seat + 1}: {move.action}" for move in match.moves)
    lines += [END, ""]
    return "\n".join(lines)


def _numbered(name: str, values: Iterable[str]) -> list[str]:
    return [f"{name} {number}: {value}" for number, value in enumerate(values, 1)]


def _listed(name: str, values: Iterable[str]) -> list[str]:
    text = " ".join(values)
    return [f"{name}: {text}"] if text else []


def _quoted(text: str) -> str:
    """Write a text as it is if it can be read back so, or else between quotes."""
    plain = text.isprintable() and text == text.strip() and text and text[0] != '"'
    return text if plain else json.dumps(text)


def read(text: str) -> Match:
    """Read a match, or raise `Damaged` with the line that is wrong."""
    return _Reader(text).match()


class _Reader:
    """One text being read, line by line; the headers come first, then the moves."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.headers: dict[str, str] = {}
        self.where: dict[str, int] = {}
        self.moves: list[Move] = []
        self._read_lines()

    def _read_lines(self) -> None:
        if self.lines[0].rstrip() != TITLE:
            raise Damaged(1, f"a record begins with {TITLE!r}.")
        for number, raw in enumerate(self.lines[1:], 2):
            line = raw.strip()
            if not line or line[0] == "#":
                continue
            if line == END:
                self._expect_nothing_after(number)
                return
            if move := _MOVE.fullmatch(line):
                self.moves.append(Move(int(move[1]) - 1, move[2], number))
            elif header := _HEADER.fullmatch(line):
                self._add_header(number, header[1], header[2] or "")
            else:
                raise Damaged(number, f"{_excerpt(line)} is neither a header nor a move.")
        raise Damaged(len(self.lines), f"the text breaks off: its last line must be {END!r}.")

    def _add_header(self, number: int, name: str, value: str) -> None:
        if self.moves:
            raise Damaged(number, f"the header {name!r} stands among the moves.")
        if name in self.headers:
            raise Damaged(number, f"there is a second {name!r}.")
        self.headers[name] = value
        self.where[name] = number

    def _expect_nothing_after(self, end: int) -> None:
        for number, raw in enumerate(self.lines[end:], end + 1):
            if raw.strip() and not raw.lstrip().startswith("#"):
                raise Damaged(number, f"nothing may follow {END!r}.")

    def match(self) -> Match:
        """Make sense of the headers."""
        game, version, played = self._take("Game"), self._number("Rules"), self._date("Date")
        players = self._take_numbered("Player", self._text)
        options = self._options() if "Options" in self.headers else {}
        promise = self._bytes("Commitment", SECRET_SIZE)
        secret = self._bytes("Secret", SECRET_SIZE) if "Secret" in self.headers else None
        nonces = self._take_numbered("Nonce", lambda name: self._bytes(name, NONCE_SIZE))
        outcome, broken_off = self._result(len(players))
        if not players:
            raise Damaged(1, "the header 'Player 1' is missing.")
        if len(nonces) != (0 if secret is None else len(players)):
            raise Damaged(1, "secret and nonces belong together, a nonce for each player.")
        for name in self.headers:
            raise Damaged(self.where[name], f"there is no header {name!r} in a record.")
        for move in self.moves:
            if move.seat >= len(players):
                raise Damaged(move.line, f"there is no player {move.seat + 1}.")
        return Match(
            game=game,
            version=version,
            date=played,
            players=players,
            options=options,
            commitment=promise,
            secret=secret,
            nonces=nonces,
            moves=tuple(self.moves),
            outcome=outcome,
            broken_off=broken_off,
            lines=self.where,
        )

    def _take(self, name: str) -> str:
        if name not in self.headers:
            raise Damaged(1, f"the header {name!r} is missing.")
        return self.headers.pop(name)

    def _take_numbered(self, name: str, take: Callable[[str], T]) -> tuple[T, ...]:
        taken: list[T] = []
        while (numbered := f"{name} {len(taken) + 1}") in self.headers:
            taken.append(take(numbered))
        return tuple(taken)

    def _bad(self, name: str, expected: str) -> Damaged:
        return Damaged(self.where[name], f"{name!r} must be {expected}.")

    def _number(self, name: str) -> int:
        value = self._take(name)
        if not re.fullmatch(r"[0-9]{1,6}", value):
            raise self._bad(name, "a number")
        return int(value)

    def _date(self, name: str) -> date:
        try:
            return date.fromisoformat(self._take(name))
        except ValueError:
            raise self._bad(name, "a date such as 2026-11-18") from None

    def _bytes(self, name: str, size: int) -> bytes:
        value = self._take(name)
        if not re.fullmatch(rf"[0-9a-f]{{{2 * size}}}", value):
            raise self._bad(name, f"{2 * size} hexadecimal digits")
        return bytes.fromhex(value)

    def _text(self, name: str) -> str:
        value = self._take(name)
        if not value.startswith('"'):
            return value
        try:
            text = json.loads(value)
        except ValueError:
            text = None
        if not isinstance(text, str):
            raise self._bad(name, "a text, its quotes closed")
        return text

    def _options(self) -> dict[str, str]:
        options = {}
        for word in self._take("Options").split():
            name, equals, value = word.partition("=")
            if not (name and equals and value):
                raise self._bad("Options", "like expert=true")
            options[name] = value
        return options

    def _result(self, seats: int) -> tuple[Outcome | None, str]:
        if "Result" not in self.headers:
            return None, ""
        ranking = self._take("Result")
        reason = self._text("Reason")
        if ranking == NO_RESULT:
            return None, reason
        if not _PLACES.fullmatch(ranking):
            raise self._bad("Result", "places such as 2 > 1 = 3")
        places = tuple(
            tuple(int(seat) - 1 for seat in place.split(" = "))
            for place in ranking.split(" > ")
        )
        if sorted(seat for place in places for seat in place) != list(range(seats)):
            raise self._bad("Result", "a ranking with every player once")
        scores = self._take("Scores").split()
        if len(scores) != seats or not all(re.fullmatch(r"-?[0-9]{1,6}", s) for s in scores):
            raise self._bad("Scores", "a number for each player")
        return Outcome(ranking=places, scores=tuple(map(int, scores)), reason=reason), ""


def _excerpt(text: str) -> str:
    # The file may be anything: only a short, harmless part of it is repeated.
    return ascii(text[:30])


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a replay, and the state that it has led to."""

    move: Move
    events: list[Event]
    state: Any


class Untrue(ValueError):
    """Tells the first line where a record claims what did not happen."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(line, reason)
        self.line = line
        self.reason = reason

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}" if self.line else self.reason


def first_state(game: Game[Any, Any], match: Match) -> Any:
    """Set a recorded match up again, or raise `Untrue` if that cannot be done."""
    if match.version != game.version:
        raise Untrue(
            match.lines.get("Rules", 0),
            f"this was played by version {match.version} of the rules of {game.title}; "
            f"here is version {game.version}.",
        )
    try:
        seats = check_seats(game, len(match.players))
        options = read_options(game, match.options)
    except BadSetting as error:
        raise Untrue(match.lines.get("Options", 0), str(error)) from None
    if match.secret is None:
        raise Untrue(
            match.lines.get("Commitment", 0),
            "the secret is not revealed, so the draws cannot be repeated.",
        )
    return game.new(seats, options, FairDice(match_seed(match.secret, match.nonces)))


def replay(game: Game[Any, Any], match: Match) -> Iterator[Step]:
    """Play a recorded match again, a step a move; each step has a state of its own."""
    state = first_state(game, match)
    for move in match.moves:
        state = game.copy(state)
        try:
            events = game.apply(state, move.seat, game.parse(move.action))
        except Illegal as refusal:
            raise Untrue(move.line, f"{_excerpt(move.action)}: {refusal.text}") from None
        yield Step(move, events, state)


def verify(game: Game[Any, Any], match: Match) -> None:
    """Play a recorded match again and raise `Untrue` at the first false claim."""
    state = first_state(game, match)
    assert match.secret is not None  # or there would be no first state
    if commitment(match.secret) != match.commitment:
        raise Untrue(
            match.lines.get("Secret", 0), "the secret is not the one that was committed to."
        )
    for step in replay(game, match):
        state = step.state
    outcome = game.outcome(state)
    if outcome == match.outcome:
        return
    line = match.lines.get("Result", 0)
    if outcome is None:
        raise Untrue(line, "a result is claimed, but after the last move the game goes on.")
    if match.outcome is None:
        raise Untrue(line, "no result is given, but with the last move the game is over.")
    raise Untrue(line, f"the result is another: {describe(outcome)}.")


def describe(outcome: Outcome) -> str:
    """Say in a few words how a match ended."""
    winners = " and ".join(f"player {seat + 1}" for seat in outcome.winners)
    verb = "wins" if len(outcome.winners) == 1 else "win"
    return f"{winners} {verb} ({outcome.reason})"
