"""Positions of Santorini for the tests of its board, and what a player sees of them.

`town(...)` builds a state in the middle of a match; `sample(seats, decision)` is much like the
pictures of the design. `board_of(state)` is the board of whoever is asked, `picture` draws it
and checks that nothing spills, `press` presses keys.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from eriantys.client.boards.board import Reply, Talk
from eriantys.client.boards.santorini.board import SantoriniBoard
from eriantys.client.canvas import Canvas, Span, ink
from eriantys.client.keys import Click, Key
from eriantys.client.match import Line, Look, Match
from eriantys.client.settings import Settings
from eriantys.games.contract import Event
from eriantys.games.dice import FairDice
from eriantys.games.santorini import GAME
from eriantys.games.santorini.board import BY_NAME, NOWHERE
from eriantys.games.santorini.gods import BY_NAME as GOD_NUMBER
from eriantys.games.santorini.state import STOCK, Options, State
from eriantys.games.santorini.turns import begin_turn
from eriantys.wire.cards import Happening
from eriantys.wire.from_server import Error, Request, Started, Tried, Update

NAMES = ("Ada", "Bruno", "Chiara")
GOLDEN = Path(__file__).parent / "golden"
SIZES = ((80, 24), (100, 32), (130, 42))
NOTHING = Talk([], [])
BRIGHT = ink("bright", "bg", "bold")
TALK = Talk(
    log=[
        [Span("Bruno", ink("p2", "bg", "bold")), Span(" B1 e4→d4 up")],
        [Span("Bruno", ink("p2", "bg", "bold")), Span(" built c4 "), Span("2", BRIGHT)],
    ],
    chat=[[Span("Bruno", BRIGHT), Span(" » the sky is mine")]],
)
LEVELS = {
    "b5": 1,
    "a4": 1,
    "b4": 3,
    "c4": 2,
    "d4": 1,
    "b3": 2,
    "c3": 2,
    "d3": 3,
    "e3": 1,
    "b2": 1,
    "c2": 1,
    "c1": 2,
}
"""The town of the design's pictures."""


def new(seats: int = 2, **options: bool) -> State:
    """Begin a match."""
    return GAME.new(seats, Options(**options), FairDice(bytes(32)))


def town(
    gods: Sequence[str] = ("", ""),
    levels: Mapping[str, int] | None = None,
    workers: Sequence[str] = ("b2", "d4", "c4", "d2"),
    *,
    domes: Sequence[str] = (),
    seat: int = 0,
    rose: Sequence[int] = (),
    hardcore: bool = False,
    turns: int = 21,
) -> State:
    """Build a position in which a turn begins."""
    seats = len(gods)
    state = GAME.new(
        seats, Options(gods=any(gods), advanced=True, hardcore=hardcore), FairDice(bytes(32))
    )
    grid = bytearray(25)
    for name, level in (levels or {}).items():
        grid[BY_NAME[name]] = level
    state.levels = bytes(grid)
    blocks = (sum(level > at for level in grid) for at in range(3))
    state.left = tuple(of - used for of, used in zip(STOCK, (*blocks, len(domes)), strict=True))
    for name in domes:
        state.domes |= 1 << BY_NAME[name]
    state.workers = tuple(BY_NAME.get(name, NOWHERE) for name in workers)
    state.cards = tuple(GOD_NUMBER.get(god, -1) for god in gods)
    state.offered, state.challenger, state.starter = (), -1, 0
    state.turns = turns
    state.deal_powers()
    state.rose = tuple(each in rose for each in range(seats))
    begin_turn(state, seat, [])
    return state


def sample(seats: int = 2, decision: str = "move", *, hardcore: bool = False) -> State:
    """Give a state of the ninth turn or so, in which seat 0 is asked for something."""
    if decision in ("gods", "god", "start", "place"):
        return _set_up(seats, decision)
    gods = ("atlas", "athena", "pan")[:seats] if seats == 2 else ("artemis", "limus", "pan")
    workers = ("c2", "e2", "d4", "b5") if seats == 2 else ("c2", "e2", "d4", "a3", "e3", "a1")
    domes = ("b4", "d2")
    state = town(
        gods, LEVELS, workers, domes=domes, rose=(1,) if seats == 2 else (), hardcore=hardcore
    )
    if decision == "build":
        act(state, "move c2 b2")
    return state


def _set_up(seats: int, decision: str) -> State:
    """Play the set-up until seat 0 is asked for this; for the second worker where one is."""
    for chance in range(99):
        state = GAME.new(seats, Options(advanced=True), FairDice(bytes([chance]) * 32))
        for wanted in ("god atlas", "god hera", "god triton"):
            if _is_asked(state, decision):
                return state
            if state.decision == "gods":
                act(state, wanted)
        while state.decision != "move":
            if _is_asked(state, decision):
                return state
            listed = GAME.legal(state)
            act(state, GAME.format(listed[7 % len(listed)]))
    raise AssertionError(decision)


def _is_asked(state: State, decision: str) -> bool:
    first_placed = decision != "place" or state.workers[0] != NOWHERE
    some_chosen = decision != "gods" or bool(state.offered)
    return (state.decision, state.seat) == (decision, 0) and first_placed and some_chosen


def act(state: State, action: str) -> list[Event]:
    """Play an action for whoever is on turn."""
    return GAME.apply(state, state.seat, GAME.parse(action))


