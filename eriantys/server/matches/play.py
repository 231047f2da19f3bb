"""Playing: what the messages of somebody at a match do.

A request's id is the number that its answer will have in the match's log. So an answer that
is sent twice can never answer another question.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from eriantys.games.contract import Event, Illegal, Seat
from eriantys.server import logbook
from eriantys.server.house import RETRY, STORE_UNAVAILABLE, House, Refusal, refuse
from eriantys.server.limits import LINES_BETWEEN_STATES
from eriantys.server.lobby.listing import enter_lobby
from eriantys.server.lobby.tables import leave_table
from eriantys.server.matches import absence, clock, ending, votes
from eriantys.server.matches.match import Match, happenings
from eriantys.server.matches.talk import ask, show_state, tell_action
from eriantys.server.rows import Acted, MatchEnded, Row, TurnKept
from eriantys.server.session import Session
from eriantys.wire.from_client import Leave, Move, Resign, Sync, Try, Undo
from eriantys.wire.from_server import Error, Tried

UNDO = "undo"
"""How the log and the updates call an action that was taken back."""


class Step(NamedTuple):
    """One more line of the log, and what it makes of the match."""

    seat: Seat
    action: str
    undo: bool
    state: Any
    events: list[Event]
    shown: Callable[[Seat | None], str]
    """The action as somebody may see it."""


def move(house: House, session: Session, message: Move) -> None:
    """Answer `move`: act on a copy of the state, and let it count once it is on disk."""
    match, seat = _place(session)
    _answering(session, message.request)
    try:
        step = _step(match, seat, match.game.parse(message.action))
    except Illegal as illegal:
        raise Refusal(illegal.code, illegal.text) from None
    bot = match.places[seat].bot
    if bot is not None:
        bot.failures = 0
    _stage(house, match, step, lambda: _not_acted(house, match, session, step))


def act_for_bot(house: House, match: Match) -> None:
    """Do the first thing that is legal for a bot that has not answered in time."""
    seat = match.turn
    assert seat is not None
    bot = match.places[seat].bot
    assert bot is not None
    if not bot.late:
        text = "no bot answers at seat %d, the server acts"
        logbook.of_match(match.id).warning(text, seat + 1)
    bot.late = True

    def again() -> None:
        house.timers.set(("bot", match.id), house.now + RETRY)

    _stage(house, match, _step(match, seat, match.game.legal(match.state)[0]), again)


def _step(match: Match, seat: Seat, action: Any) -> Step:
    """Act on a copy of the state, or raise `Illegal`."""
    game = match.game
    state = game.copy(match.state)
    events = game.apply(state, seat, action)

    def shown(to: Seat | None) -> str:
        return game.shown(action, seat, to)

    return Step(seat, game.format(action), False, state, events, shown)


def undo(house: House, session: Session, message: Undo) -> None:
    """Answer `undo`: the log gets one more line, and the state before comes back."""
    match, seat = _place(session)
    _answering(session, message.request)
    if not match.can_undo():
        refuse("cannot-undo", "There is nothing that you may take back now.")
    step = Step(seat, UNDO, True, match.past[-1], [], lambda _: UNDO)
    _stage(house, match, step, lambda: _not_acted(house, match, session, step))


def _stage(house: House, match: Match, step: Step, otherwise: Callable[[], None]) -> None:
    """Let a step count once it is on disk."""
    seat, action, undone, state, events, shown = step
    game, number = match.game, match.number + 1
    turn_over = game.turns(state) != game.turns(match.state)
    left = match.agreement.turn_seconds * 1000 if turn_over else clock.left_ms(house, match)
    rows: list[Row] = [Acted(match.id, number, seat, action, undone, left)]
    outcome = game.outcome(state)
    keep = turn_over and number - match.kept >= LINES_BETWEEN_STATES and outcome is None
    if keep:
        rows.append(TurnKept(match.id, number, game.version, game.snapshot(state)))
    ended = None
    if outcome is not None:
        ended = MatchEnded(match.id, outcome.reason, outcome)
        rows += ending.rows_of_end(house, ended)

    def then() -> None:
        if match.paused:
            name = match.places[seat].name
            votes.end_pause(house, match, f"{name} goes on with the match.")
        match.touched = house.now
        before = match.state
        if undone:
            match.take_back()
        else:
            match.advance(state)
        match.number = number
        house.tally.moves[game.id] += 1
        if keep:
            match.kept = number
        if turn_over:
            clock.wind_up(house, match)
            votes.turn_is_over(house, match)
        tell_action(house, match, seat, before, events, shown)
        if ended is not None:
            ending.finish(house, match, ended)
            return
        if game.active(state) != game.active(before):
            votes.count(house, match)  # whoever is out has no vote any more
        absence.carry_on(house, match)

    house.stage([match.id], rows, then, otherwise)


def _not_acted(house: House, match: Match, session: Session, step: Step) -> None:
    """Tell somebody that what they did could not be kept, and ask again."""
    code, text = STORE_UNAVAILABLE
    about, asked = ("undo", "") if step.undo else ("move", step.action)
    house.tell(session, Error(code, text, about, match.number + 1, asked))
    ask(house, match)


def look_ahead(house: House, session: Session, message: Try) -> None:
    """Answer `try`: act on a copy, and forget it."""
    match, seat = _place(session)
    _answering(session, message.request)
    game = match.game
    if match.agreement.guidance == "none":
        refuse("cannot-try", "This match is played without guidance: nothing can be tried.")
    state, events = game.copy(match.state), list[Event]()
    for step, text in enumerate(message.actions):
        try:
            events += game.apply(state, seat, game.parse(text))
        except Illegal as illegal:
            raise Refusal(illegal.code, illegal.text, step) from None
        # What could not be taken back has shown something hidden, or ended the turn.
        if game.undoable(state) <= step:
            refuse("cannot-try", "What this does cannot be foreseen: play it to see it.", step)
    house.tell(
        session,
        Tried(
            request=message.request,
            events=happenings(events, seat),
            changes=game.changes(match.state, state, seat),
            decision=game.decision(state),
            legal=tuple(map(game.format, game.legal(state))),
        ),
    )


def sync(house: House, session: Session, _message: Sync) -> None:
    """Answer `sync`: show the whole view, and ask again what stands to be answered."""
    match = session.match
    assert match is not None
    show_state(house, session, match)
    votes.show(house, session, match)
    repeat_request(house, session)


def repeat_request(house: House, session: Session) -> None:
    """Ask somebody at a match again, if it is their turn."""
    match = session.match
    if match is not None and session.seat is not None and match.turn == session.seat:
        ask(house, match)


def resign(house: House, session: Session, _message: Resign) -> None:
    """Answer `resign`: the match is over, and the others have won."""
    match, seat = _place(session)
    if seat not in match.game.active(match.state):
        refuse("out-of-game", "You are out, so there is nothing to give up: leave instead.")
    ending.end(
        house,
        match,
        ending.resigned(match, seat),
        otherwise=lambda: _not_kept(house, session, "resign"),
    )


def leave_match(house: House, session: Session, _message: Leave) -> None:
    """Answer `leave` at a match: the policy says what becomes of it."""
    match, seat = _place(session)
    if match.agreement.absence == "end":
        ended = MatchEnded(match.id, ending.LEFT, seat=seat)

        def then() -> None:
            match.places[seat].cause = "left"
            ending.finish(house, match, ended)
            leave_table(house, session)
            enter_lobby(house, session)

        house.stage(
            [match.id],
            ending.rows_of_end(house, ended),
            then,
            otherwise=lambda: _not_kept(house, session, "leave"),
        )
        return
    absence.lose(house, session, "left", at_once=True)
    enter_lobby(house, session)


def _not_kept(house: House, session: Session, about: str) -> None:
    code, text = STORE_UNAVAILABLE
    house.tell(session, Error(code, text, about))
    repeat_request(house, session)


def _place(session: Session) -> tuple[Match, Seat]:
    assert session.match is not None
    assert session.seat is not None
    return session.match, session.seat


def _answering(session: Session, request: int) -> None:
    """Refuse whatever is no answer to what this seat is asked now."""
    match, seat = _place(session)
    if request <= match.number:
        refuse("stale", f"Request {request} has been answered already.")
    if match.turn != seat:
        refuse("not-your-turn", "It is somebody else's turn.")
    if match.suspended:
        refuse("suspended", "The match is suspended: wait for those who are missing.")
    if request > match.number + 1:
        refuse("unexpected", f"There is no request {request}: it is {match.number + 1}.")
    if session.bot and match.paused:
        refuse("unexpected", "The match is paused, and it is for people to go on.")
