"""Rematches, as those see them who have played together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eriantys.wire import from_server as server
from tests.simulation.plan import check

if TYPE_CHECKING:
    from tests.simulation.mind import Mind


def sit_down(mind: Mind, message: server.Seated) -> None:
    """Check that a match to be is the one that is over, with the same people."""
    assert mind.past is not None
    before, card = mind.past.started, message.room
    agreed = (before.game, before.options, before.guidance, before.turn_seconds)
    again = (card.game, card.options, card.guidance, card.turn_seconds)
    check(agreed == again, f"{before} became {card}")
    check(before.title == card.title, f"{before} became {card}")
    check(message.seat == mind.past.seat, f"{message} is not seat {mind.past.seat}")
    seats = zip(card.seats, before.players, strict=True)
    check(all(one in (None, other) for one, other in seats), f"{card} has others")
    mind.once_more = None


def hear_vote(mind: Mind, message: server.ServerVote) -> None:
    """Take in who wants to play again."""
    past, room = mind.past, message.room
    check(mind.place == "after", f"{message} in {mind.place}")
    assert past is not None
    assert room is not None
    check(message.match == past.match, f"{message} after {past.match}")
    check(message.needed == len(past.started.players), f"{message} needs all")
    if not message.result:
        votes = tuple(None if name is None else "yes" for name in room.seats)
        check(message.votes == votes, f"{message}: who wants to?")
    mind.once_more = None if message.result else message
