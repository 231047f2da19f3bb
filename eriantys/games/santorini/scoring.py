"""The end of the game: who has won, and in which order the others lost."""

from __future__ import annotations

from eriantys.games.contract import Outcome
from eriantys.games.santorini.state import State


def outcome(state: State) -> Outcome | None:
    """Rank the winner first, then those who were still in, then the last to lose first."""
    if not state.ended:
        return None
    rest = tuple(seat for seat in state.active() if seat != state.winner)
    places = [(state.winner,), rest, *((seat,) for seat in reversed(state.losers))]
    return Outcome(
        ranking=tuple(place for place in places if place),
        scores=tuple(int(seat == state.winner) for seat in range(state.table.seats)),
        reason=state.ended,
    )
