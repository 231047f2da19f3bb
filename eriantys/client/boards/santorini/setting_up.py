"""The guidance of the set-up: what would be chosen or taken, and what that leaves."""

from __future__ import annotations

from eriantys.client.boards.key_line import with_keys
from eriantys.client.boards.santorini import cards, reading, words
from eriantys.client.boards.santorini.offer import Offer
from eriantys.client.boards.santorini.pantheon import Pantheon
from eriantys.client.canvas import Span
from eriantys.client.frame import GUIDE, GUIDE_ARROW, GUIDE_BRIGHT, GUIDE_CHOSEN, asking
from eriantys.client.match import Match


def choosing(match: Match, gods: Pantheon, rows: int, wide: int) -> list[list[Span]]:
    """Say which god would be chosen as which, or what is typed."""
    if gods.typing:
        told = "Type a part of a name or of a text. "
        pairs = [("↑↓", "god"), ("Enter", "keep"), ("Esc", "all gods")]
        return [with_keys(asking(told), pairs, wide - 1)]
    if match.request is None:
        return [asking(words.question(match))]
    seats, number = reading.seats(match.view), len(gods.chosen) + 1
    said = [
        *(GUIDE_ARROW, Span(f"Choose {seats} gods: ", GUIDE_BRIGHT)),
        Span(cards.card(gods.cursor).title, GUIDE_CHOSEN),
        Span(f" as number {number}?", GUIDE_BRIGHT),
    ]
    pairs = [("Enter", "choose"), ("/", "filter"), ("x", "at random")]
    return _two(said, pairs, rows, wide)


def taking(offer: Offer, rows: int, wide: int) -> list[list[Span]]:
    """Say what would be taken, and what that leaves to others."""
    item = offer.items[offer.at]
    head = "Start player: " if item.target.kind == "seat" else "Take "
    said = [
        *(GUIDE_ARROW, Span(head, GUIDE_BRIGHT), Span(item.title, GUIDE_CHOSEN)),
        Span(f"?  {offer.consequence()}.", GUIDE),
    ]
    return _two(said, [("Enter", "take"), ("←→", "other")], rows, wide)


def _two(
    said: list[Span], pairs: list[tuple[str, str]], rows: int, wide: int
) -> list[list[Span]]:
    if rows == 1:
        return [with_keys(said, pairs, wide - 1)]
    return [said, [Span("  ", GUIDE), *with_keys([], pairs, wide - 3)]]
