"""The guidance of the set-up: what would be chosen or taken, and what that leaves."""

from __future__ import annotations

from eriantys.client.boards.santorini import asking, cards, reading
from eriantys.client.boards.santorini.offer import Offer
from eriantys.client.boards.santorini.pantheon import Pantheon
from eriantys.client.canvas import Span, ink
from eriantys.client.frame import GUIDE, GUIDE_BRIGHT, GUIDE_KEY
from eriantys.client.match import Match

_ARROW = Span("▸ ", GUIDE_KEY)
_TARGET = ink("cur", "me", "bold")


def choosing(match: Match, gods: Pantheon, rows: int, wide: int) -> list[list[Span]]:
    """Say which god would be chosen as which, or what is typed."""
    if gods.typing:
        told = "Type a part of a name or of a text. "
        pairs = [("↑↓", "god"), ("Enter", "keep"), ("Esc", "all gods")]
        return [asking.with_keys([_ARROW, Span(told, GUIDE_BRIGHT)], pairs, wide - 1)]
    if match.request is None:
        return [asking.waiting(match)]
    seats, number = reading.seats(match.view), len(gods.chosen) + 1
    said = [
        *(_ARROW, Span(f"Choose {seats} gods: ", GUIDE_BRIGHT)),
        Span(cards.card(gods.cursor).title, _TARGET),
        Span(f" as number {number}?", GUIDE_BRIGHT),
    ]
    pairs = [("Enter", "choose"), ("/", "filter"), ("x", "at random")]
    return _two(said, pairs, rows, wide)


def taking(offer: Offer, rows: int, wide: int) -> list[list[Span]]:
    """Say what would be taken, and what that leaves to others."""
    item = offer.items[offer.at]
    head = "Start player: " if item.target.kind == "seat" else "Take "
    said = [
        *(_ARROW, Span(head, GUIDE_BRIGHT), Span(item.title, _TARGET)),
        Span(f"?  {offer.consequence()}.", GUIDE),
    ]
    return _two(said, [("Enter", "take"), ("←→", "other")], rows, wide)


def _two(
    said: list[Span], pairs: list[tuple[str, str]], rows: int, wide: int
) -> list[list[Span]]:
    if rows == 1:
        return [asking.with_keys(said, pairs, wide - 1)]
    return [said, [Span("  ", GUIDE), *asking.with_keys([], pairs, wide - 3)]]
