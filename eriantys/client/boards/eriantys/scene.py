"""Everything that a layout draws, gathered: the match, the choice under the cursor, the talk.

A scene is made anew for each frame. The layouts only look at it: what can be chosen, what the
cursor means and what happens next was worked out before.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from eriantys.client.canvas import Span
from eriantys.client.match import Match
from eriantys.games.eriantys.names import COLOURS

LETTERS = tuple(colour[0].upper() for colour in COLOURS)
"""Each colour's letter, which is also the role of its chip: G R Y P B."""
LETTER_OF = dict(zip(COLOURS, LETTERS, strict=True))
TOWERS = ("wh", "bk", "gy")
"""The role of each side's towers, which is also their short name."""
TOWER_NAMES = ("white", "black", "grey")


class Target(NamedTuple):
    """Something on the board that can be pointed at.

    The kinds: `island` (its number, 1 to 12, of the head of its group), `dining` (0), `cloud`
    (from 1), `assistant` (its value), `character` (1 to 3), `entrance` (the number of a colour
    in the own entrance), `card` (the number of a colour on the character in play), `table`
    (the number of a colour in the own dining room), `colour` (the number of a colour as such),
    `seat` (a player) and `done` (0). `hand` is the place of all assistants together.
    """

    kind: str
    which: int = 0


@dataclass(slots=True)
class Scene:
    """One moment of the table, as one pair of eyes sees it."""

    match: Match
    now: float
    eyes: int
    """The seat whose school is the own one: the player's, or for watchers the first."""
    shown: int
    """The seat whose school fills the panel of the own school: the same, or looked at."""
    cursor: Target | None = None
    picked: int | None = None
    """The colour of the student in the own entrance that is taken up or under the cursor."""
    marked: frozenset[Target] = frozenset()
    """Legal targets that are to be marked, where only some of their kind are legal."""
    coming: tuple[int, ...] = (0, 0, 0, 0, 0)
    """By colour: students that the choice would add to the own entrance."""
    asks_assistant: bool = False
    """Whether the hand is what is being chosen from."""
    inspected: int | None = None
    """The island that the inspector tells about, if there is room for one."""
    consequence: str = ""
    """What the choice under the cursor leads to, in words; empty if that is not known."""
    log: list[list[Span]] = field(default_factory=list)
    """What happened, one line each, the latest last."""
    chat: list[list[Span]] = field(default_factory=list)
    """What was said, the same way."""
    mother_at: int | None = None
    """Where Mother Nature is drawn while she walks; None for where she is."""
    fresh: frozenset[Target] = frozenset()
    """What has just changed, and is drawn brighter for a moment."""
    silent: bool = False
    """Whether nothing can be said, looked at or chosen here, as in a replay."""

    @property
    def taken_up(self) -> bool:
        """Whether the picked student is taken up already, and not just under the cursor."""
        return self.picked is not None and self.cursor != Target("entrance", self.picked)

    # The view, part by part.

    @property
    def seats(self) -> int:
        """How many play."""
        return int(self.match.view["table"]["seats"])

    @property
    def expert(self) -> bool:
        """Whether there are coins and characters."""
        return bool(self.match.view["table"]["expert"])

    def side_of(self, seat: int) -> int:
        """Tell with whose towers a seat builds."""
        return int(self.match.view["table"]["sides"][seat])

    def island(self, number: int) -> dict[str, object]:
        """Give the part of an island's head: tiles, students, side, towers, no_entry."""
        head = self.match.view[f"island/{number}"]["head"]
        part: dict[str, object] = self.match.view[f"island/{head}"]
        return part

    def heads(self) -> list[int]:
        """Number the islands that stand for their group, clockwise."""
        return [n for n in range(1, 13) if self.match.view[f"island/{n}"]["head"] == n]

    def name(self, seat: int) -> str:
        """Call a player by name; the own seat is `You`."""
        if seat == self.match.seat:
            return "You"
        return self.match.players[seat]

    @property
    def nobodys(self) -> bool:
        """Whether nobody who looks at it could play: one who looks on, or a replay."""
        return self.silent or self.match.watching

    def ally(self, seat: int) -> bool:
        """Tell whether a seat plays with the own one; who only looks on has no ally."""
        own = self.match.seat
        return own is not None and seat != own and self.side_of(seat) == self.side_of(own)

    def partner(self, seat: int) -> int | None:
        """Find who plays with a seat; None where everybody plays alone."""
        others = (other for other in range(self.seats) if other != seat)
        side = self.side_of(seat)
        return next((other for other in others if self.side_of(other) == side), None)
