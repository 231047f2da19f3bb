"""Signs of life: who is silent for too long is gone, and so is who never ends a frame."""

from __future__ import annotations

from eriantys.server import leaving
from eriantys.server.house import House
from eriantys.server.session import Session, State
from eriantys.wire.from_server import ServerPing


def begin(house: House, session: Session) -> None:
    """Begin to look for signs of life of a new connection."""
    soon = min(house.limits.ping, house.limits.silence)
    house.timers.set(("live", session.connection), house.now + soon)


def look(house: House, session: Session) -> None:
    """Ping, or give up on somebody who has been silent for too long."""
    limits = house.limits
    if session.slowed:
        session.heard = house.now  # it is we who do not listen
    if house.now - session.heard >= limits.silence:
        leaving.take_off(house, session, "silence")
        house.hang_up(session, "silence", "Nothing was heard from you for too long.")
        return
    # Whoever only listens is asked as well, so that answering pings is enough to live.
    if house.now - min(session.said, session.heard) >= limits.ping:
        house.tell(session, ServerPing())
    heard = session.heard if house.now - session.heard < limits.ping else house.now
    soon = min(session.said, heard) + limits.ping
    gone = session.heard + limits.silence
    # Rounding may put a deadline at this very instant, where it would come up for ever.
    due = max(min(soon, gone), house.now + 0.001)
    house.timers.set(("live", session.connection), due)


def watch_frame(house: House, session: Session) -> None:
    """Wait for the rest of a frame from its first byte on, however slowly it comes."""
    if session.state is State.CLOSED or not session.reader.waiting or session.slowed:
        frame_is_whole(house, session)
    elif not session.amid_frame:
        session.amid_frame = True
        house.timers.set(("frame", session.connection), house.now + house.limits.frame_wait)


def frame_is_whole(house: House, session: Session) -> None:
    """Wait no more: the rest of the frame has come."""
    if session.amid_frame:
        session.amid_frame = False
        house.timers.cancel(("frame", session.connection))


def frame_is_late(house: House, session: Session) -> None:
    """Give up on somebody who has begun a frame and did not end it in time."""
    leaving.take_off(house, session, "fault")
    house.hang_up(session, "too-slow", "The rest of a frame did not come in time.")
