"""The life of a connection as a table: state, message, handler; and what a deadline does.

Whatever is not in the row of a state is refused there with `unexpected` and has no effect.
The manual page of the protocol prints this table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from eriantys.server import leaving, login, results
from eriantys.server.chat import muting, saying
from eriantys.server.house import House
from eriantys.server.lobby import company, joining, listing, quick, rematch, tables
from eriantys.server.matches import bots, coming, history, play, votes, watching
from eriantys.server.session import Session, State
from eriantys.wire import from_client as client
from eriantys.wire.from_client import FromClient
from eriantys.wire.from_server import ServerPong

Handler: TypeAlias = Callable[[House, Session, Any], None]
Reaction: TypeAlias = Callable[[House, Session], None]


class Row(NamedTuple):
    """What a connection may do in one state."""

    accepts: Mapping[type[FromClient], Handler]
    expiry: Reaction | None = None
    """What happens when the state's own deadline has come."""
    repeat: Reaction | None = None
    """Asks again what stands to be answered."""


def _pong(house: House, session: Session, _message: client.Ping) -> None:
    house.tell(session, ServerPong())


def _nothing(_house: House, _session: Session, _message: client.Pong) -> None:
    """A sign of life needs no answer: that something came has been noted."""


def _too_slow(house: House, session: Session) -> None:
    leaving.take_off(house, session, "too-slow")
    house.hang_up(session, "too-slow", "You took too long to answer.")


def _idle(house: House, session: Session) -> None:
    house.hang_up(session, "idle", "You did nothing for a long time.")


def _away_from_table(handler: Handler) -> Handler:
    """Have somebody whom a message takes elsewhere leave the table of the match before."""

    def handle(house: House, session: Session, message: FromClient) -> None:
        handler(house, session, message)
        if session.table is not None:
            tables.leave_table(house, session)

    return handle


ALWAYS: dict[type[FromClient], Handler] = {
    client.Ping: _pong,
    client.Pong: _nothing,
    client.Bye: leaving.say_bye,
}
"""What is accepted in every state."""

_WAYS_ON: dict[type[FromClient], Handler] = {
    client.Create: joining.create,
    client.Join: joining.join,
    client.Quick: quick.quick,
    client.Resume: coming.resume,
    client.Watch: watching.watch,
}
"""From the lobby to a match; also from one match to the next."""

_ANYWHERE: dict[type[FromClient], Handler] = {
    client.Chat: saying.say,
    client.Mute: muting.mute,
    client.History: history.history,
    client.Results: results.results,
}
"""What whoever has a name may say anywhere; who hears what, their modules know."""

TABLE: dict[State, Row] = {
    State.NEW: Row(
        {client.Login: login.login, client.Ticket: bots.take_seat},
        expiry=_too_slow,
        repeat=login.ask_for_login,
    ),
    State.LOBBY: Row(
        {
            client.List: listing.list_matches,
            **_WAYS_ON,
            **_ANYWHERE,
        },
        expiry=_idle,
    ),
    State.QUEUED: Row(
        {client.Leave: quick.leave_line, **_ANYWHERE},
        expiry=quick.waited_too_long,
    ),
    State.ASKED: Row(
        {client.Answer: quick.answer, client.Leave: quick.leave_line, **_ANYWHERE},
        expiry=_too_slow,
        repeat=quick.repeat_question,
    ),
    State.SEATED: Row(
        {
            client.TakeSeat: joining.take_seat,
            client.AddBot: company.add_bot,
            client.RemoveBot: company.remove_bot,
            client.Leave: joining.leave_room,
            **_ANYWHERE,
        },
    ),
    State.PLAYING: Row(
        {
            client.Move: play.move,
            client.Undo: play.undo,
            client.Try: play.look_ahead,
            client.Sync: play.sync,
            client.Leave: play.leave_match,
            client.Resign: play.resign,
            client.Vote: votes.vote,
            **_ANYWHERE,
        },
        repeat=play.repeat_request,
    ),
    State.AFTER: Row(
        {
            **{kind: _away_from_table(handler) for kind, handler in _WAYS_ON.items()},
            client.Rematch: rematch.rematch,
            client.Leave: tables.leave_after,
            **_ANYWHERE,
        },
        expiry=tables.table_cleared,
    ),
    State.WATCHING: Row(
        {client.Sync: play.sync, client.Leave: watching.leave_watching, **_ANYWHERE},
    ),
    State.CLOSED: Row({}),
}

FOR_PEOPLE = (client.Leave, client.Resign, client.Vote, *_ANYWHERE)
"""What a bot may not do at a match, though its state is that of a player."""

ANSWERS = (client.Login, client.Ticket, client.Answer, client.Move, client.Undo)
"""The messages that answer a request: when one is refused, the request is made again."""
