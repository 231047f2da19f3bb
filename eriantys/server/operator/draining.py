"""Draining: no match begins any more, and the server ends when the last one has ended."""

from __future__ import annotations

from eriantys.server.house import House, refuse
from eriantys.server.inputs import Enough
from eriantys.server.lobby import listing, quick
from eriantys.server.lobby.joining import close_room
from eriantys.server.operator import orders
from eriantys.server.operator.answers import Done
from eriantys.server.operator.replying import Reply
from eriantys.server.sanctions import duration
from eriantys.wire.from_server import Notice

TEXT = "The server stops soon: matches that go on can be finished, none can begin."
"""Short enough for one row of a screen of 80 columns."""


def drain(house: House, order: orders.Drain, reply: Reply) -> None:
    """Let no match begin; waiting rooms are closed, and everybody is told."""
    house.need(*house.rooms)
    for line in house.lines.values():
        house.need(*(session.lock for session in line.waiting))
    begun = house.draining
    house.draining = True
    if order.seconds is None:
        house.timers.cancel(("drain",))
    else:
        house.timers.set(("drain",), house.now + order.seconds)
    if not begun:
        house.tell_all(
            [each for each in house.sessions.values() if each.name and not each.bot],
            Notice("draining", TEXT),
        )
        for number in list(house.rooms):
            close_room(house, number, "draining", TEXT)
        for line in house.lines.values():
            for session in list(line.waiting):
                quick.drop_out(house, session)
                listing.enter_lobby(house, session)
    count = running(house)
    if not count:
        reply(Done("No match goes on: the server stops now."))
        return
    left = f"{count} {'match goes' if count == 1 else 'matches go'} on"
    ends = "" if order.seconds is None else f", or in {duration(order.seconds)}"
    reply(Done(f"No match begins any more; {left}. The server stops after that{ends}."))


def undrain(house: House, _order: orders.Undrain, reply: Reply) -> None:
    """Let matches begin again."""
    if not house.draining:
        refuse("not-draining", "The server is not being drained.")
    house.draining = False
    house.timers.cancel(("drain",))
    reply(Done("Matches may begin again."))


def running(house: House) -> int:
    """Count the matches that go on."""
    return sum(not card.suspended for card in house.shelf.cards.values())


def look(house: House) -> None:
    """Say that it is enough, if nothing goes on any more."""
    if house.draining and not running(house):
        time_is_up(house)


def time_is_up(house: House) -> None:
    """Say that it is enough."""
    house.draining = False
    house.timers.cancel(("drain",))
    house.out.append(Enough())
