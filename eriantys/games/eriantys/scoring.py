"""The end of the game: when it comes, and who has won."""

from __future__ import annotations

from eriantys.games.contract import Event, Outcome
from eriantys.games.eriantys import decisions
from eriantys.games.eriantys.state import NOBODY, State

LAST_TOWER = "last-tower"
THREE_ISLANDS = "three-islands"
BAG_EMPTY = "bag-empty"
NO_ASSISTANTS = "no-assistants"

FEWEST_ISLANDS = 3


def finish(state: State, reason: str, events: list[Event]) -> None:
    """End the game where it stands."""
    state.ended = reason
    state.decision = decisions.OVER
    state.resume = ""
    state.undoable = 0
    state.unfinished = 0
    events.append(Event("game over", {"reason": reason}))


def outcome(state: State) -> Outcome | None:
    """Rank the sides by towers built, then by professors; equal sides share a place."""
    if not state.ended:
        return None
    table = state.table
    built = [table.tower_stock - left for left in state.towers_left]
    professors = [0] * table.sides
    for holder in state.professors:
        if holder != NOBODY:
            professors[table.side_of[holder]] += 1
    strength = [(built[side], professors[side]) for side in table.side_of]
    return Outcome(
        ranking=tuple(
            tuple(seat for seat in range(table.seats) if strength[seat] == place)
            for place in sorted(set(strength), reverse=True)
        ),
        scores=tuple(built[side] for side in table.side_of),
        reason=state.ended,
    )
