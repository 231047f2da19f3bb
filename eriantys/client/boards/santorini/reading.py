"""Reading a view of Santorini: squares, workers, gods, and how far the match has come."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from eriantys.client.boards.reading import View, number, part, player, row, word
from eriantys.client.canvas import Span, ink
from eriantys.client.match import Match
from eriantys.games.santorini import decisions
from eriantys.games.santorini.board import COLUMNS, NAMES

LETTERS = "ABC"
"""By seat: the letter of its workers."""
SEATS = ("p1", "p2", "p3")
"""By seat: the role of its colour."""
EACH = 2
"""Workers of a player."""
SUMMIT = 3
ROWS = tuple(str(number) for number in range(1, 6))
_SET_UP = (decisions.GODS, decisions.GOD, decisions.START, decisions.PLACE)


class Square(NamedTuple):
    """What stands on a square."""

    level: int
    dome: bool
    worker: int | None


class Forbidding(NamedTuple):
    """A god that forbids the seat on turn something."""

    god: str
    seat: int
    why: str
    actions: tuple[str, ...]


def seats(view: View) -> int:
    """Tell how many play."""
    return number(part(view, "table").get("seats"), 2)


def with_gods(view: View) -> bool:
    """Tell whether there are gods in this match."""
    return bool(part(view, "table").get("gods")) or seats(view) > EACH


def hardcore(view: View) -> bool:
    """Tell whether nothing is suggested, and a broken prohibition costs the game."""
    return bool(part(view, "table").get("hardcore"))


def square(view: View, name: str) -> Square:
    """Tell what stands on a square."""
    found = part(view, f"square/{name}")
    worker = found.get("worker")
    standing = None if worker is None else number(worker)
    return Square(number(found.get("level")), bool(found.get("dome")), standing)


def place_of(view: View, worker: int) -> str:
    """Tell on which square a worker stands; empty for one that is on none."""
    name = word(part(view, f"worker/{worker}").get("square"))
    return name if name in NAMES else ""


def team(view: View, seat: int) -> list[tuple[int, str]]:
    """List the workers of a seat that stand on the board, each with its square."""
    found = ((worker, place_of(view, worker)) for worker in range(EACH * seat, EACH * seat + 2))
    return [(worker, name) for worker, name in found if name]


def worker_name(worker: int) -> str:
    """Name a worker: `A1`."""
    letter = LETTERS[worker // EACH] if 0 <= worker < EACH * len(LETTERS) else "?"
    return f"{letter}{worker % EACH + 1}"


def god_of(view: View, seat: int) -> str:
    """Name the god of a seat; empty if it has none."""
    return word(part(view, f"player/{seat}").get("god"))


def out(view: View, seat: int) -> str:
    """Tell why a seat is out of the game; empty while it is in it."""
    return word(part(view, f"player/{seat}").get("out"))


def decision(view: View) -> str:
    """Tell what is asked."""
    return word(part(view, "turn").get("decision"))


def is_set_up(view: View) -> bool:
    """Tell whether the first turn is still to come."""
    return decision(view) in _SET_UP


def is_over(view: View) -> bool:
    """Tell whether the game has ended by its rules."""
    return bool(part(view, "ending").get("reason"))


def turn_number(view: View) -> int:
    """Number the turns from the first after the set-up; 0 before it."""
    if is_set_up(view):
        return 0
    count = seats(view)
    before = 2 * count + 1 if with_gods(view) else count
    return max(1, number(part(view, "turn").get("number")) - before + 1)


def offered(view: View) -> list[str]:
    """Name the gods that were chosen and nobody has taken."""
    return [word(name) for name in part(view, "setup").get("offered") or ()]


def forbidden(view: View) -> list[Forbidding]:
    """List the gods that forbid the seat on turn something."""
    found = view.get("forbidden")
    each = [item for item in found if isinstance(item, Mapping)] if found else []
    return [
        Forbidding(
            word(item.get("god")),
            number(item.get("seat")),
            word(item.get("why")),
            tuple(text for text in map(word, item.get("actions") or ()) if " " in text.strip()),
        )
        for item in each
    ]


def steps(view: View) -> tuple[list[Mapping[str, Any]], list[Mapping[str, Any]]]:
    """List the moves and the builds of this turn."""
    done = part(view, "steps")
    moves, builds = done.get("moves"), done.get("builds")
    return (
        [move for move in moves or () if isinstance(move, Mapping)],
        [build for build in builds or () if isinstance(build, Mapping)],
    )


def mover(view: View) -> int | None:
    """Tell which worker acts in this turn, once that is settled."""
    moves, builds = steps(view)
    bound = part(view, "steps").get("bound")
    if moves:
        return number(moves[-1].get("worker"))
    if bound is not None:
        return number(bound)
    return number(builds[-1].get("worker")) if builds else None


def stock(view: View) -> tuple[int, ...]:
    """Count the pieces that are left: blocks for the levels 1 to 3, and domes."""
    return row(view.get("stock"), 4)[:4]


def neighbours(name: str) -> set[str]:
    """Name the squares around one."""
    column, line = COLUMNS.index(name[0]), int(name[1])
    return {
        f"{COLUMNS[x]}{y}"
        for x in range(max(0, column - 1), min(len(COLUMNS), column + 2))
        for y in range(max(1, line - 1), min(len(ROWS), line + 1) + 1)
    } - {name}


# People.


def chip(seat: int, *, out_of_it: bool = False) -> Span:
    """Write the letter of a seat on its colour."""
    letter = LETTERS[seat] if 0 <= seat < len(LETTERS) else "?"
    role = SEATS[seat % len(SEATS)]
    return Span(f" {letter} ", ink("ink", "gy" if out_of_it else role, "bold"))


def named(match: Match, seat: object, bg: str = "bg") -> Span:
    """Name a player in the colour of the seat."""
    at = number(seat, -1)
    role = SEATS[at] if 0 <= at < len(SEATS) else "text"
    return Span(player(match, at).name, ink(role, bg, "bold"))
