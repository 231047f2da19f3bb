"""Random matches of any game, for the tests of the contract and for long runs.

As a command, `python -m tests.games.play [matches [game ...]]`, it plays so many matches
of every kind to the end and prints what came of each kind; the same on every machine.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import product
from random import Random
from typing import Any

import cbor2
import msgspec

from eriantys.games import REGISTERED, find
from eriantys.games.contract import Event, Game, Seat
from eriantys.games.dice import FairDice
from tests.toy.game import TOY

MOST_ACTIONS = 5000
"""No match may take longer: whoever gets here has found a game that does not end."""


@dataclass(frozen=True)
class Case:
    """A kind of match: the game, the number of seats and the options."""

    game: Game[Any, Any]
    seats: int
    options: Any

    def __str__(self) -> str:
        chosen = msgspec.structs.asdict(self.options).items()
        switched_on = [name for name, value in chosen if value is True]
        return "-".join([self.game.id, str(self.seats), *switched_on])

    @property
    def looks(self) -> tuple[Seat | None, ...]:
        """Those who see different things: a watcher alone where nothing is hidden."""
        return self.eyes if self.game.hidden else (None,)

    @property
    def unguided(self) -> bool:
        """Whether it is played by the rules of matches without guidance."""
        return bool(self.game.unguided and getattr(self.options, self.game.unguided))

    @property
    def eyes(self) -> tuple[Seat | None, ...]:
        """Everybody who looks at the table, a watcher included."""
        return (*range(self.seats), None)


@dataclass(frozen=True)
class Match:
    """A match that was played to its end.

    `states[i]` is a copy of the state in which `seats[i]` chose `actions[i]`, which made
    `events[i]`; one more state than actions, the last one being the end.
    """

    case: Case
    number: int
    states: list[Any] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    actions: list[Any] = field(default_factory=list)
    events: list[list[Event]] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.case}-{self.number}"

    @property
    def game(self) -> Game[Any, Any]:
        """The game that was played."""
        return self.case.game

    def chance(self, purpose: str) -> Random:
        """Make a source of chance for one test of this match."""
        return Random(f"{self}/{purpose}")

    def positions(self, number: int, purpose: str) -> list[int]:
        """Choose positions before the end: one for each decision, and others by chance."""
        chance = self.chance(purpose)
        everywhere = list(range(len(self.actions)))
        chance.shuffle(everywhere)
        one_of_each = {self.game.decision(self.states[i]): i for i in everywhere}
        return sorted({*one_of_each.values(), *everywhere[:number]})


def all_games() -> list[Game[Any, Any]]:
    """List the toy and every registered game."""
    return [TOY, *map(find, REGISTERED)]


def cases(game: Game[Any, Any]) -> list[Case]:
    """List the kinds of match of a game: all seats, and all switches that go together."""
    switches = [each.name for each in msgspec.structs.fields(game.Options) if each.type is bool]
    every = [
        Case(game, seats, game.Options(**dict(zip(switches, setting, strict=True))))
        for seats in game.seats
        for setting in product((False, True), repeat=len(switches))
    ]
    return [case for case in every if not game.objection(case.seats, case.options)]


def fair_dice(purpose: str, number: int = 0) -> FairDice:
    """Make fair dice whose seed follows from a purpose and a number."""
    return FairDice(Random(f"{purpose}/{number}").randbytes(32))


def begin(case: Case, number: int) -> Any:
    """Set up match number so-and-so of a kind."""
    return case.game.new(case.seats, case.options, fair_dice(str(case), number))


def choose(game: Game[Any, Any], state: Any, chance: Random) -> Any:
    """Choose a legal action; mostly by its words first, whatever numbers they stand with.

    So `red dining` is met as often as all of `red 1` to `red 12`, and rare cards are played.
    """
    actions = list(game.legal(state))
    if chance.random() < 0.75:
        by_words: dict[str, list[Any]] = {}
        for action in actions:
            by_words.setdefault(game.format(action).rstrip("0123456789"), []).append(action)
        actions = chance.choice(list(by_words.values()))
    return chance.choice(actions)


def play_match(case: Case, number: int) -> Match:
    """Play a match with random actions to its end and keep all of it."""
    match = Match(case, number)
    game, chance, state = case.game, match.chance("play"), begin(case, number)
    while (seat := game.turn(state)) is not None:
        assert len(match.actions) < MOST_ACTIONS, f"{match} does not end"
        match.states.append(game.copy(state))
        action = choose(game, state, chance)
        match.seats.append(seat)
        match.actions.append(action)
        match.events.append(game.apply(state, seat, action))
    match.states.append(game.copy(state))
    return match


def matches(case: Case, number: int) -> Iterator[Match]:
    """Play the first so many matches of a kind."""
    return (play_match(case, which) for which in range(number))


FULL_KINDS = 6
"""A game with more kinds of match than that plays fewer of each."""


def first_matches(of: Sequence[Case], number: int) -> list[tuple[Case, int]]:
    """Name the first so many matches of each kind; `play_match` plays them."""
    kinds = Counter(case.game.id for case in of)
    return [
        (case, which)
        for case in of
        for which in range(-(-number * FULL_KINDS // max(FULL_KINDS, kinds[case.game.id])))
    ]


def match_name(which: tuple[Case, int]) -> str:
    """Call a match by its kind and number."""
    return f"{which[0]}-{which[1]}"


def play_out(game: Game[Any, Any], state: Any, chance: Random) -> int:
    """Play the state itself to its end with random actions, and count them."""
    count = 0
    while (seat := game.turn(state)) is not None:
        assert count < MOST_ACTIONS, f"{game.id} does not end"
        game.apply(state, seat, chance.choice(game.legal(state)))
        count += 1
    return count


def replay(match: Match, state: Any, start: int, stop: int | None = None) -> list[list[Event]]:
    """Repeat the actions of a match from one position on, in place."""
    moves = zip(match.seats[start:stop], match.actions[start:stop], strict=True)
    return [match.game.apply(state, seat, action) for seat, action in moves]


def digest(match: Match) -> str:
    """Boil the whole match down to a few letters."""
    sums = blake2b(digest_size=8)
    for state in match.states:
        sums.update(cbor2.dumps(match.game.snapshot(state)))
    return sums.hexdigest()


def candidates_met(match: Match) -> list[Any]:
    """Every well-formed answer of the whole match, each once, in the order of meeting."""
    met = (action for state in match.states for action in match.game.candidates(state))
    return list(dict.fromkeys(met))


def main(words: Sequence[str]) -> None:
    """Play matches of every kind, or of every kind of the games named."""
    number, names = int(words[0]) if words else 1, words[1:]
    for game in all_games():
        for case in cases(game) if not names or game.id in names else ():
            actions, sums = 0, blake2b(digest_size=8)
            for match in matches(case, number):
                actions += len(match.actions)
                sums.update(digest(match).encode())
            print(case, number, "matches", actions, "actions", sums.hexdigest(), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
