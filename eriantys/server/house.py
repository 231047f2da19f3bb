"""What all the clerks share: who is here, what is open, and how to get anything done.

Two rules keep every promise of durability:

* A change that must be on disk before anybody hears of it is *staged*: its rows go to the
  store with those of all others of this step, and only then does it happen. Until then what
  it concerns is locked.
* Whoever needs something that is locked raises `Later` before having changed anything, and
  is called again once the lock is gone.
"""

from __future__ import annotations

import logging
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeAlias

from eriantys.games.contract import Game, Seat
from eriantys.server import logbook
from eriantys.server.chat.remembered import LobbyTalk
from eriantys.server.inputs import Close, Output, Send
from eriantys.server.limits import LOBBY_INTERVAL, Limits
from eriantys.server.rates import Rates
from eriantys.server.rows import Archive, NameKept, Row
from eriantys.server.sanctions import Sanctions
from eriantys.server.session import WAITS, Session, State
from eriantys.server.shelf import Shelf
from eriantys.server.tally import Tally
from eriantys.server.timers import Timers
from eriantys.wire.cards import RoomCard
from eriantys.wire.from_server import FromServer, ServerBye
from eriantys.wire.messages import write

if TYPE_CHECKING:
    from eriantys.server.lobby.quick import Line
    from eriantys.server.lobby.rooms import Room
    from eriantys.server.matches.history import Telling
    from eriantys.server.matches.match import Match

AnyGame: TypeAlias = Game[Any, Any]
Lock: TypeAlias = int | str
"""The number of a room or match, a name in lower case, or what stands for a session."""

Deadline: TypeAlias = tuple[Any, ...]
"""What a deadline is for: a word, and the numbers of a connection, match or seat."""

RETRY = 1.0
"""What could not be kept is tried again so many seconds later."""

STORE_UNAVAILABLE = (
    "store-unavailable",
    "The server cannot save anything at the moment; nothing has changed, try again soon.",
)


class Refusal(Exception):
    """Refuses a message: a stable code for programs and a sentence for people."""

    def __init__(self, code: str, text: str, step: int | None = None) -> None:
        super().__init__(code, text)
        self.code = code
        self.text = text
        self.step = step
        """Which of several actions it is about, counted from 0."""


class Later(Exception):
    """Asks to be called again when what is locked has been settled."""


class Change(NamedTuple):
    """Something that happens once its rows are on disk, or does not happen at all."""

    rows: Sequence[Row]
    then: Callable[[], None]
    otherwise: Callable[[], None]


