"""Santorini: build a town with your two workers, and be the first to climb it."""

from __future__ import annotations

from eriantys.games.contract import Game
from eriantys.games.santorini import (
    guess,
    notation,
    play,
    scoring,
    setup,
    state,
    view,
)
from eriantys.games.santorini.actions import Action
from eriantys.games.santorini.candidates import candidates
from eriantys.games.santorini.changes import changes
from eriantys.games.santorini.state import Options, State


def _teams(seats: int, options: Options) -> tuple[tuple[int, ...], ...]:
    del options  # everybody plays alone, with gods or without
    return tuple((seat,) for seat in range(seats))


def _turn(position: State) -> int | None:
    return None if position.ended else position.seat


def _turns(position: State) -> int:
    return position.turns


def _decision(position: State) -> str:
    return position.decision


def _undoable(position: State) -> int:
    return position.undoable


def _unfinished(position: State) -> int:
    del position  # every step has its effect at once
    return 0


def _shown(action: Action, seat: int, to: int | None) -> str:
    del seat, to  # everybody sees every move
    return notation.format_action(action)


GAME: Game[State, Action] = Game(
    id="santorini",
    title="Santorini",
    version=1,
    seats=(2, 3),
    Options=Options,
    hidden=False,
    objection=setup.objection,
    unguided="hardcore",
    teams=_teams,
    new=setup.new,
    turn=_turn,
    turns=_turns,
    active=State.active,
    decision=_decision,
    legal=play.legal,
    candidates=candidates,
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
