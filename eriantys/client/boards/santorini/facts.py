"""What the panels beside the town say: whose god does what, what is in force, and why it ended.

Both layouts draw the same words; they differ in how much room there is for them.
"""

from __future__ import annotations

from typing import NamedTuple

from eriantys.client.boards.reading import number, part, player
from eriantys.client.boards.santorini import cards, reading, words
from eriantys.client.boards.santorini.scene import Scene
from eriantys.client.canvas import Span, Style, ink, spans_width
from eriantys.client.sentences import counted
from eriantys.client.text import cut, wrap

TEXT = ink("text")
DIM = ink("dim")
BRIGHT = ink("bright", "bg", "bold")
TITLE = ink("bright", "bg", "bold")
YOU = ink("cur", "bg", "bold")
BAD = ink("bad", "bg", "bold")
FINE = ink("fine", "bg", "bold")
LINE = ink("line")
KEY = ink("accent")

_COST = (
    "No hints: read the cards. Breaking what a god says one cannot or must do loses the game "
    "at once."
)


class Note(NamedTuple):
    """A word at the right of a player's name."""

    text: str
    style: Style


def note(scene: Scene, seat: int) -> Note:
    """Say in a word what matters about a player now."""
    view = scene.view
    if reading.out(view, seat):
        return Note("out", BAD)
    if reading.is_over(view):
        won = part(view, "ending").get("winner") == seat
        return Note("winner", FINE) if won else Note("", DIM)
    if scene.guided and any(each.seat == seat for each in reading.forbidden(view)):
        return Note("in force", BAD)
    if reading.god_of(view, seat) == "morpheus":
        tokens = number(part(view, f"player/{seat}").get("tokens"))
        return Note(counted(tokens, "token"), ink("gold", "bg", "bold"))
    if reading.is_set_up(view) and part(view, "setup").get("starter") == seat:
        return Note("starts", FINE)
    return Note("", DIM)


def name_span(scene: Scene, seat: int) -> Span:
    """Name a player; who is out is struck out."""
    if reading.out(scene.view, seat):
        return Span(scene.name(seat), ink("dim", "bg", "strike"))
    return Span(scene.name(seat), YOU if seat == scene.match.seat else BRIGHT)


def god_span(scene: Scene, seat: int) -> Span:
    """Name the god of a player."""
    god = reading.god_of(scene.view, seat)
    if not god:
        return Span("")
    looks = "strike" if reading.out(scene.view, seat) else "underline"
    role = "dim" if looks == "strike" else "bright"
    return Span(cards.title(god), ink(role, "bg", "bold", looks))


def workers_line(scene: Scene, seat: int) -> list[Span]:
    """Say on which levels the workers of a player stand."""
    spans: list[Span] = []
    for worker, name in reading.team(scene.view, seat):
        level = reading.square(scene.view, name).level
        role = reading.SEATS[seat % len(reading.SEATS)]
        label = Span(f"♟{reading.worker_name(worker)}", ink("ink", role, "bold"))
        spans += [Span("  ") if spans else Span(""), label, Span(f" level {level}", DIM)]
    return spans or [Span("no workers on the board", DIM)]


def rules_title(scene: Scene) -> tuple[str, Style]:
    """Name the panel of what binds somebody."""
    if reading.is_over(scene.view) or scene.match.ended is not None:
        return "WHY", TITLE
    return ("HARDCORE", BAD) if not scene.guided else ("IN FORCE", TITLE)


def rules_lines(scene: Scene, wide: int) -> list[list[Span]]:
    """Say what binds somebody now, and why; or why the game has ended."""
    view = scene.view
    if reading.is_over(view) or scene.match.ended is not None:
        return [[Span(line, TEXT)] for line in wrap(" ".join(why(scene)), wide)]
    if not scene.guided:
        return [[Span(line, DIM)] for line in wrap(_COST, wide)]
    lines: list[list[Span]] = []
    for each in reading.forbidden(view):
        lines += _forbidding(scene, each, wide)
    if lines:
        return lines
    nothing = "nothing yet" if reading.is_set_up(view) else "nothing"
    return [[Span(nothing, DIM)]]


def shortened(lines: list[list[Span]], rows: int, wide: int) -> list[list[Span]]:
    """Keep so many lines, at least one, and show where some are missing."""
    rows = max(1, rows)
    if len(lines) <= rows:
        return lines
    kept = lines[:rows]
    *before, (text, style) = kept[-1]
    return [*kept[:-1], [*before, Span(cut(f"{text}…", wide - spans_width(before)), style)]]


def _forbidding(scene: Scene, each: reading.Forbidding, wide: int) -> list[list[Span]]:
    head = [
        reading.chip(each.seat),
        Span(" "),
        Span(cards.title(each.god), BRIGHT),
        Span(" forbids ", TEXT),
    ]
    head.append(Span(cut(cards.forbids(each.god), wide - spans_width(head)), BAD))
    whom = scene.match.turn
    # The reason is told to whoever is on turn.
    others = "" if whom is None or whom == scene.match.seat else f"{scene.name(whom)}: "
    reason = each.why.removeprefix(f"{cards.title(each.god)}: ")
    lines = [head, *([Span(line, DIM)] for line in wrap(f"{others}{reason}", wide))]
    letter = reading.LETTERS[each.seat % len(reading.LETTERS)]
    squares = sorted(name for name, owner in scene.barred.items() if owner == letter)
    if squares:
        listed = cut(" ".join(squares), wide - 10)
        lines.append([Span("closed: ", DIM), Span("× ", BAD), Span(listed, TEXT)])
    return lines


def why(scene: Scene) -> list[str]:
    """Say in sentences why the game has ended."""
    match = scene.match
    said = []
    ending = words.ending(match)
    if ending:
        said.append(f"{ending[0].upper()}{ending[1:]}.")
    elif match.ended is not None:
        said.append(match.ended.text)
    for seat in range(scene.seats):
        if reading.out(scene.view, seat):
            who = player(match, seat).name
            said.append(f"{who[0].upper()}{who[1:]} {words.lost(match, seat)}.")
    return said
