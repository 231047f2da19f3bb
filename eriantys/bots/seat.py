"""One seat at a match, as a bot has it: what the server says goes in, what to answer comes out.

Nothing here thinks, waits or looks at a clock. `Chair.hear` takes in every message, whatever
it is; `wanted` then tells whether the match waits for this seat, and for what. Whoever has
thought about that brings the action to `answer`, which says it only if it still is an answer:
meanwhile a new request may have come, or somebody else may have acted for the seat.
"""

from __future__ import annotations

from typing import NamedTuple

from eriantys.games.contract import Seat, View
from eriantys.wire.from_client import FromClient, Move, Pong, Sync
from eriantys.wire.from_server import (
    Ended,
    Error,
    FromServer,
    Notice,
    Request,
    ServerPing,
    Started,
    State,
    Update,
    Welcome,
)

RETRY_SECONDS = 1.0
"""How long to wait when the server could not keep an action, through no fault of the action."""

_HOLDS = {"paused": True, "suspended": True, "going-on": False, "resumed": False}
"""By the code of a notice: whether the match stands still from then on."""
_NO_REFUSAL_OF_THE_ACTION = ("stale", "unexpected", "not-your-turn", "suspended")
"""Errors that say that there was nothing to answer; the action may be right another time."""


class Decision(NamedTuple):
    """What a match waits for."""

    game: str
    match: int
    request: int
    """Its number, which is also that of the request."""
    seat: Seat
    view: View
    offered: tuple[str, ...]
    """What can be answered; nothing that was refused already."""
    certain: bool
    """Whether everything that is offered is legal; without guidance it may not be."""
    until: float
    """When the clock runs out."""
    not_before: float
    """When it may be answered."""


class Chair:
    """A seat from `started` to `ended`, for as many matches as come one after the other."""

    def __init__(self) -> None:
        self.started: Started | None = None
        """The match, as it was shown first; None where there is none."""
        self._view: View = {}
        self._number = 0
        """How many lines of the log are in the view."""
        self._astray = False
        """Whether lines are missing, and the whole view was asked for."""
        self._still = False
        """Whether the match is paused or suspended."""
        self._request: Request | None = None
        """What is to be answered; None once it has been."""
        self._latest = 0
        """The number of the latest request, answered or not."""
        self._refused: set[str] = set()
        """What was refused as an answer to it."""
        self._until = 0.0
        self._not_before = 0.0

    @property
    def wanted(self) -> Decision | None:
        """What this seat has to decide now, if anything."""
        started, request = self.started, self._request
        if started is None or started.seat is None or request is None:
            return None
        # A request has the number that its answer will have in the log. So it belongs to the
        # view only if the view has every line before that one.
        if self._still or self._astray or request.id != self._number + 1:
            return None
        listed = request.candidates if request.legal is None else request.legal
        offered = tuple(
            action
            for action in listed or ()
            if isinstance(action, str) and action not in self._refused
        )
        if not offered:
            return None
        return Decision(
            game=started.game,
            match=started.match,
            request=request.id,
            seat=started.seat,
            view=self._view,
            offered=offered,
            certain=request.legal is not None,
            until=self._until,
            not_before=self._not_before,
        )

    def answer(self, decision: Decision, action: str) -> list[FromClient]:
        """Return what to say if this action is still an answer, or nothing."""
        now_wanted = self.wanted
        if now_wanted is None or action not in now_wanted.offered:
            return []
        if (now_wanted.match, now_wanted.request) != (decision.match, decision.request):
            return []
        self._request = None
        return [Move(decision.request, action)]

    def hear(self, message: FromServer, now: float) -> list[FromClient]:
        """Take in what the server said, and return what to say at once."""
        match message:
            case ServerPing():
                return [Pong()]
            case Welcome():
                self._request = None  # on a new connection everything is asked anew
            case Started():
                self._begin(message)
            case State() if self._is_here(message.match):
                self._see(message)
            case Update() if self._is_here(message.match):
                return self._follow(message)
            case Request(kind="move"):
                return self._be_asked(message, now)
            case Error(about="move", request=self._latest):
                self._be_refused(message, now)
            case Notice(code=code) if code in _HOLDS and self._is_here(message.match):
                self._still = _HOLDS[code]
                if message.clock_ms is not None:
                    self._until = now + message.clock_ms / 1000
            case Ended() if self._is_here(message.match):
                self.started = self._request = None
        return []

    def _is_here(self, match: int | None) -> bool:
        return self.started is not None and self.started.match == match

    def _begin(self, started: Started) -> None:
        if not self._is_here(started.match):
            self._latest = 0
            self._refused.clear()
        self.started = started
        self._request = None
        self._see(started)

    def _see(self, shown: Started | State) -> None:
        """Take in the whole view."""
        self._view, self._number = shown.view, shown.number
        self._still = shown.paused or shown.suspended
        self._astray = False

    def _follow(self, update: Update) -> list[FromClient]:
        """Take in one action, if it is the next one."""
        if update.number > self._number + 1:
            return self._go_astray()
        if update.number == self._number + 1:
            # A new map each time: a brain may remember the one that it was shown.
            self._view = self._view | update.changes
            self._number = update.number
        return []

    def _go_astray(self) -> list[FromClient]:
        """Ask for the whole view, unless that has been done."""
        if self._astray:
            return []
        self._astray = True
        return [Sync()]

    def _be_asked(self, request: Request, now: float) -> list[FromClient]:
        if request.id != self._latest:
            self._latest = request.id
            self._refused.clear()
            self._not_before = now
        self._request = request
        self._until = now + request.left_ms / 1000
        if self.started is not None and request.id > self._number + 1:
            return self._go_astray()
        return []

    def _be_refused(self, error: Error, now: float) -> None:
        """Learn that the answer was refused; the same request follows if it still stands."""
        if error.code == "store-unavailable":
            self._not_before = now + RETRY_SECONDS
        elif error.code not in _NO_REFUSAL_OF_THE_ACTION:
            self._refused.add(error.action)
