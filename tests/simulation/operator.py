"""The operator of a simulated house: gives orders at any time, and holds the house to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eriantys.server.inputs import Answered, Ordered
from eriantys.server.operator import orders
from eriantys.server.operator.answers import Refused
from eriantys.server.operator.orders import Order
from eriantys.server.sanctions import Sanction
from tests.simulation.plan import check, pick

if TYPE_CHECKING:
    from tests.simulation.world import World


class Operator:
    """Somebody at the operator's socket."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._chance = world.plan.chance("operator")
        self._latest = 0
        self._asked: dict[int, Order] = {}
        """What was ordered and not answered yet."""
        self.drained = 0
        """How often the house has said that it is enough."""

    def restart(self) -> None:
        """Learn that the server is gone, and with it all answers to come."""
        self._asked = {}

    def give(self) -> list[Ordered]:
        """Think of an order."""
        self._latest += 1
        order = self._some_order()
        self._asked[self._latest] = order
        self._world.note("order", order)
        return [Ordered(self._latest, order)]

    def _some_order(self) -> Order:
        chance = self._chance
        person = chance.choice(self._world.people)
        match = chance.randint(1, self._world.records.highest + 1)
        seconds = chance.choice((0.5, 3.0))
        made: list[tuple[float, Order]] = [
            (1, orders.Status()),
            (1, orders.Stats()),
            (1, orders.Matches()),
            (2, orders.Show(match)),
            (1, orders.Players()),
            (3, orders.Kick(person.name, chance.choice(("", "rude")))),
            (1, orders.Kick(f"#{chance.randint(1, 20)}")),
            (2, orders.Ban(person.name, seconds)),
            (2, orders.Ban(person.address(), seconds)),
            (1, orders.Unban(person.name)),
            *((9, _ended(each)) for each in self._in_force()),
            (2, orders.Mute(person.name, seconds)),
            (1, orders.Unmute(person.name)),
            (1, orders.Bans()),
            (3, orders.Forget(person.name)),
            (2, orders.Say("Tea at five")),
            (3, orders.Close(match, chance.choice(("", "it is late")))),
            (2, orders.Drain(chance.choice((None, seconds)))),
            (2, orders.Undrain()),
        ]
        return pick(chance, made)

    def _in_force(self) -> list[Sanction]:
        house = self._world.core.house
        return list(house.sanctions.all(house.now))

    def hear(self, answered: Answered) -> None:
        """Take an answer, which must be the only one."""
        order = self._asked.pop(answered.number, None)
        check(order is not None, f"{answered} is no answer to anything")
        refused = isinstance(answered.answer, Refused)
        outcome = "refused" if refused else "done"
        self._world.tally.add(f"order {type(order).__name__.lower()} {outcome}")

    def enough(self) -> None:
        """Learn that a drained house may end; here it goes on."""
        self.drained += 1
        house = self._world.core.house
        check(not house.draining, "the house is enough and goes on being drained")
        self._world.tally.add("drained")

    def look_around(self) -> None:
        """Hold what there is against what was ordered."""
        house = self._world.core.house
        if house.draining:
            check(not house.rooms, f"{house.rooms} wait for players in a drained house")
        for low, session in house.online.items():
            banned = house.sanctions.find("name", low, house.now)
            going = any(key[:2] == ("expel", session.connection) for key in house.timers._live)
            check(not banned or going or session.bot, f"{session!r} is banned and here")

    def check_all_answered(self) -> None:
        """See to it that no order was forgotten."""
        check(not self._asked, f"{self._asked} were never answered")


def _ended(sanction: Sanction) -> Order:
    return (
        orders.Unmute(sanction.who) if sanction.kind == "mute" else orders.Unban(sanction.who)
    )
