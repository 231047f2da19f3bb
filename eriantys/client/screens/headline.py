"""What a game says about a match that is over, for the card that shows it."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from eriantys.client.canvas import Span
from eriantys.client.chart import Series
from eriantys.client.match import Match
from eriantys.client.screens.replay import Teller
from eriantys.client.tape import Tape


class Row(NamedTuple):
    """One line of the final table."""

    spans: list[Span]
    own: bool = False
    """Whether it is that of whoever looks at it."""


class Summary(Teller, Protocol):
    """What a game says about a match that is over."""

    def why(self, match: Match) -> list[str]:
        """Say in sentences why the match ended and what decided it."""

    def played(self, match: Match) -> str:
        """Say in a few words what was played and how long."""

    def table(self, match: Match, wide: int) -> list[Row]:
        """Write the final table, its heads first, no wider than that."""

    def charted(self) -> str:
        """Name what the chart shows."""

    def series(self, tape: Tape) -> tuple[list[Series], list[str]]:
        """Give the lines of the chart, the best first, and the labels along it."""

    def swing(self, tape: Tape) -> str:
        """Name the moment that decided most; empty if there was none."""


YOU_WON = "YOU WON!"


def headline(match: Match) -> str:
    """Say in a few big words who won."""
    ended = match.ended
    if ended is None or not ended.ranking or not ended.ranking[0]:
        return "NO WINNER"
    winners = ended.ranking[0]
    sides = [team for team in match.teams if any(seat in winners for seat in team)]
    if len(sides) > 1:
        return "SHARED WIN"
    if match.seat in winners:
        return YOU_WON
    names = [match.name_of(seat).upper() for seat in winners]
    return f"{names[0]} WINS" if len(names) == 1 else f"{' AND '.join(names)} WIN"
