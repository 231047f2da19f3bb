"""`bin/bench bots`: how fast the brains think, and what they spend their time on.

The brains think about decisions from the middle of games, in interleaved rounds, and CPU time
counts. What it goes into is found by looking in every few milliseconds: whatever is nearest
to the top of the stack there is what it was spent on.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from statistics import median
from types import FrameType
from typing import NamedTuple

from eriantys.bots import evaluation
from eriantys.bots.brain import LEVELS, Budget, find
from eriantys.bots.brains.mcts import Search
from eriantys.games.contract import View
from eriantys.games.dice import QuickDice
from eriantys.games.eriantys import GAME
from eriantys.games.eriantys.state import Options
from tests.bench.rounds import Contestant, measure, turns
from tests.bench.server.report import Report

KINDS = [(seats, expert) for seats in (2, 4) for expert in (False, True)]
DECISIONS = 40
"""How many decisions of a game are thought about, as they come."""
LOOK_IN = 0.001
"""Seconds of CPU time between two looks; the system may make them longer."""

RULES = ("copy", "apply", "legal", "guess")
SPENT_ON = {
    ("eriantys.games.eriantys.state", "copy"): "copy",
    ("eriantys.games.eriantys.play", "apply"): "apply",
    ("eriantys.games.eriantys.legal", "legal"): "legal",
    ("eriantys.games.eriantys.guess", "guess"): "guess",
    ("eriantys.bots.evaluation.eriantys.standing", "shares"): "evaluation",
    ("eriantys.bots.evaluation.eriantys.lines", "lines"): "lines",
    ("eriantys.bots.brains.mcts", "think"): "tree",
    ("eriantys.bots.brains.greedy", "think"): "tree",
}
"""By module and function: what whoever is in there is busy with."""


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


def thinking(name: str, asked: Sequence[Asked], budget: Budget) -> Contestant:
    """Decide one after the other, each as if newly come to the table."""
    waiting, luck = cycle(asked), QuickDice(1)

    def decide() -> int:
        find(name, GAME).choose(*next(waiting), budget, luck)
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


@contextmanager
def looking_in() -> Iterator[Counter[str]]:
    """Count what the time goes into, from here to the end of the block."""
    seen: Counter[str] = Counter()

    def look(_: int, frame: FrameType | None) -> None:
        while frame is not None:
            place = (frame.f_globals.get("__name__", ""), frame.f_code.co_name)
            if part := SPENT_ON.get(place):
                seen[part] += 1
                return
            frame = frame.f_back

    before = signal.signal(signal.SIGPROF, look)
    signal.setitimer(signal.ITIMER_PROF, LOOK_IN, LOOK_IN)
    try:
        yield seen
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


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
    brains = {name: thinking(name, asked, budget) for name in ("greedy", "mcts")}
    seen: dict[str, list[Counter[str]]] = {name: [] for name in brains}
    for name in turns(list(brains), rounds):
        with looking_in() as spent:
            measure({name: brains[name]}, 1, seconds)
        seen[name].append(spent)
    for name, counts in seen.items():
        told = (
            f"{part} {100 * _share(counts, [part]):.0f} %"
            for part in (*RULES, "evaluation", "lines", "tree")
        )
        others = max(1 - _share(counts, RULES), 0.01)
        report.line(f"{name:<8}{', '.join(told)}")
        report.line(f"{'':<8}with rules for nothing: {1 / others:.2f} x as fast")


def _share(counts: Sequence[Counter[str]], parts: Sequence[str]) -> float:
    """Give the median over the rounds of the share of some parts in all that was seen."""
    return median(sum(each[part] for part in parts) / max(each.total(), 1) for each in counts)
