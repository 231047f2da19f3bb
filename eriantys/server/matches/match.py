"""One match that has begun: its state, its log's latest number, its clock and its places.

A match knows nothing of how it is announced or kept: `play.py` and its neighbours do that.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from eriantys.games.contract import Illegal, Seat, View
from eriantys.games.dice import FairDice, commitment, match_seed
from eriantys.server.house import AnyGame
from eriantys.server.limits import UNDOS_PER_TURN
from eriantys.server.rows import Agreement, MatchBegun, Spoilt, StoredMatch
from eriantys.server.session import Session
from eriantys.wire.cards import Happening
from eriantys.wire.fields import Level

if TYPE_CHECKING:
    from eriantys.server.matches.votes import Poll


class Presence(enum.Enum):
    """How a player is there."""

    HERE = "here"
    AWAY = "away"
    """The connection is lost, and may still come back in time."""
    GONE = "gone"
    """Counted as absent."""


class Bot:
    """The bot that plays a seat, whether or not one has come yet."""

    __slots__ = ("failures", "late", "level", "session", "ticket")

    def __init__(self, level: Level) -> None:
        self.level = level
        self.session: Session | None = None
        self.ticket = b""
        """What the one that was called will show; nothing while none is expected."""
        self.failures = 0
        """How often in a row one was called and did nothing."""
        self.late = False
        """Whether the server has acted in its stead since one came last."""


class Place:
    """A seat of a match: whose it is, and through which connection."""

    __slots__ = ("bot", "cause", "grace", "lost_at", "name", "of_bot", "presence", "session")

    def __init__(self, name: str, level: Level | None = None) -> None:
        self.name = name
        self.of_bot = level is not None
        """Whether the seat is a bot's, and not that of a person who may be gone."""
        self.bot = None if level is None else Bot(level)
        """What plays it now, if it is not the person whose seat it is."""
        self.session: Session | None = None
        """Through which connection that person is here."""
        self.presence = Presence.HERE if self.of_bot else Presence.GONE
        self.cause = ""
        """Why nobody is here."""
        self.grace = 0.0
        """How many seconds the player may still be lost during this turn, all in all."""
        self.lost_at: float | None = None
        """When the connection was lost; None where that was not the player's doing."""

    @property
    def player(self) -> Session | None:
        """The connection from which an answer is expected, of a person or of a bot."""
        return self.bot.session if self.bot is not None else self.session


