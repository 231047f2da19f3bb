"""The end of the game: when it comes, and who has won."""

from __future__ import annotations

from eriantys.games.contract import Event, Outcome
from eriantys.games.masters import decisions
from eriantys.games.masters.holdings import goods_of
from eriantys.games.masters.state import State

FAITH = "faith"
"""A marker came to the last space."""
SEVEN_CARDS = "seven-cards"
LORENZO = "lorenzo"
"""The black cross came to the last space: a loss."""
COLOUR_GONE = "colour-gone"
"""No card of a colour is left: a loss."""
LOSSES = (LORENZO, COLOUR_GONE)


def reach(state: State, reason: str, events: list[Event]) -> None:
    """Bring the last round, or at once the end of a solo game."""
    if state.solo:
        finish(state, reason)
    elif not state.triggered:
        state.triggered = reason
        events.append(Event("end triggered", {"seat": state.seat, "reason": reason}))


def finish(state: State, reason: str) -> None:
    """End the game where it stands; whatever came first has ended it."""
    if not state.ended:
        state.ended = reason
        state.decision = decisions.OVER
        state.undoable = 0
        state.unfinished = 0


def tell_end(state: State, events: list[Event]) -> None:
    """Tell why the game is over, and who has won."""
    ended = outcome(state)
    if ended is not None:
        facts = {
            "reason": ended.reason,
            "winners": list(ended.winners),
            "points": list(ended.scores),
        }
        events.append(Event("game over", facts))


def outcome(state: State) -> Outcome | None:
    """Rank the seats by points, then by goods; equal seats share a place."""
    if not state.ended:
        return None
    strength = [(state.points[seat], sum(goods_of(state, seat))) for seat in range(state.seats)]
    ranking = tuple(
        tuple(seat for seat in range(state.seats) if strength[seat] == place)
        for place in sorted(set(strength), reverse=True)
    )
    lost = state.ended in LOSSES
    return Outcome(
        ranking=((), *ranking) if lost else ranking,
        scores=state.points,
        reason=state.ended,
    )
