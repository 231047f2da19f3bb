"""`bin/bench bots`: how fast the brains think, and what they spend their time on.

The brains think about decisions from the middle of games, in interleaved rounds, and CPU time
counts. An iteration of a search is one way down its tree, with one look at where it ends; but
most of the time goes into the nodes that grow there, for which whole turns are looked through.

What it goes into is found by watching the seams, where the brains call the rules and the
evaluation: time is booked on whatever was called last and has not returned. (Looking in from
a signal would not do: Python lets signals through at a few places only, so that what runs
between them would be booked on whatever comes next.) The watching itself costs some tenths of
a microsecond a call, so the speeds are measured without it.
"""

from __future__ import annotations

import pkgutil
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from itertools import cycle
from statistics import median
from typing import Any, NamedTuple
from unittest.mock import patch

from eriantys.bots import evaluation
from eriantys.bots.brain import LEVELS, Budget, find
from eriantys.bots.brains.mcts import Search
from eriantys.games.contract import Game, View
from eriantys.games.dice import QuickDice
from eriantys.games.eriantys import GAME
from eriantys.games.eriantys.state import Options
from tests.bench.rounds import Contestant, measure, turns
from tests.bench.server.report import Report

KINDS = [(seats, expert) for seats in (2, 4) for expert in (False, True)]
DECISIONS = 40
"""How many decisions of a game are thought about, as they come."""

RULES = ("copy", "apply", "legal", "guess")
PARTS = (*RULES, "evaluation", "lines", "tree")
"""What time is booked on: the rules, how positions stand, finding lines, and all the rest."""
LINES = "eriantys.bots.evaluation.eriantys.lines"
MOVES = "eriantys.bots.evaluation.eriantys.moves"
SEAMS = (
    (f"{LINES}.State.copy", "copy"),
    (f"{LINES}.apply", "apply"),
    (f"{LINES}.legal", "legal"),
    (f"{MOVES}.legal", "legal"),
    (f"{MOVES}.playable", "legal"),
    (f"{LINES}.shares", "evaluation"),
)
"""Where the knowledge of the game calls the rules and the evaluation."""


class Asked(NamedTuple):
    """A decision, as a brain is asked for it."""

    view: View
    legal: list[str]
    seat: int


def decisions(seats: int, expert: bool) -> list[Asked]:
    """Let greedy brains play, and note the decisions with something to decide."""
    state = GAME.new(seats, Options(expert=expert), QuickDice(seats))
    brain, luck = find("greedy", GAME), QuickDice(1)
    noted: list[Asked] = []
    while (seat := GAME.turn(state)) is not None and len(noted) < DECISIONS:
        asked = Asked(
            GAME.view(state, seat), [GAME.format(each) for each in GAME.legal(state)], seat
        )
        if len(asked.legal) > 1:
            noted.append(asked)
        GAME.apply(state, seat, GAME.parse(brain.choose(*asked, Budget(1), luck)))
    return noted


def thinking(
    name: str, asked: Sequence[Asked], budget: Budget, game: Game[Any, Any] = GAME
) -> Contestant:
    """Decide one after the other, each as if newly come to the table."""
    waiting, luck = cycle(asked), QuickDice(1)

    def decide() -> int:
        find(name, game).choose(*next(waiting), budget, luck)
        return 1

    return decide


def searching(asked: Sequence[Asked], budget: Budget) -> Contestant:
    """Search for each decision, and count how often the search looked ahead."""
    waiting, luck, insight = cycle(asked), QuickDice(1), evaluation.find(GAME)

    def search() -> int:
        view, legal, seat = next(waiting)
        begun = Search(GAME, insight, view, seat, luck)
        begun.begin(legal)
        begun.run(budget)
        return begun.root.visits

    return search


@dataclass(slots=True)
class Account:
    """What one part has cost, and how often it was called."""

    seconds: float = 0.0
    calls: int = 0


