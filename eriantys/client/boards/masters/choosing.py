"""The choice of an action: what can be pointed at now, and which action that means.

The server's list of legal actions is all there is to choose from. It is sorted into a tree:
what is taken up first, such as a card, holds what it can be done with, such as the slots.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations_with_replacement
from typing import TypeAlias

from eriantys.client.boards.masters import reading
from eriantys.client.boards.masters.targets import (
    CARD_KEYS,
    GOOD_KEYS,
    LINE_KEYS,
    PAIR_KEYS,
    Target,
    card_at,
    line_number,
    place_of,
)
from eriantys.client.boards.pointing import Place, following, nearest
from eriantys.client.match import Match
from eriantys.games.masters import decisions
from eriantys.games.masters.names import COLOURS, LEVELS, RESOURCES, SOURCES

Places: TypeAlias = Mapping[Target, Place]
"""Where each target lies on the screen."""
Ways: TypeAlias = "dict[Target, str | Ways]"
"""By target: the action that it means, or what it can be done with."""

PAIRS = tuple(combinations_with_replacement(range(len(RESOURCES)), 2))
"""What the basic power can take."""
_KIND = {name: kind for kind, name in enumerate(RESOURCES)}
_ORDER = (
    *("done", "end", "line", "card", "good", "depot", "source", "power", "pair", "made"),
    *("slot", "box", "play", "produce", "discard", "rest", "back", "arrange"),
)
"""What the cursor is put on first, where there are several kinds of things."""
_BUTTONS = {"p": "produce", "w": "arrange", "b": "back", "X": "rest", "e": "end"}
_DIGITS = ("depot", "power", "slot", "source")
"""What digits name."""
_AT_ONCE = ("depot", "slot", "power", "made", "source", "good")
"""What its key does without Enter: nearly all of it can be taken back."""


class Choice:
    """One decision of a player, half made."""

    def __init__(self, match: Match, before: Choice | None = None) -> None:
        self.match = match
        self.decision = match.decision
        self.number = match.request.id if match.request is not None else 0
        """Of the request that is answered by it."""
        self.root: Ways = {}
        self.path: list[Target] = []
        """What has been taken up, the latest last."""
        self.naming = False
        """Whether the next letter names a card."""
        self.waits = False
        """Whether somebody wants Enter to be asked for every action."""
        for action in match.offers:
            self._sort_in(action)
        self._flatten()
        if self.mine and self.decision == decisions.ACTION:
            for pile in reading.PILES:
                # One that cannot be bought can be pointed at as well, to be told why.
                if reading.top(match.view, pile) is not None:
                    self.root.setdefault(Target("card", pile), {})
        self.root = _ordered(self.root)
        self.cursor = next(iter(self.root), None)
        if before is not None and before.number == self.number and self.mine:
            self._take_over(before)

    # What there is to choose from.

    @property
    def mine(self) -> bool:
        """Whether this client is asked at all."""
        return self.match.request is not None

    @property
    def level(self) -> Ways:
        """What can be pointed at, with what has been taken up."""
        ways = self.root
        for target in self.path:
            found = ways.get(target)
            if not isinstance(found, dict):
                return {}
            ways = found
        return ways

    @property
    def action(self) -> str:
        """The action that is under the cursor; empty if there is none yet."""
        found = self.level.get(self.cursor) if self.cursor is not None else None
        return found if isinstance(found, str) else ""

    @property
    def within(self) -> Ways:
        """What can be done with what is under the cursor, if it is to be taken up."""
        found = self.level.get(self.cursor) if self.cursor is not None else None
        return found if isinstance(found, dict) else {}

    def has(self, kind: str) -> bool:
        """Tell whether something of this kind can be pointed at."""
        return any(target.kind == kind for target in self.level)

    def leads_to(self, target: Target) -> bool:
        """Tell whether a target means an action, or the way to one."""
        return bool(self.root.get(target))

    def _sort_in(self, action: str) -> None:
        words = action.split()
        path = _path_of(words, self.decision)
        if not path or not self._known(path):
            return
        self._enter(path, action)
        if words[0] == "swap":  # it does not matter which of the two is named first
            self._enter([path[0], path[2], path[1]], action)

    def _enter(self, path: list[Target], action: str) -> None:
        ways = self.root
        for target in path[:-1]:
            deeper = ways.setdefault(target, {})
            if not isinstance(deeper, dict):
                return
            ways = deeper
        ways[path[-1]] = action

    def _known(self, path: list[Target]) -> bool:
        """Tell whether the things of a path are on the table."""
        return all(
            target.kind != "card" or reading.top(self.match.view, target.which) is not None
            for target in path
        )

    def _flatten(self) -> None:
        """Do not ask which good is meant where only one kind waits."""
        waiting = [target for target in self.root if target.kind == "good"]
        ways = self.root.get(waiting[0]) if len(waiting) == 1 else None
        if isinstance(ways, dict):
            del self.root[waiting[0]]
            self.root |= ways

    def _take_over(self, before: Choice) -> None:
        """Keep what was taken up and pointed at."""
        self.path = list(before.path)
        if before.cursor in self.level:
            self.cursor = before.cursor
        else:
            self.path = []

    # Choosing.

    def point_at(self, target: Target) -> bool:
        """Put the cursor on something, if it can be chosen now."""
        if target in self.level:
            self.cursor = target
            return True
        return False

    def take_up(self, target: Target) -> bool:
        """Go on to what a target can be done with, if it is to be taken up."""
        found = self.level.get(target)
        if not isinstance(found, dict) or not found:
            return False
        self.path.append(target)
        self.cursor = next(iter(found))
        return True

    def back(self) -> bool:
        """Put down what was taken up last; tell whether there was anything."""
        self.naming = False
        if not self.path:
            return False
        self.cursor = self.path.pop()
        return True

    def beside(self, target: Target) -> bool:
        """Tell whether a button can be pressed though something else has been taken up.

        Whoever has a good in hand may see only then that the depots should lie otherwise.
        """
        return (
            self.decision == decisions.STORE
            and target.kind in ("arrange", "back")
            and target not in self.path
            and self.leads_to(target)
        )

    def put_down_for(self, sign: str) -> None:
        """Put down what was taken up, if a sign means a button beside it."""
        if self.path and sign in _BUTTONS and self.beside(Target(_BUTTONS[sign])):
            self.path.clear()

    def find(self, action: str) -> None:
        """Put the cursor where an action is chosen, with what must be taken up for it."""
        path = _find(self.root, action)
        if path:
            self.path, self.cursor = path[:-1], path[-1]

    def walk(self, way: int) -> None:
        """Go to the next target of the list, or the one before."""
        self.cursor = following([*self.level], self.cursor, way)

    def go(self, arrow: str, places: Places) -> None:
        """Go to the nearest target in the direction of an arrow, as they lie on the screen."""
        if self.cursor is None or self.cursor not in places:
            self.cursor = next((each for each in self.level if each in places), self.cursor)
        else:
            self.cursor = nearest(arrow, self.cursor, self.level, places)

    def at_once(self, target: Target) -> bool:
        """Tell whether the key of a target sends its action; otherwise only Enter does."""
        return target.kind in _AT_ONCE and not self.waits

    # Keys.

    def keyed(self, sign: str) -> tuple[Target, ...]:
        """Tell what a key names now, with what must be taken up before; nothing if nothing."""
        if self.naming and sign in CARD_KEYS:
            target = Target("card", card_at(CARD_KEYS.index(sign)))
            return (target,) if target in self.level else ()
        found = self._named(sign, self.level)
        if found is not None:
            return (found,)
        # Whoever names what can be done means what is under the cursor.
        for first in (self.cursor, *self.level):
            ways = self.level.get(first) if first is not None else None
            if first is not None and first.kind in ("good", "pair") and isinstance(ways, dict):
                found = self._named(sign, ways)
                if found is not None:
                    return (first, found)
        return ()

    def _named(self, sign: str, ways: Ways) -> Target | None:
        wanted: list[Target] = []
        if sign.isdecimal():
            wanted = [Target(kind, int(sign) - (kind == "source")) for kind in _DIGITS]
            if self.decision == decisions.LEADERS:
                wanted.append(Target("discard", int(sign)))
        if sign in LINE_KEYS:
            wanted.append(Target("line", LINE_KEYS.index(sign)))
        if sign in PAIR_KEYS:
            wanted.append(Target("pair", PAIR_KEYS.index(sign)))
        if sign in GOOD_KEYS:
            kind = GOOD_KEYS.index(sign)
            wanted += [Target("good", kind), Target("made", kind)]
        if sign in _BUTTONS:
            wanted.append(Target(_BUTTONS[sign]))
        if sign == "p":
            wanted.append(Target("done"))
        if sign == "x":
            wanted.append(Target("box"))
            if self.cursor is not None and self.cursor.kind in ("play", "discard"):
                wanted.append(Target("discard", self.cursor.which))
        return next((target for target in wanted if target in ways), None)

    def next_leader(self) -> bool:
        """Go to the first thing that can be done with the next leader."""
        offered = [target for target in self.level if target.kind in ("play", "discard")]
        numbers = sorted({target.which for target in offered})
        if not numbers:
            return False
        at = self.cursor.which if self.cursor in offered and self.cursor is not None else 0
        following = next((each for each in numbers if each > at), numbers[0])
        self.cursor = next(target for target in offered if target.which == following)
        return True


def _ordered(ways: Ways) -> Ways:
    """Sort what can be pointed at, so that what is done most often comes first."""

    def rank(target: Target) -> tuple[int, int]:
        place = place_of(target.which) if target.kind == "card" else target.which
        return (_ORDER.index(target.kind), place)

    return {
        target: _ordered(found) if isinstance(found, dict) else found
        for target, found in sorted(ways.items(), key=lambda way: rank(way[0]))
    }


def _find(ways: Ways, action: str) -> list[Target]:
    for target, found in ways.items():
        if found == action:
            return [target]
        if isinstance(found, dict) and (rest := _find(found, action)):
            return [target, *rest]
    return []


def _path_of(words: list[str], decision: str) -> list[Target]:
    """Tell what is pointed at for an action, one thing after the other."""
    match words:
        case ["take", *name] if (line := line_number(" ".join(name))) is not None:
            return [Target("line", line)]
        case ["buy", colour, level, "slot", slot] if colour in COLOURS and _digit(level, 3):
            pile = COLOURS.index(colour) * len(LEVELS) + int(level) - 1
            return [Target("card", pile), Target("slot", int(slot))] if _digit(slot, 3) else []
        case ["produce", *power]:
            first = [Target("produce")] if decision == decisions.ACTION else []
            rest = _power(power)
            return [*first, *rest] if rest else []
        case ["leader", "play" | "discard" as what, slot] if _digit(slot, 4):
            return [Target(what, int(slot))]
        case ["swap" | "move", one, other] if _digit(one, 5) and _digit(other, 5):
            ends = [Target("depot", int(one)), Target("depot", int(other))]
            return [Target("arrange"), *ends]
        case ["white", name] if name in _KIND:
            return [Target("good", _KIND[name])]
        case ["put", name, depot] if name in _KIND and _digit(depot, 5):
            return [Target("good", _KIND[name]), Target("depot", int(depot))]
        case ["discard", "rest"]:
            return [Target("rest")]
        case ["discard", name] if name in _KIND:
            return [Target("good", _KIND[name]), Target("box")]
        case ["back", depot] if _digit(depot, 5):
            return [Target("back"), Target("depot", int(depot))]
        case ["pay", _, source] if source in SOURCES:
            return [Target("source", SOURCES.index(source))]
        case ["done"] | ["end"]:
            return [Target(words[0])]
    return []


def _power(words: list[str]) -> list[Target]:
    match words:
        case ["card", slot] if _digit(slot, 3):
            return [Target("power", int(slot))]
        case ["leader", slot, "->", made] if _digit(slot, 2) and made in _KIND:
            return [Target("power", 3 + int(slot)), Target("made", _KIND[made])]
        case ["basic", one, other, "->", made] if {one, other, made} <= _KIND.keys():
            first, second = sorted((_KIND[one], _KIND[other]))
            return [Target("pair", PAIRS.index((first, second))), Target("made", _KIND[made])]
    return []


def _digit(text: str, most: int) -> bool:
    return len(text) == 1 and text in "123456789"[:most]
