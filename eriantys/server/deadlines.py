"""What is done when a deadline has come that is no connection's: by its name."""

from __future__ import annotations

from collections.abc import Callable

from eriantys.server.lobby import begin, joining, listing, quick
from eriantys.server.matches import absence, bots, history, late, restart, votes
from eriantys.server.operator import draining, keeping_out

HOUSE_TIMERS: dict[str, Callable[..., None]] = {
    "lobby": listing.tell_changes,
    "room": joining.expire_room,
    "line": quick.tell_line,
    "begin": begin.try_to_begin,
    "clock": late.time_is_up,
    "bot": late.bot_is_late,
    "summon": bots.summon_again,
    "away": absence.grace_is_over,
    "pause": votes.pause_is_over,
    "vote": votes.vote_is_over,
    "resume": absence.try_to_wake,
    "history": history.take_up,
    "restart": restart.settle_after_restart,
    "overdue": restart.give_up,
    "expel": keeping_out.expel,
    "drain": draining.time_is_up,
}
