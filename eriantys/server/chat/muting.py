"""Muting: whom a name does not want to hear, kept with the name.

Of a guest it is kept as long as the name is the guest's: in memory, and on disk from the
beginning of a match to the end of the last one, as the name itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from eriantys.server.house import STORE_UNAVAILABLE, House, refuse
from eriantys.server.limits import MUTED_MOST
from eriantys.server.rows import Muting, NameKept
from eriantys.server.session import NOBODY, Session, State
from eriantys.wire.from_client import Mute
from eriantys.wire.from_server import Error, Muted


def mute(house: House, session: Session, message: Mute) -> None:
    """Answer `mute`: do not hear somebody any more, or hear them again."""
    low, muted = message.name.lower(), message.muted
    if low == session.name.lower():
        refuse("no-such-name", "That is your own name, and you always hear yourself.")
    if muted is (low in session.muted):
        house.tell(session, Muted(names_of(session.muted)))
        return
    if muted and len(session.muted) >= MUTED_MOST:
        refuse(
            "too-many", f"You have muted {MUTED_MOST}, which is all you can: hear one again."
        )
    other = _spelling(house, low) if muted else session.muted[low]

    def then() -> None:
        others = {**session.muted, low: other}
        if not muted:
            del others[low]
        _set(house, session, others or NOBODY)
        if session.state is not State.CLOSED:
            house.tell(session, Muted(names_of(others)))

    def otherwise() -> None:
        if session.state is not State.CLOSED:
            house.tell(session, Error(*STORE_UNAVAILABLE, about="mute"))

    if session.guest and not _is_kept(house, session.name.lower()):
        then()
    else:
        house.stage([session.lock], [Muting(session.name, other, muted)], then, otherwise)


def _is_kept(house: House, low: str) -> bool:
    """Tell whether a guest's name is on disk, because of a match that is not over."""
    matches = [card.match for card in house.shelf.of(low)]
    house.need(*matches)  # one that is just ending would take the name along
    return bool(matches)


def _spelling(house: House, low: str) -> str:
    """Tell how a name is written, or refuse one that nobody has."""
    here = house.online.get(low)
    if here is not None:
        return here.name
    known = house.guests.get(low) or house.archive.find_name(low)
    if known is None:
        refuse("no-such-name", "Nobody here has that name.")
    return known.name


def _set(house: House, session: Session, muted: Mapping[str, str]) -> None:
    session.muted = muted
    if session.guest:
        house.guests_muted[session.name.lower()] = muted


def muted_by(house: House, known: NameKept) -> Mapping[str, str]:
    """Tell whom somebody who logs in does not want to hear, by names in lower case."""
    low = known.name.lower()
    if low in house.guests:
        return house.guests_muted.get(low, NOBODY)
    return {other.lower(): other for other in house.archive.muted_by(low)} or NOBODY


def admit(house: House, session: Session, muted: Mapping[str, str]) -> tuple[str, ...]:
    """Let somebody whose name was granted not hear those; name them."""
    if muted:
        _set(house, session, muted)
    return names_of(muted)


def names_of(muted: Mapping[str, str]) -> tuple[str, ...]:
    """List names as they are spelt, in the order of the alphabet."""
    return tuple(muted[low] for low in sorted(muted))


def rows_to_keep(house: House, guests: Iterable[NameKept]) -> list[Muting]:
    """List whom guests do not want to hear, if their names are only kept from now on."""
    rows = []
    for guest in guests:
        low = guest.name.lower()
        # What is locked among them is just ending, and with it all that was kept.
        if all(card.match in house.locks for card in house.shelf.of(low)):
            others = names_of(house.guests_muted.get(low, NOBODY))
            rows += [Muting(guest.name, other, muted=True) for other in others]
    return rows
