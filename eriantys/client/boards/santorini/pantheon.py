"""The list of gods from which the challenger chooses, filtered by words or by kind."""

from __future__ import annotations

from collections.abc import Callable

from eriantys.client.boards.board import UNUSED, Reply
from eriantys.client.boards.reading import part, word
from eriantys.client.boards.santorini import cards, reading
from eriantys.client.boards.santorini.cards import CARDS, KINDS, Card
from eriantys.client.keys import Event, Key, Paste
from eriantys.client.match import Match

FILTER_MOST = 30
_STEPS = {"Up": -1, "Down": 1, "PageUp": -8, "PageDown": 8, "Home": -99, "End": 99}


class Pantheon:
    """What is shown of the list, and what is under its cursor."""

    def __init__(self, match: Match, draw_lot: Callable[[list[str]], str]) -> None:
        self.match = match
        self.cursor = next(iter(self.legal), next(iter(self.numbered)))
        self.sought = ""
        """What the names and texts are filtered by."""
        self.typing = False
        self.kind = ""
        """The only kind that is shown; empty for all."""
        self._digits = ""
        self._draw_lot = draw_lot

    @property
    def legal(self) -> dict[str, str]:
        """By god: the action that chooses it."""
        offers = (action.split() for action in self.match.offers)
        return {
            each[1]: " ".join(each)
            for each in offers
            if len(each) == 2 and each[0] == "god" and each[1] in self.numbered
        }

    @property
    def numbered(self) -> dict[str, int]:
        """By god: its number in the whole list."""
        advanced = bool(part(self.match.view, "table").get("advanced"))
        listed = [card.name for card in CARDS.values() if advanced or card.simple]
        return {name: number for number, name in enumerate(listed, 1)}

    @property
    def shown(self) -> list[Card]:
        """The gods that pass the filters."""
        sought = self.sought.lower()
        return [
            card
            for card in (CARDS[name] for name in self.numbered)
            if self.kind in ("", card.kind) and sought in f"{card.name} {card.power}".lower()
        ]

    @property
    def chosen(self) -> list[str]:
        """The gods that were chosen so far."""
        return reading.offered(self.match.view)

    def why_not(self, card: Card) -> str:
        """Say in a few words why a god cannot be chosen; empty if it can be."""
        if card.name in self.chosen:
            return "chosen already"
        available = part(self.match.view, "setup").get("available") or ()
        if card.name not in map(word, available):
            return f"only with {cards.seats_words(card)}"
        return ""

    # Acting.

    def settle(self) -> None:
        """Keep the cursor on something that is shown and, while others act, on nothing less."""
        shown = [card.name for card in self.shown]
        if self.cursor in self.chosen and self.legal:
            # Whoever has chosen one goes on to the next.
            after = shown[shown.index(self.cursor) :] if self.cursor in shown else shown
            free = [name for name in (*after, *shown) if name in self.legal]
            self.cursor = next((n for n in free if n not in self.chosen), self.cursor)
        if self.cursor not in shown and shown:
            self.cursor = next((name for name in shown if name in self.legal), shown[0])

    def point_at(self, name: str) -> bool:
        """Put the cursor on a god."""
        if name not in self.numbered:
            return False
        if name not in [card.name for card in self.shown]:
            self.sought = self.kind = ""
        self.cursor = name
        return True

    def handle(self, event: Event) -> Reply:
        """Act on a key, or on what is typed or pasted as a filter."""
        if self.typing:
            return self._type(event)
        if not isinstance(event, Key):
            return UNUSED
        digits, self._digits = self._digits, ""
        if event.name in _STEPS:
            self._go(_STEPS[event.name])
            return Reply()
        if event.name.isdecimal():
            return self._number(digits + event.name, event.name)
        match event.name:
            case "Enter" | " ":
                return self.choose()
            case "/":
                self.typing = True
            case "k":
                kinds = ["", *KINDS]
                self.kind = kinds[(kinds.index(self.kind) + 1) % len(kinds)]
            case "x" if self.legal:
                free = [name for name in self.legal if not self.why_not(CARDS[name])]
                return Reply(action=self.legal[self._draw_lot(free or [*self.legal])])
            case "Esc" if self.sought or self.kind:
                self.sought = self.kind = ""
            case _:
                return UNUSED
        self.settle()
        return Reply()

    def choose(self) -> Reply:
        """Choose the god under the cursor."""
        if not self.legal:
            return Reply(say="It is not your turn to choose a god.")
        if self.cursor in self.legal:
            return Reply(action=self.legal[self.cursor])
        card = CARDS[self.cursor]
        return Reply(say=f"{card.title}: {self.why_not(card) or 'not now'}.")

    def _number(self, digits: str, last: str) -> Reply:
        """Go to the god of a number, of which the second digit may still come."""
        names = {number: name for name, number in self.numbered.items()}
        typed = digits if int(digits) in names else last
        if int(typed) not in names:
            return Reply(say=f"The gods are numbered from 1 to {len(names)}.")
        self._digits = typed
        self.point_at(names[int(typed)])
        return Reply()

    def _go(self, step: int) -> None:
        shown = [card.name for card in self.shown]
        if shown:
            at = shown.index(self.cursor) if self.cursor in shown else 0
            self.cursor = shown[max(0, min(at + step, len(shown) - 1))]

    def _type(self, event: Event) -> Reply:
        match event:
            case Key(name="Enter"):
                self.typing = False
            case Key(name="Esc"):
                self.typing, self.sought = False, ""
            case Key(name="Backspace"):
                self.sought = self.sought[:-1]
            case Key(name="Up" | "Down" as name):
                self._go(_STEPS[name])
            case Key() if event.sign:
                self.sought = (self.sought + event.sign)[:FILTER_MOST]
            case Paste():
                self.sought = (self.sought + event.text)[:FILTER_MOST]
            case _:
                return UNUSED
        self.settle()
        return Reply()
