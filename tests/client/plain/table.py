"""A line session and, across the table, just enough of a server for one match."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from eriantys.client.address import Address
from eriantys.client.keyring import Keyring
from eriantys.client.plain.session import PlainSession
from eriantys.games.contract import Event, Illegal
from eriantys.games.eriantys import GAME
from eriantys.games.eriantys.state import State
from eriantys.wire.cards import GameCard, Happening, Past
from eriantys.wire.fields import Parts
from eriantys.wire.from_client import FromClient, Move, Try
from eriantys.wire.from_server import (
    Error,
    FromServer,
    Matches,
    Named,
    Request,
    ServerHistory,
    Started,
    Tried,
    Update,
)
from tests.client.linking import WELCOME

NAMES = ("Ada", "Bruno", "Chiara", "Dario")
ADDRESS = Address("games.example", 7777)
GAMES = (GameCard("eriantys", "Eriantys", 1, (2, 3, 4), {"expert": False}),)


class Table:
    """Plays the server to one session, by the rules and on demand."""

    def __init__(self, folder: Path, name: str = "Ada", **more: Any) -> None:
        self.now = 1000.0
        self.session = PlainSession(ADDRESS, name, Keyring(folder), chance=bytes, **more)
        self.sent: list[FromClient] = []
        """All that the session has said so far."""
        self.state: State | None = None
        self.past: list[Past] = []
        """The log of the match."""
        self._views: list[Parts] = []
        """What everybody sees before each line of the log, and after the last."""

    def hear(self, *messages: FromServer) -> list[str]:
        """Let the session hear something; return what it prints."""
        for message in messages:
            self.session.hear(message, self.now)
        return self.printed()

    def type(self, *lines: str) -> list[str]:
        """Type something, let the server answer, and return what is printed."""
        for line in lines:
            self.session.typed(line, self.now)
            self._answer()
        return self.printed()

    def printed(self) -> list[str]:
        self.sent += self.session.take_outgoing()
        return self.session.take_output()

    def enter(self) -> list[str]:
        """Come to the lobby."""
        welcome = msgspec.structs.replace(WELCOME, games=GAMES)
        said = self.hear(welcome, Request(0, "login", 60000))
        return said + self.hear(Named(self.session.entrance.name), Matches(whole=True))

    def begin(self, state: State, seat: int | None = 0, **more: Any) -> list[str]:
        """Begin a match in some position."""
        self.set_up(state)
        return self.come(seat, **more)

    def set_up(self, state: State) -> None:
        """Let others begin a match in some position."""
        self.state, self.past = state, []
        self._views = [GAME.view(state, None)]

    @property
    def number(self) -> int:
        """How many lines the log has."""
        return len(self.past)

    def come(self, seat: int | None = 0, **more: Any) -> list[str]:
        """Come to the match as it stands, or back to it."""
        state = self.state
        assert state is not None
        seats = state.table.seats
        sides = [
            tuple(each for each in range(seats) if state.table.side_of[each] == side)
            for side in range(state.table.sides)
        ]
        agreed: dict[str, Any] = {
            "match": 7,
            "game": "eriantys",
            "version": 1,
            "players": NAMES[:seats],
            "teams": tuple(sides),
            "options": {"expert": state.table.expert},
            "guidance": "full",
            "turn_seconds": 300,
            "absence": "wait",
            "undo": True,
            "commitment": b"",
            "nonces": (),
            "number": self.number,
            "left_ms": 245_000,
        }
        started = Started(
            **(agreed | more),
            view=GAME.view(state, seat),
            turn=GAME.turn(state),
            decision=state.decision,
            seat=seat,
        )
        return self.hear(started, *self._request(seat))

    def play(self, action: str) -> list[str]:
        """Let whoever is on turn act, and return what the session prints."""
        self.miss(action)
        line = self.past[-1]
        update = Update(
            match=7,
            number=line.number,
            seat=line.seat,
            action=action,
            events=line.events,
            changes=line.changes,
            turn=line.turn,
            decision=line.decision,
            left_ms=245_000,
        )
        match = self.session.model.match
        assert match is not None
        return self.hear(update, *self._request(match.seat))

    def miss(self, action: str) -> None:
        """Let whoever is on turn act without telling the session."""
        state = self.state
        assert state is not None
        before, seat = state.copy(), state.seat
        events = _happenings(GAME.apply(state, seat, GAME.parse(action)))
        changes = GAME.changes(before, state, None)
        turn = GAME.turn(state)
        line = Past(self.number + 1, seat, action, events, changes, turn, state.decision)
        self.past.append(line)
        self._views.append(self._views[-1] | changes)

    def history(self, after: int = 0) -> ServerHistory:
        """Write the answer to somebody who asks what has happened after a line."""
        return ServerHistory(7, tuple(self.past[after:]), self._views[after], last=True)

    def _request(self, seat: int | None) -> list[Request]:
        state = self.state
        assert state is not None
        if state.ended or state.seat != seat:
            return []
        legal = tuple(GAME.format(action) for action in GAME.legal(state))
        undo = GAME.undoable(state) > 0
        return [Request(self.number + 1, "move", 245_000, state.decision, legal, undo=undo)]

    def _answer(self) -> None:
        fresh = self.session.take_outgoing()
        self.sent += fresh
        for message in fresh:
            if self.state is None or not isinstance(message, Move | Try):
                continue
            kept = self.session.take_output()
            try:
                if isinstance(message, Move):
                    said = self.play(message.action)
                else:
                    said = self.hear(self._try(message))
            except Illegal as illegal:
                about = "move" if isinstance(message, Move) else "try"
                said = self.hear(Error(illegal.code, illegal.text, about, message.request))
            self.session.output = [*kept, *said]

    def _try(self, message: Try) -> FromServer:
        assert self.state is not None
        copy, events = self.state.copy(), list[Event]()
        for step, action in enumerate(message.actions):
            events += GAME.apply(copy, copy.seat, GAME.parse(action))
            if GAME.undoable(copy) <= step:
                return Error("cannot-try", "It cannot be foreseen.", "try", message.request)
        changes = GAME.changes(self.state, copy, None)
        legal = tuple(GAME.format(action) for action in GAME.legal(copy))
        return Tried(message.request, _happenings(events), changes, copy.decision, legal)


def _happenings(events: list[Event]) -> tuple[Happening, ...]:
    return tuple(Happening(event.kind, event.facts) for event in events)
