"""Everything that a layout draws, gathered: the match, the choice, the talk."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from eriantys.client.boards.reading import View
from eriantys.client.boards.santorini import reading
from eriantys.client.boards.santorini.telling import by_turns
from eriantys.client.canvas import Span
from eriantys.client.match import Match


class Target(NamedTuple):
    """Something that can be pointed at: `square` by its name, `god`, `seat`, `player`, `key`.

    A `player` is a card at the side, which only tells about somebody; a `seat` can be chosen.
    The `supply` of stones, with the title below it, only tells, too.
    """

    kind: str
    which: str = ""


@dataclass(slots=True)
class Scene:
    """One moment of the table, as one pair of eyes sees it."""

    match: Match
    eyes: int = 0
    cursor: str = ""
    """The square under the cursor; empty for none."""
    marked: frozenset[str] = frozenset()
    """Legal squares that are to be marked, where not all are legal."""
    barred: dict[str, str] = field(default_factory=dict)
    """Squares that would be legal but for a god, each with the letter of its owner."""
    chosen: int | None = None
    """The worker that would act."""
    ghost: int | None = None
    """The worker that would be placed under the cursor."""
    fresh: frozenset[str] = frozenset()
    """Squares that have just changed, and are drawn brighter for a moment."""
    guided: bool = True
    """Whether anything is suggested in this match."""
    mine: bool = False
    """Whether this client is asked."""
    log: list[list[Span]] = field(default_factory=list)
    chat: list[list[Span]] = field(default_factory=list)
    lesson: bool = False
    """Whether a lesson will lie over the lowest row, beside or below the gods on offer."""
    silent: bool = False
    """Whether nothing can be said or chosen here, as in a replay."""

    @property
    def view(self) -> View:
        """What is on the table."""
        return self.match.view

    @property
    def seats(self) -> int:
        """How many play."""
        return reading.seats(self.match.view)

    def turns(self) -> list[list[Span]]:
        """Give the log with one line for all that a player did in a turn."""
        return by_turns(self.match, self.log)

    def order(self) -> list[int]:
        """List the seats, the own one first."""
        return [(self.eyes + step) % self.seats for step in range(self.seats)]

    def name(self, seat: int) -> str:
        """Call a player by name; the own seat is `You`."""
        return "You" if seat == self.match.seat else self.match.name_of(seat)
