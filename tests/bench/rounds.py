"""Interleaved rounds: the way to compare on a machine that is never quite quiet.

Every contestant has a turn in every round, in rotating order, and is measured in CPU
time. What counts is the median of the ratios within rounds; two runs of the same
contestant side by side (the A/A control) tell how far that can be trusted.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import median

Contestant = Callable[[], int]
"""Does a small piece of work and returns how many units of it were done."""

TRUSTED = 0.05
"""How far the median of the A/A control may be off."""


def measure(
    contestants: Mapping[str, Contestant], rounds: int, seconds: float
) -> dict[str, list[float]]:
    """Return each contestant's units per CPU second, round by round."""
    rates: dict[str, list[float]] = {name: [] for name in contestants}
    for name in turns(list(contestants), rounds):
        rates[name].append(_rate(contestants[name], seconds))
    return rates


def turns(names: Sequence[str], rounds: int) -> Iterator[str]:
    """Name whose turn it is, from the first of the first round to the last of the last."""
    for number in range(rounds):
        shift = number % len(names)
        yield from (*names[shift:], *names[:shift])


def _rate(work: Contestant, seconds: float) -> float:
    units = 0
    begun = time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        units += work()
    return units / spent


def ratio(rates: Mapping[str, list[float]], ours: str, theirs: str) -> float:
    """Give the median over the rounds of our rate divided by theirs."""
    return median(a / b for a, b in zip(rates[ours], rates[theirs], strict=True))


def spread(rates: Mapping[str, list[float]], ours: str, theirs: str) -> tuple[float, float]:
    """Give the smallest and the largest of those ratios."""
    ratios = [a / b for a, b in zip(rates[ours], rates[theirs], strict=True)]
    return min(ratios), max(ratios)
