"""One moment of the table, as one pair of eyes sees it: all that drawing needs to know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from eriantys.client.boards.masters import reading
from eriantys.client.boards.masters.choosing import Choice
from eriantys.client.boards.masters.motion import Push
from eriantys.client.boards.masters.targets import OTHER_ROLES, SEAT_LETTERS, Target
from eriantys.client.boards.reading import View
from eriantys.client.canvas import Span
from eriantys.client.match import Match


class Panel(IntEnum):
    """What is shown one at a time where there is no room for all."""

    TABLE = 1
    """The market and the cards."""
    OWN = 2
    OTHERS = 3
    LEADERS = 4


@dataclass(slots=True)
class Scene:
    """What is drawn."""

    match: Match
    choice: Choice
    eyes: int
    """The seat whose board is the own one: the player's, or for watchers the first."""
    shown: int
    """The seat whose board fills the place of the own one: the same, or looked at."""
    panel: Panel = Panel.TABLE
    log: list[list[Span]] = field(default_factory=list)
    """What happened, one line each, the latest last."""
    chat: list[list[Span]] = field(default_factory=list)
    """What was said, the same way."""
    lesson: bool = False
    """Whether a lesson will lie over the lowest row of the log."""
    push: Push | None = None
    """The line of the market that is on its way."""
    walks: Mapping[int, int] = field(default_factory=dict)
    """By seat: the space on which a marker is drawn that is on its way."""
    fresh: frozenset[Target] = frozenset()
    """What has just changed."""
    silent: bool = False
    """Whether nothing can be said, looked at or chosen here, as in a replay."""

    @property
    def view(self) -> View:
        """All parts of the table."""
        return self.match.view

    @property
    def seats(self) -> int:
        """How many play."""
        return reading.seats(self.view)

    @property
    def asks(self) -> bool:
        """Whether whoever looks at it is asked for something."""
        return self.choice.mine and not self.silent

    @property
    def cursor(self) -> Target | None:
        """What the cursor is on, where something is asked."""
        return self.choice.cursor if self.asks else None

    @property
    def unguided(self) -> bool:
        """Whether nothing may be told of what is legal, as the match was agreed."""
        return not self.match.guided

    def taken(self, kind: str) -> Target | None:
        """Tell what of this kind has been taken up."""
        return next((each for each in self.choice.path if each.kind == kind), None)

    def card(self) -> Target | None:
        """Tell which card is being bought: taken up, or chosen and not paid for yet."""
        return self.taken("card") if self.asks else None

    def legal(self, target: Target) -> bool:
        """Tell whether something can be pointed at now, and leads somewhere."""
        choice = self.choice
        return self.asks and bool(choice.level.get(target) or choice.within.get(target))

    def others(self) -> list[int]:
        """List the other seats in the order of play after the own one."""
        return [(self.eyes + step) % self.seats for step in range(1, self.seats)]

    def role(self, seat: int) -> str:
        """Give the role of a seat's colour; the own one has that of the cursor."""
        if seat == self.eyes:
            return "cur"
        return OTHER_ROLES[(seat - self.eyes - 1) % self.seats % len(OTHER_ROLES)]

    def letter(self, seat: int) -> str:
        """Give the letter of a seat."""
        return SEAT_LETTERS[seat % len(SEAT_LETTERS)]

    def name(self, seat: int) -> str:
        """Call a player by name; the own seat is `You`."""
        return "You" if seat == self.match.seat else self.match.name_of(seat)
