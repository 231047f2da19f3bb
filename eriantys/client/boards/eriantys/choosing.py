"""The choice of an action: what can be pointed at now, and which action that means.

The server's list of legal actions is all there is to choose from. Some decisions have two
parts, such as a student and a place for it: then the first part is taken up, and the list is
narrowed to the actions that go on from there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from eriantys.client.boards.eriantys.scene import Target
from eriantys.client.boards.pointing import Place, following, nearest
from eriantys.client.match import Match
from eriantys.games.eriantys.names import ASSISTANTS, CHARACTERS, COLOURS

Places: TypeAlias = Mapping[Target, Place]
"""Where each target lies on the screen."""

_COLOUR = {colour: number for number, colour in enumerate(COLOURS)}
_VALUES = tuple(map(str, ASSISTANTS))
_ISLANDS = tuple(map(str, range(1, 13)))
ISLAND_KEYS = "1234567890-="
"""One key for each island: nothing ever waits for a second digit."""
_AT_ONCE = ("student", "monk-student", "jester-swap", "minstrel-swap")
"""Decisions whose last key sends the action, because it can always be taken back."""


class Choice:
    """One decision of a player, half made."""

    def __init__(self, match: Match, before: Choice | None = None) -> None:
        self.match = match
        self.decision = match.decision
        self.number = match.request.id if match.request is not None else 0
        """Of the request that is answered by it."""
        self.plays: dict[int, str] = {}
        """By the place of its card, from 1: the action that plays a character."""
        self._single: dict[Target, str] = {}
        self._double: dict[Target, dict[Target, str]] = {}
        """By what is taken up first: what it can be done with."""
        self.first: Target | None = None
        """What has been taken up, where the decision has two parts."""
        self.cursor: Target | None = None
        self.waits = False
        """Whether somebody wants Enter to be asked for every action."""
        self.heads = [n for n in range(1, 13) if match.view[f"island/{n}"]["head"] == n]
        """The islands that stand for their group, the way Mother Nature walks."""
        for action in match.offers:
            self._sort_in(action)
        if before is not None and self.mine:
            self._take_over(before)
        if self.cursor is None:
            self.cursor = self._first_target()

    # What there is to choose from.

    @property
    def mine(self) -> bool:
        """Whether this client is asked at all."""
        return self.match.request is not None

    @property
    def double(self) -> bool:
        """Whether something must be taken up first."""
        return bool(self._double)

    @property
    def at_once(self) -> bool:
        """Whether the last key sends the action; otherwise only Enter does."""
        return self.decision in _AT_ONCE and not self.waits

    @property
    def firsts(self) -> dict[Target, dict[Target, str]]:
        """What can be taken up first, each with what it can be done with."""
        return self._double

    @property
    def targets(self) -> dict[Target, str]:
        """What can be pointed at, each with the action it means; a first part means none."""
        if not self._double:
            return self._single
        if self.first is not None:
            return self._double[self.first] | self._single
        return dict.fromkeys(self._double, "") | self._single

    @property
    def action(self) -> str:
        """The action that is under the cursor; empty if there is none yet."""
        return "" if self.cursor is None else self.targets.get(self.cursor, "")

    def _sort_in(self, action: str) -> None:
        words = action.split()
        match words:
            case ["play", name] if name in CHARACTERS:
                self.plays[self._slot(name)] = action
            case ["assistant", value] if value in _VALUES:
                self._single[Target("assistant", int(value))] = action
            case ["mother", steps] if steps in _VALUES:
                self._single[Target("island", self._reached(int(steps)))] = action
            case ["cloud", number] if f"cloud/{number}" in self.match.view:
                self._single[Target("cloud", int(number))] = action
            case ["island", number] if self._is_head(number):
                self._single[Target("island", int(number))] = action
            case ["pick", colour] if colour in _COLOUR:
                kind = "card" if self.decision.endswith("-student") else "colour"
                self._single[Target(kind, _COLOUR[colour])] = action
            case ["swap", mine, theirs] if mine in _COLOUR and theirs in _COLOUR:
                kind = "card" if self.decision.startswith("jester") else "table"
                ways = self._double.setdefault(Target("entrance", _COLOUR[mine]), {})
                ways[Target(kind, _COLOUR[theirs])] = action
            case ["done"]:
                self._single[Target("done")] = action
            case [colour, "dining"] if colour in _COLOUR:
                ways = self._double.setdefault(Target("entrance", _COLOUR[colour]), {})
                ways[Target("dining")] = action
            case [colour, number] if colour in _COLOUR and self._is_head(number):
                ways = self._double.setdefault(Target("entrance", _COLOUR[colour]), {})
                ways[Target("island", int(number))] = action

    def _is_head(self, number: str) -> bool:
        return number in _ISLANDS and int(number) in self.heads

    def _slot(self, name: str) -> int:
        for slot in (1, 2, 3):
            if self.match.view.get(f"character/{slot}", {}).get("name") == name:
                return slot
        return 0

    def _reached(self, steps: int) -> int:
        ring = self.heads
        return ring[(ring.index(self.match.view["mother"]) + steps) % len(ring)]

    def _take_over(self, before: Choice) -> None:
        """Keep what was taken up and pointed at, if it still can be."""
        if before.decision != self.decision:
            return
        if before.first in self._double and before.number == self.number:
            self.first = before.first
        if before.cursor in self.targets:
            self.cursor = before.cursor

    def _first_target(self) -> Target | None:
        return next(iter(self.targets), None)

    # Choosing.

    def point_at(self, target: Target) -> bool:
        """Put the cursor on something, if it can be chosen now."""
        if target in self.targets:
            self.cursor = target
            return True
        return False

    def find(self, action: str) -> None:
        """Put the cursor where an action is chosen, with what must be taken up for it."""
        for target, each in self._single.items():
            if each == action:
                self.first, self.cursor = None, target
        for first, ways in self._double.items():
            for target, each in ways.items():
                if each == action:
                    self.first, self.cursor = first, target

    def take_up(self, target: Target) -> bool:
        """Make the first part of the choice, if that is one."""
        if target not in self._double:
            return False
        kept = self.cursor
        self.first = target
        ways = self._double[target]
        self.cursor = kept if kept in ways else self._last_place(ways)
        return True

    def reach(self, target: Target) -> bool:
        """Take up what is under the cursor, if the target can be chosen with it."""
        if self.first is not None or self.cursor is None:
            return False
        if target not in self._double.get(self.cursor, {}):
            return False
        return self.take_up(self.cursor)

    def _last_place(self, ways: dict[Target, str]) -> Target:
        """Begin where Mother Nature is, since what happens near her counts soonest."""
        near = Target("island", self.match.view["mother"])
        return near if near in ways else next(iter(ways))

    def back(self) -> bool:
        """Take the first part back; tell whether there was one."""
        if self.first is None:
            return False
        self.cursor, self.first = self.first, None
        return True

    def walk(self, way: int) -> None:
        """Go to the next target of the list, or the one before."""
        self.cursor = following([*self.targets], self.cursor, way)

    def go(self, arrow: str, places: Places) -> None:
        """Go to the nearest target in the direction of an arrow, as they lie on the screen."""
        if self.cursor is None or self.cursor not in places:
            self.walk(1 if arrow in ("Right", "Down") else -1)
        else:
            self.cursor = nearest(arrow, self.cursor, self.targets, places)

    def numbered(self, sign: str) -> Target | None:
        """Tell which target a digit means now; None if none."""
        if sign not in ISLAND_KEYS:
            return None
        number = ISLAND_KEYS.index(sign) + 1
        targets = self.targets
        for kind in ("assistant", "cloud"):
            if any(target.kind == kind for target in targets):
                return Target(kind, number)
        if self.decision == "mother":
            action = f"mother {number}"
            return next((target for target, text in targets.items() if text == action), None)
        head = self.match.view[f"island/{number}"]["head"]
        return Target("island", head)

    def lettered(self, sign: str) -> Target | None:
        """Tell which student or colour a letter means now; None if none."""
        number = next((n for n, colour in enumerate(COLOURS) if colour[0] == sign), None)
        if number is None:
            return None
        kinds = ("card", "table", "colour", "entrance")
        wanted = [Target(kind, number) for kind in kinds]
        return next(
            (target for target in wanted if target in self.targets or target in self._double),
            None,
        )
