"""What the boards of all games do alike: a game's own board begins with it.

What is chosen, what is drawn and which keys mean something is left to the game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from eriantys.client.boards import key_line
from eriantys.client.boards.key_line import Pairs
from eriantys.client.boards.moving import Moving
from eriantys.client.canvas import Span
from eriantys.client.match import Line, Look, Match
from eriantys.client.settings import Settings

M = TypeVar("M", bound=Moving[Any])


class Told(NamedTuple):
    """What a game says on its board."""

    log_line: Callable[[Match, Line], list[list[Span]]]
    """Tells one action of the log in short lines."""
    consequence: Callable[[Match, tuple[str, ...], Look | None], str]
    """Says what some actions lead to; empty where that is not known."""
    keys: Pairs
    """The keys of the board, with what they mean."""
    looks: Pairs
    """Those of them, and in those words, that mean anything to who only looks on."""
    signs: Pairs
    """The signs on it, the same way."""
    lessons: Mapping[str, str]
    """By decision: a line that explains it to whoever plays for the first time."""


class PlayedBoard(ABC, Generic[M]):
    """One match on the screen, as far as that is the same in all games."""

    def __init__(self, match: Match, settings: Settings, motion: M, told: Told) -> None:
        self.match = match
        self.lessons = told.lessons
        self._settings = settings
        self._motion = motion
        self._told = told
        self._clicked: object = None
        """What was clicked last: a second click on the same does it."""
        self._renewed_for = match.change
        self._size = (80, 24)
        """Of what was drawn last."""

    @property
    def eyes(self) -> int:
        """The seat that is the own one: the player's, or for watchers the first."""
        return self.match.seat if self.match.seat is not None else 0

    @property
    def can_undo(self) -> bool:
        """Whether the server would take the latest step back now."""
        return self.match.request is not None and self.match.request.undo

    def renew(self, now: float) -> None:
        """Look at the match again, because it may have changed."""
        if self._renewed_for != self.match.change:
            self._motion.follow(self.match, now)
            self._renewed_for = self.match.change
            self._take_in()

    @abstractmethod
    def _take_in(self) -> None:
        """Go by what has changed about the match."""

    def next_due(self, now: float) -> float | None:
        """Tell when the next picture of an animation is due, while one is running."""
        return self._motion.next_due(now)

    def skip(self) -> None:
        """End whatever is moving by itself."""
        self._motion.skip()

    @abstractmethod
    def looks_at(self) -> tuple[str, ...] | None:
        """Name the actions whose consequence is to be shown; None if there are none."""

    def consequence(self) -> str:
        """Say what the choice under the cursor leads to; empty if that is not known."""
        actions = self.looks_at()
        if actions is None:
            return ""
        return self._told.consequence(self.match, actions, self.match.looks.get(actions))

    @abstractmethod
    def _keys(self) -> Sequence[tuple[str, str]]:
        """Name all keys that mean something now, the most useful first."""

    def hints(self, named: Collection[str] = ()) -> Sequence[tuple[str, str]]:
        """Name the keys that mean something now and stand nowhere else, and what they do."""
        return key_line.fitting(self._keys(), self._size[0], undo=self.can_undo, named=named)

    def log_line(self, line: object) -> list[list[Span]]:
        """Write one line of the match's log."""
        assert isinstance(line, Line)
        return self._told.log_line(self.match, line)

    def help(self) -> tuple[Pairs, Pairs]:
        """List the keys of this board, and the signs on it, with what they mean."""
        keys = self._told.looks if self.match.seat is None else self._told.keys
        return keys, self._told.signs

    def _clicks_again(self, target: object) -> bool:
        """Tell whether this was clicked right before, too."""
        again, self._clicked = target == self._clicked, target
        return again
