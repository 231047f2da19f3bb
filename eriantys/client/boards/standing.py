"""How a match stands, as all games say it: why nobody acts, and how far the turn is."""

from __future__ import annotations

from collections.abc import Iterable

from eriantys.client.canvas import Span, Style, ink
from eriantys.client.frame import BAR_DIM
from eriantys.client.match import Match

_NOW = ink("bright", "bar", "bold", "underline")


def standstill(match: Match) -> str:
    """Say why nobody is asked for anything; empty while the match goes on."""
    if match.ended is not None or match.turn is None:
        return "The match is over"
    if match.suspended:
        missing = [match.name_of(seat) for seat in sorted(match.away)]
        return f"The match waits for {' and '.join(missing) or 'somebody who is missing'}"
    return "The match is paused" if match.paused else ""


def steps(words: Iterable[tuple[str, bool]], other: Style = BAR_DIM) -> list[Span]:
    """Write the steps of a turn for the banner, each given with whether it is the current."""
    spans: list[Span] = []
    for word, now in words:
        if spans:
            spans.append(Span(" ▸ ", BAR_DIM))
        spans.append(Span(word, _NOW if now else other))
    return spans
