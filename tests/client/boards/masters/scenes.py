"""Positions and screens for the tests of the board of Masters of Renaissance.

`sample(seats)` gives the state of a match in its middle, much like the pictures of the design,
in which seat 0 is asked for an action; `asked(state, *actions)` plays on and gives the match of
whoever is asked then. `Sitting` is somebody at the table with the real screen around the board.
`golden(name, canvas)` compares letters with a stored screen, which is written anew where
ERIANTYS_RENEW_GOLDEN is set.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import msgspec

from eriantys.client.canvas import Canvas
from eriantys.client.match import Look, Match
from eriantys.client.model import Place
from eriantys.client.screens.table import Table as TableScreen
from eriantys.games.contract import Event
from eriantys.games.dice import FairDice
from eriantys.games.masters import GAME, turns
from eriantys.games.masters.names import UP, WAITING
from eriantys.games.masters.state import Options, State
from eriantys.wire.cards import Happening
from eriantys.wire.from_server import Error, Request, Started, Tried, Update
from tests.client.screens.stage import Stage, assert_sound
from tests.games.masters.position import Table, cards, depots

NAMES = ("Ada", "Bruno", "Chiara", "Dario")
GOLDEN = Path(__file__).parent / "golden"
SMALL, MIDDLE, LARGE = (80, 24), (100, 32), (130, 42)
MARKET = "yellow white blue grey / purple white yellow red / white blue grey white / purple"


def sample(seats: int = 4, **fields: object) -> State:
    """Give a state in its middle, in which seat 0 is asked for an action."""
    table = Table(seats, market=MARKET)
    table.player(
        0,
        held=depots("shield", "coin coin", "stone stone"),
        chest="stone stone servant shield",
        slots=cards((8,), (2,)),
        leaders=((52, "played"), (54, "hand")),
        faith=9,
    )
    table.set(tiles=(bytes((UP, WAITING, WAITING)),) * seats, reports=1)
    table.set(turns=6 * seats + turns.setup_turns(seats))
    if seats > 1:
        table.player(
            1,
            held=depots("servant", "stone", "coin coin coin"),
            chest="coin servant servant shield shield shield shield",
            slots=cards((1, 21), (4,)),
            leaders=((51, "played"), (60, "hand")),
            faith=12,
        )
    if seats > 2:
        table.player(
            2,
            held=depots("", "shield shield", "servant"),
            chest="stone stone stone",
            slots=cards((13,)),
            leaders=((55, "hand"), (57, "hand")),
            faith=6,
        )
    if seats > 3:
        table.player(
            3,
            held=depots("stone", "coin", "shield shield"),
            chest="coin coin stone stone servant",
            slots=cards((5, 25), (3,), (6,)),
            leaders=((57, "played"), (49, "discarded")),
            faith=7,
        )
    if seats == 1:
        table.set(cross=11, drawn=bytes((1, 3, 4)), stack=bytes((0, 2, 4, 5)))
    return table.set(**fields).ready()


def beginning(seats: int, number: int = 1) -> State:
    """Begin a match."""
    return GAME.new(seats, Options(), FairDice(bytes([number]) * 32))


def played(state: State, *actions: str) -> State:
    """Play actions for whoever is on turn."""
    for action in actions:
        GAME.apply(state, state.seat, GAME.parse(action))
    return state


def random_states(seed: int, seats: int) -> Iterator[State]:
    """Play a match at random, with more cards and leaders than chance would bring."""
    chance = random.Random(seed)
    state = beginning(seats, seed + 1)
    while not state.ended:
        yield state.copy()
        legal = [GAME.format(action) for action in GAME.legal(state)]
        liked = [each for each in legal if each.startswith(("buy", "leader play", "produce"))]
        action = chance.choice(liked if liked and chance.random() < 0.6 else legal)
        GAME.apply(state, state.seat, GAME.parse(action))


def started(state: State, seat: int | None, names: tuple[str, ...] = NAMES) -> Started:
    """Tell somebody of a match in this state."""
    return Started(
        match=1,
        game="masters",
        version=1,
        players=names[: state.seats],
        teams=tuple((each,) for each in range(state.seats)),
        options={},
        guidance="full",
        turn_seconds=60,
        absence="wait",
        undo=True,
        commitment=b"",
        nonces=(b"",) * state.seats,
        number=1,
        view=GAME.view(state, seat),
        turn=GAME.turn(state),
        decision=state.decision,
        left_ms=42_000,
        seat=seat,
    )


def request(state: State, number: int = 2) -> Request:
    """Ask whoever is on turn."""
    legal = tuple(map(GAME.format, GAME.legal(state)))
    undo = bool(GAME.undoable(state))
    return Request(number, "move", 42_000, state.decision, legal=legal, undo=undo)


def asked(state: State) -> Match:
    """Make the match of whoever is on turn, with the request for an action."""
    match = Match(started(state, state.seat), 0.0)
    match.take_request(request(state), 0.0)
    return match


def look_at(state: State, *actions: str) -> Look:
    """Try some actions as the server does."""
    copy, events = state.copy(), list[Event]()
    for step, action in enumerate(actions):
        events += GAME.apply(copy, state.seat, GAME.parse(action))
        if GAME.undoable(copy) <= step:
            return Look(None, Error("cannot-try", "What this does cannot be foreseen."))
    changes = GAME.changes(state, copy, state.seat)
    legal = tuple(map(GAME.format, GAME.legal(copy)))
    return Look(Tried(2, happenings(events, state.seat), changes, copy.decision, legal))


def happenings(events: list[Event], seat: int | None) -> tuple[Happening, ...]:
    """Tell events as the server does."""
    seen = [event for event in events if event.to is None or seat in event.to]
    return tuple(Happening(event.kind, event.facts) for event in seen)


class Sitting:
    """Somebody at the table, with all that is on the screen, played by the rules at hand."""

    def __init__(
        self,
        state: State,
        seat: int | None = 0,
        names: tuple[str, ...] = NAMES,
        *,
        guided: bool = True,
        moving: bool = False,
    ) -> None:
        self.state = state
        self.guided = guided
        self.seat = seat
        self.stage = Stage()
        self.stage.now = 0.0
        self.stage.settings.animations = moving
        self.stage.model.name = names[seat or 0]
        told = started(state, seat, names)
        if not guided:
            told = msgspec.structs.replace(told, guidance="none")
        self.match = Match(told, 0.0)
        self.match.take_state(started(state, seat, names), 0.0)
        self.stage.model.match, self.stage.model.place = self.match, Place.MATCH
        self._number = 1
        self._ask()
        self.screen = TableScreen(self.stage, self.match)  # type: ignore[arg-type]
        self.board = self.screen.board
        self.stage.push(self.screen)

    def _ask(self) -> None:
        if self.seat is not None and self.state.seat == self.seat and not self.state.ended:
            asked_for = request(self.state, self._number + 1)
            if not self.guided:
                forms = tuple(map(GAME.format, GAME.candidates(self.state)))
                asked_for = msgspec.structs.replace(asked_for, legal=None, candidates=forms)
            self.match.take_request(asked_for, 0.0)

    def play(self, *actions: str) -> Sitting:
        """Let whoever is on turn act, and everybody hear of it."""
        for action in actions:
            before = self.state.copy()
            actor = self.state.seat
            events = GAME.apply(self.state, actor, GAME.parse(action))
            self._number += 1
            update = Update(
                match=1,
                number=self._number,
                seat=actor,
                action=GAME.shown(GAME.parse(action), actor, self.seat),
                events=happenings(events, self.seat),
                changes=GAME.changes(before, self.state, self.seat),
                turn=GAME.turn(self.state),
                decision=self.state.decision,
                left_ms=42_000,
            )
            assert self.match.take_update(update, 0.0)
            self._ask()
        return self

    def draw(self, wide: int = 80, high: int = 24) -> Canvas:
        """Draw the whole screen; all of it must fit."""
        self._look()
        canvas = self.stage.draw(wide, high)
        self._look()
        canvas = self.stage.draw(wide, high)
        assert_sound(canvas)
        return canvas

    def _look(self) -> None:
        """Answer what the screen wants to look at, as the server would."""
        self.board.renew(0.0)
        actions = self.board.looks_at()
        if self.guided and actions is not None and actions not in self.match.looks:
            self.match.looks[actions] = look_at(self.state, *actions)

    def press(self, *keys: str, wide: int = 80, high: int = 24) -> Sitting:
        """Press keys, each on a fresh picture."""
        for key in keys:
            self.draw(wide, high)
            self.stage.press(key)
        return self


def golden(name: str, canvas: Canvas) -> None:
    """Compare a drawn screen with the stored one, or store it."""
    path = GOLDEN / f"{name}.txt"
    text = "".join(f"{row.rstrip()}\n" for row in canvas.rows())
    if os.environ.get("ERIANTYS_RENEW_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), f"{path.name} looks different now"
