"""What becomes of one message: its handler acts, or its sender learns why nothing happened."""

from __future__ import annotations

from eriantys.server import guard, logbook
from eriantys.server.house import STORE_UNAVAILABLE, House, Refusal
from eriantys.server.login import LOGIN_REQUEST
from eriantys.server.rows import StoreTrouble
from eriantys.server.session import Session, State
from eriantys.server.table import ALWAYS, ANSWERS, FOR_PEOPLE, TABLE
from eriantys.wire.errors import WireError
from eriantys.wire.from_client import FromClient, Login, Ticket
from eriantys.wire.from_server import Error
from eriantys.wire.messages import type_of

LIMITS_MET = ("too-many", "too-fast", "server-full")
"""The codes of refusals that come of a limit, and not of what was asked for."""


def handle(house: House, session: Session, message: FromClient) -> bool:
    """Do as the table says about a message in the state of its sender; tell if that worked."""
    handler = TABLE[session.state].accepts.get(type(message)) or ALWAYS.get(type(message))
    try:
        if handler is None or (session.bot and type(message) in FOR_PEOPLE):
            raise Refusal(
                "unexpected",
                f"{type_of(message)} has no meaning now; nothing has changed.",
            )
        handler(house, session, message)
        return True
    except StoreTrouble as trouble:
        logbook.of(session).warning("%s refused: %s", type_of(message), trouble)
        _refuse(house, session, message, Refusal(*STORE_UNAVAILABLE))
    except Refusal as refusal:
        _refuse(house, session, message, refusal)
    return False


def refuse_unreadable(house: House, session: Session, error: WireError) -> None:
    """Refuse what is no message; from whoever has no name yet it counts as a login."""
    house.tally.errors[error.code] += 1
    house.tell(session, Error(error.code, error.text, error.about))
    if session.state is not State.NEW or not _too_many_logins(house, session, error.code, ""):
        repeat(house, session)


def repeat(house: House, session: Session) -> None:
    """Ask again what stands to be answered."""
    again = TABLE[session.state].repeat
    if again is not None:
        again(house, session)


def _refuse(house: House, session: Session, message: FromClient, refusal: Refusal) -> None:
    house.tally.errors[refusal.code] += 1
    if refusal.code in LIMITS_MET:
        house.limits_met.note(session, type_of(message), refusal.code, refusal.text, house.now)
    house.tell(
        session,
        Error(
            code=refusal.code,
            text=refusal.text,
            about=type_of(message),
            request=_request_named_by(message),
            action=getattr(message, "action", ""),
            step=refusal.step,
        ),
    )
    if (
        isinstance(message, Login | Ticket)
        and session.state is State.NEW
        and refusal.code != STORE_UNAVAILABLE[0]
        and _too_many_logins(house, session, refusal.code, getattr(message, "name", ""))
    ):
        return
    if isinstance(message, ANSWERS) and refusal.code not in ("stale", "unexpected"):
        repeat(house, session)


def _too_many_logins(house: House, session: Session, code: str, name: str) -> bool:
    """Count one more refused login; tell whether that was the last one."""
    logbook.login_refused(session, code, name)
    too_many = guard.note_refused_login(house, session)
    session.attempts += 1
    if session.attempts < house.limits.login_attempts and not too_many:
        return False
    house.hang_up(session, "too-many-logins", "You tried to log in too many times.")
    return True


def _request_named_by(message: FromClient) -> int | None:
    if isinstance(message, Login | Ticket):
        return LOGIN_REQUEST
    return getattr(message, "request", None)
