"""What the table needs of a game's board; each game has one in a room of its own."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, Protocol

from eriantys.client.canvas import Area, Canvas, Span
from eriantys.client.keys import Event


class Reply(NamedTuple):
    """What came of a key or click on the board."""

    used: bool = True
    """Whether it had any meaning there."""
    action: str = ""
    """An action to be sent, in the game's notation."""
    undo: bool = False
    """Whether the latest step is to be taken back."""
    say: str = ""
    """A sentence for the player, such as why that cannot be chosen."""


UNUSED = Reply(used=False)


class Talk(NamedTuple):
    """What is to be seen of the log and the chat, one line each, the latest last."""

    log: list[list[Span]]
    chat: list[list[Span]]
    lesson: bool = False
    """Whether a lesson will be drawn over the place that the board has for it."""


class Board(Protocol):
    """The drawing of one match, and the choice of its actions."""

    lessons: Mapping[str, str]
    """By decision: a line that explains it to whoever plays for the first time."""

    @property
    def asks_in_panel(self) -> bool:
        """Whether a panel that asks lies over the lower half."""

    @property
    def typing(self) -> bool:
        """Whether something is being typed on the board, so that every key is its own."""

    def place_for_lesson(self, canvas: Canvas) -> Area:
        """Tell where a lesson hides nothing that is needed: a row, or some short ones."""

    def renew(self, now: float) -> None:
        """Look at the match again, because it may have changed."""

    def next_due(self, now: float) -> float | None:
        """Tell when the next picture of an animation is due, while one is running."""

    def skip(self) -> None:
        """End whatever is moving by itself."""

    def draw(self, canvas: Canvas, now: float, talk: Talk) -> None:
        """Draw everything between the banner and the guidance."""

    def phases(self, *, short: bool) -> list[Span]:
        """Say for the banner how far the turn is."""

    def guidance_rows(self, width: int, height: int) -> int:
        """Tell how many rows the guidance has on a screen of this size."""

    def guidance(self, rows: int, width: int) -> list[list[Span]]:
        """Say what is asked, what the choice under the cursor means and what it leads to."""

    def hints(self, named: Collection[str] = ()) -> Sequence[tuple[str, str]]:
        """Name the keys that mean something now, and what they do, but for those named."""

    def looks(self) -> Sequence[tuple[str, str]]:
        """Name the keys that only look around, and so always mean something."""

    def possible(self) -> str:
        """Say in a sentence what can be done now, for somebody who pressed a wrong key."""

    def handle(self, event: Event, canvas: Canvas) -> Reply:
        """Act on a key or click; the canvas is what was seen then."""

    def suggest(self, action: str) -> None:
        """Put the cursor where an action is chosen, so that Enter sends it."""

    def looks_at(self) -> tuple[str, ...] | None:
        """Name the actions whose consequence is to be shown; None if there are none."""

    def describe(self, meant: object = None) -> list[str]:
        """Say in words what is meant, or else what is under the cursor."""

    def log_line(self, line: object) -> list[list[Span]]:
        """Write one line of the match's log."""

    def help(self) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
        """List the keys of this game's board, and the signs on it, with what they mean."""
