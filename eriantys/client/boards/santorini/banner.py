"""How far the set-up or the turn is, as the banner of a table shows it."""

from __future__ import annotations

from eriantys.client.boards.santorini import reading, words
from eriantys.client.boards.standing import steps
from eriantys.client.canvas import Span, ink
from eriantys.client.match import Match
from eriantys.client.text import cut

_HARDCORE = ink("bad", "bar", "bold")


def phases(match: Match) -> list[Span]:
    """Name the steps, the current one in capitals."""
    spans: list[Span] = []
    view, over = match.view, match.ended is not None
    if reading.hardcore(view):
        spans.append(Span("HARDCORE  ", _HARDCORE))
    elif reading.is_set_up(view):
        spans.append(Span("set-up  ", ink("text", "bar")))
    named = [(cut(word, 20), now) for word, now in words.phase_words(view, over=over)]
    return [*spans, *steps(named)]
