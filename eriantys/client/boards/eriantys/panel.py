"""The panel over the lower half that asks something: its frame, its keys and what was paid.

It covers what lies below the ring wholly, and nothing else, because half a log or half a hand
would only look broken.
"""

from __future__ import annotations

from collections.abc import Sequence

from eriantys.client.boards.eriantys import (
    asking,
    chips,
    large,
    layouts,
    middle,
    schools,
    small,
)
from eriantys.client.boards.eriantys.choosing import Choice
from eriantys.client.boards.eriantys.reading import number, part
from eriantys.client.boards.eriantys.scene import LETTERS
from eriantys.client.canvas import HEAVY, Area, Canvas, ink
from eriantys.client.keys import Key
from eriantys.client.match import Line, Match
from eriantys.client.text import width

FRAME = ink("cur", "panel", "bold")
TEXT = ink("text", "panel")
BRIGHT = ink("bright", "panel", "bold")
DIM = ink("dim", "panel")
KEY = ink("accent", "panel", "bold")
GOLD = ink("gold", "panel", "bold")
LINE = ink("line", "panel")


def lower_half(canvas: Canvas) -> Area:
    """Find what lies below the ring; a log beside it from top to bottom stays."""
    rows = layouts.guidance_rows(canvas.width, canvas.height)
    top, wide = small.SCHOOL, canvas.width
    if rows > 1:
        is_large = canvas.width >= large.LEAST[0] and canvas.height >= large.LEAST[1]
        top = layouts.LOWER_HALF[is_large]
        if is_large:
            wide = schools.LARGE_SIZE[0]
        elif canvas.width >= large.LEAST[0]:
            wide = middle.LEAST[0]
    return Area(0, top, wide, canvas.height - 1 - rows - top)


def begin(canvas: Canvas, title: str, right: str) -> Area:
    """Draw an empty panel over the lower half, and return what is inside."""
    area = lower_half(canvas)
    canvas.fill(area, TEXT)
    canvas.box(area, FRAME, HEAVY)
    # What lies below cannot be seen, and so not be clicked either.
    canvas.mark(area, None)
    canvas.put(2, area.y, f" {title} ", BRIGHT)
    if right:
        canvas.put(area.width - width(right) - 5, area.y, f" {right} ", GOLD)
    return Area(3, area.y + 1, area.width - 6, area.height - 2)


def put_keys(canvas: Canvas, inside: Area, choice: Choice) -> None:
    """Name the keys of a panel in its last row."""
    x, y = inside.x, inside.y + inside.height - 1
    for key, word in asking.keys(choice):
        if x + width(key) + 1 + width(word) > inside.x + inside.width:
            break
        start = x
        x = canvas.put(x, y, key, KEY)
        x = canvas.put(x, y, f" {word}", DIM) + 3
        if len(key) == 1 or key in ("Enter", "Esc"):
            canvas.mark(Area(start, y, x - 3 - start, 1), Key(key))


def put_students(canvas: Canvas, x: int, y: int, students: Sequence[int]) -> int:
    """Draw students as wide chips; return the column after them."""
    for colour in chips.spread(students):
        x = canvas.put(x, y, f" {LETTERS[colour]} ", chips.chip(colour)) + 1
    return x


def steps_so_far(match: Match) -> list[Line]:
    """List what has been done with the character in play, its playing first.

    It is empty where this client has not heard of all that.
    """
    done: list[Line] = []
    for line in match.story:
        if not isinstance(line, Line):
            continue
        if line.action != "undo":
            done.append(line)
        elif done:
            done.pop()
    played = part(match.view, "effect").get("character")
    for at in range(len(done) - 1, -1, -1):
        if done[at].seat != match.turn:
            break
        if done[at].action == f"play {played}":
            return done[at:]
    return []


def paid(match: Match, seat: int) -> str:
    """Show the coins before and after the price was paid, as far as that was heard."""
    coins = number(part(match.view, f"school/{seat}").get("coins"))
    for line in steps_so_far(match)[:1]:
        for event in line.events:
            if event.kind == "character played":
                return f"¢{coins + number(event.facts.get('price'))}→¢{coins}"
    return f"you ¢{coins}"
