"""Tournaments between brains, on mirrored seeds.

In a pairing the first-named player stands alone against a table of the second: on one side of
the match sits the first, on all others the second. Every seed is played once for each side on
which the first can sit, with the same dice, so that neither the seat nor the deal favours
anybody. Partners are played by brains of the same name that do not talk. At a table for one
each player is alone with the game, on the same seeds.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NamedTuple

from eriantys import games
from eriantys.bots.brain import LEVELS, Brain, Budget, find
from eriantys.bots.settling import Bet, wilson
from eriantys.games.contract import Teams
from eriantys.games.dice import FairDice, QuickDice, derive

NOBODY = "nobody"
"""Whom a player meets who plays alone."""


class Contest(NamedTuple):
    """What is played: plain values, so that other processes can be told."""

    game: str
    seats: int
    options: Any
    seed: int
    iterations: int | None
    seconds: float | None
    """How long every brain thinks; if neither is given, as long as its level usually does."""

    @property
    def teams(self) -> Teams:
        """Tell which seats win together."""
        return games.find(self.game).teams(self.seats, self.options)

    def budget(self, player: str) -> Budget:
        """Tell how long a player may think about each decision."""
        if self.iterations is None and self.seconds is None:
            # By iterations alone, so that the tournament can be repeated.
            return Budget(LEVELS[player if player in LEVELS else "hard"].iterations)
        return Budget(self.iterations, self.seconds)


class Fixture(NamedTuple):
    """One game of a tournament."""

    contest: Contest
    pairing: tuple[str, str]
    deal: int
    """Which of the seeds."""
    side: int
    """Where the first player of the pairing sits."""


class Played(NamedTuple):
    """What came of one game."""

    share: float
    """The first player's part of the victory: 1, 0, or a fraction if it is shared."""
    actions: int
    moves: tuple[int, int]
    """How many decisions each player of the pairing made."""
    seconds: tuple[float, float]
    """How long each player thought about them."""


@dataclass(slots=True)
class Score:
    """What has been counted of one pairing."""

    pairing: tuple[str, str]
    equal: float
    """The share of the victories that an equal player would win."""
    games: int = 0
    wins: int = 0
    draws: int = 0
    won: float = 0.0
    """Wins, and shared victories in part."""
    actions: int = 0
    moves: list[int] = field(default_factory=lambda: [0, 0])
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    settled: bool = False

    def add(self, played: Played) -> None:
        """Count one game."""
        self.games += 1
        self.wins += played.share == 1
        self.draws += 0 < played.share < 1
        self.won += played.share
        self.actions += played.actions
        for player in (0, 1):
            self.moves[player] += played.moves[player]
            self.seconds[player] += played.seconds[player]

    @property
    def interval(self) -> tuple[float, float]:
        """Give the 95 % interval of the first player's share."""
        return wilson(self.won, self.games)

    @property
    def share(self) -> float:
        """Give the first player's part of all victories."""
        return self.won / self.games


class Umpire:
    """Counts a pairing's games in order, and says when they have settled the question."""

    def __init__(self, contest: Contest, pairing: tuple[str, str]) -> None:
        self._sides = len(contest.teams)
        self._bet = Bet(1 / self._sides) if self._sides > 1 else None
        """Against the equal share; whoever plays alone shares with nobody."""
        self._block = 0.0
        self.score = Score(pairing, 1 / self._sides)

    def add(self, played: Played) -> bool:
        """Count a game; tell whether the question is settled."""
        score = self.score
        score.add(played)
        self._block += played.share
        if self._bet is not None and score.games % self._sides == 0:
            # The games of one seed depend on each other; together they are one result.
            self._bet.add(self._block / self._sides)
            self._block = 0.0
            score.settled = score.settled or self._bet.settled
        return score.settled


def pairings(players: list[str], sides: int = 2) -> list[tuple[str, str]]:
    """List who meets whom: every player those named later, or alone nobody."""
    if sides == 1:
        return [(player, NOBODY) for player in players]
    return list(combinations(players, 2))


def fixtures(contest: Contest, pairing: tuple[str, str], count: int) -> Iterator[Fixture]:
    """List at least so many games, every seed from all sides."""
    sides = len(contest.teams)
    for deal in range(-(-count // sides)):
        for side in range(sides):
            yield Fixture(contest, pairing, deal, side)


def play(fixture: Fixture) -> Played:
    """Play one game to its end."""
    contest, pairing, deal, side = fixture
    game = games.find(contest.game)
    teams = contest.teams
    player_of = [0 if seat in teams[side] else 1 for seat in range(contest.seats)]
    brains: list[Brain] = [find(pairing[player], game) for player in player_of]
    luck = [
        QuickDice(int.from_bytes(derive(contest.seed, f"brain {side} {seat}", deal)))
        for seat in range(contest.seats)
    ]
    state = game.new(
        contest.seats, contest.options, FairDice(derive(contest.seed, "arena", deal))
    )
    actions, moves, seconds = 0, [0, 0], [0.0, 0.0]
    while (seat := game.turn(state)) is not None:
        legal = [game.format(action) for action in game.legal(state)]
        view, player = game.view(state, seat), player_of[seat]
        begun = time.perf_counter()
        budget = contest.budget(pairing[player])
        chosen = brains[seat].choose(view, legal, seat, budget, luck[seat])
        seconds[player] += time.perf_counter() - begun
        moves[player] += 1
        actions += 1
        game.apply(state, seat, game.parse(chosen))
    outcome = game.outcome(state)
    assert outcome is not None  # the game was played to its end
    winning = [team for team in teams if set(team) <= set(outcome.winners)]
    share = 1 / len(winning) if teams[side] in winning else 0.0
    return Played(share, actions, (moves[0], moves[1]), (seconds[0], seconds[1]))
