"""Which matches are not over, and whose they are; known without loading any of them."""

from __future__ import annotations

import msgspec

from eriantys.server.rows import Archive, MatchBegun, Unfinished


class Shelf:
    """Every unfinished match, by its number and by the names of the people in it."""

    def __init__(self, archive: Archive) -> None:
        self.cards: dict[int, Unfinished] = {}
        self._of: dict[str, list[int]] = {}
        for card in archive.unfinished():
            self._put(card)

    def put(self, begun: MatchBegun) -> None:
        """Add a match that has just begun."""
        self._put(
            Unfinished(
                begun.match,
                begun.agreement,
                begun.players,
                suspended=False,
                code=begun.code,
                bots=begun.bots,
            )
        )

    def _put(self, card: Unfinished) -> None:
        self.cards[card.match] = card
        for name in card.people:
            self._of.setdefault(name.lower(), []).append(card.match)

    def mark(self, match: int, *, suspended: bool) -> None:
        """Note that a match waits for somebody, or goes on."""
        card = self.cards[match]
        self.cards[match] = msgspec.structs.replace(card, suspended=suspended)

    def drop(self, match: int) -> None:
        """Take out a match that is over."""
        for name in self.cards.pop(match).people:
            numbers = self._of[name.lower()]
            numbers.remove(match)
            if not numbers:
                del self._of[name.lower()]

    def of(self, low: str) -> list[Unfinished]:
        """List the matches of a name in lower case, oldest first."""
        return [self.cards[match] for match in self._of.get(low, ())]
