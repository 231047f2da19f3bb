"""Who is away, since when and why; and what becomes of a match without them.

A lost connection has a time of grace. Whoever is not back by then counts as gone, as does at
once whoever left or let the clock run out. Then the match's own policy decides:

* `end`: it is over, and everybody is told who was missing;
* `wait`: it goes on until the missing player is on turn, and is suspended then;
* `bot`: a bot plays for the missing player, until the player is back.

But bots do not go on among themselves: when the last person is gone, the match is suspended.
"""

from __future__ import annotations

from eriantys.games.contract import Seat
from eriantys.server import logbook
from eriantys.server.chat.earlier import tell_match
from eriantys.server.house import RETRY, STORE_UNAVAILABLE, House
from eriantys.server.lobby.listing import show_to_players
from eriantys.server.matches import bots, clock, ending, pausing, votes
from eriantys.server.matches.match import Bot, Match, Place, Presence
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
    known = place.presence is Presence.GONE
    place.presence = Presence.GONE
    if not match.suspended and not match.deserted and _has_stand_ins(house, match):
        _let_bots_in(house, match)
    elif not known:
        _tell_presence(house, match, seat, 0)
    if match.suspended:
        votes.count(house, match)
        unload_if_empty(house, match)
    elif match.agreement.absence == "end":
        _try_to_end(house, match, seat)
    elif _must_wait(match):
        suspend(house, match)
    else:
        bots.attend(house, match)
        votes.count(house, match)


def _has_stand_ins(house: House, match: Match) -> bool:
    """Tell whether bots play for those who are gone."""
    return match.agreement.absence == "bot" and house.bots


def _let_bots_in(house: House, match: Match) -> None:
    """Have bots play for all who are gone, and tell everybody."""
    for seat, place in enumerate(match.places):
        if place.presence is Presence.GONE and place.bot is None:
            _let_bot_in(house, match, seat)


def _let_bot_in(house: House, match: Match, seat: Seat) -> None:
    match.places[seat].bot = Bot(match.agreement.bot_level)
    if match.turn == seat:
        if not match.topped_up:
            # Little may be left of the turn. Once, as for whoever comes back to it.
            match.topped_up = True
            match.leave_at_least(house.limits.bot_answer)
        clock.run(house, match)
    _tell_presence(house, match, seat, 0)


def _must_wait(match: Match) -> bool:
    """Tell whether nobody is there who could go on, person or bot."""
    if match.turn is None:
        return False
    on_turn = match.places[match.turn]
    return match.deserted or (on_turn.presence is Presence.GONE and on_turn.bot is None)


def _try_to_end(house: House, match: Match, seat: Seat) -> None:
    def again() -> None:
        house.timers.set(("away", match.id, seat), house.now + RETRY)

    ending.end(house, match, MatchEnded(match.id, ending.LEFT, seat=seat), otherwise=again)


def suspend(house: House, match: Match) -> None:
    """Let a match wait until whoever is on turn is back, or anybody at all."""
    assert match.turn is not None
    missing = match.turn if match.turn in match.away else match.away[0]

    def then() -> None:
        clock.stop(house, match)
        bots.send_away(house, match)
        pausing.call_off(house, match)
        votes.close(house, match, votes.FAILED)
        match.suspended = True
        house.tally.suspended += 1
        house.shelf.mark(match.id, suspended=True)
        show_to_players(house, match.begun.people)
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
            f"{match.places[missing].name} is missing: the match is saved, and goes on when "
            "they are back.",
        )
        votes.ask_about_missing(house, match)
        unload_if_empty(house, match)

    def otherwise() -> None:
        house.timers.set(("away", match.id, missing), house.now + RETRY)

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
    bots.dismiss(house, match, seat)
    place.session = session
    place.presence = Presence.HERE
    place.cause = ""
    session.match = match
    session.seat = seat
    house.timers.cancel(("away", match.id, seat))
    house.enter(session, State.PLAYING)
    _tell_presence(house, match, seat, 0)
    clock.run(house, match)
    show_match(house, session, match)
    tell_match(house, session)
    if match.suspended and _may_go_on(house, match):
        wake(house, match, session)
        return
    votes.show_anew(house, session, match)
    if match.turn == seat or match.bots_turn:
        # A bot may not have been asked, if the match was about to be suspended.
        ask(house, match)
    if not match.suspended:
        if _has_stand_ins(house, match):
            _let_bots_in(house, match)
        bots.attend(house, match)


def _may_go_on(house: House, match: Match) -> bool:
    """Tell whether there is somebody who could act in a suspended match, person or bot."""
    if match.turn is None:
        return False
    on_turn = match.places[match.turn]
    if on_turn.session is not None or votes.bot_is_wanted(match):
        return True
    return bool(match.here) and (on_turn.bot is not None or _has_stand_ins(house, match))


def wake(house: House, match: Match, back: Session | None = None) -> None:
    """Let a suspended match go on, if it can; whoever is back is told if that is not kept."""
    if not match.suspended or not _may_go_on(house, match):
        return
    turn = match.turn
    assert turn is not None
    voted = turn in match.away and votes.bot_is_wanted(match)

    def then() -> None:
        if voted:
            votes.close(house, match, "bot")
        match.suspended = False
        house.tally.resumed += 1
        votes.forget(house, match)
        if not match.topped_up:
            # Once in a turn: who leaves and comes back again and again must not live on it.
            match.topped_up = True
            match.leave_at_least(house.limits.clock_least)
        for place in match.places:
            place.grace = house.limits.grace
        house.shelf.mark(match.id, suspended=False)
        show_to_players(house, match.begun.people)
        notify(house, match, "resumed", "Everybody who is needed is here: the match goes on.")
        if _has_stand_ins(house, match):
            _let_bots_in(house, match)
        elif voted:
            _let_bot_in(house, match, turn)
        clock.run(house, match)
        ask(house, match)
        bots.attend(house, match)

    def otherwise() -> None:
        house.timers.set(("resume", match.id), house.now + RETRY)
        if back is not None:
            house.tell(back, Notice(*STORE_UNAVAILABLE, match=match.id))
            votes.show(house, back, match)

    house.stage([match.id], [MatchResumed(match.id)], then, otherwise)


def try_to_wake(house: House, number: int) -> None:
    """Try again to go on with a match, after that could not be kept."""
    house.need(number)
    match = house.matches.get(number)
    if match is not None:
        wake(house, match)


def carry_on(house: House, match: Match) -> None:
    """Go on with whoever is on turn: ask, or do without."""
    house.timers.cancel(("bot", match.id))
    if match.agreement.absence != "end" and _must_wait(match):
        suspend(house, match)
        return
    clock.run(house, match)
    ask(house, match)
    bots.attend(house, match)


def _tell_presence(house: House, match: Match, seat: Seat, left_ms: int) -> None:
    place = match.places[seat]
    others = [each for each in match.here if each is not place.session]
    here = place.session is not None
    _log_presence(match.id, place)
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
            bot=place.bot is not None,
        ),
    )


def _log_presence(number: int, place: Place) -> None:
    session = place.session
    if session is not None:
        logbook.of(session).info("%s is back", place.name)
        return
    how = "gone" if place.presence is Presence.GONE else "away"
    instead = ", a bot plays" if place.bot is not None else ""
    logbook.of_match(number).info("%s is %s: %s%s", place.name, how, place.cause, instead)
