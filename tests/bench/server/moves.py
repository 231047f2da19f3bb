"""CPU per accepted move, and moves per second: ours, the reference and boardgame.io."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from tests.bench.rounds import turns
from tests.bench.server import contestants, dialects
from tests.bench.server.boardgame import BoardgameCrowd, boardgame_io
from tests.bench.server.contestants import Contestant, stopping
from tests.bench.server.crowd import Crowd, Slice
from tests.bench.server.people import Dialect
from tests.bench.server.report import Report, compared, middle

OURS, AGAIN, REFERENCE, BOARDGAME = "eriantys", "eriantys again", "reference", "boardgame.io"

COST = 2.5
"""At most so many times the CPU of the reference, which knows no rules."""
FASTER = 5.0
"""At least so many times the moves of boardgame.io, which keeps nothing."""
IDLE_COST = 1.2
IDLE = 5000
WARM_UP = 0.1


def spare_tables(seconds: float) -> int:
    """Tell how many matches may end while a server works so long, and some more."""
    return 20 + int(seconds * 250)


def ours(
    stack: ExitStack, folder: Path, name: str, tables: int, *, pings: bool = False
) -> Crowd:
    """Start our server, with so many tables in all parts of a game."""
    crowd = crowd_at(
        stack, contestants.eriantys(folder, name, pings=pings), dialects.Eriantys()
    )
    crowd.seat(tables)
    crowd.scatter()
    return crowd


def theirs(stack: ExitStack, folder: Path, tables: int) -> Crowd:
    """Start the reference with so many tables."""
    crowd = crowd_at(stack, contestants.reference(folder), dialects.Reference())
    crowd.seat(tables)
    return crowd


def crowd_at(
    stack: ExitStack, contestant: Contestant, dialect: Dialect, seats: int = 2
) -> Crowd:
    """Put people before a server, both of which go when the stack is unwound."""
    stack.enter_context(stopping(contestant))
    crowd = Crowd(contestant, dialect, seats)
    stack.callback(crowd.close)
    return crowd


def measure_moves(
    report: Report,
    folder: Path,
    *,
    matches: int,
    rounds: int,
    seconds: float,
    modules: Path | None,
    minimal: bool = True,
) -> None:
    """Play the same number of matches at all servers, in turns."""
    report.heading(
        f"{matches} matches of 2, {rounds} rounds of {seconds} s of the server's CPU"
    )
    tables = matches + spare_tables(seconds)
    with ExitStack() as stack:
        crowds = {name: ours(stack, folder, name, tables) for name in (OURS, AGAIN)}
        players = {name: _player(crowd, matches) for name, crowd in crowds.items()}
        if minimal:
            players[REFERENCE] = _player(theirs(stack, folder, matches), matches)
        if modules is not None:
            contestant = boardgame_io(folder, modules)
            stack.enter_context(stopping(contestant))
            others = BoardgameCrowd(contestant, modules, matches)
            stack.callback(others.close)
            players[BOARDGAME] = others.play
        slices = in_turns(players, rounds, seconds)
    costs = _tell(report, slices, "move")
    report.control(costs, OURS, AGAIN)
    if minimal:
        value, words = compared(costs, OURS, REFERENCE)
        text = f"a move at {matches} matches costs at most {COST} x the reference's"
        report.goal(text, words, reached=value <= COST)
    if modules is not None:
        value, words = compared(costs, BOARDGAME, OURS)
        rates = {name: [each.rate for each in found] for name, found in slices.items()}
        words += f" by CPU, {compared(rates, OURS, BOARDGAME)[1]} by the wall clock"
        text = f"at least {FASTER} x the moves of boardgame.io at {matches} matches"
        report.goal(text, words, reached=value >= FASTER)


def measure_idle(
    report: Report, folder: Path, *, matches: int, idle: int, rounds: int, seconds: float
) -> None:
    """Play at a server to which thousands are connected who do nothing, and at one without."""
    report.heading(f"{matches} matches of 2, with {idle} idle connections and without")
    tables = matches + spare_tables(seconds)
    crowded = f"{OURS}, {idle} idle"
    with ExitStack() as stack:
        names = (OURS, AGAIN, crowded)
        crowds = {name: ours(stack, folder, name, tables, pings=True) for name in names}
        crowds[crowded].look_in(idle)
        players = {name: _player(crowd, matches) for name, crowd in crowds.items()}
        slices = in_turns(players, rounds, seconds, meanwhile=list(crowds.values()))
    costs = _tell(report, slices, "move")
    report.control(costs, OURS, AGAIN)
    value, words = compared(costs, crowded, OURS)
    text = f"a move beside {idle} idle connections costs at most {IDLE_COST} x"
    report.goal(text, words, reached=value <= IDLE_COST)


def measure_pings(
    report: Report, folder: Path, *, matches: int, rounds: int, seconds: float
) -> None:
    """Let people ping at our server and at the reference; this is no goal of ours."""
    report.heading(f"pings of {matches} connections")
    with ExitStack() as stack:
        crowds = {name: ours(stack, folder, name, matches) for name in (OURS, AGAIN)}
        crowds[REFERENCE] = theirs(stack, folder, matches)
        pingers = {
            name: lambda length, crowd=crowd: crowd.ping(matches, length)
            for name, crowd in crowds.items()
        }
        slices = in_turns(pingers, rounds, seconds)
    costs = _tell(report, slices, "ping")
    report.control(costs, OURS, AGAIN)
    report.line(f"a ping costs {compared(costs, OURS, REFERENCE)[1]} the reference's")


Player = Callable[[float], Slice]
"""Puts a server under load until it has used so many seconds of CPU."""


def _player(crowd: Crowd, matches: int) -> Player:
    def play(seconds: float) -> Slice:
        crowd.seat(matches)
        return crowd.play(matches, seconds)

    return play


def in_turns(
    players: Mapping[str, Player], rounds: int, seconds: float, meanwhile: Sequence[Crowd] = ()
) -> dict[str, list[Slice]]:
    """Measure all in every round, after each has warmed up; answer pings of the others."""
    for play in players.values():
        play(WARM_UP)
    slices: dict[str, list[Slice]] = {name: [] for name in players}
    for name in turns(list(players), rounds):
        for crowd in meanwhile:
            crowd.attend()
        slices[name].append(players[name](seconds))
    return slices


def _tell(
    report: Report, slices: Mapping[str, list[Slice]], request: str
) -> dict[str, list[float]]:
    """Print what each contestant needed, and return its costs round by round."""
    costs = {name: [each.cost for each in found] for name, found in slices.items()}
    for name, found in slices.items():
        rate, load = (median(each.rate for each in found), median(e.load_cost for e in found))
        report.line(
            f"{name:<22}{middle(costs[name]):>26} us of CPU a {request},"
            f"{rate:>9,.0f} a second (load {load:.1f} us each)"
        )
    return costs
