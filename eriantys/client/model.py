"""What this client knows: the server, the lobby, the room or match it is in, and the talk.

`Model.hear` takes in whatever the server says. What the client wants to say lies in `outbox`
until the loop sends it. The model knows no screen, no socket and no clock but the time that it
is told.
"""

from __future__ import annotations

import enum

from eriantys.client.conversation import Conversation
from eriantys.client.match import Look, Match, Remark, retold
from eriantys.client.presence import note_presence
from eriantys.client.recognising import fits, same_match
from eriantys.wire.cards import RoomCard, RunningCard, SavedCard
from eriantys.wire.from_client import FromClient, History, Move, Quick, Sync, Try, Undo
from eriantys.wire.from_server import (
    Ended,
    Error,
    FromServer,
    Matches,
    Muted,
    Named,
    Notice,
    Presence,
    Request,
    Seated,
    ServerChat,
    ServerHistory,
    ServerResults,
    ServerVote,
    Started,
    State,
    Tried,
    Update,
    Waiting,
    Welcome,
)

RECALLED_MOST = 200
"""Lines of the log that whoever comes to a match, or back to it, is told of."""
HISTORY_MOST = 20_000
"""Lines of one match that are kept."""


class Place(enum.Enum):
    """Where this client is."""

    DOOR = "door"
    """Connected or not, it has no name yet."""
    LOBBY = "lobby"
    LINE = "line"
    """Waiting for a quick match, whose seats or mode may still be asked for."""
    ROOM = "room"
    MATCH = "match"
    AFTER = "after"
    """The match is over, and its players are still together."""


