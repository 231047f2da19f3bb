"""The choice of an action in the town: which worker does what, and where.

The server's list of actions is all there is to choose from. Whoever acts is chosen by a digit,
the square by arrows, by typing it or by a click; where a god lets the same worker do different
things there, each has a letter. A capital letter lets the other worker do it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from eriantys.client.boards.pointing import ARROWS, following
from eriantys.client.boards.santorini import reading
from eriantys.client.match import Match
from eriantys.games.santorini import actions, decisions
from eriantys.games.santorini.board import COLUMNS, NAMES

BUILD, OTHER = "build", "other"
"""Building the piece that comes next on a square, and building the other one instead."""

LETTERS = {
    "m": actions.MOVE,
    "p": BUILD,
    "o": OTHER,
    "f": actions.FERRY,
    "r": actions.RAZE,
}
"""By key: what a worker can do on a square."""
KEY_OF = {deed: key for key, deed in LETTERS.items()}
_FIRST = {
    decisions.PLACE: (actions.PLACE,),
    decisions.MOVE: (actions.MOVE, actions.FERRY, BUILD, OTHER),
    decisions.BUILD: (BUILD, OTHER, actions.MOVE),
    decisions.MORE: (BUILD, OTHER, actions.RAZE),
}
"""By decision: what can be done, the most usual first."""


class Way(NamedTuple):
    """One action: what is done, by the worker on which square, and where."""

    deed: str
    origin: str
    """Empty where only one worker can."""
    target: str


class Choice:
    """One decision in the town, half made."""

    def __init__(self, match: Match, before: Choice | None = None) -> None:
        self.match = match
        self.decision = match.decision
        self.number = match.request.id if match.request is not None else 0
        """Of the request that is answered by it."""
        self.ways: dict[Way, str] = {}
        self.done = ""
        """The action that ends the turn, where that can be chosen."""
        for action in match.offers:
            self._sort_in(action)
        self.deed = next(iter(self.deeds()), "")
        self.worker = next(iter(self.workers()), "")
        """The square of the worker that acts."""
        self.cursor = ""
        self.column = ""
        """The column that has been typed, while its row has not."""
        self.named = False
        """Whether the square under the cursor was typed: then a digit says who acts there."""
        if before is not None and before.number == self.number and before.mine:
            self._take_over(before)
        if self.cursor not in self.squares():
            self.cursor = self._first_square()

    def _sort_in(self, action: str) -> None:
        match action.split():
            case ["done"]:
                self.done = action
            case [("place" | "raze") as deed, target] if target in NAMES:
                self.ways[Way(deed, "", target)] = action
            case [("move" | "ferry") as deed, origin, target] if _known(origin, target):
                self.ways[Way(deed, origin, target)] = action
            case [("build" | "dome") as piece, target] if target in NAMES:
                self.ways[Way(self._building(piece, target), "", target)] = action
            case [("build" | "dome") as piece, origin, target] if _known(origin, target):
                self.ways[Way(self._building(piece, target), origin, target)] = action

    def _building(self, piece: str, target: str) -> str:
        """Tell whether a piece is the one that comes next there."""
        top = reading.square(self.match.view, target).level == reading.SUMMIT
        return BUILD if (piece == actions.DOME) == top else OTHER

    def _take_over(self, before: Choice) -> None:
        if before.deed in self.deeds():
            self.deed = before.deed
        if before.worker in self.workers():
            self.worker = before.worker
        self.cursor, self.named, self.column = before.cursor, before.named, before.column

    # What there is to choose from.

    @property
    def mine(self) -> bool:
        """Whether this client is asked for something in the town."""
        return self.match.request is not None and self.decision in _FIRST

    def deeds(self) -> list[str]:
        """List what can be done at all."""
        found = {way.deed for way in self.ways}
        return [deed for deed in _FIRST.get(self.decision, ()) if deed in found]

    def workers(self, deed: str = "") -> list[str]:
        """List the squares of those who can do it, by their number."""
        deed = deed or self.deed
        found = {way.origin for way in self.ways if way.deed == deed}
        seat = self.match.seat or 0
        order = [square for _, square in reading.team(self.match.view, seat)]
        return [square for square in ("", *order) if square in found]

    def squares(self) -> list[str]:
        """List where the chosen worker can do the chosen thing."""
        return [way.target for way in self.ways if way[:2] == (self.deed, self.worker)]

    @property
    def action(self) -> str:
        """The action that is under the cursor; empty if there is none."""
        return self.ways.get(Way(self.deed, self.worker, self.cursor), "")

    @property
    def acting(self) -> int | None:
        """The worker that would act, as far as that is settled."""
        if self.decision == decisions.PLACE or not self.mine:
            return None
        if self.worker:
            return reading.square(self.match.view, self.worker).worker
        return None if self.deed == actions.RAZE else reading.mover(self.match.view)

    @property
    def placing(self) -> int | None:
        """The worker that is placed next."""
        if self.decision != decisions.PLACE or not self.mine:
            return None
        first = reading.EACH * (self.match.seat or 0)
        pair = (first, first + 1)
        return next((w for w in pair if not reading.place_of(self.match.view, w)), None)

    def all_legal(self) -> bool:
        """Tell whether every free square can be chosen, so that nothing is worth a mark."""
        return self.decision == decisions.PLACE and len(self.ways) >= self._free()

    def _free(self) -> int:
        squares = (reading.square(self.match.view, name) for name in NAMES)
        return sum(each.worker is None and not each.dome for each in squares)

    def others_here(self) -> list[tuple[str, str]]:
        """List the keys that do something else on this square, each with the deed."""
        found = []
        for key, deed in LETTERS.items():
            if deed != self.deed and any(
                way.deed == deed and way.target == self.cursor for way in self.ways
            ):
                found.append((key, deed))
        return found

    def other_worker(self, deed: str = "") -> str:
        """Name the square of the other worker who can do it, under the cursor or at all."""
        acting = self.worker
        if not acting and self.acting is not None:  # nobody had to be named
            acting = reading.place_of(self.match.view, self.acting)
        rest = [square for square in self.workers(deed) if square not in (self.worker, acting)]
        here = [s for s in rest if Way(deed or self.deed, s, self.cursor) in self.ways]
        return next(iter(here or rest), "")

    # Choosing.

    def _first_square(self) -> str:
        """Begin where most can be seen: on the highest square that can be chosen."""
        squares = self.squares()
        view = self.match.view
        if self.decision == decisions.PLACE:
            middle = {"c3": 0, "b2": 1, "d4": 1, "b4": 1, "d2": 1}
            free = [name for name in squares if reading.square(view, name).worker is None]
            return min(free, key=lambda name: middle.get(name, 2), default="")
        if not self.guided:
            return self.worker or next(iter(squares), "")
        return max(squares, key=lambda name: reading.square(view, name).level, default="")

    @property
    def guided(self) -> bool:
        """Whether the list holds only what is legal."""
        return self.match.request is not None and self.match.request.legal is not None

    def point_at(self, square: str) -> bool:
        """Put the cursor on a square, and let whoever can act there do what can be done."""
        for deed in (self.deed, *self.deeds()):
            for worker in (self.worker, *self.workers(deed)):
                if Way(deed, worker, square) in self.ways:
                    self.deed, self.worker, self.cursor = deed, worker, square
                    return True
        return False

    def find(self, action: str) -> bool:
        """Put the cursor where an action is chosen."""
        for way, each in self.ways.items():
            if each == action:
                self.deed, self.worker, self.cursor = way
                return True
        return False

    def choose_worker(self, worker: str) -> bool:
        """Let another worker act; the cursor stays if it can act there too."""
        if worker not in self.workers():
            return False
        self.worker = worker
        if self.cursor not in self.squares():
            self.cursor = self._first_square()
        return True

    def choose_deed(self, deed: str) -> bool:
        """Do something else; the cursor stays where that is possible too."""
        if deed not in self.deeds():
            return False
        self.deed = deed
        if self.worker not in self.workers():
            self.worker = next(iter(self.workers()))
        if self.cursor not in self.squares():
            self.cursor = self._first_square()
        return True

    def go(self, arrow: str) -> None:
        """Go to the nearest square in the direction of an arrow, as they lie on the screen."""
        if not self.cursor:
            self.cursor = self._first_square()
            return
        x, y = _at(self.cursor)
        right, down = ARROWS[arrow]
        up = -down  # as the rows are numbered

        def distance(square: str) -> tuple[float, str]:
            across, along = _at(square)[0] - x, _at(square)[1] - y
            ahead = across * right + along * up
            return ahead + 2.0 * (abs(across * up) + abs(along * right)), square

        ahead = [
            square
            for square in self.squares()
            if (_at(square)[0] - x) * right + (_at(square)[1] - y) * up > 0
        ]
        if ahead:
            self.cursor = min(ahead, key=distance)

    def walk(self, way: int) -> None:
        """Go to the next square of the list, or the one before."""
        self.cursor = following(_in_rows(self.squares()), self.cursor, way)


def _known(*squares: str) -> bool:
    return all(square in NAMES for square in squares)


def _at(square: str) -> tuple[int, int]:
    return COLUMNS.index(square[0]), int(square[1])


def _in_rows(squares: Iterable[str]) -> Sequence[str]:
    """Order squares as they are read: from the uppermost row on, from left to right."""
    return sorted(squares, key=lambda square: (-int(square[1]), square[0]))
