"""Positions of Santorini, written down in a few words, and what can be done in them."""

from __future__ import annotations

from typing import Any

from eriantys.games.contract import Event, Illegal
from eriantys.games.dice import FairDice
from eriantys.games.santorini import GAME
from eriantys.games.santorini.board import BY_NAME, NOBODY, NOWHERE
from eriantys.games.santorini.gods import BY_NAME as GODS
from eriantys.games.santorini.state import STOCK, Options, State, Table, empty_table
from eriantys.games.santorini.turns import begin_turn
from tests.games.assertions import assert_refusal


def position(
    workers: str,
    levels: str = "",
    domes: str = "",
    gods: str = "",
    seat: int = 0,
    hardcore: bool = False,
    **fields: Any,
) -> State:
    """Set a position up, and ask a seat for its turn.

    `workers` are squares by seat, such as "b2 d2 / a5 -" with one of the four gone; `levels`
    are "c3=2 d4=3", `domes` squares, `gods` names by seat, "-" for none.
    """
    teams = [team.split() for team in workers.split("/")]
    options = Options(gods=bool(gods), advanced=bool(gods), hardcore=hardcore)
    state = empty_table(Table.of(len(teams), options), FairDice(bytes(32)))
    state.workers = tuple(BY_NAME.get(name, NOWHERE) for team in teams for name in team)
    heights = bytearray(25)
    for entry in levels.split():
        name, level = entry.split("=")
        heights[BY_NAME[name]] = int(level)
    state.levels = bytes(heights)
    state.domes = sum(1 << BY_NAME[name] for name in domes.split())
    used = (*(sum(height >= n for height in heights) for n in (1, 2, 3)), len(domes.split()))
    state.left = tuple(all_of - out for all_of, out in zip(STOCK, used, strict=True))
    if gods:
        state.cards = tuple(GODS.get(name, NOBODY) for name in gods.split())
    state.starter = 0
    for name, value in fields.items():
        setattr(state, name, value)
    state.deal_powers()
    begin_turn(state, seat, [])
    return state


def do(state: State, *lines: str) -> list[Event]:
    """Play lines for whoever is on turn, and tell what happened."""
    events: list[Event] = []
    for line in lines:
        events += GAME.apply(state, state.seat, GAME.parse(line))
    return events


def options(state: State) -> set[str]:
    """Write down what is legal."""
    return {GAME.format(action) for action in GAME.legal(state)}


def moves(state: State) -> set[str]:
    """Write down the legal moves."""
    return {line for line in options(state) if line.startswith("move")}


def refused(state: State, line: str) -> str:
    """Try something that must be refused, changing nothing; return the code."""
    before = GAME.snapshot(state)
    try:
        do(state, line)
    except Illegal as illegal:
        assert_refusal(illegal)
        assert GAME.snapshot(state) == before
        return illegal.code
    raise AssertionError(f"{line} was not refused")


def why(state: State, line: str) -> str:
    """Return the sentence of a refusal."""
    try:
        do(GAME.copy(state), line)
    except Illegal as illegal:
        return illegal.text
    raise AssertionError(f"{line} was not refused")


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


def ended(state: State) -> tuple[int, str]:
    """Tell who has won and why."""
    return state.winner, state.ended


def square(state: State, worker: int) -> str:
    """Name the square of a worker; "" if it is gone."""
    return GAME.view(state, None)[f"worker/{worker}"]["square"] or ""


def level(state: State, name: str) -> int:
    return state.levels[BY_NAME[name]]
