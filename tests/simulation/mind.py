"""What one connection has told a client: the light model, and nothing that was not said.

Whatever is heard is held against what was heard before: a client must always know where it
is, miss no number, and never be told that a clock has more time than it had.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from eriantys.games.contract import Seat
from eriantys.games.dice import commitment
from eriantys.wire import from_client as client
from eriantys.wire import from_server as server
from eriantys.wire.from_client import FromClient
from eriantys.wire.from_server import FromServer, GameCard, Request, RoomCard
from eriantys.wire.messages import type_of
from tests.simulation.plan import check
from tests.simulation.records import Records
from tests.simulation.tally import Tally

ROUNDING = 1
"""Milliseconds that two readings of a clock may differ by for being whole numbers."""

_FREE = ("lobby", "after", "new")
"""Where somebody is who has no place; with `take_over` a login leads right to one."""


class Table:
    """The light model of a match: the last view, merged with the changes of each update."""

    def __init__(self, started: server.Started, said_before: set[int]) -> None:
        self.said_before = frozenset(said_before)
        self.match = started.match
        self.seat: Seat | None = started.seat
        self.started = started
        self.number = started.number
        self.view = started.view
        self.turn = started.turn
        self.decision = started.decision
        self.away = set(started.away)
        self.suspended = started.suspended
        self.clock: tuple[int | None, int] = (None, 0)
        """Which turn it was when its clock was last told, and what was left then."""


class Mind:
    """Everything that somebody knows from one connection."""

    def __init__(self, records: Records, tally: Tally, before: Mind | None = None) -> None:
        self.records = records
        self.tally = tally
        self.place = ""
        self.nonce = b""
        self.name = ""
        self.games: tuple[GameCard, ...] = ()
        self.bounds: server.Bounds | None = None
        self.rooms: dict[int, RoomCard] = {}
        self.saved: tuple[server.SavedCard, ...] = ()
        self.room: server.Seated | None = None
        self.table: Table | None = None
        self.request: Request | None = None
        """What stands to be answered."""
        self.replied: int | None = None
        """The request for which an answer is on its way."""
        self.moves: list[tuple[int, str]] = []
        """What was answered to which request."""
        self.unanswered_pings = 0
        self.error = ""
        """The code of the latest refusal."""
        self.over = False

        self.offers: deque[tuple[str, bytes | None]] = deque()
        """What may bring a share in the luck, and is neither accepted nor refused yet."""
        self.brought: set[bytes] = set()
        """The share that goes with the place in the line or in the room.

        Whoever takes a place over from the connection before knows only which it may be.
        """
        self.requests: set[tuple[int, int]] = set()
        """By match and request: whatever this person has answered, rightly or wrongly."""
        self.early: set[int] = set()
        """The requests that were answered on this connection, wherever that was.

        Whoever asks for a match and goes on talking may be heard only when it has begun.
        """
        if before is not None:
            self.requests = before.requests
            pending = {nonce for _, nonce in before.offers if nonce is not None}
            self.brought = before.brought | pending

    def said(self, message: FromClient) -> None:
        """Remember what was sent, as far as it matters later."""
        if hasattr(message, "nonce"):
            self.offers.append((type_of(message), message.nonce))
        if isinstance(message, client.Move | client.Undo):
            self.early.add(message.request)
            if self.table is not None:
                self.requests.add((self.table.match, message.request))

    def hear(self, message: FromServer) -> None:
        """Take in what the server says."""
        check(not self.over, f"{message} came after bye")
        check(self.place or isinstance(message, server.Welcome), f"{message} came first")
        _HEAR[type(message)](self, message)

    def _welcome(self, message: server.Welcome) -> None:
        check(not self.place, "a second welcome")
        self.place = "new"
        self.nonce = message.nonce
        self.games = message.games
        self.bounds = message.limits

    def _request(self, message: Request) -> None:
        if message.kind == "login":
            check(self.place == "new", f"asked for a login in {self.place}")
        elif message.kind == "move":
            table = self._table(message)
            check(self.place == "playing", f"asked for a move in {self.place}")
            check(table.turn == table.seat, f"asked for a move out of turn: {message}")
            check(message.id == table.number + 1, f"{message} after {table.number}")
            check(message.decision == table.decision, f"{message} differs from the state")
            check(not table.suspended, f"{message} while suspended")
            self._clock(message.left_ms)
        else:
            check(self.place in ("queued", "asked", *_FREE), f"{message} in {self.place}")
            self._stand_in_line("asked")
        self.request = message
        self.replied = None

    def _named(self, message: server.Named) -> None:
        check(self.place == "new", f"{message} in {self.place}")
        self.name = message.name
        self.request = None

    def _matches(self, message: server.Matches) -> None:
        if message.whole:
            check(self.name, "a list without a name")
            if self.place != "lobby":
                self._leave_everything()
            self.place = "lobby"
            self.rooms = {}
            self.saved = message.saved
        check(self.place == "lobby", f"{message} in {self.place}")
        for card in message.open:
            check(None in card.seats, f"{card} is on the list and full")
            self.rooms[card.match] = card
            self.records.highest = max(self.records.highest, card.match)
        for number in message.gone:
            self.rooms.pop(number, None)

    def _seated(self, message: server.Seated) -> None:
        card = message.room
        check(self.place in ("queued", "asked", "seated", *_FREE), f"{message} in {self.place}")
        check(card.seats[message.seat] == self.name, f"{message} does not name {self.name}")
        if self.room is not None:
            check(self.room.match == message.match, f"from {self.room} to {message}")
            check(card.commitment == self.room.room.commitment, f"another secret: {message}")
            self._bring("seat")
        elif self.place in ("lobby", "after"):
            self._bring("create", "join", "quick")
        self.place = "seated"
        self.room = message
        self.request = None
        self.records.highest = max(self.records.highest, message.match)

    def _waiting(self, message: server.Waiting) -> None:
        check(self.name in message.names, f"{self.name} is not among {message.names}")
        check(len(message.names) == message.present, f"{message} miscounts")
        if message.match is None:
            check(self.place in ("queued", *_FREE), f"{message} in {self.place}")
            self._stand_in_line("queued")
        else:
            check(self.place == "seated", f"{message} in {self.place}")

    def _started(self, message: server.Started) -> None:
        self.records.agreed(message)
        if message.seat is not None:
            check(message.players[message.seat] == self.name, f"{message} is not {self.name}")
            check(message.seat not in message.away, f"{self.name} is here, not away")
        room = self.room
        if room is not None:
            card = room.room
            agreed = (card.game, card.options, card.guidance, card.turn_seconds, card.absence)
            begun = (message.game, message.options, message.guidance, message.turn_seconds)
            check(agreed == (*begun, message.absence), f"{room} became {message}")
            check(card.undo == message.undo, f"{room} became {message}")
            check(card.commitment == message.commitment, f"{room} became {message}")
            check((room.match, room.seat) == (message.match, message.seat), f"not {message}")
            check(message.nonces[room.seat] in self.brought, "not the share that was brought")
            check(message.number == 0, f"{message} does not begin at the beginning")
        self.place = "watching" if message.seat is None else "playing"
        self._leave_everything()
        self.table = Table(message, self.early)
        self._clock(message.left_ms)

    def _state(self, message: server.State) -> None:
        table = self._table(message)
        check(message.number == table.number, f"{message.number} after {table.number}")
        check(message.view == table.view, "a whole view differs from the merged one")
        check(message.turn == table.turn, f"{message} differs from what was told")
        check(set(message.away) == table.away, f"{message.away}, not {table.away} are away")
        check(message.suspended == table.suspended, f"{message}: suspended or not?")
        self._clock(message.left_ms)

    def _update(self, message: server.Update) -> None:
        table = self._table(message)
        check(message.number == table.number + 1, f"{message.number} after {table.number}")
        check(message.seat == table.turn, f"{message} by {message.seat} out of turn")
        unknown = [part for part in message.changes if part not in table.view]
        check(not unknown, f"changes of unknown parts {unknown}")
        same = [part for part, now in message.changes.items() if table.view[part] == now]
        check(not same, f"changes that change nothing: {same}")
        if message.seat == table.seat:
            said = (table.match, message.number) in self.requests
            early = message.number in table.said_before
            check(said or early, f"{message} answers what nobody answered")
        self.records.saw(message, table.seat)
        table.number = message.number
        table.view = {**table.view, **message.changes}
        table.turn, table.decision = message.turn, message.decision
        self.request = None
        self._clock(message.left_ms)

    def _tried(self, message: server.Tried) -> None:
        check(self.place == "playing", f"{message} in {self.place}")

    def _error(self, message: server.Error) -> None:
        self.error = message.code
        # Only nonsense is malformed, and that was never noted as an offer.
        offers = ("create", "join", "quick", "seat")
        if message.about in offers and message.code != "malformed":
            self._take_offer(message.about)
        if message.about == "login":
            self.replied = None

    def _presence(self, message: server.Presence) -> None:
        table = self._table(message)
        check(message.seat != table.seat, f"{message} is about the own seat")
        check(table.started.players[message.seat] == message.name, f"{message}: whose seat?")
        self._clock(message.clock_ms)
        (table.away.discard if message.here else table.away.add)(message.seat)

    def _ended(self, message: server.Ended) -> None:
        table = self._table(message)
        check(commitment(message.secret) == message.commitment, f"{message} broke its promise")
        check(message.commitment == table.started.commitment, f"{message} made another promise")
        check(message.nonces == table.started.nonces, f"{message} has other nonces")
        self.records.was_ended(message)
        if table.turn is None:
            self.tally.add(f"{table.started.game} ended by its rules")
        self._leave_everything()
        self.place = "after"  # those who only looked on are shown the lobby next

    def _notice(self, message: server.Notice) -> None:
        if message.code in ("suspended", "resumed"):
            table = self._table(message)
            table.suspended = message.code == "suspended"
            table.clock = (None, 0)
            self.request = None

    def _ping(self, _message: server.ServerPing) -> None:
        self.unanswered_pings += 1

    def _pong(self, _message: server.ServerPong) -> None:
        """Needs no answer."""

    def _bye(self, message: server.ServerBye) -> None:
        self.over = True

    def _table(self, message: Any) -> Table:
        table = self.table
        assert table is not None, f"{message} away from any match"
        number = getattr(message, "match", table.match)
        check(number == table.match, f"{message} at match {table.match}")
        return table

    def _clock(self, left_ms: int) -> None:
        """Hold a reading of the clock against the one before."""
        table = self.table
        assert table is not None
        turn = self.records.turns.get((table.match, table.number))
        before, had = table.clock
        if turn is not None and turn == before:
            check(left_ms <= had + ROUNDING, f"the clock went from {had} to {left_ms}")
        table.clock = turn, left_ms

    def _stand_in_line(self, place: str) -> None:
        if self.place in ("lobby", "after"):
            self._bring("quick")
        self.place = place

    def _bring(self, *kinds: str) -> None:
        """Note that the earliest offer of some kinds was accepted."""
        nonce = self._take_offer(*kinds)
        if nonce is not None:
            self.brought = {nonce}

    def _take_offer(self, *kinds: str) -> bytes | None:
        """Take out the earliest offer of some kinds: whatever comes in now answers that."""
        offer = next(offer for offer in self.offers if offer[0] in kinds)
        self.offers.remove(offer)
        return offer[1]

    def _leave_everything(self) -> None:
        self.request = self.replied = self.room = self.table = None


_HEAR: dict[type, Callable[[Mind, Any], None]] = {
    server.Welcome: Mind._welcome,
    server.Request: Mind._request,
    server.Named: Mind._named,
    server.Matches: Mind._matches,
    server.Seated: Mind._seated,
    server.Waiting: Mind._waiting,
    server.Started: Mind._started,
    server.State: Mind._state,
    server.Update: Mind._update,
    server.Tried: Mind._tried,
    server.Error: Mind._error,
    server.Presence: Mind._presence,
    server.Ended: Mind._ended,
    server.Notice: Mind._notice,
    server.ServerPing: Mind._ping,
    server.ServerPong: Mind._pong,
    server.ServerBye: Mind._bye,
}