class Match:
    """A match with its players, those who look on, and the clock of whoever is on turn."""

    __slots__ = (
        "begun",
        "clock_due",
        "game",
        "id",
        "kept",
        "left",
        "number",
        "past",
        "paused",
        "places",
        "poll",
        "state",
        "suspended",
        "topped_up",
        "touched",
        "turn",
        "undone",
        "watchers",
    )

    def __init__(self, game: AnyGame, begun: MatchBegun, state: Any, now: float) -> None:
        self.id = begun.match
        self.game = game
        self.begun = begun
        self._put(state)
        self.number = 0
        """How many lines the log has."""
        self.kept = 0
        """How many it had when the whole state was kept last."""
        self.past: list[Any] = []
        """The states that `undo` can bring back, the latest last."""
        self.undone = 0
        """How many actions were taken back during this turn."""
        levels = begun.bots or (None,) * len(begun.players)
        self.places = [Place(*each) for each in zip(begun.players, levels, strict=True)]
        self.watchers: list[Session] = []
        self.left = float(self.agreement.turn_seconds)
        """What is left of this turn, in seconds, while the clock stands still."""
        self.topped_up = False
        """Whether the clock was wound up a little in this turn for one who came back."""
        self.clock_due: float | None = None
        """When the time of this turn will be up, while it runs."""
        self.suspended = False
        """Whether it waits for somebody who is missing."""
        self.paused = False
        """Whether its players have agreed to let it stand still."""
        self.poll: Poll | None = None
        """What they are voting about."""
        self.touched = now
        """When something happened last, as far as those know who only look at the list."""

    @classmethod
    def new(cls, game: AnyGame, begun: MatchBegun, now: float = 0.0) -> Match:
        """Set the table up with the luck that was agreed on."""
        dice = FairDice(match_seed(begun.secret, begun.nonces))
        state = game.new(begun.agreement.seats, options_of(game, begun), dice)
        return cls(game, begun, state, now)

    @classmethod
    def restore(
        cls, game: AnyGame, stored: StoredMatch, clock_least: float, now: float
    ) -> Match:
        """Take a match up where its log ends."""
        match = cls(game, stored.begun, game.restore(stored.kept.state), now)
        match.number = match.kept = stored.kept.number
        match.suspended = stored.suspended
        for line in stored.since:
            if line.undo:
                match.take_back()
            else:
                state = game.copy(match.state)
                try:
                    game.apply(state, line.seat, game.parse(line.action))
                except Illegal as illegal:
                    raise Spoilt(f"Line {line.number} is not legal: {illegal}") from None
                match.advance(state)
            match.number = line.number
        if stored.left_ms is not None:
            match.left = stored.left_ms / 1000
        match.leave_at_least(clock_least)
        return match

    @property
    def agreement(self) -> Agreement:
        """What its creator chose."""
        return self.begun.agreement

    @property
    def commitment(self) -> bytes:
        """The promise that was given for the server's share of the luck."""
        return commitment(self.begun.secret)

    @property
    def here(self) -> list[Session]:
        """List the connections of the people who are here, by seat."""
        return [place.session for place in self.places if place.session is not None]

    @property
    def bots(self) -> list[Session]:
        """List the connections of the bots that are here, by seat."""
        found = [place.bot.session for place in self.places if place.bot is not None]
        return [session for session in found if session is not None]

    @property
    def bots_turn(self) -> bool:
        """Whether it is a bot that must act now."""
        return self.turn is not None and self.places[self.turn].bot is not None

    @property
    def away(self) -> tuple[Seat, ...]:
        """List the seats whose people are not here."""
        return tuple(
            seat
            for seat, place in enumerate(self.places)
            if place.session is None and not place.of_bot
        )

    @property
    def stand_ins(self) -> tuple[Seat, ...]:
        """List the seats that bots play for people who are gone."""
        return tuple(
            seat
            for seat, place in enumerate(self.places)
            if place.bot is not None and not place.of_bot
        )

    @property
    def deserted(self) -> bool:
        """Whether all people are gone, and there are at most bots to go on."""
        people = [place for place in self.places if not place.of_bot]
        return all(place.presence is Presence.GONE for place in people)

    @property
    def watcher_names(self) -> tuple[str, ...]:
        """Name those who look on."""
        return tuple(session.name for session in self.watchers)

    def advance(self, state: Any) -> None:
        """Put the next state in, and keep as many of those before as may be taken back."""
        if self.game.turns(state) != self.game.turns(self.state):
            self.undone = 0
        self.past.append(self.state)
        self._put(state)
        keep = self.game.undoable(state)
        del self.past[: len(self.past) - keep]

    def take_back(self) -> None:
        """Put the state before the latest action in again."""
        self._put(self.past.pop())
        self.undone += 1

    def _put(self, state: Any) -> None:
        self.state = state
        self.turn = self.game.turn(state)
        """The seat that must act now."""

    def leave_at_least(self, seconds: float) -> None:
        """See to it that so much of the turn is left, or a whole one if that is shorter."""
        self.left = max(self.left, min(seconds, float(self.agreement.turn_seconds)))

    def can_undo(self) -> bool:
        """Tell whether the seat on turn may take its latest action back."""
        game = self.game
        count = game.undoable if self.agreement.undo else game.unfinished
        return bool(self.past) and count(self.state) > 0 and self.undone < UNDOS_PER_TURN

    def audiences(self) -> Iterator[tuple[Seat | None, list[Session]]]:
        """Group those who are here by whose view they see."""
        if not self.game.hidden:
            if everybody := [*self.here, *self.bots, *self.watchers]:
                yield None, everybody
            return
        for seat, place in enumerate(self.places):
            if (player := place.player) is not None:
                yield seat, [player]
        if self.watchers:
            yield None, self.watchers

    def view(self, seat: Seat | None) -> View:
        """Show what a seat may see now."""
        return self.game.view(self.state, seat)

    def answers(self) -> tuple[str, tuple[Any, ...]]:
        """List what can be answered: the legal actions, or without guidance the candidates."""
        if self.agreement.guidance == "full":
            return "legal", tuple(self.game.legal(self.state))
        return "candidates", tuple(self.game.candidates(self.state))


def options_of(game: AnyGame, begun: MatchBegun) -> Any:
    """Read the game's options from what was kept of them."""
    return msgspec.convert(begun.agreement.options, game.Options)


def side_of(match: Match, seat: Seat) -> tuple[int, tuple[Seat, ...]]:
    """Tell which side a seat is on: its number, and all its seats."""
    sides = match.game.teams(match.agreement.seats, options_of(match.game, match.begun))
    return next((number, side) for number, side in enumerate(sides) if seat in side)


def happenings(events: list[Any], seat: Seat | None) -> tuple[Happening, ...]:
    """Tell those events that a seat may know of."""
    return tuple(Happening(event.kind, event.facts) for event in events if event.seen_by(seat))
