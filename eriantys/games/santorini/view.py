"""What can be seen of a match: all of it, since nothing in Santorini is hidden.

`guess` makes a state of it again.
"""

from __future__ import annotations

from typing import Any

import msgspec

from eriantys.games.contract import View
from eriantys.games.santorini import decisions, setup
from eriantys.games.santorini.board import NAMES, NOBODY, NOWHERE
from eriantys.games.santorini.gods import PANTHEON
from eriantys.games.santorini.gods.movers import complete_towers
from eriantys.games.santorini.notation import format_action
from eriantys.games.santorini.permitted import permitted
from eriantys.games.santorini.prohibitions import Notes, culprits, in_order
from eriantys.games.santorini.state import WORKERS_EACH, State

SQUARE_PARTS = tuple(f"square/{name}" for name in NAMES)
WORKER_PARTS = tuple(f"worker/{worker}" for worker in range(6))
PLAYER_PARTS = tuple(f"player/{seat}" for seat in range(3))


def view(state: State, seat: int | None) -> View:
    """Show the table, which looks the same from every seat."""
    del seat
    parts: View = {"table": msgspec.to_builtins(state.table), "setup": setup_part(state)}
    add_course(state, parts)
    add_town(state, parts)
    for player in range(state.table.seats):
        parts[PLAYER_PARTS[player]] = player_part(state, player)
    return parts


def add_course(state: State, parts: View) -> None:
    """Show how far the match has come, and what binds the seat on turn."""
    parts["turn"] = _turn(state)
    parts["steps"] = _steps(state)
    parts["forbidden"] = _forbidden(state)
    parts["losers"] = list(state.losers)
    parts["ending"] = {"reason": state.ended, "winner": _or_none(state.winner)}


def add_town(state: State, parts: View) -> None:
    """Show what stands in the town, and what is left beside it."""
    levels, domes = state.levels, state.domes
    standing = {square: worker for worker, square in enumerate(state.workers)}
    for square, part in enumerate(SQUARE_PARTS):
        parts[part] = {
            "level": levels[square],
            "dome": domes >> square & 1 == 1,
            "worker": standing.get(square),
        }
    for worker, square in enumerate(state.workers):
        parts[WORKER_PARTS[worker]] = {
            "seat": worker // WORKERS_EACH,
            "square": _name(square),
            "level": None if square == NOWHERE else levels[square],
        }
    parts["stock"] = bytes(state.left)
    parts["towers"] = complete_towers(state)


def setup_part(state: State) -> dict[str, Any]:
    """Show who chooses among which gods, and who begins."""
    choosing = state.decision == decisions.GODS
    return {
        "challenger": _or_none(state.challenger),
        "starter": _or_none(state.starter),
        "offered": [PANTHEON[number].name for number in state.offered],
        "available": [PANTHEON[n].name for n in setup.available(state)] if choosing else [],
    }


def _turn(state: State) -> dict[str, Any]:
    return {
        "number": state.turns,
        "seat": None if state.ended else state.seat,
        "decision": state.decision,
        "undoable": state.undoable,
    }


def _steps(state: State) -> dict[str, Any]:
    """Show what has been done in this turn, and where everybody stood as it began."""
    return {
        "seat": state.seat,
        "begun": [_name(square) for square in state.begun],
        "moves": [
            {"worker": w, "from": NAMES[origin], "to": NAMES[target], "rise": rise}
            for w, origin, target, rise in state.steps
        ],
        "builds": [
            {"worker": worker, "square": NAMES[square], "piece": "dome" if dome else "block"}
            for worker, square, dome in state.builds
        ],
        "bound": _or_none(state.bound),
        "spent": state.spent,
        "lifted": state.lifted,
    }


def _forbidden(state: State) -> list[dict[str, Any]]:
    """Show which gods forbid the seat on turn something just now, what, and why.

    What is forbidden is listed as the steps that would be in order without that god. In
    hardcore mode players have to see that for themselves.
    """
    if state.ended or state.table.hardcore or state.decision not in decisions.TURN_STEPS:
        return []
    told = [
        (owner, god.name, why)
        for owner, god in state.powers.wards[state.seat]
        if god.because and (why := god.because(state, owner))
    ]
    barred: dict[int, list[str]] = {owner: [] for owner, _, _ in told}
    if told:
        notes: Notes = {}
        for action in permitted(state):
            if action not in in_order(state):
                for owner, _ in culprits(state, action, notes):
                    barred.setdefault(owner, []).append(format_action(action))
    return [
        {"god": name, "seat": owner, "why": why, "actions": barred[owner]}
        for owner, name, why in told
    ]


def player_part(state: State, seat: int) -> dict[str, Any]:
    """Show what is known of a player besides the workers."""
    card = state.cards[seat]
    return {
        "god": None if card == NOBODY else PANTHEON[card].name,
        "out": state.reasons[seat],
        "rose": state.rose[seat],
        "tokens": state.tokens[seat],
    }


def _name(square: int) -> str | None:
    return None if square == NOWHERE else NAMES[square]


def _or_none(number: int) -> int | None:
    """Write nobody as people and other programs do."""
    return None if number == NOBODY else number
