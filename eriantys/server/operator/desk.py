"""The desk at which orders are taken: which handler carries out which."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from eriantys.server.house import STORE_UNAVAILABLE, House, Refusal
from eriantys.server.logbook import log
from eriantys.server.operator import draining, keeping_out, orders, overview, people, tables
from eriantys.server.operator.answers import Refused
from eriantys.server.operator.orders import Order
from eriantys.server.operator.replying import Reply
from eriantys.server.rows import StoreTrouble

Handler: TypeAlias = Callable[[House, Any, Reply], None]

HANDLERS: Mapping[type[Order], Handler] = {
    orders.Status: overview.status,
    orders.Stats: overview.stats,
    orders.Matches: tables.matches,
    orders.Show: tables.show,
    orders.Close: tables.close,
    orders.Players: people.players,
    orders.Kick: people.kick,
    orders.Forget: people.forget,
    orders.Say: people.say,
    orders.Ban: keeping_out.ban,
    orders.Unban: keeping_out.unban,
    orders.Mute: keeping_out.mute,
    orders.Unmute: keeping_out.unmute,
    orders.Bans: keeping_out.bans,
    orders.Drain: draining.drain,
    orders.Undrain: draining.undrain,
}
"""What the house does itself; all other orders concern the process around it."""


def carry_out(house: House, order: Order, reply: Reply) -> None:
    """Do what is wanted, or say why not; raises `Later` before having done anything."""
    try:
        HANDLERS[type(order)](house, order, reply)
    except StoreTrouble as trouble:
        log.warning("order %s: %s", type(order).__name__.lower(), trouble)
        reply(Refused(*STORE_UNAVAILABLE))
    except Refusal as refusal:
        reply(Refused(refusal.code, refusal.text))
