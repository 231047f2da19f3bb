"""Pauses and more time, where all players agree.

While a match is paused its clock stands still, and nobody who is away counts as gone. The
player on turn ends the pause by acting; all together can end it by a vote; and it does not
last for ever.
"""

from __future__ import annotations

from eriantys.server.house import House
from eriantys.server.matches import bots, clock
from eriantys.server.matches.match import Match, Presence
from eriantys.server.matches.talk import ask, notify


def pause(house: House, match: Match) -> None:
    """Let a match stand still."""
    clock.stop(house, match)
    match.paused = True
    bots.watch_turn(house, match)
    until = house.now + house.limits.pause
    house.timers.set(("pause", match.id), until)
    for seat, place in enumerate(match.places):
        if place.presence is Presence.AWAY:
            if place.lost_at is not None:
                place.grace = max(0.0, place.grace - (house.now - place.lost_at))
                place.lost_at = None
            house.timers.set(("away", match.id, seat), until + place.grace)
    notify(house, match, "paused", "The players have paused the match.")


def go_on(house: House, match: Match, why: str) -> None:
    """Let a paused match go on, and tell everybody why."""
    call_off(house, match)
    for seat, place in enumerate(match.places):
        if place.presence is Presence.AWAY:
            place.lost_at = house.now
            house.timers.set(("away", match.id, seat), house.now + place.grace)
    clock.run(house, match)
    bots.watch_turn(house, match)
    notify(house, match, "going-on", why)
    if match.bots_turn:
        ask(house, match)  # for the first time, or once more


def call_off(house: House, match: Match) -> None:
    """Forget a pause, because something else holds the match up, or it is over."""
    match.paused = False
    house.timers.cancel(("pause", match.id))


def give_more_time(house: House, match: Match) -> None:
    """Add another turn's time to the clock of whoever is on turn."""
    clock.stop(house, match)
    more = match.left + match.agreement.turn_seconds
    match.left = min(more, max(match.left, float(house.limits.turn_most)))
    clock.run(house, match)
    notify(house, match, "more-time", "The players have given this turn more time.")