def match_of(
    state: State, seat: int | None = 0, names: Sequence[str] = NAMES, **more: Any
) -> Match:
    """Make the client's match of a state of the game."""
    seats = state.table.seats
    given: dict[str, Any] = {
        "match": 1,
        "game": "santorini",
        "version": 1,
        "players": tuple(names[:seats]),
        "teams": tuple((each,) for each in range(seats)),
        "options": {},
        "guidance": "none" if state.table.hardcore else "full",
        "turn_seconds": 60,
        "absence": "wait",
        "undo": True,
        "commitment": b"",
        "nonces": (b"",) * seats,
        "number": 1,
        "view": GAME.view(state, seat),
        "turn": GAME.turn(state),
        "decision": state.decision,
        "left_ms": 42000,
        "seat": seat,
    }
    return Match(Started(**given | more), 0.0)


def request_of(state: State, number: int = 2) -> Request:
    """Ask whoever is on turn."""
    listed = GAME.candidates if state.table.hardcore else GAME.legal
    texts = tuple(map(GAME.format, listed(state)))
    if state.table.hardcore:
        return Request(number, "move", 60000, state.decision, candidates=texts, undo=False)
    return Request(
        number, "move", 60000, state.decision, legal=texts, undo=bool(GAME.undoable(state))
    )


def asked(state: State, names: Sequence[str] = NAMES) -> Match:
    """Make the match of whoever is on turn, with the request for an action."""
    match = match_of(state, state.seat, names)
    match.take_request(request_of(state), 0.0)
    return match


def board_of(state: State, names: Sequence[str] = NAMES) -> SantoriniBoard:
    """Make the board of whoever is on turn, with what the server says of the first choice."""
    board = SantoriniBoard(asked(state, names), Settings(animations=False))
    look(board, state)
    return board


def look(board: SantoriniBoard, state: State) -> None:
    """Let the server try what is under the cursor."""
    actions = board.looks_at()
    if actions is None:
        return
    copy, events = state.copy(), list[Event]()
    for step, action in enumerate(actions):
        events += GAME.apply(copy, state.seat, GAME.parse(action))
        if GAME.undoable(copy) <= step:
            refusal = Error("cannot-try", "What this does cannot be foreseen.")
            board.match.looks[actions] = Look(None, refusal)
            return
    changes = GAME.changes(state, copy, None)
    legal = tuple(map(GAME.format, GAME.legal(copy)))
    told = tuple(Happening(event.kind, event.facts) for event in events)
    board.match.looks[actions] = Look(Tried(1, told, changes, copy.decision, legal))


def tell(match: Match, state: State, action: str) -> Line:
    """Play an action, and let the match hear of it."""
    before, seat = state.copy(), state.seat
    events = act(state, action)
    update = Update(
        match=1,
        number=match.number + 1,
        seat=seat,
        action=action,
        events=tuple(Happening(event.kind, event.facts) for event in events),
        changes=GAME.changes(before, state, None),
        turn=GAME.turn(state),
        decision=state.decision,
        left_ms=1000,
    )
    assert match.take_update(update, 0.0)
    line = match.story[-1]
    assert isinstance(line, Line)
    return line


def picture(
    board: SantoriniBoard, width: int = 80, height: int = 24, talk: Talk = NOTHING
) -> Canvas:
    """Draw a board, and check that all of it fits."""
    canvas = Canvas(width, height)
    board.renew(0.0)
    board.draw(canvas, 0.0, talk)
    assert canvas.spilled == []
    return canvas


def press(board: SantoriniBoard, *keys: str) -> Reply:
    """Press keys one after the other; give what came of the last."""
    reply = Reply()
    unseen = Canvas(0, 0)  # keys mean the same wherever things lie
    for key in keys:
        board.renew(0.0)
        reply = board.handle(Key(key), unseen)
    return reply


def click(board: SantoriniBoard, meaning: object, width: int = 80, height: int = 24) -> Reply:
    """Click on something."""
    canvas = picture(board, width, height)
    area = next(area for area, each in reversed(canvas.hits) if each == meaning)
    return board.handle(Click(area.x, area.y), canvas)


def said(board: SantoriniBoard, rows: int = 1, width: int = 80) -> str:
    """Give the guidance as text."""
    lines = board.guidance(rows, width)
    return "\n".join("".join(span.text for span in spans) for spans in lines)


def every_kind() -> Iterator[SantoriniBoard]:
    """Make a board of every kind of decision, for all seats and modes."""
    for seats in (2, 3):
        for decision in ("gods", "god", "start", "place", "move", "build"):
            yield board_of(sample(seats, decision))
    yield board_of(sample(2, "move", hardcore=True))
    for god in ("morpheus", "selene", "demeter"):
        state = town((god, "limus"), LEVELS, ("c2", "e2", "d4", "b5"))
        yield board_of(state)
        for action in ("move c2 b2", "build c2"):
            act(state, action)
            yield board_of(state)


def states(seed: int, seats: int, **options: bool) -> Iterator[State]:
    """Play a random match; give each position in which somebody is asked."""
    chance = random.Random(f"{seed}/{seats}")
    state = GAME.new(seats, Options(**options), FairDice(bytes([seed]) * 32))
    while GAME.outcome(state) is None:
        yield state.copy()
        GAME.apply(state, state.seat, chance.choice(GAME.legal(state)))


def golden(name: str, canvas: Canvas) -> None:
    """Compare a drawn screen with the stored one, or store it."""
    path = GOLDEN / f"{name}.txt"
    text = "".join(f"{row.rstrip()}\n" for row in canvas.rows())
    if os.environ.get("ERIANTYS_RENEW_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), f"{path.name} looks different now"
