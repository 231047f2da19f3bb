"""Who is at a match, who is away, and who plays for them meanwhile."""

from __future__ import annotations

from eriantys.client.match import Away, Match, Remark
from eriantys.wire.from_server import Presence


def note_presence(match: Match, presence: Presence, now: float) -> None:
    """Take in that somebody has come, gone, or counts as gone from now on."""
    match.change += 1
    match.stop_clock(now)
    if presence.seat is None:
        names = [name for name in match.watchers if name != presence.name]
        match.watchers = (*names, presence.name) if presence.here else tuple(names)
        return
    if presence.here:
        match.away.pop(presence.seat, None)
        match.stand_ins.discard(presence.seat)
        match.tell(Remark("", f"{presence.name} is back."))
    else:
        until = now + presence.left_ms / 1000 if presence.left_ms else None
        known = match.away.get(presence.seat)
        if known is None:
            match.tell(Remark("", f"{presence.name} is away."))
        # It is told again when the seat counts as gone; the player is away since before.
        since = now if known is None else known.since
        match.away[presence.seat] = Away(presence.cause, since, until)
        if presence.bot and presence.seat not in match.stand_ins:
            match.stand_ins.add(presence.seat)
            match.tell(Remark("", f"A bot plays for {presence.name}."))
    if presence.clock_ms:
        match.set_clock(presence.clock_ms, now)
