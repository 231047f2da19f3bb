"""The whole server as a pure machine: inputs and the time go in, rows and messages come out.

One turn: `step` takes the inputs and fires the deadlines that have come, and returns the rows
that must be kept. Then either `committed` lets everything that needed them happen, or
`aborted` tells those concerned that nothing did. `outgoing` is what to send then.

Nothing in here reads a clock, a socket or a source of chance: the same inputs always have
the same effect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct

from eriantys.games import REGISTERED, find
from eriantys.server import guard, leaving, liveness, logbook
from eriantys.server.deadlines import HOUSE_TIMERS
from eriantys.server.handling import handle, refuse_unreadable, repeat
from eriantys.server.house import AnyGame, Change, Deadline, House, Later
from eriantys.server.inputs import (
    Answered,
    Behind,
    CaughtUp,
    Closed,
    Input,
    Opened,
    Ordered,
    Output,
    Overdue,
    Received,
    Reload,
    Stop,
)
from eriantys.server.limits import OUTPUT_OF_CONNECTION, OUTPUT_OF_STEP, Limits
from eriantys.server.matches import (
    clock,
    history,
    restart,
    slow,
    votes,
)
from eriantys.server.operator import desk, draining
from eriantys.server.rows import Archive, Row
from eriantys.server.session import Session, State
from eriantys.server.table import TABLE
from eriantys.server.welcome import Greeter
from eriantys.wire.errors import WireError
from eriantys.wire.from_client import FromClient
from eriantys.wire.from_server import Notice
from eriantys.wire.messages import read_from_client

NONCE_SIZE = 32


class Core:
    """Sessions, lobby and matches, behind the few doors that the loop needs."""

    def __init__(
        self,
        *,
        limits: Limits,
        archive: Archive,
        entropy: Callable[[int], bytes],
        now: float,
        server: str = "eriantys",
        motd: str = "",
        games: Mapping[str, AnyGame] | None = None,
        bots: bool = False,
    ) -> None:
        if games is None:
            games = {game_id: find(game_id) for game_id in REGISTERED}
        self.house = House(
            limits=limits, archive=archive, entropy=entropy, games=games, now=now, bots=bots
        )
        self._server = server
        self._motd = motd
        self._greeter = self._new_greeter()
        self._ready: dict[int, None] = {}
        """Connections with something left to handle, in the order in which it came."""
        self._sent_before = 0
        """How many bytes were handed out before this step."""
        self._stopping = False
        self._orders: list[Ordered] = []
        """What the operator wants that had to wait until something is on disk."""
        if self.house.shelf.cards:
            self.house.timers.set(("restart",), self.house.back_by)

    def _new_greeter(self) -> Greeter:
        house = self.house
        return Greeter(
            self._server, self._motd, house.limits, house.games.values(), bots=house.bots
        )

    @property
    def busy(self) -> bool:
        """Tell whether `step` has something to do at once, without new inputs."""
        house = self.house
        return bool(self._ready or house.staged or house.tellings or self._orders)

    def crowded(self, connection: int) -> bool:
        """Tell whether a connection has sent more than was handled so far."""
        return connection in self._ready

    def next_due(self) -> float | None:
        """Tell when `step` must be called at the latest."""
        return None if self._stopping else self.house.timers.next_due()

    def outgoing(self) -> list[Output]:
        """Hand out what is to be sent and closed, in order."""
        out, self.house.out = self.house.out, []
        return out

    def step(self, inputs: Iterable[Input], now: float) -> list[Row]:
        """Take in what has happened; return the rows without which it must not count."""
        # A clock that goes backwards would be a fault of the caller; waits cannot shrink.
        self.house.now = max(self.house.now, now)
        self._sent_before = self.house.sent
        self.house.telling_begun = False
        inputs = list(inputs)
        # First, for it has happened first: what is done next may end what it is about.
        for each in inputs:
            if isinstance(each, Behind):
                self._fell_behind(each)
        orders, self._orders = self._orders, []
        for ordered in orders:
            self._carry_out(ordered)
        ready, self._ready = self._ready, {}
        for connection in ready:
            self._work(connection)
        for each in inputs:
            if not isinstance(each, Behind):
                _TAKE[type(each)](self, each)
        self._fire()
        history.go_on(self.house)
        return [row for change in self.house.staged for row in change.rows]

    def committed(self) -> None:
        """Let everything happen whose rows are on disk now."""
        for change in self._unlock():
            change.then()
        draining.look(self.house)
        self._say_goodbye()

    def aborted(self) -> None:
        """Let nothing happen, and tell those who wait for it."""
        for change in self._unlock():
            change.otherwise()
        self._say_goodbye()

    def _unlock(self) -> list[Change]:
        staged, self.house.staged = self.house.staged, []
        self.house.locks.clear()
        return staged

    # Connections.

    def _open(self, opened: Opened) -> None:
        house = self.house
        session = Session(
            opened.connection,
            opened.address,
            guard.household(opened.address),
            house.limits.frame_before_login,
            house.entropy(NONCE_SIZE),
            house.now,
        )
        house.sessions[opened.connection] = session
        if not guard.let_in(house, session):
            return
        logbook.of(session).info("connected from %s", session.address)
        house.tell(session, self._greeter.welcome(session.nonce))
        house.enter(session, State.NEW)
        liveness.begin(house, session)
        repeat(house, session)

    def _receive(self, received: Received) -> None:
        session = self.house.sessions.get(received.connection)
        if session is not None:
            session.heard = self.house.now
            session.reader.feed(received.data)
            self._work(received.connection)

    def _close(self, closed: Closed) -> None:
        session = self.house.sessions.get(closed.connection)
        if session is not None:
            session.gone = closed.cause
            self._work(closed.connection)

    def _work(self, connection: int) -> None:
        """Handle what a connection has sent, as far as it is its turn and nothing is locked."""
        house = self.house
        session = house.sessions.get(connection)
        if session is None:
            return
        try:
            if not self._handle_some(session):
                self._ready[connection] = None
                return
            if session.gone:
                story = logbook.of(session)
                leaving.take_off(house, session, session.gone)
                logbook.closed(story, "lost" if session.gone == "closed" else session.gone)
                house.forget(session)
                return
        except Later:
            self._ready[connection] = None
            return
        liveness.watch_frame(house, session)

    def _handle_some(self, session: Session) -> bool:
        """Handle messages while it is this connection's turn; tell whether that was all.

        A turn ends after so many messages, or when the answers weigh too much: few bytes
        can ask for many.
        """
        house, before = self.house, self.house.sent
        for _ in range(house.limits.frames_at_once):
            if not session.gone and guard.must_wait(house, session):
                return True  # a deadline comes back to it
            if house.sent - self._sent_before > OUTPUT_OF_STEP:
                return False
            if house.sent - before > OUTPUT_OF_CONNECTION:
                return False
            if not self._handle_next(session):
                return True
            if session.held is None and not session.reader.waiting:
                return True
        return False

    def _handle_next(self, session: Session) -> bool:
        """Handle one message; tell whether there may be another."""
        house = self.house
        message = session.held
        if message is None and not session.reader.waiting:
            return False
        # What was said before may still change what this message means.
        house.need_place_of(session)
        if message is None:
            try:
                content = session.reader.next_frame()
            except WireError as error:
                # What follows the length cannot be told from the next frame any more.
                leaving.take_off(house, session, "fault")
                house.hang_up(session, error.code, error.text)
                return False
            if content is None:
                return False
            liveness.frame_is_whole(house, session)
            try:
                message = read_from_client(content)
                guard.charge(house, session, message, len(content))
            except WireError as error:
                guard.charge(house, session, None, len(content))
                refuse_unreadable(house, session, error)
                return session.state is not State.CLOSED
        try:
            self._handle(session, message)
        except Later:
            session.held = message
            raise
        session.held = None
        return session.state is not State.CLOSED

    def _handle(self, session: Session, message: FromClient) -> bool:
        return handle(self.house, session, message)

    # Deadlines.

    def _fire(self) -> None:
        if self._stopping:
            return  # time stands still until the next start: nobody can answer any more
        house = self.house
        put_off = []
        # One at a time: what one deadline does may call off another of the same instant.
        while (key := house.timers.pop(house.now)) is not None:
            try:
                self._expire(key)
            except Later:
                put_off.append(key)
        # What is locked is called off by nobody else meanwhile; only a clock that runs out ends
        # a connection whatever is being kept for it.
        for key in put_off:
            if key[0] not in _CONNECTION_TIMERS or key[1] in house.sessions:
                house.timers.set(key, house.now)

    def _expire(self, key: Deadline) -> None:
        kind, *what = key
        if kind in _CONNECTION_TIMERS:
            session = self.house.sessions.get(what[0])
            if session is not None:
                self.house.need_place_of(session)
                _CONNECTION_TIMERS[kind](self, session)
        else:
            HOUSE_TIMERS[kind](self.house, *what)

    def _state_expired(self, session: Session) -> None:
        expiry = TABLE[session.state].expiry
        if expiry is not None:
            expiry(self.house, session)

    def _hear_again(self, session: Session) -> None:
        """Go on with what somebody has said, who said too much at once."""
        session.heard = self.house.now  # we did not listen
        guard.listen_again(self.house, session)
        self._work(session.connection)

    # The house.

    def _carry_out(self, ordered: Ordered) -> None:
        """Do what the operator wants, or wait until what it concerns is on disk."""

        def reply(answer: Struct) -> None:
            self.house.out.append(Answered(ordered.number, answer))

        try:
            desk.carry_out(self.house, ordered.order, reply)
        except Later:
            self._orders.append(ordered)

    def _stop(self, _stop: Stop) -> None:
        self._stopping = True
        matches = self.house.matches.values()
        clocks = [clock.kept(self.house, match) for match in matches if not match.suspended]
        # Where they cannot be kept, the log still tells most of it.
        self.house.stage([], clocks, then=_nothing, otherwise=_nothing)

    def _say_goodbye(self) -> None:
        """Once the server is to end: let go of everybody, and of all that is not kept yet."""
        if not self._stopping:
            return
        text = "The server is restarting: matches are saved, come back in a moment."
        for session in list(self.house.sessions.values()):
            self.house.tell(session, Notice("restarting", text))
            self.house.hang_up(session, "restarting", text)
        # What that stage was for would only be told to those who have just gone; a match that
        # should have been suspended is found without its players after the start, and is then.
        self._unlock()

    def _reload(self, reload: Reload) -> None:
        """Go by other limits from now on; what is being waited for keeps its deadline."""
        self.house.limits = reload.limits
        self.house.rates.adjust(reload.limits)
        self._motd = reload.motd
        self._greeter = self._new_greeter()

    def _fell_behind(self, behind: Behind) -> None:
        session = self.house.sessions.get(behind.connection)
        if session is not None:
            slow.fell_behind(session)

    def _caught_up(self, caught_up: CaughtUp) -> None:
        session = self.house.sessions.get(caught_up.connection)
        if session is not None and session.behind:
            slow.caught_up(self.house, session)
            assert session.match is not None
            votes.show(self.house, session, session.match)

    def _give_up(self, overdue: Overdue) -> None:
        restart.give_up(self.house, overdue.matches)


_TAKE: dict[type, Callable[[Core, Any], None]] = {
    Opened: Core._open,
    Received: Core._receive,
    Closed: Core._close,
    Stop: Core._stop,
    Overdue: Core._give_up,
    Reload: Core._reload,
    CaughtUp: Core._caught_up,
    Ordered: Core._carry_out,
}

_CONNECTION_TIMERS: dict[str, Callable[[Core, Session], None]] = {
    "state": Core._state_expired,
    "frame": lambda core, session: liveness.frame_is_late(core.house, session),
    "live": lambda core, session: liveness.look(core.house, session),
    "slow": Core._hear_again,
}


def _nothing() -> None:
    """Nobody waits for it."""
