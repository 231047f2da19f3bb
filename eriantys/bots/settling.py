"""When a question about chances is settled: intervals, and a test that may look every time.

The question is whether a player wins more, or less, than an equal share. Looking again after
every game and stopping at the first interval without that share in it would settle it wrongly
far more often than once in twenty. So the test is a bet instead: gamblers who believe in other
shares stake on every result at odds that are fair if the share is equal. Then their common
wealth is expected to stay at 1, and by Ville's inequality it reaches 20 with a chance of at
most 1 in 20, however often one looks. When it does, the equal share is refuted at 95 %.
"""

from __future__ import annotations

from math import exp, fsum, log1p, sqrt

CONFIDENCE = 0.95
Z = 1.959963984540054
"""How many standard deviations hold 95 % of a normal distribution."""

STAKES = tuple(part / 10 for part in range(-9, 10) if part)
"""What each gambler risks of its wealth, on less (negative) or more than an equal share."""


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Give the 95 % interval of Wilson for a chance, from wins (shared ones in part)."""
    if not games:
        return 0.0, 1.0
    share, weight = wins / games, Z * Z / games
    middle = share + weight / 2
    reach = Z * sqrt(share * (1 - share) / games + weight / (4 * games))
    low, high = ((middle + sign * reach) / (1 + weight) for sign in (-1, 1))
    return max(0.0, low), min(1.0, high)


class Bet:
    """A bet against the equal share, on results that do not depend on each other.

    A result is a number from 0 to 1: the part of the games of one seed that was won.
    """

    def __init__(self, equal: float) -> None:
        self._equal = equal
        self._wealth = [0.0] * len(STAKES)  # logarithms

    def add(self, result: float) -> None:
        """Pay the gamblers for one more result."""
        over = result - self._equal
        for place, stake in enumerate(STAKES):
            # Nobody can lose more than the stake, whatever the result.
            worst = self._equal if stake > 0 else 1 - self._equal
            self._wealth[place] += log1p(stake * over / worst)

    @property
    def settled(self) -> bool:
        """Tell whether the equal share is refuted at 95 %."""
        wealth = fsum(map(exp, self._wealth)) / len(STAKES)
        return wealth * (1 - CONFIDENCE) >= 1
