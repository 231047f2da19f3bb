"""When the next line of a script may be obeyed: once the one before it has led somewhere.

Whoever types at a keyboard looks at what came of a line before typing the next. A pipe or a
file does not, so each of its lines waits until the server has answered the one before, and an
action also until the bots have acted. Nobody waits for other people, who may take all day.
"""

from __future__ import annotations

from collections.abc import Sequence

from eriantys.client.model import Model, Place
from eriantys.wire import from_client as client
from eriantys.wire import from_server as server
from eriantys.wire.from_client import FromClient
from eriantys.wire.from_server import FromServer
from eriantys.wire.messages import type_of

SILENCE_SECONDS = 60.0
"""After so long without a word nothing is waited for any more; no bot thinks half of that."""

_ANSWERS: dict[type[FromClient], tuple[type[FromServer], ...]] = {
    client.List: (server.Matches,),
    client.Results: (server.ServerResults,),
    client.Create: (server.Seated,),
    client.Join: (server.Seated,),
    client.Quick: (server.Request, server.Waiting, server.Seated),
    client.Answer: (server.Request, server.Waiting, server.Seated),
    client.TakeSeat: (server.Seated,),
    client.AddBot: (server.Waiting, server.Started),
    client.RemoveBot: (server.Waiting,),
    client.Resume: (server.Started,),
    client.Watch: (server.Started,),
    client.Move: (server.Update,),
    client.Undo: (server.Update,),
    client.Try: (server.Tried,),
    client.History: (server.ServerHistory,),
    client.Resign: (server.Ended,),
    client.Leave: (server.Matches,),
}
"""What answers what, if it is not refused; the rest changes nothing for the next line."""


class Patience:
    """Knows what has to be heard before the next line is obeyed."""

    def __init__(self, *, scripted: bool) -> None:
        self._scripted = scripted
        self._asked: FromClient | None = None
        """What the server has not answered yet."""
        self._since = 0.0
        """When something was said or heard last."""

    def wish(self, message: FromClient, now: float) -> None:
        """Wait for the answer to this, whoever types."""
        self._asked, self._since = message, now

    def ask(self, messages: Sequence[FromClient], now: float) -> None:
        """Learn what a line has said to the server."""
        for message in messages:
            if self._scripted and type(message) in _ANSWERS:
                self.wish(message, now)

    def hear(self, message: FromServer, now: float) -> None:
        """Learn what the server has said."""
        self._since = now
        asked = self._asked
        if asked is None:
            return
        refused = isinstance(message, server.Error) and message.about == type_of(asked)
        if refused or isinstance(message, _ANSWERS[type(asked)]):
            self._asked = None

    def forget(self) -> None:
        """Learn that the connection is lost: no answer will come."""
        self._asked = None

    def is_over(self, now: float) -> bool:
        """Tell whether nothing was heard for so long that nothing is waited for any more."""
        return now - self._since > SILENCE_SECONDS

    def holds(self, model: Model, now: float) -> bool:
        """Tell whether nothing can be obeyed yet."""
        if self.is_over(now):
            return False
        return self._asked is not None or (
            self._scripted and (_is_to_begin(model) or _is_to_be_asked(model))
        )

    def holds_action(self, model: Model, now: float) -> bool:
        """Tell whether bots have to act before anything can be done that needs the turn."""
        match = model.match
        return (
            self._scripted
            and not self.is_over(now)
            and match is not None
            and match.ended is None
            and match.clock_runs
            and match.is_bot(match.turn)
        )


def _is_to_begin(model: Model) -> bool:
    """Tell whether a match is about to begin, since nobody is missing in its room."""
    if model.place is not Place.ROOM or model.seated is None:
        return False
    seats = model.seated.room.seats
    if model.waiting is not None and model.waiting.match == model.seated.match:
        seats = model.waiting.seats
    return None not in seats


def _is_to_be_asked(model: Model) -> bool:
    """Tell whether the next that comes is a question, since this client is on turn."""
    match = model.match
    return (
        match is not None
        and match.ended is None
        and match.seat is not None
        and match.turn == match.seat
        and match.request is None
        and not match.suspended
    )