class House:
    """The state of the whole server."""

    def __init__(
        self,
        *,
        limits: Limits,
        archive: Archive,
        entropy: Callable[[int], bytes],
        games: Mapping[str, AnyGame],
        now: float,
        bots: bool = False,
    ) -> None:
        self.limits = limits
        self.archive = archive
        self.entropy = entropy
        self.games = games
        self.now = now
        self.bots = bots
        """Whether there are any that come when they are called."""

        self.sessions: dict[int, Session] = {}
        self.connected: Counter[str] = Counter()
        """How many are connected from each household: see the guard."""
        self.rates = Rates(limits)
        self.sanctions = Sanctions(archive, now)
        self.draining = False
        """Whether no match may begin any more, because the server is to end soon."""
        self.online: dict[str, Session] = {}
        """By name in lower case."""
        self.guests: dict[str, NameKept] = {}
        """Guests who are here; those with an unfinished match are in the archive as well."""
        self.guests_muted: dict[str, Mapping[str, str]] = {}
        """Whom guests do not want to hear, as it is in their sessions."""
        self.lobby_talk = LobbyTalk(archive, now)
        self.rooms: dict[int, Room] = {}
        self.matches: dict[int, Match] = {}
        """The matches that are loaded; the shelf knows of all that are not over."""
        self.tickets: dict[bytes, tuple[int, Seat]] = {}
        """By ticket: the match and the seat for which it was handed out, until it is used."""
        self.shelf = Shelf(archive)
        self.codes = {
            card.code.replace("-", ""): card.match
            for card in self.shelf.cards.values()
            if card.code
        }
        """Where each invitation leads: to a room or to a match that is not over."""
        self.next_match = archive.next_match()
        """The number of the next room, which its match will keep."""
        self._first_match = self.next_match
        self.back_by = now + limits.restart_grace
        """When the players of matches that a restart interrupted must be back."""
        self.lines: dict[str, Line] = {}
        """By game: those who said `quick` without saying what."""

        self.limits_met = logbook.LimitsMet()
        self.timers: Timers[Deadline] = Timers()
        self.staged: list[Change] = []
        self.locks: set[Lock] = set()
        self.out: list[Output] = []
        self.telling_begun = False
        """Whether somebody has begun to be told of a match in this step."""
        self.tellings: deque[Telling] = deque()
        """Those who are told of a past match, whose turn for some more of it has come."""
        self.changed_rooms: set[int] = set()
        """What those in the lobby have not been told yet."""
        self.running_frame: tuple[float, bytes] | None = None
        """The list of what is being played, encoded, and until when it will do."""
        self.list_frames: tuple[tuple[RoomCard, ...], list[bytes]] | None = None
        """The list of open matches for whoever comes, until it changes: the cards of its first
        portion, and all portions encoded."""
        self.sent = 0
        """How many bytes were handed out so far."""
        self.tally = Tally()

    # Saying things.

    def tell(self, session: Session, message: FromServer) -> None:
        """Send a message to one session."""
        self.send(session, write(message))

    def tell_all(self, sessions: Iterable[Session], message: FromServer) -> None:
        """Send one message to many, encoding it once."""
        data = write(message)
        for session in sessions:
            self.send(session, data)

    def send(self, session: Session, frame: bytes) -> None:
        """Send a frame that is encoded already."""
        session.said = self.now
        if session.behind:
            return  # the whole view comes later, instead of all that is missed now
        self.sent += len(frame)
        self.out.append(Send(session.connection, frame))

    def hang_up(self, session: Session, code: str, text: str, told: int = logging.INFO) -> None:
        """Say goodbye and close; whoever calls this has taken the session off its place."""
        session.behind = False
        self.tally.byes[code] += 1
        self.tell(session, ServerBye(code, text))
        self.forget(session)
        self.out.append(Close(session.connection))
        logbook.closed(logbook.of(session), code, told)

    def forget(self, session: Session) -> None:
        """Let go of a session that has no place any more."""
        session.state = State.CLOSED
        # Two that hold each other would stay until somebody looks for garbage, which is seldom.
        session.telling = None
        if self.sessions.pop(session.connection, None) is not None:
            self._count_out(session.household)
        for kind in ("live", "state", "frame", "slow", "history"):
            self.timers.cancel((kind, session.connection))
        low = session.name.lower()
        if self.online.get(low) is session:
            del self.online[low]
            self.drop_guest(low)

    def drop_guest(self, low: str) -> None:
        """Let go of a guest whom nothing keeps here any more, if the name is one's."""
        if low not in self.online and not self.shelf.of(low):
            self.guests.pop(low, None)
            self.guests_muted.pop(low, None)

    def _count_out(self, household: str) -> None:
        self.connected[household] -= 1
        if not self.connected[household]:
            del self.connected[household]

    # States and their deadlines.

    def enter(self, session: Session, state: State) -> None:
        """Let a session change its state, and begin to wait for the next."""
        session.state = state
        self.wait_anew(session)

    def wait_anew(self, session: Session) -> None:
        """Begin the wait of a session's state from the start."""
        wait = WAITS.get(session.state)
        if wait is None:
            self.timers.cancel(("state", session.connection))
        else:
            due = self.now + float(getattr(self.limits, wait))
            self.timers.set(("state", session.connection), due)

    def left_ms(self, key: Deadline) -> int:
        """Tell how long it is to a deadline, in milliseconds."""
        due = self.timers.due(key)
        return 0 if due is None else max(0, round((due - self.now) * 1000))

    def began_before(self, match: int) -> bool:
        """Tell whether a match is older than this run of the server."""
        return match < self._first_match

    # Keeping things.

    def stage(
        self,
        locks: Iterable[Lock],
        rows: Sequence[Row],
        then: Callable[[], None],
        otherwise: Callable[[], None],
    ) -> None:
        """Let something happen as soon as its rows are on disk."""
        self.locks.update(locks)
        self.staged.append(Change(rows, then, otherwise))

    def need(self, *locks: Lock) -> None:
        """Raise `Later` if any of these is locked."""
        if not self.locks.isdisjoint(locks):
            raise Later

    def need_place_of(self, session: Session) -> None:
        """Raise `Later` if the session, or where it sits, is locked."""
        self.need(session.lock)
        if session.room is not None:
            self.need(session.room.id)
        if session.match is not None:
            self.need(session.match.id)

    # The lobby's list.

    def room_changed(self, room: Room) -> None:
        """Note that those in the lobby must hear of a room, together with other changes."""
        if not room.listed:
            return
        self.list_frames = None
        self.changed_rooms.add(room.id)
        if self.timers.due(("lobby",)) is None:
            self.timers.set(("lobby",), self.now + LOBBY_INTERVAL)


def refuse(code: str, text: str, step: int | None = None) -> NoReturn:
    """Refuse what was asked for."""
    raise Refusal(code, text, step)