class Model:
    """All that the screens show."""

    def __init__(self) -> None:
        self.welcome: Welcome | None = None
        self.name = ""
        self.guest = False
        self.muted: tuple[str, ...] = ()
        self.place = Place.DOOR
        self.asked: Request | None = None
        """What is asked outside of a match: the login, the seats or the mode."""
        self.rooms: dict[int, RoomCard] = {}
        self.saved: tuple[SavedCard, ...] = ()
        self.running: tuple[RunningCard, ...] = ()
        self.seated: Seated | None = None
        self.waiting: Waiting | None = None
        self.waiting_until = 0.0
        self.match: Match | None = None
        self._conversation = Conversation()
        self.chat = self._conversation.lines
        """By whom it was said to: `lobby`, `match`, `team`, `watchers`."""
        self.wished = ""
        """The game for which the latest quick match was asked."""
        self.results: ServerResults | None = None
        self.history: dict[int, list[ServerHistory]] = {}
        """By match: the portions that have come so far."""
        self.error: Error | None = None
        """The latest refusal, until somebody has shown it."""
        self.notice: Notice | None = None
        """The latest notice, until somebody has shown it."""
        self.outbox: list[FromClient] = []
        self.change = 0
        """Rises whenever something changes that is drawn."""
        self._looking: list[tuple[int, tuple[str, ...]]] = []
        """What was asked to be tried and is not answered yet: the request and the actions."""
        self._stories: list[History] = []
        """What the server is asked to tell: one story at a time, first the one it is at."""
        self._syncing = False
        """Whether the whole view was asked for and has not come yet."""

    def send(self, message: FromClient) -> None:
        """Say something to the server as soon as possible."""
        match message:
            case History():
                self._ask_for_story(message)
                return
            case Quick():
                self.wished = message.game
        self.outbox.append(message)

    def _ask_for_story(self, wanted: History) -> None:
        """Ask to be told of a match, once the server has told all that it was asked before."""
        if wanted not in self._stories[1:]:
            self._stories.append(wanted)
        if self._stories == [wanted]:
            self.outbox.append(wanted)

    def _end_story(self) -> None:
        """Learn that the server will tell no more of what it was asked first."""
        del self._stories[:1]
        self.outbox += self._stories[:1]

    def disconnected(self) -> None:
        """Learn that the connection is gone; what was known stays to be looked at."""
        self.welcome = None
        self.asked = None
        self.outbox.clear()
        self._looking.clear()
        self._stories.clear()
        self._syncing = False
        if self.match is not None:
            self.match.request = None
            self.match.change += 1
        self.change += 1

    # Acting in a match.

    def act(self, action: str) -> None:
        """Answer the request for a move."""
        match = self.match
        if match is not None and match.request is not None:
            self.send(Move(match.request.id, action))

    def undo(self) -> None:
        """Take the latest action back."""
        match = self.match
        if match is not None and match.request is not None:
            self.send(Undo(match.request.id))

    def look_ahead(self, actions: tuple[str, ...]) -> Look | None:
        """Tell what some actions would do; None as long as the server has not said so.

        One look at a time is under way: the cursor moves faster than anybody reads.
        """
        match = self.match
        if match is None or match.request is None or not match.guided:
            return None
        found = match.looks.get(actions)
        if found is None and not self._looking:
            self._looking.append((match.request.id, actions))
            self.send(Try(match.request.id, actions))
        return found

    # Hearing.

    def hear(self, message: FromServer, now: float) -> None:
        """Take in what the server said."""
        self.change += 1
        match message:
            case Welcome():
                self.welcome = message
                self._conversation.begin()
            case Request(kind="move"):
                if self.match is not None and message.decision == self.match.decision:
                    self.match.take_request(message, now)
                elif self.match is not None:
                    self._sync()  # it is about something that was not told
            case Request():
                self.asked = message
                if message.kind in ("seats", "mode"):
                    self.place = Place.LINE  # the first in line, with nobody to wait for yet
            case Named():
                self.name, self.guest, self.muted = message.name, message.guest, message.muted
                self.asked = None
            case Matches():
                self._hear_matches(message)
            case Seated():
                self._sit_down(message)
            case Waiting():
                self.waiting = message
                self.waiting_until = now + message.left_ms / 1000
                self.asked = None
                if message.match is None:
                    self.place = Place.LINE
            case Started():
                self._begin(message, now)
            case State() | Update() | Tried() | Presence() | ServerVote() | Ended():
                self._hear_match(message, now)
            case Error():
                self._hear_error(message)
            case Notice():
                self._hear_notice(message, now)
            case ServerChat():
                self._hear_chat(message, now)
            case Muted():
                self.muted = message.names
            case ServerResults():
                self.results = message
            case ServerHistory():
                self._hear_history(message)

    def _sync(self) -> None:
        """Ask for the whole view, once until it comes."""
        if not self._syncing:
            self._syncing = True
            self.send(Sync())

    def _hear_history(self, message: ServerHistory) -> None:
        if not self._stories or message.match != self._stories[0].match:
            return
        if message.view is not None:
            self.history[message.match] = []
        portions = self.history.setdefault(message.match, [])
        fits = sum(len(portion.lines) for portion in portions) <= HISTORY_MOST
        if fits:
            portions.append(message)
        if message.last:
            self._end_story()
            if fits and self.match is not None and self.match.id == message.match:
                self._recall(self.match)

    def _hear_matches(self, message: Matches) -> None:
        if message.whole:
            self.rooms = {card.match: card for card in message.open}
            self.saved = message.saved
            self.place = Place.LOBBY
            self.seated = self.waiting = self.match = self.asked = None
            self._conversation.forget()
        else:
            self.rooms |= {card.match: card for card in message.open}
            for gone in message.gone:
                self.rooms.pop(gone, None)
        if message.running is not None:
            self.running = message.running

    def _sit_down(self, seated: Seated) -> None:
        if not 0 <= seated.seat < len(seated.room.seats):
            return  # there is no such seat, and so nothing that could be shown of it
        old = self.match
        if old is not None and not set(seated.room.seats) <= {*old.players, None}:
            self._conversation.forget()  # this is no rematch
        self.seated, self.place = seated, Place.ROOM
        self.match = self.asked = None

    def _ask_for_missed(self, match: Match, known: int) -> None:
        """Ask for what has happened since a line of the log, or for the latest of it."""
        if match.number > known:
            self.send(History(match.id, max(known, match.number - RECALLED_MOST)))

    def _recall(self, match: Match) -> None:
        """Put what was missed into the story, once all of it has been told."""
        portions = self.history[match.id]
        view = portions[0].view
        if view is None or not portions[-1].last:
            return
        match.recall(retold(view, (line for portion in portions for line in portion.lines)))

    def _begin(self, started: Started, now: float) -> None:
        known = 0
        if self.match is not None and self.match.id == started.match:
            known = self.match.number
        self._take_begun(started, now)
        assert self.match is not None
        self._ask_for_missed(self.match, known)

    def _take_begun(self, started: Started, now: float) -> None:
        self._syncing = False
        if self.match is not None and same_match(self.match.started, started):
            self.match.ended = None
            self.match.begin(started, now)
        else:
            self.match = Match(started, now)
            if self.seated is None:
                # Otherwise what was said in the waiting room is still of interest.
                self._conversation.forget()
        self.place = Place.MATCH
        self.seated = self.waiting = self.asked = None

    def _hear_match(
        self, message: State | Update | Tried | Presence | ServerVote | Ended, now: float
    ) -> None:
        match_ = self.match
        if isinstance(message, Tried):
            self._looked(message.request, Look(message))
            return
        if match_ is None:
            return
        match message:
            case State():
                self._syncing = False
                known = match_.number
                match_.take_state(message, now)
                self._ask_for_missed(match_, known)
            case Update():
                if not match_.take_update(message, now):
                    self._sync()
            case Presence():
                if message.seat is None or 0 <= message.seat < len(match_.players):
                    note_presence(match_, message, now)
            case ServerVote() if fits(message, match_):
                match_.vote = message
                match_.vote_until = now + message.left_ms / 1000
                match_.change += 1
            case Ended():
                match_.stop_clock(now)
                match_.ended = message
                match_.request = match_.vote = None
                match_.suspended = match_.paused = False
                match_.change += 1
                self.place = Place.AFTER

    def _hear_error(self, error: Error) -> None:
        if error.about == "try":
            self._looked(error.request, Look(None, error))
            return
        if error.about == "history":
            self._end_story()
        self.error = error

    def _looked(self, request: int | None, look: Look) -> None:
        if not self._looking:
            return
        asked, actions = self._looking.pop(0)
        match = self.match
        asked_now = match is not None and match.request is not None and match.request.id
        if match is not None and asked == request == asked_now:
            match.looks[actions] = look
            match.change += 1

    def _hear_notice(self, notice: Notice, now: float) -> None:
        self.notice = notice
        match = self.match
        if match is None or notice.match not in (None, match.id):
            return
        match.tell(Remark("", notice.text))
        match.change += 1
        if notice.match is None:
            return  # it is for everybody at the server
        match.stop_clock(now)
        match notice.code:
            case "suspended":
                match.suspended, match.paused = True, False
                match.request = None
            case "resumed":
                match.suspended = False
                match.vote = None
            case "paused":
                match.paused = True  # the request stands, and answering it ends the pause
                longest = self.welcome.limits.pause_ms if self.welcome is not None else 0
                match.pause_until = now + longest / 1000
            case "going-on":
                match.paused = False
        if notice.clock_ms is not None:
            match.set_clock(notice.clock_ms, now)

    def _hear_chat(self, message: ServerChat, now: float) -> None:
        new = self._conversation.hear(message, now)
        if self.match is not None and message.to != "lobby":
            for line in new:
                self.match.tell(Remark(line.name, line.text, message.to))
                self.match.change += 1
