"""Scenes for the tests of the boards, made from positions of the game.

`scene(state)` shows any state through the eyes of seat 0, with whatever else a `Scene` holds
as keywords: `scene(state, cursor=Target("island", 9), marked=frozenset(...))`. `sample(seats,
decision, expert=...)` gives the state of a match in its third round, much like the pictures of
the design, in which an `assistant`, a `student`, `mother` or a `cloud` is asked for; `late()`
has large groups around both ends. `joined(scene, start, length)` joins islands of any scene,
legal or not, to see all outlines. `screen(draw, scene, width, height)` draws and checks that
nothing spilled; `golden(name, canvas)` compares the letters with a stored screen, which is
written anew where ERIANTYS_RENEW_GOLDEN is set.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from eriantys.client.boards.eriantys.scene import Scene
from eriantys.client.canvas import Canvas, Span, ink
from eriantys.client.match import Match
from eriantys.games.eriantys import GAME
from eriantys.games.eriantys.state import State
from eriantys.wire.from_server import Started
from tests.games.eriantys.position import Position

NAMES = ("Ada", "Bruno", "Chiara", "Dario")
GOLDEN = Path(__file__).parent / "golden"
DIM, BRIGHT = ink("dim"), ink("bright", "bg", "bold")
LOG = [
    [Span("Bruno", BRIGHT), Span(" nature 3 steps to island 7", DIM)],
    [Span("Bruno", BRIGHT), Span(" towers on 3+4", DIM)],
    [Span("Bruno", BRIGHT), Span(" took cloud 1", DIM)],
]
SCHOOLS = (
    (
        {"green": 5, "red": 3, "yellow": 1, "blue": 2},
        {"green": 2, "red": 1, "yellow": 1, "pink": 1, "blue": 2},
    ),
    (
        {"green": 3, "red": 1, "yellow": 4, "pink": 2},
        {"green": 1, "red": 2, "yellow": 1, "pink": 2, "blue": 1},
    ),
    (
        {"red": 2, "yellow": 2, "pink": 1, "blue": 3},
        {"green": 1, "red": 1, "yellow": 2, "pink": 1, "blue": 2},
    ),
    (
        {"green": 1, "yellow": 1, "pink": 1, "blue": 1},
        {"green": 1, "red": 2, "yellow": 1, "pink": 1, "blue": 2},
    ),
)
"""By seat: tables of the dining room, and entrance."""
CLOUDS = (
    {"green": 1, "red": 1, "pink": 1},
    {"blue": 3},
    {"red": 2, "pink": 1},
    {"pink": 1, "blue": 1, "red": 1},
)
CHAT = [[Span("Ada", BRIGHT), Span(" » good luck!", ink())]]


def match_of(state: State, seat: int | None = 0, names: tuple[str, ...] = NAMES) -> Match:
    """Make the client's match of a state of the game."""
    seats = state.table.seats
    sides = state.table.side_of
    started = Started(
        match=1,
        game="eriantys",
        version=1,
        players=names[:seats],
        teams=tuple(
            tuple(seat for seat in range(seats) if sides[seat] == side)
            for side in range(state.table.sides)
        ),
        options={"expert": state.table.expert},
        guidance="full",
        turn_seconds=60,
        absence="wait",
        undo=True,
        commitment=b"",
        nonces=(b"",) * seats,
        number=1,
        view=GAME.view(state, seat),
        turn=None if state.ended else state.seat,
        decision=state.decision,
        left_ms=42000,
        seat=seat,
    )
    return Match(started, 0.0)


def scene(
    state: State, seat: int | None = 0, names: tuple[str, ...] = NAMES, **more: Any
) -> Scene:
    """Show a state, as one seat or a watcher sees it."""
    eyes = seat or 0
    given: dict[str, Any] = {"eyes": eyes, "shown": eyes, "log": LOG, "chat": CHAT, **more}
    return Scene(match=match_of(state, seat, names), now=0.0, **given)


