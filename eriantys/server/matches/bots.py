"""Bots at a match: how they are called to their seats, and sent away again.

A bot is a client in a process of its own, with the view and the clock of its seat. It is
called by handing a ticket out, and whoever shows that takes the seat. If it is lost, another
one is called after a while. As long as none is there, the match does not wait for long: the
server itself acts for the seat.
"""

from __future__ import annotations

from eriantys.games.contract import Seat
from eriantys.server import logbook
from eriantys.server.house import House, refuse
from eriantys.server.inputs import Summon
from eriantys.server.limits import BOT_AGAIN_FIRST, BOT_AGAIN_MOST, BOT_COMES_WITHIN
from eriantys.server.matches.match import Bot, Match
from eriantys.server.matches.talk import ask, show_match
from eriantys.server.session import Session, State
from eriantys.wire.from_client import Ticket
from eriantys.wire.from_server import Named

TICKET_SIZE = 32


def attend(house: House, match: Match) -> None:
    """See to it that bots come to the seats which they are to play."""
    for seat, place in enumerate(match.places):
        bot = place.bot
        if bot is None or bot.session is not None:
            continue
        if house.timers.due(("summon", match.id, seat)) is None:
            _summon(house, match, seat, bot)
    watch_turn(house, match)


def watch_turn(house: House, match: Match) -> None:
    """Wait for the bot that is on turn, if one is and has not come; but not for long.

    One that is there has the time of the clock. Where that is over and what was to be done
    then could not be kept, it is tried again.
    """
    key = ("bot", match.id)
    bot = None if match.turn is None else match.places[match.turn].bot
    timed = bot is not None and bot.session is not None and match.clock_due is not None
    if bot is None or timed or match.suspended or match.paused:
        house.timers.cancel(key)
    elif house.timers.due(key) is None:
        # Whoever has waited in vain before does not wait again until one comes.
        house.timers.set(key, house.now + (0.0 if bot.late else house.limits.bot_answer))


def summon_again(house: House, number: int, seat: Seat) -> None:
    """Call another bot to a seat: one was lost, or did not come."""
    house.need(number)
    match = house.matches.get(number)
    bot = None if match is None else match.places[seat].bot
    if match is None or bot is None or bot.session is not None:
        return
    if bot.ticket:
        bot.failures += 1
    _summon(house, match, seat, bot)


def _summon(house: House, match: Match, seat: Seat, bot: Bot) -> None:
    _forget_ticket(house, bot)
    if not house.bots:
        return  # there were some when the match began
    bot.ticket = house.entropy(TICKET_SIZE)
    house.tickets[bot.ticket] = match.id, seat
    house.out.append(Summon(bot.ticket, bot.level))
    due = house.now + BOT_COMES_WITHIN + _pause(bot)
    house.timers.set(("summon", match.id, seat), due)


def _pause(bot: Bot) -> float:
    """Tell how many seconds to wait before the next try, after so many in vain."""
    return float(min(BOT_AGAIN_FIRST * 2 ** min(bot.failures, 10), BOT_AGAIN_MOST))


def _forget_ticket(house: House, bot: Bot) -> None:
    house.tickets.pop(bot.ticket, None)
    bot.ticket = b""


def take_seat(house: House, session: Session, message: Ticket) -> None:
    """Answer `ticket`: a bot sits down where it was called to, and sees the match."""
    found = house.tickets.get(message.ticket)
    if found is None:
        refuse("bad-ticket", "No seat waits for a bot with this ticket.")
    number, seat = found
    house.need(number)
    match = house.matches[number]
    place = match.places[seat]
    bot = place.bot
    assert bot is not None
    _forget_ticket(house, bot)
    house.timers.cancel(("summon", number, seat))
    bot.session = session
    bot.late = False
    session.bot = True
    session.name = place.name if place.of_bot else f"Bot for {place.name}"
    session.reader.limit = house.limits.frame_after_login
    session.match = match
    session.seat = seat
    house.enter(session, State.PLAYING)
    logbook.of(session).info("%s plays seat %d", session.name, seat + 1)
    house.tell(session, Named(session.name))
    show_match(house, session, match)
    watch_turn(house, match)
    if match.turn == seat:
        ask(house, match)


def lose(house: House, session: Session) -> None:
    """Note that a bot has gone, and call another one in a moment."""
    match, seat = session.match, session.seat
    assert match is not None
    assert seat is not None
    session.match = session.seat = None
    bot = match.places[seat].bot
    assert bot is not None
    bot.session = None
    house.timers.set(("summon", match.id, seat), house.now + _pause(bot))
    bot.failures += 1
    watch_turn(house, match)


def dismiss(house: House, match: Match, seat: Seat) -> None:
    """Let a person whose seat a bot has played play it again."""
    place = match.places[seat]
    if place.bot is not None:
        _send_away(house, match, seat, place.bot)
        place.bot = None
        watch_turn(house, match)


def send_away(house: House, match: Match) -> None:
    """Let all bots of a match go, because it is over or stands still."""
    for seat, place in enumerate(match.places):
        if place.bot is not None:
            _send_away(house, match, seat, place.bot)
    house.timers.cancel(("bot", match.id))


def _send_away(house: House, match: Match, seat: Seat, bot: Bot) -> None:
    _forget_ticket(house, bot)
    house.timers.cancel(("summon", match.id, seat))
    session, bot.session = bot.session, None
    if session is not None:
        session.match = session.seat = None
        house.hang_up(session, "dismissed", "The seat does not need a bot any more.")
