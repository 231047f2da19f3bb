"""`quick`: standing lobbies, and the line of those who take whatever comes first.

There is a standing lobby for each combination of game, seats, options and guidance; each
fills one match at a time. Who names no combination stands in line: the first is asked step
by step what it shall be, and the others take part in that, as far as there are seats.
"""

from __future__ import annotations

from typing import get_args

import msgspec

from eriantys.games.contract import BadSetting, agree_options, check_seats, choices
from eriantys.server.house import AnyGame, House, refuse
from eriantys.server.lobby import rooms
from eriantys.server.lobby.begin import sit
from eriantys.server.lobby.joining import may_play
from eriantys.server.lobby.listing import enter_lobby
from eriantys.server.lobby.rooms import Room
from eriantys.server.rows import Agreement
from eriantys.server.session import Question, Session, State
from eriantys.wire.fields import Absence, Guidance, Setting
from eriantys.wire.from_client import Answer, Leave, Quick
from eriantys.wire.from_server import Notice, Request, Waiting

ABSENCE: Absence = "end"
"""Strangers who met by chance do not wait for each other for days."""

GUIDANCE = get_args(Guidance)

LINE_INTERVAL = 0.5
"""Those in line hear of changes at most this often: each change concerns all of them."""
NAMES_SHOWN = 16
"""Of a long line only the first are named."""


class Line:
    """Those who said `quick` without saying what, first come first served."""

    __slots__ = ("game", "room", "waiting")

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.waiting: list[Session] = []
        """The first of them is being asked."""
        self.room: Room | None = None
        """What the one before chose, as long as it has free seats."""


def quick(house: House, session: Session, message: Quick) -> None:
    """Answer `quick`: sit down in a standing lobby, or stand in line."""
    may_play(house, session)
    game = rooms.find_game(house, message.game)
    if message.seats is not None:
        agreement = rooms.agreed(
            house,
            game,
            message.seats,
            message.options,
            guidance=message.guidance,
            absence=ABSENCE,
        )
        room = _standing_room(house, game, agreement)
        sit(house, session, room, room.free_seats[0], message.nonce)
        return
    if message.options or message.guidance != "full":
        refuse(
            "bad-option", "Name the seats as well, or nothing but the game: then you are asked."
        )
    line = house.lines.setdefault(game.id, Line(game))
    session.player_nonce = message.nonce
    if not line.waiting and _has_seats(house, line.room):
        _sit_in(house, session, line.room)
        return
    line.waiting.append(session)
    session.line = line
    house.enter(session, State.QUEUED)
    _move_up(house, line)
    if session.line is not None and session.question is None:
        tell_why(house, session)


def answer(house: House, session: Session, message: Answer) -> None:
    """Answer `answer`: take one choice, and ask for the next or open the match."""
    line, question, chosen = session.line, session.question, session.chosen
    assert line is not None
    assert question is not None
    assert chosen is not None
    if message.request != question.id:
        code = "stale" if message.request < question.id else "unexpected"
        refuse(code, f"The question now is {question.id}, not {message.request}.")
    _check(line.game, chosen, question, message.value)
    chosen = {**chosen, question.decision: message.value}
    following = next_question(line.game, chosen)
    if following is not None:
        session.chosen = chosen
        _ask(house, session, following)
        return
    options = {name: chosen[name] for name in choices(line.game)}
    agreement = rooms.agreed(
        house,
        line.game,
        int(chosen["seats"]),
        options,
        guidance="none" if chosen["guidance"] == "none" else "full",
        absence=ABSENCE,
    )
    room = _standing_room(house, line.game, agreement)  # which there may be no room for
    _step_out(line, session)
    line.room = room
    _sit_in(house, session, line.room)
    _move_up(house, line)


def repeat_question(house: House, session: Session) -> None:
    """Ask again what stands to be answered, with the time that is left."""
    question = session.question
    assert question is not None
    house.tell(
        session,
        Request(
            id=question.id,
            kind=question.kind,
            left_ms=house.left_ms(("state", session.connection)),
            decision=question.decision if question.kind == "mode" else "",
            legal=question.choices,
        ),
    )


