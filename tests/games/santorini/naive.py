"""A second Santorini, slow and plain, that shares no code with the engine.

It knows whole turns only: it makes every way to move and build that the rules and one's god
permit, written as lines of the notation, and strikes out what gods forbid. `done` is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

Square = tuple[int, int]
"""Column and row, from 0."""
BOARD = [(column, row) for row in range(5) for column in range(5)]


def name(square: Square) -> str:
    return "abcde"[square[0]] + str(square[1] + 1)


def around(square: Square) -> list[Square]:
    x, y = square
    return [
        each
        for each in BOARD
        if each != square and max(abs(each[0] - x), abs(each[1] - y)) == 1
    ]


def edge(square: Square) -> bool:
    return 0 in square or 4 in square


@dataclass(frozen=True)
class Town:
    """A position between two turns; workers are pairs of squares by seat."""

    heights: dict[Square, int]
    domes: frozenset[Square]
    workers: tuple[tuple[Square, ...], tuple[Square, ...]]
    stock: tuple[int, int, int, int]
    gods: tuple[str, str] = ("", "")
    rose: tuple[bool, bool] = (False, False)

    def empty(self, square: Square) -> bool:
        return square not in self.domes and square not in self.workers[0] + self.workers[1]

    def with_worker(self, seat: int, old: Square, new: Square) -> Town:
        """Move somebody's worker, wherever it comes from and goes to."""
        teams = list(self.workers)
        teams[seat] = tuple(new if square == old else square for square in teams[seat])
        return replace(self, workers=(teams[0], teams[1]))

    def built(self, square: Square, piece: str) -> Town:
        stock = list(self.stock)
        if piece == "dome":
            stock[3] -= 1
            return replace(self, domes=self.domes | {square}, stock=tuple(stock))  # type: ignore[arg-type]
        stock[self.heights[square]] -= 1
        heights = {**self.heights, square: self.heights[square] + 1}
        return replace(self, heights=heights, stock=tuple(stock))  # type: ignore[arg-type]

    def pieces(self, square: Square) -> list[str]:
        """Name what may come next on a square, if there is any left: at most one thing."""
        height = self.heights[square]
        if not self.empty(square) or not self.stock[height]:
            return []
        return ["dome" if height == 3 else "build"]


@dataclass(frozen=True)
class Turn:
    """A way to play a turn: the lines, and what came of it."""

    lines: tuple[str, ...]
    town: Town
    won: bool = False
    steps: tuple[tuple[Square, Square], ...] = ()
    builds: tuple[tuple[Square, str, int], ...] = ()
    """Where, what, and on which height."""
    start: Square = field(default=(0, 0))


def turns(town: Town, seat: int) -> list[Turn]:
    """List every complete turn of a seat."""
    permitted = [
        turn for worker in town.workers[seat] for turn in _of_worker(town, seat, worker)
    ]
    allowed = [turn for turn in permitted if not _forbidden(town, seat, turn)]
    if town.gods[1 - seat] == "persephone" and any(_climbs(town, turn) for turn in allowed):
        allowed = [turn for turn in allowed if _climbs(town, turn)]
    return allowed


def _climbs(town: Town, turn: Turn) -> bool:
    return any(town.heights[b] > town.heights[a] for a, b in turn.steps)


def _of_worker(town: Town, seat: int, worker: Square) -> Iterator[Turn]:
    god = town.gods[seat]
    yield from _moved(Turn((), town, start=worker), seat, worker, 1)
    if god == "prometheus":
        for square in around(worker):
            for piece in town.pieces(square):
                line = f"{piece} {name(worker)} {name(square)}"
                early = (square, piece, town.heights[square])
                first = Turn((line,), town.built(square, piece), builds=(early,), start=worker)
                yield from _moved(first, seat, worker, 0)


def _moved(before: Turn, seat: int, worker: Square, reach: int) -> Iterator[Turn]:
    god = before.town.gods[seat]
    for first in _steps(before, seat, worker, reach):
        yield from _finished(first, seat)
        if god == "artemis" and not first.won:
            here = first.steps[-1][1]
            for second in _steps(first, seat, here, 1):
                if second.steps[-1][1] != worker:
                    yield from _finished(second, seat)


