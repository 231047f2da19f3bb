"""Moments of a turn for the tests of the layouts: a scene with its cursor, for each decision.

`moment(seats, decision, expert=...)` is what somebody sees who is asked; `NAMED` lists all of
them that have a golden screen. `clicks(canvas, kind)` tells what can be clicked of one kind.
"""

from __future__ import annotations

from typing import Any

from eriantys.client.boards.eriantys.scene import Scene, Target
from eriantys.client.canvas import Canvas, Span, ink
from tests.client.boards import scenes

DECISIONS = ("assistant", "student", "mother", "cloud")
NAMED = [
    (seats, decision, expert)
    for seats in (2, 3, 4)
    for decision in DECISIONS
    for expert in (True, False)
]
TALL = [[Span(f"line {number} of the log", ink("dim"))] for number in range(1, 101)]


def named(seats: int, decision: str, expert: bool) -> str:
    """Name the golden screen of a moment."""
    return f"{seats}-{decision}-{'expert' if expert else 'simple'}"


def moment(seats: int, decision: str, *, expert: bool = True, **more: Any) -> Scene:
    """Show what the first player sees while that is asked, with a cursor on something."""
    given: dict[str, Any]
    match decision:
        case "assistant":
            free = {1, 2, 4, 5, 6, 8, 9, 10} - {6, 9, 2} if seats == 4 else {1, 4, 5, 8, 10}
            marked = frozenset(Target("assistant", value) for value in free)
            given = {"cursor": Target("assistant", 5), "asks_assistant": True, "marked": marked}
        case "student":
            given = {"cursor": Target("island", 9), "picked": 1, "inspected": 9}
        case "mother":
            marked = frozenset({Target("island", 8), Target("island", 9)})
            given = {"cursor": Target("island", 9), "marked": marked, "inspected": 9}
        case _:
            given = {"cursor": Target("cloud", 2), "marked": frozenset({Target("cloud", 2)})}
    shown = scenes.scene(scenes.sample(seats, decision, expert=expert), **given | more)
    if decision == "cloud":
        shown.coming = tuple(shown.match.view["cloud/2"])
    return shown


def clicks(canvas: Canvas, kind: str) -> set[int]:
    """Tell which targets of a kind can be clicked."""
    found = [meaning for _, meaning in canvas.hits if isinstance(meaning, Target)]
    return {target.which for target in found if target.kind == kind}


def text(canvas: Canvas) -> str:
    """Give all that can be read."""
    return "\n".join(canvas.rows())


def row_with(canvas: Canvas, words: str) -> str:
    """Give the only row that holds some words."""
    (found,) = [row for row in canvas.rows() if words in row]
    return found
