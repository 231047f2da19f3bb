"""What the client needs of a game, all in one place: a game is shown once it has a `Room`.

The screens around a match know no game by name. Whatever they say of one, before, during and
after a match, they find in its room.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from eriantys.wire.fields import Parts, Setting

if TYPE_CHECKING:
    from eriantys.client.boards.board import Board
    from eriantys.client.boards.voice import Voice
    from eriantys.client.canvas import Area, Canvas, Span
    from eriantys.client.chart import Series
    from eriantys.client.match import Line, Match
    from eriantys.client.settings import Settings
    from eriantys.client.tape import Tape

# Before a match.


class Option(NamedTuple):
    """What an option of a game is called."""

    label: str
    values: Mapping[Setting, str]
    notes: Mapping[Setting, str]
    """What each value means, in a sentence."""


class Pieces(NamedTuple):
    """The pieces by which people tell the seats of a game apart."""

    head: str
    """What they are called, over a column of them."""
    sign: str
    colours: Callable[[int, int], tuple[str, str]]
    """By the number of seats and the seat: the role of the pieces' colour, and its name."""


class Words(NamedTuple):
    """What is said of a game before a match, and by those who are not at it."""

    options: Mapping[str, Option]
    phases: Mapping[str, str]
    """By decision: the phase of a turn in a word."""
    tasks: Mapping[str, str]
    """By decision: what the player on turn has to do."""
    pieces: Pieces | None = None
    teams: Mapping[int, tuple[tuple[int, ...], ...]] = {}
    """By the number of seats: who plays with whom, where not everybody plays alone."""
    endings: Mapping[str, str] = {}
    """By reason: how a match came to its end by the rules, in a few words."""
    mode: Callable[[Mapping[str, Setting]], str] | None = None
    """Says in few words what is played, where that is shorter than all of the options."""
    unguided: str = ""
    """What no guidance means in a sentence, where it means more than to be refused."""


# After a match, or once more.


class Mark(NamedTuple):
    """A sign under the timeline of a replay, for a step that mattered."""

    sign: str
    role: str
    """The role of its colour."""
    word: str
    """What it stands for."""


class Teller(Protocol):
    """What a game does for whoever looks at its matches again."""

    @property
    def marked(self) -> tuple[Mark, ...]:
        """The kinds of marks that there are, those that matter most first."""

    def round(self, view: Parts) -> Any:
        """Tell which round it is; None for the same as before, or before the first."""

    def turn(self, view: Parts) -> Any:
        """Tell which turn it is, by whatever changes with each; None for the same as before."""

    def marks(self, line: Line) -> tuple[Mark, ...]:
        """Name what mattered about a step."""

    def log(self, match: Match, line: Line) -> list[list[Span]]:
        """Write a step as lines of the log."""

    def sentence(self, match: Match, line: Line) -> str:
        """Say in one sentence what a step did and why; the match is as it was after it."""

    def phases(self, view: Parts, *, short: bool) -> list[Span]:
        """Say for the banner how far the turn is."""

    def guidance_rows(self, wide: int, high: int) -> int:
        """Tell how many rows the guidance has on a screen of this size."""

    def draw(
        self, canvas: Canvas, match: Match, now: float, eyes: int, log: list[list[Span]]
    ) -> Area:
        """Draw the board as a seat sees it; return the place of the hand, for the timeline."""


class Row(NamedTuple):
    """One line of the final table."""

    spans: list[Span]
    own: bool = False
    """Whether it is that of whoever looks at it."""


class Summary(Teller, Protocol):
    """What a game says about a match that is over."""

    def why(self, match: Match) -> list[str]:
        """Say in sentences why the match ended and what decided it."""

    def played(self, match: Match) -> str:
        """Say in a few words what was played and how long."""

    def table(self, match: Match, wide: int) -> list[Row]:
        """Write the final table, its heads first, no wider than that."""

    def charted(self) -> str:
        """Name what the chart shows."""

    def series(self, tape: Tape) -> tuple[list[Series], list[str]]:
        """Give the lines of the chart, the best first, and the labels along it."""

    def swing(self, tape: Tape) -> str:
        """Name the moment that decided most; empty if there was none."""


class Room(NamedTuple):
    """All that a game brings to the client, but for its `Words`: they are wanted sooner."""

    board: Callable[[Match, Settings], Board]
    """Draws its table and asks for its actions."""
    summary: Summary
    """Tells of its matches when they are over, or once more."""
    unreadable: Callable[[Mapping[str, Any], int], str]
    """Says why a view for so many players is none of this game; nothing if it is one."""
    voice: Voice
    """Tells its matches in sentences, to whoever plays line by line."""
