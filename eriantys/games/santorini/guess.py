"""A match made up again from what was seen of it, for those who think ahead."""

from __future__ import annotations

import msgspec

from eriantys.games.contract import View
from eriantys.games.dice import Dice
from eriantys.games.santorini.board import BY_NAME as SQUARE_OF
from eriantys.games.santorini.board import NAMES as SQUARE_NAMES
from eriantys.games.santorini.board import NOBODY, NOWHERE, SQUARES
from eriantys.games.santorini.gods import BY_NAME as GOD_OF
from eriantys.games.santorini.state import Build, State, Step, Table, empty_table


def guess(seen: View, seat: int, dice: Dice) -> State:
    """Set up the table that a view shows."""
    del seat
    state = empty_table(msgspec.convert(seen["table"], Table), dice)
    players = [seen[f"player/{player}"] for player in range(state.table.seats)]
    squares = [seen[f"square/{SQUARE_NAMES[square]}"] for square in SQUARES]
    state.levels = bytes(square["level"] for square in squares)
    state.domes = sum(1 << number for number in SQUARES if squares[number]["dome"])
    state.left = tuple(seen["stock"])
    state.workers = tuple(
        _square(seen[f"worker/{worker}"]["square"]) for worker in range(len(state.workers))
    )
    state.cards = tuple(GOD_OF.get(player["god"], NOBODY) for player in players)
    state.reasons = tuple(player["out"] for player in players)
    state.rose = tuple(player["rose"] for player in players)
    state.tokens = tuple(player["tokens"] for player in players)
    state.losers = tuple(seen["losers"])
    _put_turn(state, seen)
    state.deal_powers()
    return state


def _put_turn(state: State, seen: View) -> None:
    setup, turn, steps, ending = seen["setup"], seen["turn"], seen["steps"], seen["ending"]
    state.challenger = _or_nobody(setup["challenger"])
    state.starter = _or_nobody(setup["starter"])
    state.offered = tuple(GOD_OF[name] for name in setup["offered"])
    state.turns, state.undoable = turn["number"], turn["undoable"]
    state.decision, state.seat = turn["decision"], steps["seat"]
    state.begun = tuple(map(_square, steps["begun"]))
    state.steps = tuple(
        Step(each["worker"], _square(each["from"]), _square(each["to"]), each["rise"])
        for each in steps["moves"]
    )
    state.builds = tuple(
        Build(each["worker"], _square(each["square"]), each["piece"] == "dome")
        for each in steps["builds"]
    )
    state.bound = _or_nobody(steps["bound"])
    state.spent, state.lifted = steps["spent"], steps["lifted"]
    state.ended, state.winner = ending["reason"], _or_nobody(ending["winner"])


def _square(name: str | None) -> int:
    return NOWHERE if name is None else SQUARE_OF[name]


def _or_nobody(number: int | None) -> int:
    return NOBODY if number is None else number
