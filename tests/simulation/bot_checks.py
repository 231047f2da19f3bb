"""What must hold of the bots in the house after every step."""

from __future__ import annotations

from eriantys.server.house import House
from eriantys.server.matches.match import Match, Presence
from eriantys.server.session import State
from tests.simulation.plan import check


def check_tickets(house: House) -> None:
    """See to it that every ticket is for a seat that waits for a bot with it."""
    expected = {
        place.bot.ticket: (number, seat)
        for number, match in house.matches.items()
        for seat, place in enumerate(match.places)
        if place.bot is not None and place.bot.ticket
    }
    check(house.tickets == expected, f"tickets {house.tickets} should be {expected}")


def check_bots(house: House, match: Match) -> None:
    """See to it that bots play where they should, and nowhere else."""
    number = match.id
    levels = match.begun.bots or (None,) * len(match.places)
    for seat, (place, level) in enumerate(zip(match.places, levels, strict=True)):
        bot, where = place.bot, f"{number}/{seat}"
        called = house.timers.due(("summon", number, seat)) is not None
        check(place.of_bot == (level is not None), f"{where}: whose seat is it?")
        if place.session is not None:
            check(bot is None, f"{where}: a bot plays for somebody who is here")
        if place.of_bot:
            check(bot is not None and bot.level == level, f"{where} has lost its bot")
        if bot is None:
            check(not called, f"a bot is called to {where} for nothing")
            continue
        if not place.of_bot:
            check(place.presence is Presence.GONE, f"{where}: a bot plays for one who may come")
        session = bot.session
        if match.suspended:
            check(session is None and not called, f"{where}: a bot sits at a saved match")
        elif session is not None:
            check(house.sessions.get(session.connection) is session, f"{session!r} is gone")
            check(session.bot and session.state is State.PLAYING, f"{session!r} is no bot")
            check(not called and not bot.ticket, f"{where}: a second bot is called")
        elif house.bots and match.here and number not in house.locks:
            check(called, f"nobody calls a bot to {where}")
    if not match.suspended and not match.paused and match.here and number not in house.locks:
        _check_turn(house, match)


def _check_turn(house: House, match: Match) -> None:
    """See to it that a match never waits for a bot for ever, nor without one at all."""
    on_turn = match.places[match.turn or 0]
    waits = house.timers.due(("bot", match.id)) is not None
    if on_turn.bot is None:
        check(not waits, f"match {match.id} waits for a bot that it does not need")
    elif on_turn.bot.session is None:
        check(waits, f"match {match.id} waits for a bot for ever")
    for place in match.places:
        if place.presence is Presence.GONE and match.agreement.absence == "bot" and house.bots:
            check(place.bot is not None, f"match {match.id}: nobody plays for {place.name}")
