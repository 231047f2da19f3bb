"""What one connection has told a client: the light model, and nothing that was not said.

Whatever is heard is held against what was heard before: a client must always know where it
is, miss no number, and never be told that a clock has more time than it had.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from eriantys.games.dice import commitment
from eriantys.wire import from_client as client
from eriantys.wire import from_server as server
from eriantys.wire.cards import Bounds, GameCard, RoomCard, RunningCard, SavedCard
from eriantys.wire.from_client import FromClient
from eriantys.wire.from_server import FromServer, Request
from tests.simulation import ballots, once_more
from tests.simulation.link import Gap
from tests.simulation.looking_back import LookingBack
from tests.simulation.offers import Offers
from tests.simulation.plan import check
from tests.simulation.records import Records
from tests.simulation.table import Table
from tests.simulation.talk import Ears
from tests.simulation.tally import Tally

ROUNDING = 1
"""Milliseconds that two readings of a clock may differ by for being whole numbers."""

_IGNORED_IN_GAP = (
    server.Update,
    server.Presence,
    server.Notice,
    server.ServerVote,
    server.ServerChat,
    server.ServerHistory,
)
"""What means nothing to somebody who has missed what came before, until all is shown again."""

_FREE = ("lobby", "after", "new")
"""Where somebody is who has no place; with `take_over` a login leads right to one."""


class Mind:
    """Everything that somebody knows from one connection."""

    def __init__(
        self,
        records: Records,
        tally: Tally,
        before: Mind | None = None,
        *,
        bot: bool = False,
    ) -> None:
        self.records = records
        self.tally = tally
        self.bot = bot
        """Whether it is a bot's, to which less is told."""
        self.place = ""
        self.nonce = b""
        self.name = ""
        self.games: tuple[GameCard, ...] = ()
        self.bounds: Bounds | None = None
        self.levels: tuple[str, ...] = ()
        """How well bots can play here."""
        self.rooms: dict[int, RoomCard] = {}
        self.saved: tuple[SavedCard, ...] = ()
        self.room: server.Seated | None = None
        self.table: Table | None = None
        self.request: Request | None = None
        """What stands to be answered."""
        self.replied: int | None = None
        """The request for which an answer is on its way."""
        self.moves: list[tuple[int, str]] = []
        """What was answered to which request."""
        self.ears = Ears()
        self.gap = False
        """Whether messages are missing, since they were read too slowly."""
        self.running: tuple[RunningCard, ...] = ()
        self.past: Table | None = None
        """The match that is over, at whose table this one still sits."""
        self.once_more: server.ServerVote | None = None
        """Who wants to play it again."""
        self.looking_back = LookingBack(records, tally)
        self.unanswered_pings = 0
        self.error = ""
        """The code of the latest refusal."""
        self.over = False

        self.offers: Offers = Offers(None if before is None else before.offers)
        self.requests: set[tuple[int, int]] = set()
        """By match and request: whatever this person has answered, rightly or wrongly."""
        self.early: set[int] = set()
        """The requests that were answered on this connection, wherever that was.

        Whoever asks for a match and goes on talking may be heard only when it has begun.
        """
        if before is not None:
            self.requests = before.requests

    def said(self, message: FromClient) -> None:
        """Remember what was sent, as far as it matters later."""
        self.offers.said(message)
        if isinstance(message, client.Mute):
            self.ears.wants(message)
        if isinstance(message, client.Move | client.Undo):
            self.early.add(message.request)
            if self.table is not None:
                self.requests.add((self.table.match, message.request))

    def hear(self, message: FromServer) -> None:
        """Take in what the server says."""
        check(not self.over, f"{message} came after bye")
        first = isinstance(message, server.Welcome | server.ServerBye)
        check(self.place or first, f"{message} came first")
        if self.gap and isinstance(message, _IGNORED_IN_GAP):
            return
        _HEAR[type(message)](self, message)

    def miss(self, gap: Gap) -> None:
        """Notice that messages are missing; only whoever looks on may miss any."""
        check(self.place == "watching", f"missed {gap} in {self.place}")
        self.gap = True
        self.looking_back.miss()
        self.ears.unsure()
        for message in gap.dropped:
            if isinstance(message, server.Error):
                self._error(message)

    def _welcome(self, message: server.Welcome) -> None:
        check(not self.place, "a second welcome")
        self.place = "new"
        self.nonce = message.nonce
        self.games = message.games
        self.bounds = message.limits
        self.levels = message.bots

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
        self.ears.mute(message.muted)
        self.request = None

    def _matches(self, message: server.Matches) -> None:
        if message.running is not None:
            for running in message.running:
                about = self.records.ledger.about(running.match)
                check(not about.private, f"{running} is private")
                check(about.players == running.players, f"{running}: who plays?")
                check(about.bots == running.bots, f"{running}: who is a bot?")
            self.running = message.running
        if message.whole:
            check(self.name, "a list without a name")
            self.gap = False
            if self.place != "lobby":
                self._leave_everything()
            self.place = "lobby"
            self.rooms = {}
            self.saved = message.saved
        check(self.place == "lobby", f"{message} in {self.place}")
        for card in message.open:
            check(None in card.seats, f"{card} is on the list and full")
            check(card.commitment not in self.records.hidden, f"{card} is not for everybody")
            self.rooms[card.match] = card
            self.records.highest = max(self.records.highest, card.match)
        for number in message.gone:
            self.rooms.pop(number, None)

    def _seated(self, message: server.Seated) -> None:
        card = message.room
        check(self.place in ("queued", "asked", "seated", *_FREE), f"{message} in {self.place}")
        check(card.seats[message.seat] == self.name, f"{message} does not name {self.name}")
        check(not card.bots or card.bots[message.seat] is None, f"{self.name} is no bot")
        if self.room is not None:
            check(self.room.match == message.match, f"from {self.room} to {message}")
            check(card.commitment == self.room.room.commitment, f"another secret: {message}")
            self.offers.accept("seat")
        elif self.place in ("lobby", "after"):
            kind = self.offers.accept("create", "join", "quick", "rematch")
            if kind == "rematch":
                once_more.sit_down(self, message)
            else:
                self.past = None
        check(bool(message.code) == card.private, f"{message}: private or not?")
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
        check(not (message.paused and message.suspended), f"{message} stands still twice")
        if message.seat is None:
            check(self.name in message.watchers, f"{self.name} is not in {message.watchers}")
            check(message.open_to_watchers, f"{message} wants nobody to look on")
        elif self.bot:
            own = bool(message.bots and message.bots[message.seat])
            check(own or message.seat in message.stand_ins, f"{message} needs no bot")
            name = message.players[message.seat]
            check(self.name == (name if own else f"Bot for {name}"), f"not {self.name}")
        else:
            check(message.players[message.seat] == self.name, f"{message} is not {self.name}")
            check(message.seat not in message.away, f"{self.name} is here, not away")
            check(message.seat not in message.stand_ins, f"{self.name} plays, and no bot")
        check(set(message.stand_ins) <= set(message.away), f"{message}: for whom?")
        room = self.room
        if room is not None:
            card = room.room
            agreed = (card.game, card.options, card.guidance, card.turn_seconds, card.absence)
            begun = (message.game, message.options, message.guidance, message.turn_seconds)
            check(agreed == (*begun, message.absence), f"{room} became {message}")
            check(card.undo == message.undo, f"{room} became {message}")
            check(card.bot_level == message.bot_level, f"{room} became {message}")
            check((card.title, room.code) == (message.title, message.code), f"not {message}")
            check(not message.paused and not message.watchers, f"{message} was before")
            check(card.commitment == message.commitment, f"{room} became {message}")
            check((room.match, room.seat) == (message.match, message.seat), f"not {message}")
            check(
                message.nonces[room.seat] in self.offers.brought,
                "not the share that was brought",
            )
            check(message.number == 0, f"{message} does not begin at the beginning")
        self.place = "watching" if message.seat is None else "playing"
        self._leave_everything()
        self.table = Table(message, self.early)
        self._clock(message.left_ms)

    def _state(self, message: server.State) -> None:
        table = self._table(message)
        if self.gap:
            self.gap = False
            self.ears.unsure()
            self.tally.add("caught up")
            table.catch_up(message)
        check(message.number == table.number, f"{message.number} after {table.number}")
        check(message.view == table.view, "a whole view differs from the merged one")
        check(message.turn == table.turn, f"{message} differs from what was told")
        if self.bot:
            table.away, table.stand_ins = set(message.away), set(message.stand_ins)
            table.watchers = list(message.watchers)
        check(set(message.away) == table.away, f"{message.away}, not {table.away} are away")
        check(set(message.stand_ins) == table.stand_ins, f"{message}, not {table.stand_ins}")
        check(message.suspended == table.suspended, f"{message}: suspended or not?")
        check(message.paused == table.paused, f"{message}: paused or not?")
        check(sorted(message.watchers) == sorted(table.watchers), f"{message}: who watches?")
        self._clock(message.left_ms)

    def _update(self, message: server.Update) -> None:
        table = self._table(message)
        check(message.number == table.number + 1, f"{message.number} after {table.number}")
        check(message.seat == table.turn, f"{message} by {message.seat} out of turn")
        unknown = [part for part in message.changes if part not in table.view]
        check(not unknown, f"changes of unknown parts {unknown}")
        same = [part for part, now in message.changes.items() if table.view[part] == now]
        check(not same, f"changes that change nothing: {same}")
        if message.seat == table.seat and not self.bot:
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
        if message.about in Offers.KINDS and message.code != "malformed":
            self.offers.take(message.about)
        if message.about in ("login", "move"):
            self.replied = None

    def _presence(self, message: server.Presence) -> None:
        table = self._table(message)
        if message.seat is None:
            check((message.cause == "watching") == message.here, f"{message}: here or not?")
            check(message.name != self.name, f"{message} is about oneself")
            (table.watchers.append if message.here else table.watchers.remove)(message.name)
            return
        check(message.seat != table.seat, f"{message} is about the own seat")
        check(table.started.players[message.seat] == message.name, f"{message}: whose seat?")
        check(not message.bot or not message.here, f"{message}: who plays?")
        if message.bot and message.seat == table.turn:
            table.clock = (None, 0)  # it has a moment, whatever is left
            if table.paused_with is not None:
                table.paused_with = message.clock_ms
        self._clock(message.clock_ms)
        (table.away.discard if message.here else table.away.add)(message.seat)
        (table.stand_ins.add if message.bot else table.stand_ins.discard)(message.seat)
        self.tally.add("stand-in", message.bot)

    def _ended(self, message: server.Ended) -> None:
        table = self._table(message)
        check(not self.gap, f"{message} without a last look")
        check(commitment(message.secret) == message.commitment, f"{message} broke its promise")
        check(message.commitment == table.started.commitment, f"{message} made another promise")
        check(message.nonces == table.started.nonces, f"{message} has other nonces")
        if message.reason == "voted":
            ballots.check_end(table)
        self.records.was_ended(message)
        if table.turn is None:
            self.tally.add(f"{table.started.game} ended by its rules")
        self._leave_everything()
        self.past = table
        self.place = "after"  # those who only looked on are shown the lobby next

    def _notice(self, message: server.Notice) -> None:
        code = message.code
        if code in ("suspended", "resumed"):
            table = self._table(message)
            table.suspended = code == "suspended"
            if table.suspended:
                table.paused = False
            table.clock, table.poll = (None, 0), None
            self.request = None
        elif code in ("paused", "going-on", "more-time") and self.bot:
            table = self._table(message)
            table.paused, table.clock = code == "paused", (None, 0)
        elif code in ("paused", "going-on", "more-time"):
            ballots.hear_notice(self, self._table(message), message)

    def _vote(self, message: server.ServerVote) -> None:
        if message.about == "rematch":
            once_more.hear_vote(self, message)
        else:
            table = self._table(message)
            table.caught_up = False
            ballots.hear_vote(table, message)

    def _history(self, message: server.ServerHistory) -> None:
        self.looking_back.hear(self.name, message)

    def _results(self, message: server.ServerResults) -> None:
        self.looking_back.check_results(self.name, message)

    def _chat(self, message: server.ServerChat) -> None:
        self.ears.hear(self, message)

    def _muted(self, message: server.Muted) -> None:
        check(self.name, f"{message} without a name")
        self.ears.mute(message.names)

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
        # A bot is not told that somebody else has one now, who has a moment then.
        if turn is not None and turn == before and not self.bot:
            check(left_ms <= had + ROUNDING, f"the clock went from {had} to {left_ms}")
        table.clock = turn, left_ms

    def _stand_in_line(self, place: str) -> None:
        if self.place in ("lobby", "after"):
            self.offers.accept("quick")
            self.past = self.once_more = None
        self.place = place

    def _leave_everything(self) -> None:
        self.request = self.replied = self.room = self.table = None
        self.past = self.once_more = None


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
    server.ServerVote: Mind._vote,
    server.ServerHistory: Mind._history,
    server.ServerResults: Mind._results,
    server.ServerChat: Mind._chat,
    server.Muted: Mind._muted,
    server.ServerPing: Mind._ping,
    server.ServerPong: Mind._pong,
    server.ServerBye: Mind._bye,
}
