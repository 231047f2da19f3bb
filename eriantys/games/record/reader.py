"""Reading the text of a record, line by line, with a reason for every refusal."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import date
from typing import TypeVar

from eriantys.games.contract import Outcome, excerpt
from eriantys.games.dice import NONCE_SIZE, SECRET_SIZE
from eriantys.games.record.match import Match, Move
from eriantys.games.record.text import END, NO_RESULT, NOBODY, TITLE
from eriantys.games.record.troubles import Damaged

T = TypeVar("T")

_MOVE = re.compile(r"([1-9][0-9]?): (\S.*)")
_HEADER = re.compile(r"([A-Z][a-z]+(?: [1-9][0-9]?)?):(?: (.*))?")
_PLACES = re.compile(rf"(?:{NOBODY} > )?[1-9][0-9]?(?: [>=] [1-9][0-9]?)*")


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
                raise Damaged(number, f"{excerpt(line)} is neither a header nor a move.")
        raise Damaged(len(self.lines), f"the text breaks off: its last line must be {END!r}.")

    def _add_header(self, number: int, name: str, value: str) -> None:
        if self.moves:
            raise Damaged(number, f"the header {excerpt(name)} stands among the moves.")
        if name in self.headers:
            raise Damaged(number, f"there is a second {excerpt(name)}.")
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
        if not players:
            raise Damaged(1, "the header 'Player 1' is missing.")
        options = self._options() if "Options" in self.headers else {}
        promise = self._bytes("Commitment", SECRET_SIZE)
        secret = self._bytes("Secret", SECRET_SIZE) if "Secret" in self.headers else None
        nonces = self._take_numbered("Nonce", lambda name: self._bytes(name, NONCE_SIZE))
        outcome, broken_off = self._result(len(players))
        if len(nonces) != (0 if secret is None else len(players)):
            line = self.where.get("Secret") or self.where["Nonce 1"]
            raise Damaged(line, "secret and nonces belong together, a nonce for each player.")
        for name in self.headers:
            raise Damaged(self.where[name], f"the header {excerpt(name)} does not belong here.")
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
        for other in self.headers:
            if other.startswith(f"{name} "):
                raise Damaged(
                    self.where[other], f"{other!r} is there, but {numbered!r} is not."
                )
        return tuple(taken)

    def _bad(self, name: str, expected: str) -> Damaged:
        return Damaged(self.where[name], f"{name!r} must be {expected}.")

    def _number(self, name: str) -> int:
        value = self._take(name)
        if not re.fullmatch(r"[0-9]{1,6}", value):
            raise self._bad(name, "a number")
        return int(value)

    def _date(self, name: str) -> date:
        # Python reads other forms of dates too, and not every version the same.
        parts = re.fullmatch(r"([0-9]{4})-([0-9]{2})-([0-9]{2})", self._take(name))
        try:
            if parts:
                return date(int(parts[1]), int(parts[2]), int(parts[3]))
        except ValueError:
            pass  # there is no such day
        raise self._bad(name, "a date such as 2026-11-18")

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
            if name in options:
                raise Damaged(self.where["Options"], f"there is a second {excerpt(name)}.")
            options[name] = value
        return options

    def _result(self, seats: int) -> tuple[Outcome | None, str]:
        if self.headers.keys().isdisjoint({"Result", "Scores", "Reason"}):
            return None, ""
        ranking = self._take("Result")
        reason = self._text("Reason")
        if ranking == NO_RESULT:
            return None, reason
        if not _PLACES.fullmatch(ranking):
            raise self._bad("Result", "places such as 2 > 1 = 3")
        places = tuple(
            tuple(sorted(int(seat) - 1 for seat in place.split(" = ") if seat != NOBODY))
            for place in ranking.split(" > ")
        )
        if sorted(seat for place in places for seat in place) != list(range(seats)):
            raise self._bad("Result", "a ranking with every player once")
        scores = self._take("Scores").split()
        if len(scores) != seats or not all(re.fullmatch(r"-?[0-9]{1,6}", s) for s in scores):
            raise self._bad("Scores", "a number for each player")
        return Outcome(ranking=places, scores=tuple(map(int, scores)), reason=reason), ""
