"""What all games tell alike of a match that is over, or is seen once more."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from eriantys.client.canvas import Span, ink
from eriantys.client.match import Line, Match


def undone(match: Match, line: Line, words: Callable[[str], str]) -> str:
    """Say what an undo took back, as far as this client was there."""
    depth = 1
    for story in reversed(match.story):
        if not isinstance(story, Line) or story.number >= line.number:
            continue
        depth += 1 if story.action == "undo" else -1
        if not depth:
            return words(story.action)
    return "the latest action"


def in_one_sentence(told: Sequence[str], who: str, subject: str = "") -> str:
    """Make one sentence of the lines of a step; whoever they are about is named once."""
    rest = (each.removeprefix(f"{subject or who} ") for each in told[1:])
    text = "; ".join((*told[:1], *rest))
    text = text if who in text else f"{who}: {text}"
    return f"{text[:1].upper()}{text[1:]}."


def places(
    match: Match, merit: Callable[[int], tuple[int, ...]] = lambda _: ()
) -> list[tuple[int, int]]:
    """List all seats from the best on, each with its place; 0 where there is no ranking.

    Where seats have the same place, or none, the one with the least `merit` comes first.
    """
    ranking = match.ended.ranking if match.ended is not None else ()
    place_of = {seat: place for place, seats in enumerate(ranking, 1) for seat in seats}
    unranked = len(ranking) + 1

    def order(seat: int) -> tuple[int, ...]:
        return (place_of.get(seat, unranked), *merit(seat), seat)

    seats = sorted(range(len(match.players)), key=order)
    return [(seat, place_of.get(seat, 0)) for seat in seats]


def named(match: Match, seat: int) -> str:
    """Name a player in the final table."""
    return f"{match.name_of(seat)} (you)" if seat == match.seat else match.name_of(seat)


def cell(text: str, fg: str, *, own: bool, bold: bool = False) -> Span:
    """Write a cell of the final table; the row of the own seat has a colour of its own."""
    return Span(text, ink(fg, "me" if own else "panel", *(("bold",) if bold else ())))
