"""How far the set-up or the turn is, as the banner of a table shows it."""

from __future__ import annotations

from eriantys.client.boards.santorini import reading, words
from eriantys.client.canvas import Span, ink
from eriantys.client.frame import BAR_DIM
from eriantys.client.match import Match
from eriantys.client.text import cut

_NOW = ink("bright", "bar", "bold", "underline")
_HARDCORE = ink("bad", "bar", "bold")


def phases(match: Match) -> list[Span]:
    """Name the steps, the current one in capitals."""
    spans: list[Span] = []
    view, over = match.view, match.ended is not None
    if reading.hardcore(view):
        spans.append(Span("HARDCORE  ", _HARDCORE))
    elif reading.is_set_up(view):
        spans.append(Span("set-up  ", ink("text", "bar")))
    for at, (word, now) in enumerate(words.phase_words(view, over=over)):
        if at:
            spans.append(Span(" ▸ ", BAR_DIM))
        spans.append(Span(cut(word, 20), _NOW if now else BAR_DIM))
    return spans
