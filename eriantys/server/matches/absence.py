"""Who is away, since when and why; and what becomes of a match without them.

A lost connection has a time of grace. Whoever is not back by then counts as gone, as does at
once whoever left or let the clock run out. Then the match's own policy decides:

* `end`: it is over, and everybody is told who was missing;
* `wait`: it goes on until the missing player is on turn, and is suspended then.
"""

from __future__ import annotations

from eriantys.games.contract import Seat
from eriantys.server.chat.earlier import tell_match
from eriantys.server.house import RETRY, STORE_UNAVAILABLE, House
from eriantys.server.lobby.listing import show_to_players
from eriantys.server.matches import clock, ending, pausing, votes
from eriantys.server.matches.match import Match, Place, Presence
from eriantys.server.matches.talk import ask, notify, show_match
from eriantys.server.rows import MatchEnded, MatchResumed, MatchSuspended, Row
from eriantys.server.session import Session, State
from eriantys.wire.from_server import Notice
from eriantys.wire.from_server import Presence as PresenceMessage


def lose(house: House, session: Session, cause: str, *, at_once: bool) -> None:
    """Take a player off the seat at a match, and note that nobody is there any more."""
    match, seat = session.match, session.seat
    assert match is not None
    assert seat is not None
    session.match = session.seat = None
    place = match.places[seat]
    place.session = None
    place.cause = cause
    if match.turn == seat:
        clock.stop(house, match)
    due = house.now if at_once else _grace_until(house, match, place)
    if due > house.now and not match.suspended:
        place.presence = Presence.AWAY
        house.timers.set(("away", match.id, seat), due)
        _tell_presence(house, match, seat, round((due - house.now) * 1000))
    else:
        count_as_gone(house, match, seat)


def _grace_until(house: House, match: Match, place: Place) -> float:
    """Tell how long somebody may stay away.

    Each turn has one time of grace for each player. If every return gave a new one, the
    player on turn could come and go for ever, and the clock would never run out. In a pause
    it does not begin.
    """
    pause_until = house.timers.due(("pause", match.id))
    if pause_until is not None:
        return pause_until + place.grace
    place.lost_at = house.now
    due = house.now + place.grace
    return max(due, house.back_by) if house.began_before(match.id) else due


def grace_is_over(house: House, number: int, seat: Seat) -> None:
    """Count somebody as gone who has not come back in time."""
    house.need(number)
    match = house.matches.get(number)
    if match is not None and match.places[seat].session is None:
        count_as_gone(house, match, seat)


def count_as_gone(house: House, match: Match, seat: Seat) -> None:
    """Do as the match's policy says about a seat that stays empty."""
    place = match.places[seat]
    if place.presence is not Presence.GONE:
        place.presence = Presence.GONE
        _tell_presence(house, match, seat, 0)
    if match.suspended:
        votes.count(house, match)
        unload_if_empty(house, match)
    elif match.agreement.absence == "end":
        _try_to_end(house, match, seat)
    elif match.turn == seat:
        suspend(house, match, seat)
    else:
        votes.count(house, match)


def _try_to_end(house: House, match: Match, seat: Seat) -> None:
    def again() -> None:
        house.timers.set(("away", match.id, seat), house.now + RETRY)

    ending.end(house, match, MatchEnded(match.id, ending.LEFT, seat=seat), otherwise=again)


def suspend(house: House, match: Match, seat: Seat) -> None:
    """Let a match wait until whoever is on turn is back."""
    place = match.places[seat]

    def then() -> None:
        clock.stop(house, match)
        pausing.call_off(house, match)
        votes.close(house, match, votes.FAILED)
        match.suspended = True
        house.shelf.mark(match.id, suspended=True)
        show_to_players(house, match.begun.players)
        for each, other in enumerate(match.places):
            house.timers.cancel(("away", match.id, each))
            other.lost_at = None
            if other.presence is Presence.AWAY:
                other.presence = Presence.GONE
                _tell_presence(house, match, each, 0)
        notify(
            house,
            match,
            "suspended",
            f"{place.name} is missing: the match is saved, and goes on when they are back.",
        )
        votes.ask_about_missing(house, match)
        unload_if_empty(house, match)

    def otherwise() -> None:
        house.timers.set(("away", match.id, seat), house.now + RETRY)

    rows: list[Row] = [MatchSuspended(match.id), clock.kept(house, match)]
    house.stage([match.id], rows, then, otherwise)


