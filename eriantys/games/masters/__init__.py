"""Masters of Renaissance: marbles, cards and faith in Florence, for one to four players."""

from __future__ import annotations

from eriantys.games.contract import Game
from eriantys.games.masters import guess, notation, play, scoring, setup, state, view
from eriantys.games.masters import legal as answers
from eriantys.games.masters.actions import MEANINGS, Action, Kind
from eriantys.games.masters.changes import changes
from eriantys.games.masters.state import Options, State


def _turn(position: State) -> int | None:
    return None if position.ended else position.seat


def _turns(position: State) -> int:
    return position.turns


def _active(position: State) -> tuple[int, ...]:
    return tuple(range(position.seats))


def _decision(position: State) -> str:
    return position.decision


def _undoable(position: State) -> int:
    return position.undoable


def _unfinished(position: State) -> int:
    return position.unfinished


def _shown(action: Action, seat: int, to: int | None) -> str:
    if to != seat and MEANINGS[action].kind is Kind.LEADER_DISCARD:
        return Kind.LEADER_DISCARD.value  # which one it was is nobody else's business
    return notation.format_action(action)


GAME: Game[State, Action] = Game(
    id="masters",
    title="Masters of Renaissance",
    version=1,
    seats=(1, 2, 3, 4),
    Options=Options,
    hidden=True,
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
