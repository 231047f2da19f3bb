"""What is stored, read with SQL and played again from the very beginning.

Nothing here goes through the server's own reading: a match is its secret, its players' shares
in the luck, its options and its log, and the rest must follow.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import cbor2
import msgspec

from eriantys.games.contract import Event, Game, Seat
from eriantys.games.dice import FairDice, commitment, match_seed
from eriantys.server.matches.match import Match, happenings
from eriantys.server.outside.store import Store
from tests.simulation.plan import check
from tests.simulation.records import Records
from tests.simulation.tally import Tally

_LINES = """\
SELECT number, seat, action, undo, left_ms FROM log
WHERE match = ? AND number > ? ORDER BY number"""
_ABOUT = "SELECT players, private, watchers, code, status, bots FROM matches WHERE match = ?"
_BEGUN = "SELECT game, seats, options, secret, nonces, players FROM matches WHERE match = ?"


def plain(data: Any) -> Any:
    """Turn data into what is left of it after a journey."""
    return cbor2.loads(cbor2.dumps(data))


@dataclass
class Line:
    """One line of a log, with what it did when it was played again."""

    seat: Seat
    action: str
    undo: bool
    left_ms: int
    events: list[Event]


class About(NamedTuple):
    """What decides who may know of a match."""

    players: tuple[str, ...]
    private: bool
    watchers: bool
    code: str
    ended: bool
    bots: tuple[str | None, ...]


@dataclass
class Story:
    """A match as it must have been."""

    game: Game[Any, Any]
    secret: bytes
    nonces: tuple[bytes, ...]
    players: tuple[str, ...]
    state: Any
    before: list[Any] = field(default_factory=list)
    """All states that can still be gone back to."""
    lines: list[Line] = field(default_factory=list)
    kept: dict[int, Any] = field(default_factory=dict)
    """Snapshots by number."""


class Ledger:
    """Stories of all matches; each is read on from where it was left."""

    def __init__(self, store: Store, games: Mapping[str, Game[Any, Any]]) -> None:
        self._ask = store._connection.execute
        self._store = store
        self._games = games
        self._stories: dict[int, Story] = {}

    def statuses(self) -> dict[int, str]:
        """Tell of every match whether it is running, suspended or ended."""
        return dict(self._ask("SELECT match, status FROM matches ORDER BY match").fetchall())

    def guests(self) -> set[str]:
        """Name the guests who are kept."""
        return {name for (name,) in self._ask("SELECT folded FROM names WHERE guest")}

    def players(self, match: int) -> tuple[str, ...]:
        """Name the players of a match."""
        return self.story(match).players

    def about(self, match: int) -> About:
        """Tell what decides who may know of a match."""
        players, private, watchers, code, status, bots = self._ask(_ABOUT, (match,)).fetchone()
        names, levels = tuple(cbor2.loads(players)), tuple(cbor2.loads(bots))
        return About(names, bool(private), bool(watchers), code, status == "ended", levels)

    def story(self, match: int) -> Story:
        """Play a match again, as far as its log goes."""
        story = self._stories.get(match)
        if story is None:
            story = self._stories[match] = self._begin(match)
        game = story.game
        for number, seat, action, undo, left_ms in self._ask(
            _LINES, (match, len(story.lines))
        ).fetchall():
            check(number == len(story.lines) + 1, f"match {match} lacks a line before {number}")
            check(game.turn(story.state) == seat, f"line {number} of {match} is out of turn")
            events: list[Event] = []
            if undo:
                check(story.before, f"line {number} of match {match} takes nothing back")
                story.state = story.before.pop()
            else:
                state = game.copy(story.state)
                events = game.apply(state, seat, game.parse(action))
                story.before.append(story.state)
                story.state = state
            story.lines.append(Line(seat, action, bool(undo), left_ms, events))
            story.kept[number] = story.state
        return story

    def _begin(self, match: int) -> Story:
        game_id, seats, options, secret, nonces, players = self._ask(
            _BEGUN, (match,)
        ).fetchone()
        game, shares = self._games[game_id], tuple(cbor2.loads(nonces))
        dice = FairDice(match_seed(secret, shares))
        state = game.new(seats, msgspec.convert(cbor2.loads(options), game.Options), dice)
        story = Story(game, secret, shares, tuple(cbor2.loads(players)), state)
        story.kept[0] = state
        return story

    # What must agree with a story.

    def compare_loaded(self, match: Match) -> None:
        """Hold a match of the server against its story."""
        story = self.story(match.id)
        check(match.number == len(story.lines), f"{match.id}: {match.number} is not the last")
        expected, found = story.game.snapshot(story.state), match.game.snapshot(match.state)
        check(plain(expected) == plain(found), f"match {match.id} differs from its log")

    def compare_snapshot(self, match: int) -> None:
        """Hold what a restart would find against the story."""
        story, game = self.story(match), self._stories[match].game
        found = self._ask("SELECT number, state FROM states WHERE match = ?", (match,))
        number, state = found.fetchone() or (-1, b"")
        if self.statuses()[match] == "ended":
            check(number < 0, f"match {match} is over and has a snapshot")
            return
        check(number in story.kept, f"match {match} has a snapshot of line {number}")
        expected = plain(game.snapshot(story.kept[number]))
        check(expected == cbor2.loads(state), f"snapshot {number} of {match} is wrong")
        restored = Match.restore(game, self._store.load(match), 0.0, now=0.0)
        self.compare_loaded(restored)
        check(
            len(restored.past) == game.undoable(restored.state),
            f"match {match} cannot take back what it must after a restart",
        )

    def compare_records(self, records: Records, tally: Tally) -> None:
        """Hold everything that anybody was told against what is stored."""
        statuses = self.statuses()
        for match, agreement in records.agreements.items():
            check(match in statuses, f"match {match} was announced and is not stored")
            story = self.story(match)
            expected = (story.players, commitment(story.secret), story.nonces)
            check((agreement[2], *agreement[-2:]) == expected, f"match {match} is another")
        for (match, number, to), (seat, action, events) in records.seen.items():
            story = self.story(match)
            check(number <= len(story.lines), f"line {number} of match {match} is lost")
            line, game = story.lines[number - 1], story.game
            shown = "undo" if line.undo else game.shown(game.parse(line.action), line.seat, to)
            check((line.seat, shown) == (seat, action), f"{match}/{number}: {seat} {action}")
            told = plain(msgspec.to_builtins(happenings(line.events, to)))
            check(told == plain(msgspec.to_builtins(events)), f"{match}/{number}: {events}")
            tally.add("checked moves")
            tally.add("undone", line.undo)
        for match, ended in records.ended.items():
            check(
                statuses[match] == "ended", f"match {match} was over and is {statuses[match]}"
            )
            check(ended.secret == self.story(match).secret, f"match {match} had another secret")
            outcome = self.story(match).game.outcome(self.story(match).state)
            if outcome is not None:
                check(
                    (ended.ranking, ended.scores) == (outcome.ranking, outcome.scores),
                    f"{ended}",
                )