def unload_if_empty(house: House, match: Match) -> None:
    """Let go of a suspended match when the last one has left it: it is on disk."""
    if match.suspended and not match.here and not match.watchers:
        house.matches.pop(match.id, None)
        house.timers.cancel(("resume", match.id))


def come_back(house: House, session: Session, match: Match) -> None:
    """Let a player take the own seat again, at the same request."""
    low = session.name.lower()
    seat = [place.name.lower() for place in match.places].index(low)
    place = match.places[seat]
    if place.lost_at is not None:
        place.grace = max(0.0, place.grace - (house.now - place.lost_at))
        place.lost_at = None
    place.session = session
    place.presence = Presence.HERE
    place.cause = ""
    session.match = match
    session.seat = seat
    house.timers.cancel(("away", match.id, seat))
    house.enter(session, State.PLAYING)
    _tell_presence(house, match, seat, 0)
    if match.turn == seat and not match.suspended:
        clock.run(house, match)
    show_match(house, session, match)
    tell_match(house, session)
    if match.turn == seat and match.suspended:
        wake(house, match)
        return
    votes.show_anew(house, session, match)
    if match.turn == seat:
        ask(house, match)


def wake(house: House, match: Match, *, tell_of_trouble: bool = True) -> None:
    """Let a suspended match go on, if whoever is on turn is there."""
    seat = match.turn
    session = None if seat is None else match.places[seat].session
    if session is None or not match.suspended:
        return

    def then() -> None:
        match.suspended = False
        votes.forget(house, match)
        if not match.topped_up:
            # Once in a turn: who leaves and comes back again and again must not live on it.
            match.topped_up = True
            match.leave_at_least(house.limits.clock_least)
        for place in match.places:
            place.grace = house.limits.grace
        house.shelf.mark(match.id, suspended=False)
        show_to_players(house, match.begun.players)
        notify(house, match, "resumed", "Everybody who is needed is back: the match goes on.")
        clock.run(house, match)
        ask(house, match)

    def otherwise() -> None:
        house.timers.set(("resume", match.id), house.now + RETRY)
        if tell_of_trouble:
            house.tell(session, Notice(*STORE_UNAVAILABLE, match=match.id))
            votes.show(house, session, match)

    house.stage([match.id], [MatchResumed(match.id)], then, otherwise)


def try_to_wake(house: House, number: int) -> None:
    """Try again to go on with a match, after that could not be kept."""
    house.need(number)
    match = house.matches.get(number)
    if match is not None:
        wake(house, match, tell_of_trouble=False)


def carry_on(house: House, match: Match) -> None:
    """Go on with whoever is on turn: ask, or do without."""
    seat = match.turn
    assert seat is not None
    if match.places[seat].presence is Presence.GONE and match.agreement.absence == "wait":
        suspend(house, match, seat)
        return
    clock.run(house, match)
    ask(house, match)


def time_is_up(house: House, number: int) -> None:
    """Close the connection of whoever let the clock run out."""
    house.need(number)
    match = house.matches[number]
    seat = match.turn
    assert seat is not None
    session = match.places[seat].session
    assert session is not None
    clock.run_out(match)
    lose(house, session, "too-slow", at_once=True)
    house.hang_up(session, "too-slow", "You took too long to make your decision.")


def _tell_presence(house: House, match: Match, seat: Seat, left_ms: int) -> None:
    place = match.places[seat]
    others = [each for each in match.here if each is not place.session]
    here = place.session is not None
    house.tell_all(
        [*others, *match.watchers],
        PresenceMessage(
            match=match.id,
            seat=seat,
            name=place.name,
            here=here,
            cause="back" if here else place.cause,
            left_ms=left_ms,
            clock_ms=clock.left_ms(house, match),
        ),
    )