def sample(seats: int = 2, decision: str = "student", *, expert: bool = True) -> State:
    """Give a state of a third round, in which seat 0 is asked for something."""
    position = (
        Position(seats, ("monk", "grandma", "jester") if expert else (), round=3, mother=7)
        .island(1, green=1, yellow=2)
        .island(2, red=2, pink=1, tower=0)
        .island(3, 4, green=2, red=1, pink=3, blue=1, tower=1)
        .island(5, yellow=1, blue=2, no_entry=1 if expert else 0)
        .island(6, green=1, blue=1)
        .island(7, red=1, yellow=1)
        .island(8, green=1, tower=0)
        .island(9, green=1, pink=1)
        .island(10, 11, 12, green=1, red=2, yellow=4, blue=3, tower=2 if seats == 3 else 0)
        .professors(green=0, red=0, yellow=1, pink=1, blue=2 if seats > 2 else 0)
    )
    if expert:
        position.coins(*(3, 1, 5, 2)[:seats])
        position.card("monk", yellow=1, green=1, red=1, blue=1)
        position.card("jester", green=2, yellow=1, pink=1, blue=1, red=1)
    cards = [(4, 6, 9, 2)[seat] for seat in range(seats)]
    asked = decision == "assistant"
    for seat, (tables, entrance) in enumerate(SCHOOLS[:seats]):
        position.dining(seat, **tables)
        if seat or asked:
            more = {"green": 1, "pink": 1} if seats == 3 else {}
            position.entrance(
                seat, **{colour: entrance[colour] + more.get(colour, 0) for colour in entrance}
            )
        else:
            left = {"green": 2, "red": 1, "blue": 2 if seats == 3 else 1}
            moving = {"yellow": 1, "pink": 1} if decision == "student" else {}
            position.entrance(0, **left, **moving)
    acted = 0 if asked else sum(card < cards[0] for card in cards)
    for number in range(acted, seats):
        position.cloud(number + 1, **CLOUDS[number], yellow=1 if seats == 3 else 0)
    if asked:
        hands = [{1, 2, 4, 5, 6, 8, 9, 10} - {card} for card in (0, *cards[1:])]
        return position.planning(*cards[1:], first=1).hands(*hands).state()
    hands = [{1, 2, 4, 5, 6, 8, 9, 10} - {card} for card in cards]
    moves = 2 if decision == "student" else None
    return position.hands(*hands).turn(0, decision, played=cards, moves_left=moves).state()


def late() -> State:
    """Give a state with groups around both ends of the ring."""
    return (
        Position(2, ("monk", "grandma", "jester"), round=8, mother=6)
        .island(12, 1, 2, green=3, red=12, pink=1, blue=4, tower=0)
        .island(3, 4, 5, green=2, red=1, pink=3, blue=1, tower=1)
        .island(6, 7, red=2, yellow=3, pink=1, tower=0)
        .island(8, green=1, pink=2, no_entry=1)
        .island(9, 10, 11, green=4, yellow=2, blue=2, tower=1)
        .dining(0, green=5, red=3, yellow=1, blue=2)
        .dining(1, green=3, red=1, yellow=4, pink=2)
        .coins(3, 1)
        .turn(0, "mother", played=(4, 6))
        .hands({1, 8}, {2, 9})
        .state()
    )


def joined(base: Scene, start: int, length: int, **facts: Any) -> Scene:
    """Join islands of a scene in its view, whether or not the rules could."""
    tiles = [(start - 1 + step) % 12 + 1 for step in range(length)]
    head = min(tiles)
    view = dict(base.match.view)
    for number in range(1, 13):
        group = tiles if number in tiles else [number]
        if number not in (head, *group) or number != min(group):
            view[f"island/{number}"] = {"head": min(group)}
            continue
        plain = {
            "students": bytes((1, 0, 2, 0, 1)),
            "side": 0 if length > 1 and number == head else None,
            "towers": length if length > 1 and number == head else 0,
            "no_entry": 0,
            "influence": bytes((1, 0)),
        }
        own = facts if number == head else {}
        view[f"island/{number}"] = {"head": number, "tiles": bytes(group), **plain, **own}
    base.match.view = view | {"mother": head}
    return base


def screen(
    draw: Callable[[Canvas, Scene], None], shown: Scene, width: int = 80, height: int = 24
) -> Canvas:
    """Draw a scene, and check that all of it fits."""
    canvas = Canvas(width, height)
    draw(canvas, shown)
    assert canvas.spilled == []
    return canvas


def golden(name: str, canvas: Canvas) -> None:
    """Compare a drawn screen with the stored one, or store it."""
    path = GOLDEN / f"{name}.txt"
    text = "".join(f"{row.rstrip()}\n" for row in canvas.rows())
    if os.environ.get("ERIANTYS_RENEW_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), f"{path.name} looks different now"
