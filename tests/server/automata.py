"""Bots for the tests: they follow the calls of a server in memory, and do as they are told."""

from __future__ import annotations

from eriantys.server.inputs import BOT_ADDRESS, Summon
from eriantys.wire.from_client import Move, Ticket
from tests.server.parlour import Parlour, Person
from tests.server.scenes import session_of


def come(parlour: Parlour, call: Summon | None = None) -> Person:
    """Let a bot follow a call, by default the first that nobody has followed."""
    if call is None:
        call = parlour.summons.pop(0)
    bot = parlour.connect(BOT_ADDRESS)
    bot.say(Ticket(call.ticket))
    session = session_of(bot)
    bot.name = "" if session is None else session.name
    return bot


def come_all(parlour: Parlour) -> list[Person]:
    """Let bots follow all calls."""
    return [come(parlour) for _ in range(len(parlour.summons))]


def is_asked(person: Person) -> bool:
    """Tell whether a match waits for an answer of this person, or bot."""
    session = session_of(person)
    if session is None or session.match is None or session.match.suspended:
        return False
    return session.match.turn == session.seat


def answer_all(*players: Person, most: int = 2000) -> None:
    """Let everybody pass, or do what else there is, until nobody is asked any more."""
    for _ in range(most):
        asked = [each for each in players if is_asked(each)]
        if not asked:
            return
        for each in asked:
            legal = each.request.legal or ()
            action = "pass" if "pass" in legal else str(legal[0])
            each.say(Move(each.request.id, action))
    raise AssertionError("it goes on for ever")
