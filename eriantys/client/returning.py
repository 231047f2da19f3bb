"""After the login: to the match of an invitation, or back to where a lost connection was.

The server itself brings back whoever has a seat in a match that is going on. This is about all
other cases, each as the manual page of the protocol tells it.
"""

from __future__ import annotations

from collections.abc import Callable

from eriantys.games.dice import NONCE_SIZE
from eriantys.wire.cards import SavedCard
from eriantys.wire.from_client import FromClient, Join, Resume, Watch
from eriantys.wire.from_server import Ended, Error, FromServer, Matches, Seated, Started


class Return:
    """Where to go from the lobby, in which a login ends."""

    def __init__(self, invitation: str, chance: Callable[[int], bytes]) -> None:
        self._invitation = invitation
        """The code that somebody was given; nothing once it has led somewhere, or nowhere."""
        self._chance = chance
        self._arriving = False
        """Whether nothing was heard yet of where the login has led."""
        self._saved: tuple[SavedCard, ...] = ()
        self._match: Started | None = None
        """The match where one is, or was when the connection was lost."""
        self._room = ""
        """The code of the private room where one is, or was."""
        self.remark = ""
        """A sentence for the player, until somebody has shown it."""

    def enter(self) -> None:
        """Learn that a login was granted."""
        self._arriving = True

    def hear(self, message: FromServer) -> list[FromClient]:
        """Take in what the server said after a login, and return what to answer."""
        match message:
            case Matches(whole=True):
                self._saved = message.saved
                if self._arriving:
                    self._arriving = False
                    return self._set_out()
                self._match, self._room = None, ""
            case Started():
                if message.seat is not None and not self._leads_to(message.code):
                    self.remark = (
                        "You are back in a match that is going on: "
                        "play it out before you follow the invitation."
                    )
                self._be_at(message, "")
            case Seated():
                self._be_at(None, message.code)
            case Ended():
                self._match = None
            case Error(about="join" | "watch" | "resume"):
                self._match, self._room = None, ""
                return self._try_otherwise(message) if self._invitation else []
        return []

    def _leads_to(self, code: str) -> bool:
        """Tell whether the invitation, if there is one, is to the match of this code."""
        return self._invitation in ("", code.replace("-", ""))

    def _be_at(self, match: Started | None, room: str) -> None:
        self._arriving = False
        self._invitation = ""
        self._match, self._room = match, room

    def _set_out(self) -> list[FromClient]:
        """Choose the way out of the lobby."""
        if self._invitation:
            return [self._join(self._invitation)]
        if self._match is not None:
            match = self._match
            if match.seat is None:
                return [Watch(match.match, match.code)]
            if any(card.match == match.match for card in self._saved):
                return [Resume(match.match)]
        elif self._room:
            return [self._join(self._room)]
        return []

    def _join(self, code: str) -> Join:
        return Join(self._chance(NONCE_SIZE), code=code)

    def _try_otherwise(self, error: Error) -> list[FromClient]:
        """Follow an invitation to a match that has begun: to one's own seat, or to look on."""
        suspended = [card.match for card in self._saved if card.suspended]
        match error.about, error.code:
            case "join", "already-playing":
                return [Resume()]
            case "join", "match-full":
                return [Watch(code=self._invitation)]
            case "watch", "no-such-match" if len(suspended) == 1:
                # The code is good, so the match is suspended; and this is the only such one.
                return [Resume(suspended[0])]
        self._invitation = ""
        return []
