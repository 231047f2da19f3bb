"""What may be answered where nothing is suggested: every well-formed answer, legal or not.

It is made of what everybody sees: where one's workers stand, and what one's god is about.
"""

from __future__ import annotations

from collections.abc import Sequence

from eriantys.games.santorini import setup
from eriantys.games.santorini.actions import (
    BUILDS,
    DOMES,
    DONE,
    FERRIES,
    IMPLIED,
    MOVES,
    RAZES,
    Action,
)
from eriantys.games.santorini.board import SQUARES
from eriantys.games.santorini.decisions import BUILD, MORE, MOVE, TURN_STEPS
from eriantys.games.santorini.state import State


def candidates(state: State) -> Sequence[Action]:
    """List every answer that has the form of this decision's, legal or not."""
    if state.ended:
        return ()
    if state.decision not in TURN_STEPS:
        return setup.candidates(state)
    god, squares = state.god, [state.workers[worker] for worker in state.own()]
    listed: list[Action] = []
    if state.decision == MOVE or (state.decision == BUILD and god.moves_again):
        listed += _elsewhere(MOVES, squares)
    if state.decision == MOVE and god.ferries:
        listed += _elsewhere(FERRIES, squares)
    if state.decision == MOVE and (god.builds_first or god.stays):
        listed += _builds(squares)
    if state.decision == BUILD or (state.decision == MORE and god.builds_again):
        listed += _builds([IMPLIED])
        if god.builds_also or god.builds_again:
            listed += _builds(squares)
    if state.decision == MORE and god.razes:
        listed += RAZES
    if state.decision == MORE or (state.decision == BUILD and god.pays):
        listed.append(DONE)
    return listed


def _elsewhere(made: dict[int, tuple[Action, ...]], squares: Sequence[int]) -> list[Action]:
    return [made[square][other] for square in squares for other in SQUARES if other != square]


def _builds(builders: Sequence[int]) -> list[Action]:
    return [
        action for builder in builders for made in (BUILDS, DOMES) for action in made[builder]
    ]