class Ledger:
    """Books time on parts, each piece of it on one alone."""

    def __init__(self) -> None:
        self.accounts = {part: Account() for part in PARTS}
        self._current = Account()  # what is spent outside of all parts
        self._since = time.perf_counter()

    def booked(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Make of a function one that does the same, on the account of a part."""
        account = self.accounts[part]

        def booking(*arguments: Any) -> Any:
            caller = self._turn_to(account)
            account.calls += 1
            try:
                return function(*arguments)
            finally:
                self._turn_to(caller)

        return booking

    def share(self, *parts: str) -> float:
        """Tell how much of all that was booked went into some parts."""
        total = sum(each.seconds for each in self.accounts.values())
        return sum(self.accounts[part].seconds for part in parts) / total

    def _turn_to(self, account: Account) -> Account:
        """Close the account that was open, and return it."""
        before, now = self._current, time.perf_counter()
        before.seconds += now - self._since
        self._current, self._since = account, now
        return before


@contextmanager
def watched() -> Iterator[tuple[Game[Any, Any], Ledger]]:
    """Give the game with all its seams watched, and the ledger, to the end of the block."""
    ledger, known = Ledger(), evaluation.find(GAME)
    insight = replace(
        known,
        shares=ledger.booked("evaluation", known.shares),
        lines=ledger.booked("lines", known.lines),
    )
    with ExitStack() as seams:
        for place, part in SEAMS:
            function = pkgutil.resolve_name(place)
            seams.enter_context(patch(place, ledger.booked(part, function)))
        seams.enter_context(patch("eriantys.bots.evaluation.eriantys.INSIGHT", insight))
        rules: dict[str, Any] = {
            name: ledger.booked(name, getattr(GAME, name)) for name in RULES
        }
        yield replace(GAME, **rules), ledger


def run(rounds: int, seconds: float, iterations: int = LEVELS["hard"].iterations) -> int:
    """Measure, print what is found, and return the exit code."""
    report, budget = Report(), Budget(iterations)
    for seats, expert in KINDS:
        asked = decisions(seats, expert)
        report.heading(
            f"{seats} players, {'expert' if expert else 'simple'}: {rounds} rounds, CPU time"
        )
        _measure_speed(report, asked, budget, rounds, seconds)
        _measure_parts(report, asked, budget, rounds, seconds)
    return report.finish()


def _measure_speed(
    report: Report, asked: Sequence[Asked], budget: Budget, rounds: int, seconds: float
) -> None:
    contestants = {
        "greedy": thinking("greedy", asked, budget),
        "greedy again": thinking("greedy", asked, budget),
        f"mcts at {budget.iterations}": thinking("mcts", asked, budget),
        "its search": searching(asked, budget),
    }
    rates = measure(contestants, rounds, seconds)
    for name, each in rates.items():
        unit = "iterations" if name == "its search" else "decisions"
        report.line(f"{name:<14}{median(each):>10,.1f} {unit}/s")
    report.control(rates, "greedy", "greedy again")


def _measure_parts(
    report: Report, asked: Sequence[Asked], budget: Budget, rounds: int, seconds: float
) -> None:
    names = ("greedy", "mcts")
    kept: dict[str, list[Ledger]] = {name: [] for name in names}
    decided: Counter[str] = Counter()
    for name in turns(names, rounds):
        with watched() as (game, ledger):
            think = ledger.booked("tree", thinking(name, asked, budget, game))
            end = time.process_time() + seconds
            while time.process_time() < end:
                decided[name] += think()
        kept[name].append(ledger)
    for name, ledgers in kept.items():
        told = (
            f"{part} {100 * median(each.share(part) for each in ledgers):.0f} %"
            for part in PARTS
        )
        report.line(f"{name:<8}{', '.join(told)}")
        looks = sum(each.accounts["evaluation"].calls for each in ledgers) / decided[name]
        rules = median(each.share(*RULES) for each in ledgers)
        report.line(
            f"{'':<8}{looks:,.0f} positions a decision; with rules for nothing: "
            f"{1 / max(1 - rules, 0.01):.2f} x as fast"
        )
