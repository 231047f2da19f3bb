"""Getting somebody's attention: the bell, the window's title, and a passing sentence."""

from __future__ import annotations

from eriantys.client.match import Match
from eriantys.client.model import Model
from eriantys.client.settings import Settings

SENTENCE_SECONDS = 5.0
"""How long a sentence stays that nobody has answered with a key."""
TITLE = "Eriantys"


def moment(model: Model, *, online: bool) -> object:
    """Tell what a sentence is about: once this has changed, it says nothing any more."""
    match = model.match
    if match is None:
        return (model.place, online)
    voting = match.vote is not None and not match.vote.result
    return (model.place, online, match.turn, match.my_turn, voting)


class Sentence:
    """A sentence for the player, which goes by itself when it is old or out of place."""

    def __init__(self) -> None:
        self.text = ""
        self._at = 0.0
        self._moment: object = None

    def say(self, text: str, now: float, moment: object) -> None:
        """Show a text; it is about this moment, and means nothing in another."""
        self.text, self._at, self._moment = text, now, moment

    def expire(self, now: float, moment: object) -> bool:
        """Let it go if it is time; tell whether it went just now."""
        if not self.text:
            return False
        if now - self._at <= SENTENCE_SECONDS and moment == self._moment:
            return False
        self.text = ""
        return True


class TurnCall:
    """Calls a player whose turn it has become."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._mine = False
        """Whether this player is asked for an action."""
        self._called = False
        self._bell = False

    @property
    def title(self) -> str:
        """What the window is called; nothing where it keeps the title it had."""
        if not self._settings.window_title:
            return ""
        return f"Your turn! {TITLE}" if self._mine else TITLE

    def follow(self, match: Match | None) -> None:
        """Ring when it becomes this player's turn, and say so in the title."""
        self._mine = mine = match is not None and match.my_turn and match.ended is None
        if mine and not self._called and self._settings.bell:
            self._bell = True
        # Between two steps of one turn there is a moment without a request.
        if mine or match is None or match.ended is not None or match.turn != match.seat:
            self._called = mine

    def take_bell(self) -> bool:
        """Tell whether the bell is to ring, once."""
        rings, self._bell = self._bell, False
        return rings