def leave_line(house: House, session: Session, _message: Leave) -> None:
    """Answer `leave` of somebody who stands in line."""
    drop_out(house, session)
    enter_lobby(house, session)


def waited_too_long(house: House, session: Session) -> None:
    """Send somebody back to the lobby who stood in line for too long."""
    drop_out(house, session)
    house.tell(session, Notice("line-expired", "The one before you took too long to choose."))
    enter_lobby(house, session)


def drop_out(house: House, session: Session) -> None:
    """Take somebody out of the line, wherever in it, and let the others move up."""
    line = session.line
    assert line is not None
    _step_out(line, session)
    _move_up(house, line)


def _step_out(line: Line, session: Session) -> None:
    line.waiting.remove(session)
    session.line = session.question = session.chosen = None


def _standing_room(house: House, game: AnyGame, agreement: Agreement) -> Room:
    for room in house.rooms.values():
        if room.standing and room.agreement == agreement and room.free_seats:
            return room
    return rooms.open_room(house, game, agreement, standing=True)


def _has_seats(house: House, room: Room | None) -> bool:
    return room is not None and room.id in house.rooms and bool(room.free_seats)


def _sit_in(house: House, session: Session, room: Room | None) -> None:
    assert room is not None
    sit(house, session, room, room.free_seats[0], session.player_nonce)


def _move_up(house: House, line: Line) -> None:
    """Seat whoever can be seated, ask the first of the rest, tell the others why they wait."""
    while line.waiting and _has_seats(house, line.room):
        session = line.waiting[0]
        _step_out(line, session)
        _sit_in(house, session, line.room)
    if not line.waiting:
        return
    first, *others = line.waiting
    if first.state is not State.ASKED:
        first.chosen = {}
        house.enter(first, State.ASKED)
        question = next_question(line.game, first.chosen)
        assert question is not None
        _ask(house, first, question)
    if others and house.timers.due(("line", line.game.id)) is None:
        house.timers.set(("line", line.game.id), house.now + LINE_INTERVAL)


def tell_line(house: House, game: str) -> None:
    """Tell all who stand in line, behind the first, for whom to wait."""
    for session in house.lines[game].waiting[1:]:
        tell_why(house, session)


def tell_why(house: House, session: Session) -> None:
    """Tell somebody in line, behind the first, for whom to wait."""
    assert session.line is not None
    waiting = session.line.waiting
    names = tuple(each.name for each in waiting[:NAMES_SHOWN])
    house.tell(
        session,
        Waiting(
            present=len(waiting),
            names=names,
            code="choosing",
            reason=f"{names[0]} is choosing what will be played.",
            left_ms=house.left_ms(("state", session.connection)),
        ),
    )


def next_question(game: AnyGame, chosen: dict[str, Setting]) -> Question | None:
    """Tell what to ask after these choices: seats, each option of the game, guidance."""
    offered: dict[str, tuple[Setting, ...] | None] = {"seats": game.seats}
    for name, kind in choices(game).items():
        offered[name] = (False, True) if kind is bool else None
    offered["guidance"] = GUIDANCE
    for name, values in offered.items():
        if name not in chosen:
            return Question(0, "seats" if name == "seats" else "mode", name, values)
    return None


def _ask(house: House, session: Session, question: Question) -> None:
    session.questions += 1
    session.question = msgspec.structs.replace(question, id=session.questions)
    repeat_question(house, session)


def _check(
    game: AnyGame, chosen: dict[str, Setting], question: Question, value: Setting
) -> None:
    if question.decision == "guidance":
        if value not in GUIDANCE:
            refuse("bad-option", "The guidance must be full or none.")
        return
    if question.decision != "seats":
        try:
            before = {name: chosen[name] for name in choices(game) if name in chosen}
            agree_options(
                game, int(chosen["seats"]), {**before, question.decision: value}, guided=True
            )
        except BadSetting as error:
            refuse("bad-option", str(error))
        return
    if type(value) is not int:
        refuse("bad-seats", "The number of seats must be a whole number.")
    try:
        check_seats(game, value)
    except BadSetting as error:
        refuse("bad-seats", str(error))
