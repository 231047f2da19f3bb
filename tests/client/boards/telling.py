"""Matches and looks ahead for the tests of the words: played by the rules, without a server."""

from __future__ import annotations

import string
from collections.abc import Iterator
from random import Random
from typing import Any

from eriantys.client.canvas import Span
from eriantys.client.match import Line, Look, Match
from eriantys.games.contract import Event
from eriantys.games.dice import FairDice, derive
from eriantys.games.eriantys import GAME
from eriantys.games.eriantys.state import Options, State
from eriantys.wire.cards import Happening
from eriantys.wire.from_server import Error, Started, Tried, Update

NAMES = ("Ada", "Bruno", "Chiara", "Dario")
KINDS = [(2, False), (2, True), (3, True), (4, True)]
HUGE = -(10**5000)
"""Python refuses to write such a number out."""


def match_of(state: State, seat: int | None = 0, guidance: Any = "full") -> Match:
    """Let somebody come to a match in some position."""
    seats = state.table.seats
    started = Started(
        *(1, "eriantys", 1, NAMES[:seats], (), {}, guidance, 60, "wait", True, b"", (), 0),
        view=GAME.view(state, seat),
        turn=GAME.turn(state),
        decision=state.decision,
        left_ms=60_000,
        seat=seat,
    )
    return Match(started, 0.0)


def happenings(events: list[Event]) -> tuple[Happening, ...]:
    """Tell events as the server does."""
    return tuple(Happening(event.kind, event.facts) for event in events)


def act(match: Match, state: State, action: str) -> Line:
    """Play an action, and let the match hear of it."""
    before, seat = state.copy(), state.seat
    events = GAME.apply(state, seat, GAME.parse(action))
    update = Update(
        match=1,
        number=match.number + 1,
        seat=seat,
        action=action,
        events=happenings(events),
        changes=GAME.changes(before, state, None),
        turn=GAME.turn(state),
        decision=state.decision,
        left_ms=1000,
    )
    assert match.take_update(update, 0.0)
    line = match.story[-1]
    assert isinstance(line, Line)
    return line


def look_at(state: State, *actions: str) -> Look:
    """Try some actions as the server does."""
    copy, events = state.copy(), list[Event]()
    for step, action in enumerate(actions):
        events += GAME.apply(copy, state.seat, GAME.parse(action))
        if GAME.undoable(copy) <= step:
            return Look(None, Error("cannot-try", "What this does cannot be foreseen."))
    changes = GAME.changes(state, copy, None)
    return Look(Tried(1, happenings(events), changes, copy.decision, ()))


def text(spans: list[Span]) -> str:
    """Leave the styles away."""
    return "".join(span.text for span in spans)


def random_play(seats: int, expert: bool, number: int) -> Iterator[tuple[State, str]]:
    """Play a match at random; give each position and the action that is about to be played."""
    chance = Random(f"{seats}-{expert}-{number}")
    seed = derive(number, f"words-{seats}-{expert}")
    state = GAME.new(seats, Options(expert=expert), FairDice(seed))
    while not state.ended:
        legal = [GAME.format(action) for action in GAME.legal(state)]
        plays = [action for action in legal if action.startswith("play ")]
        action = chance.choice(plays if plays and chance.random() < 0.4 else legal)
        yield state.copy(), action
        GAME.apply(state, state.seat, GAME.parse(action))


def junk(chance: Random, depth: int = 0) -> Any:
    """Make any value that a message can hold."""
    simple = [
        None,
        True,
        chance.choice((-1, 0, 1, 3, 255, HUGE, 2**63)),
        1.5,
        float("nan"),
        "".join(chance.choices(string.printable + "é字\x1b\u202e", k=chance.randrange(80))),
        bytes(chance.randrange(256) for _ in range(chance.randrange(20))),
        chance.choice(("green", "monk", "last-tower")),
    ]
    if depth < 2 and chance.random() < 0.3:
        items = [junk(chance, depth + 1) for _ in range(chance.randrange(4))]
        return chance.choice((items, {str(number): item for number, item in enumerate(items)}))
    return chance.choice(simple)
