"""What the line mode needs of a game: everything about a match that is told in sentences.

The line mode knows no game by name. Whatever it tells of one comes from the voice in its room:
whole sentences without colours or columns, made to be read aloud. All of them are about a match
whose views have been found readable, and none of them may fail on whatever else was told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from eriantys.client.match import Line, Look, Match
from eriantys.client.sentences import gathered


class Verb(NamedTuple):
    """A word of the game's own that can be typed at its table to be told a part of it."""

    usage: str
    """How it is typed, as the help lists it."""
    tell: Callable[[Match, str], list[str]]
    """Tells that part, given what was typed after the word; or says what can be typed there."""


def of_player(match: Match, typed: str, tell: Callable[[Match, int], list[str]]) -> list[str]:
    """Tell of the player whose name begins so, or of one's own seat if nobody is named."""
    wanted = typed.lower()
    seats = [seat for seat, name in enumerate(match.players) if name.lower().startswith(wanted)]
    if wanted in ("", "me", "you", "my"):
        seats = [match.seat or 0]
    if seats:
        return tell(match, seats[0])
    return [f"Nobody here is called so; there are {', '.join(match.players)}."]


class Voice(Protocol):
    """A game in words, for whoever plays it line by line.

    What lists actions is the same for all games, unless one has a reason.
    """

    @property
    def notation(self) -> str:
        """How the actions of the game are typed, in a sentence."""

    @property
    def verbs(self) -> Mapping[str, Verb]:
        """By word: what tells a part of the table, beside `board` that tells all of it."""

    def happened(self, match: Match, line: Line) -> list[str]:
        """Tell one action of the log, and what it brought about; never nothing."""

    def board(self, match: Match) -> list[str]:
        """Tell everything that lies on the table, a short line for each thing."""

    def task(self, match: Match) -> str:
        """Say in a few words what the player on turn has to do: `take a cloud`."""

    def question(self, match: Match) -> str:
        """Say what the player on turn is asked or does, or why nobody is."""

    def choices(self, match: Match) -> list[str]:
        """List the actions that can be answered now, as they are typed: `red and one of: …`."""
        return gathered(match.offers)

    def example(self, match: Match) -> str:
        """Name an action or two that could be typed now; empty if there are none."""
        offers = self.usual(match)
        another = len(offers) * 2 // 5
        return " or ".join(dict.fromkeys((*offers[:1], *offers[another : another + 1])))

    def usual(self, match: Match) -> Sequence[str]:
        """List the actions of which some make good examples."""
        return match.offers

    def completed(self, match: Match, text: str) -> str:
        """Add what can be left out of an action now, since only one thing can be meant."""

    def consequence(self, match: Match, actions: tuple[str, ...], look: Look) -> str:
        """Say what some actions would lead to, now that the server has tried them."""
