"""What this client knows of the match it plays or watches: the light model of the boards.

It holds what the server has told, and nothing is worked out here that only the rules know.
All texts have been cleaned when they came in from the network.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from eriantys.wire.cards import Happening, Past
from eriantys.wire.fields import Parts
from eriantys.wire.from_server import (
    Ended,
    Error,
    Request,
    ServerVote,
    Started,
    State,
    Tried,
    Update,
)

STORY_MOST = 5000
"""Entries of a story; the longest match has a tenth of that."""


class Line(NamedTuple):
    """One action of the log, as it was told."""

    number: int
    seat: int
    action: str
    events: tuple[Happening, ...]
    view: Parts
    """The parts of the view that it changed."""
    before: Parts
    """The same parts as they were before it."""


def retold(view: Parts, steps: Iterable[Past]) -> Iterator[Line]:
    """Make lines of the log of what a server tells; the view is that before the first."""
    for step in steps:
        before = {part: view.get(part) for part in step.changes}
        view = view | step.changes
        yield Line(step.number, step.seat, step.action, step.events, step.changes, before)


class Remark(NamedTuple):
    """Something that was said, by a player, a watcher or the table itself."""

    name: str
    """Nobody for what the table says."""
    text: str
    to: str = ""
    """To whom it was said, if it was chat."""


Story: TypeAlias = Line | Remark


class Away(NamedTuple):
    """A player who is not here."""

    cause: str
    since: float
    """When this client heard of it, by its own clock."""
    until: float | None
    """Until when the seat is kept before it counts as gone."""


class Look(NamedTuple):
    """What some actions would do, if they can be looked at before."""

    tried: Tried | None
    refusal: Error | None = None


class Match:
    """One match, as somebody at it sees it."""

    def __init__(self, started: Started, now: float) -> None:
        self.story: list[Story] = []
        """What happened and what was said since this client came, the latest last."""
        self.request: Request | None = None
        """What this client is asked for; None while others are."""
        self.ended: Ended | None = None
        self.vote: ServerVote | None = None
        """What is being voted about, or was just settled."""
        self.vote_until = now
        self.change = 0
        """Rises whenever something of this changes that is drawn."""
        self.looks: dict[tuple[str, ...], Look] = {}
        """What was looked at before answering this request."""
        self.begin(started, now)

    def begin(self, started: Started, now: float) -> None:
        """Take in the whole of it, at the start or after a connection was lost."""
        self.started = started
        self.players = started.players
        self.teams = started.teams
        self.seat = started.seat
        """The own seat; None for one who looks on."""
        self.view: Parts = started.view
        self.number = started.number
        self.take_state(started, now)

    @property
    def id(self) -> int:
        """Its number at the server."""
        return self.started.match

    @property
    def watching(self) -> bool:
        """Whether this client only looks on."""
        return self.seat is None

    @property
    def my_turn(self) -> bool:
        """Whether this client is asked for an action."""
        return self.request is not None

    @property
    def guided(self) -> bool:
        """Whether it may be told what is legal, and what that would lead to."""
        return self.started.guidance != "none"

    def take_state(self, state: State | Started, now: float) -> None:
        """Take in the whole view, and everything that was told with it."""
        self.view = state.view
        self.number = state.number
        self.turn = state.turn
        self.decision = state.decision
        self.suspended = state.suspended
        self.paused = state.paused
        self.pause_until = now + state.pause_ms / 1000
        self.watchers = state.watchers
        known: dict[int, Away] = getattr(self, "away", {})
        self.away = {seat: known.get(seat, Away("", now, None)) for seat in state.away}
        self.stand_ins = set(state.stand_ins)
        """The seats that bots play for people who are away."""
        self.set_clock(state.left_ms, now)
        self.request = None
        self.vote = None  # told again right after this, if one is going on
        self.looks.clear()
        self.change += 1

    def take_update(self, update: Update, now: float) -> bool:
        """Take in one action; tell whether it was the next one."""
        if update.number <= self.number:
            return True  # told again
        if update.number > self.number + 1:
            return False
        before = {part: self.view.get(part) for part in update.changes}
        self.number = update.number
        self.view = self.view | update.changes
        self.turn = update.turn
        self.decision = update.decision
        self.tell(
            Line(
                update.number,
                update.seat,
                update.action,
                update.events,
                update.changes,
                before,
            )
        )
        self.set_clock(update.left_ms, now)
        self.request = None
        self.looks.clear()
        self.change += 1
        return True

    def take_request(self, request: Request, now: float) -> None:
        """Be asked for an action, or for the same one again."""
        if self.request is None or request.id != self.request.id:
            self.looks.clear()
        self.request = request
        self.set_clock(request.left_ms, now)
        self.change += 1

    def tell(self, entry: Story) -> None:
        """Add to the story; what is very old is forgotten, however much there is to tell."""
        if len(self.story) >= STORY_MOST:
            self.story = self.story[-STORY_MOST // 2 :]
        self.story.append(entry)
        self.change += 1

    def recall(self, lines: Iterable[Line]) -> None:
        """Put what was missed into the story, each line where it belongs."""
        known = {entry.number for entry in self.story if isinstance(entry, Line)}
        missed = deque(line for line in lines if line.number not in known)
        if not missed:
            return
        story: list[Story] = []
        for entry in self.story:
            if isinstance(entry, Line):
                while missed and missed[0].number < entry.number:
                    story.append(missed.popleft())
            story.append(entry)
        self.story = [*story, *missed]
        self.change += 1

    # The clock.

    def set_clock(self, left_ms: int, now: float) -> None:
        """Learn what is left of the turn that is going on."""
        self._left = left_ms / 1000
        self._left_at = now

    @property
    def clock_runs(self) -> bool:
        """Whether the time of this turn is running."""
        return not (
            self.turn is None
            or self.suspended
            or self.paused
            or self.ended is not None
            or (self.turn in self.away and self.turn not in self.stand_ins)
        )

    def is_bot(self, seat: int | None) -> bool:
        """Tell whether a bot plays a seat now, its own or somebody's who is away."""
        bots = self.started.bots
        return seat is not None and (
            seat in self.stand_ins or (0 <= seat < len(bots) and bots[seat] is not None)
        )

    def left(self, now: float) -> float:
        """Tell how many seconds of the turn are left."""
        passed = now - self._left_at if self.clock_runs else 0.0
        return max(0.0, self._left - passed)

    def stop_clock(self, now: float) -> None:
        """Let what is left be what is left now; whoever calls this changes whether it runs."""
        self._left = self.left(now)
        self._left_at = now

    # Legal actions.

    @property
    def offers(self) -> tuple[str, ...]:
        """The actions that can be answered, in their notation; empty when not asked."""
        if self.request is None:
            return ()
        listed = (
            self.request.legal if self.request.legal is not None else self.request.candidates
        )
        return tuple(str(action) for action in listed or ())

    def name_of(self, seat: int | None) -> str:
        """Name a player."""
        if seat is None or not 0 <= seat < len(self.players):
            return "nobody"
        return self.players[seat]
