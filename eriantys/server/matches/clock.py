"""The clock of a match: one for each seat and turn.

Steps, errors, looks ahead, undo and coming back never wind it up again. It stands still
while the player on turn is away, and while the match is suspended or paused.
"""

from __future__ import annotations

from eriantys.server.house import House
from eriantys.server.matches.match import Match, Place, Presence
from eriantys.server.rows import ClockKept


def run(house: House, match: Match) -> None:
    """Let the clock run if there is somebody to run it against."""
    seat = match.turn
    if (
        seat is not None
        and not match.suspended
        and not match.paused
        and _is_played(match.places[seat])
        and match.clock_due is None
    ):
        match.clock_due = house.now + match.left
        house.timers.set(("clock", match.id), match.clock_due)


def _is_played(place: Place) -> bool:
    return place.presence is Presence.HERE or place.bot is not None


def stop(house: House, match: Match) -> None:
    """Let the clock stand still, and keep what is left."""
    match.left = left(house, match)
    _halt(house, match)


def wind_up(house: House, match: Match) -> None:
    """Begin another turn, with a whole clock and for everybody a whole time of grace."""
    _halt(house, match)
    match.left = float(match.agreement.turn_seconds)
    match.topped_up = False
    for place in match.places:
        place.grace = house.limits.grace
        if place.lost_at is not None:
            place.lost_at = house.now  # what was before counts for the turn before


def left(house: House, match: Match) -> float:
    """Tell how many seconds of the turn are left."""
    due = match.clock_due
    return match.left if due is None else max(0.0, due - house.now)


def run_out(match: Match) -> None:
    """Note that the time of a turn is up."""
    match.clock_due = None
    match.left = 0.0


def _halt(house: House, match: Match) -> None:
    if match.clock_due is not None:
        match.clock_due = None
        house.timers.cancel(("clock", match.id))


def kept(house: House, match: Match) -> ClockKept:
    """Write down what is left, for when the match is loaded again."""
    return ClockKept(match.id, match.number, left_ms(house, match))


def left_ms(house: House, match: Match) -> int:
    """Tell the same in milliseconds, as it goes on the wire; nothing once the match is over."""
    return 0 if match.turn is None else round(left(house, match) * 1000)
