"""Eriantys: students, professors and towers on twelve drifting islands."""

from __future__ import annotations

from eriantys.games.contract import Game
from eriantys.games.eriantys import (
    decisions,
    guess,
    notation,
    play,
    scoring,
    setup,
    state,
    view,
)
from eriantys.games.eriantys import legal as answers
from eriantys.games.eriantys.actions import Action
from eriantys.games.eriantys.changes import changes
from eriantys.games.eriantys.state import Options, State


def _turn(position: State) -> int | None:
    return None if position.ended else position.seat


def _turns(position: State) -> int:
    phases = 2 * (position.round - 1) + (position.decision != decisions.ASSISTANT)
    return phases * position.table.seats + position.acting


def _active(position: State) -> tuple[int, ...]:
    return tuple(range(position.table.seats))


def _decision(position: State) -> str:
    return position.decision


def _undoable(position: State) -> int:
    return position.undoable


def _unfinished(position: State) -> int:
    return position.unfinished


def _shown(action: Action, seat: int, to: int | None) -> str:
    del seat, to  # everybody sees every move
    return notation.format_action(action)


GAME: Game[State, Action] = Game(
    id="eriantys",
    title="Eriantys",
    version=1,
    seats=(2, 3, 4),
    Options=Options,
    hidden=False,
    teams=state.teams,
    new=setup.new,
    turn=_turn,
    turns=_turns,
    active=_active,
    decision=_decision,
    legal=answers.legal,
    candidates=answers.candidates,
    apply=play.apply,
    undoable=_undoable,
    unfinished=_unfinished,
    view=view.view,
    changes=changes,
    shown=_shown,
    outcome=scoring.outcome,
    format=notation.format_action,
    parse=notation.parse_action,
    guess=guess.guess,
    snapshot=state.snapshot,
    restore=state.restore,
    copy=State.copy,
)
