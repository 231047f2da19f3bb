"""Those who let their time pass: people are gone, and for bots the server acts."""

from __future__ import annotations

from eriantys.server.house import House
from eriantys.server.matches import absence, clock, play


def time_is_up(house: House, number: int) -> None:
    """Close the connection of whoever let the clock run out, or act for a bot that did."""
    house.need(number)
    match = house.matches[number]
    assert match.turn is not None
    clock.run_out(match)
    if match.bots_turn:
        play.act_for_bot(house, match)
        return
    session = match.places[match.turn].session
    assert session is not None
    absence.lose(house, session, "too-slow", at_once=True)
    house.hang_up(session, "too-slow", "You took too long to make your decision.")


def bot_is_late(house: House, number: int) -> None:
    """Act for a bot that has not come in time, or once more if that could not be kept."""
    house.need(number)
    match = house.matches.get(number)
    if match is not None and match.bots_turn and not match.suspended:
        play.act_for_bot(house, match)