def _steps(before: Turn, seat: int, worker: Square, reach: int) -> Iterator[Turn]:
    town, god, foe = before.town, before.town.gods[seat], 1 - seat
    for target in around(worker):
        rise = town.heights[target] - town.heights[worker]
        if rise > reach or target in town.domes or target in town.workers[seat]:
            continue
        after = town
        if target in town.workers[foe]:
            if god == "apollo":
                pushed = worker
            elif god == "minotaur":
                pushed = (2 * target[0] - worker[0], 2 * target[1] - worker[1])
                if pushed not in BOARD or not town.empty(pushed):
                    continue
            else:
                continue
            after = after.with_worker(foe, target, pushed)
        after = after.with_worker(seat, worker, target)
        won = (rise > 0 and town.heights[target] == 3) or (god == "pan" and rise <= -2)
        if won and town.gods[foe] == "hera" and edge(target):
            won = False
        line = f"move {name(worker)} {name(target)}"
        yield replace(
            before,
            lines=(*before.lines, line),
            town=after,
            won=won,
            steps=(*before.steps, (worker, target)),
        )


def _finished(moved: Turn, seat: int) -> Iterator[Turn]:
    """Build as everybody does, and as one's god permits besides."""
    if moved.won:
        yield moved
        return
    god, here = moved.town.gods[seat], moved.steps[-1][1]
    for square in around(here):
        for first in _with_piece(moved, square):
            yield first
            if god == "demeter":
                yield from (
                    second
                    for other in around(here)
                    if other != square
                    for second in _with_piece(first, other)
                )
            if god == "hestia":
                yield from (
                    second
                    for other in around(here)
                    if not edge(other)
                    for second in _with_piece(first, other)
                )
            if god == "hephaestus" and first.builds[-1][1] == "build":
                yield from (
                    second
                    for second in _with_piece(first, square)
                    if second.builds[-1][1] == "build"
                )
        low = moved.town.heights[square] < 3
        if god == "atlas" and low and moved.town.empty(square) and moved.town.stock[3]:
            yield _with(moved, square, "dome")
    height = moved.town.heights[here]
    if god == "zeus" and height < 3 and moved.town.stock[height]:
        yield _with(moved, here, "build")


def _with_piece(turn: Turn, square: Square) -> Iterator[Turn]:
    for piece in turn.town.pieces(square):
        yield _with(turn, square, piece)


def _with(turn: Turn, square: Square, piece: str) -> Turn:
    return replace(
        turn,
        lines=(*turn.lines, f"{piece} {name(square)}"),
        town=turn.town.built(square, piece),
        builds=(*turn.builds, (square, piece, turn.town.heights[square])),
    )


def _forbidden(town: Town, seat: int, turn: Turn) -> bool:
    """Tell whether the opponent's god forbids a turn, all of it being known."""
    foe = 1 - seat
    god, theirs = town.gods[foe], turn.town.workers[foe]
    rises = [town.heights[b] - town.heights[a] for a, b in turn.steps]
    match god:
        case "athena":
            return town.rose[foe] and any(rise > 0 for rise in rises)
        case "hypnus":
            own = town.workers[seat]
            others = [square for square in own if square != turn.start]
            return all(town.heights[turn.start] > town.heights[other] for other in others)
        case "limus":
            return any(
                not (piece == "dome" and height == 3)
                and any(square in around(worker) for worker in theirs)
                for square, piece, height in turn.builds
            )
        case "aphrodite":
            met = any(turn.start in around(worker) for worker in town.workers[foe])
            end = turn.steps[-1][1]
            return met and not any(end in around(worker) for worker in theirs)
    return False


def count(town: Town, seat: int, depth: int) -> int:
    """Count the ways to play so many turns in a row; a game that is won ends sooner."""
    if depth == 0:
        return 1
    return sum(
        1 if turn.won else count(turn.town, 1 - seat, depth - 1) for turn in turns(town, seat)
    )
