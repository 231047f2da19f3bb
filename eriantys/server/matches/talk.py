"""What the players and watchers of a match are told."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import cbor2

from eriantys.games.contract import Event, Seat
from eriantys.server import logbook
from eriantys.server.house import House
from eriantys.server.matches import clock
from eriantys.server.matches.match import Match, options_of
from eriantys.server.session import Session
from eriantys.wire.from_server import Notice, Started, State
from eriantys.wire.often import write_move_request, write_update

if TYPE_CHECKING:
    from collections.abc import Callable


def show_match(house: House, session: Session, match: Match) -> None:
    """Show somebody who has come to a match, or back to it, all there is to see."""
    agreement = match.agreement
    seats = agreement.seats
    options = options_of(match.game, match.begun)
    house.tell(
        session,
        Started(
            match=match.id,
            game=match.game.id,
            version=match.begun.version,
            players=match.begun.players,
            teams=match.game.teams(seats, options),
            options=agreement.options,
            guidance=agreement.guidance,
            turn_seconds=agreement.turn_seconds,
            absence=agreement.absence,
            undo=agreement.undo,
            commitment=match.commitment,
            nonces=match.begun.nonces,
            number=match.number,
            view=match.view(session.seat),
            turn=match.turn,
            decision=match.game.decision(match.state),
            left_ms=clock.left_ms(house, match),
            seat=session.seat,
            away=match.away,
            suspended=match.suspended,
            paused=match.paused,
            pause_ms=house.left_ms(("pause", match.id)),
            title=agreement.title,
            code=match.begun.code,
            open_to_watchers=agreement.watchers,
            watchers=match.watcher_names,
            bots=match.begun.bots,
            bot_level=agreement.bot_level,
            stand_ins=match.stand_ins,
        ),
    )


def show_state(house: House, session: Session, match: Match) -> None:
    """Show somebody the whole view again."""
    house.tell(
        session,
        State(
            match=match.id,
            number=match.number,
            view=match.view(session.seat),
            turn=match.turn,
            decision=match.game.decision(match.state),
            left_ms=clock.left_ms(house, match),
            away=match.away,
            suspended=match.suspended,
            paused=match.paused,
            pause_ms=house.left_ms(("pause", match.id)),
            watchers=match.watcher_names,
            stand_ins=match.stand_ins,
        ),
    )


def tell_action(
    house: House,
    match: Match,
    seat: Seat,
    before: Any,
    events: list[Event],
    shown: Callable[[Seat | None], str],
) -> None:
    """Tell everybody what the latest line of the log did, encoding it once for equal eyes."""
    game, state = match.game, match.state
    turn, decision = match.turn, game.decision(state)
    left_ms = clock.left_ms(house, match)
    encoded: list[tuple[object, bytes]] = []
    for audience, sessions in match.audiences():
        action = shown(audience)
        told = [
            {"kind": event.kind, "facts": event.facts}
            for event in events
            if event.seen_by(audience)
        ]
        changes = game.changes(before, state, audience)
        content = action, told, changes
        frame = next((frame for same, frame in encoded if same == content), None)
        if frame is None:
            frame = write_update(
                match=match.id,
                number=match.number,
                seat=seat,
                action=action,
                events=told,
                changes=changes,
                turn=turn,
                decision=decision,
                left_ms=left_ms,
            )
            encoded.append((content, frame))
        for session in sessions:
            house.send(session, frame)


def ask(house: House, match: Match) -> None:
    """Ask whoever is on turn, and there, for an action; a bot does not act in a pause."""
    seat = match.turn
    if seat is None or match.suspended:
        return
    session = match.places[seat].player
    if session is None or (session.bot and match.paused):
        return
    field, actions = match.answers()
    frame = write_move_request(
        number=match.number + 1,
        left_ms=clock.left_ms(house, match),
        decision=match.game.decision(match.state),
        undo=match.can_undo(),
        field=field,
        actions=_listed(match.game.format, actions),
    )
    house.send(session, frame)


@lru_cache(maxsize=4096)  # the same choices come up again and again
def _listed(form: Callable[[Any], str], actions: tuple[Any, ...]) -> bytes:
    """Write actions in their notation, ready to be sent."""
    return cbor2.dumps(tuple(map(form, actions)))


def notify(house: House, match: Match, code: str, text: str) -> None:
    """Tell everybody at a match something that is nobody's answer, and the log."""
    logbook.of_match(match.id).info("%s: %s", code, text, fields={"code": code})
    house.tell_all(
        [*match.here, *match.bots, *match.watchers],
        Notice(code, text, match.id, clock.left_ms(house, match)),
    )
