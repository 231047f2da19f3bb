"""Looking back: what has happened in a match, told once more to those who may know.

The log is played again from the beginning, a few lines in each step, so that nobody else has
to wait for it. It is the log as it was when somebody asked for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from eriantys.games.contract import Event, Seat
from eriantys.server import guard, logbook
from eriantys.server.house import AnyGame, House, Later, refuse
from eriantys.server.limits import HISTORY_BURST, HISTORY_PER_SECOND, TELLINGS_MOST
from eriantys.server.lobby.invitations import normal
from eriantys.server.matches.ending import announcement
from eriantys.server.matches.match import Match, happenings
from eriantys.server.matches.play import UNDO
from eriantys.server.rows import Acted, Agreement, Spoilt, Story
from eriantys.server.session import Session, State
from eriantys.wire.cards import Past
from eriantys.wire.from_client import History
from eriantys.wire.from_server import Error, ServerHistory
from eriantys.wire.messages import write

LINES_AT_ONCE = 25
"""Lines that are played again in one step, which takes about two milliseconds."""


class Telling:
    """A match that is being told to somebody."""

    __slots__ = ("_after", "_eyes", "_game", "_portions", "_story", "session", "spent")

    def __init__(
        self, session: Session, game: AnyGame, story: Story, eyes: Seat | None, after: int
    ) -> None:
        self.session = session
        self._game = game
        self._story = story
        self._eyes = eyes
        self._after = min(after, len(story.lines))
        self.spent = 0
        """How many bytes it has taken so far."""
        self.begin_again()

    @property
    def match(self) -> int:
        """The number of the match."""
        return self._story.begun.match

    def begin_again(self) -> None:
        """Tell it from the start, since some of it was lost on the way."""
        self._portions = _replay(self._game, self._story, self._eyes, self._after)

    def next(self) -> ServerHistory | None:
        """Play some more lines; tell of them, unless they come before what is asked for."""
        return next(self._portions)


def history(house: House, session: Session, message: History) -> None:
    """Answer `history`: begin to tell a match, if this one may know it."""
    if session.telling is not None:
        refuse("too-fast", "You are being told of a match already: wait for the end of it.")
    number = message.match
    if message.code:
        guard.may_guess(house, session)
    if len(house.tellings) >= TELLINGS_MOST:
        refuse("too-fast", "Many are being told of matches just now: try again in a moment.")
    if house.telling_begun:
        raise Later  # to read a log takes time: one in a step, so that nobody else waits long
    house.telling_begun = True
    try:
        story = house.archive.tell(number)
    except LookupError:
        _unknown(house, session, message)
    except Spoilt as trouble:
        logbook.of_match(number).error("cannot be told: %s", trouble)
        _cannot_load(number)
    begun = story.begun
    seat = _seat_of(house, session, story)
    if seat is None and not _may_look_on(session, message, begun.agreement, begun.code):
        _unknown(house, session, message)
    game = house.games.get(begun.agreement.game)
    if game is None or game.version != begun.version:
        why = "cannot be told: there are no such rules any more"
        logbook.of_match(number).error(why)
        _cannot_load(number)
    if session.state is State.LOBBY:
        house.wait_anew(session)
    eyes = seat if game.hidden else None
    session.telling = Telling(session, game, story, eyes, message.after)
    house.tellings.append(session.telling)


def _seat_of(house: House, session: Session, story: Story) -> Seat | None:
    """Tell which seat of a match is this one's.

    The name is not enough once the match is over: a guest's may be another's by then.
    """
    begun, low = story.begun, session.name.lower()
    names = [name.lower() for name in begun.players]
    if low not in names:
        return None
    seat = names.index(low)
    table = session.table
    if story.ended is None or (table is not None and table.match == begun.match):
        return seat
    latest = house.archive.past(low, begun.match + 1, 1, private=True)
    return seat if latest and latest[0].match == begun.match else None


def _may_look_on(session: Session, message: History, agreed: Agreement, code: str) -> bool:
    if session.match is not None and session.match.id == message.match:
        return True
    if not agreed.watchers:
        return False
    return not agreed.private or bool(code and normal(message.code) == normal(code))


def _unknown(house: House, session: Session, message: History) -> NoReturn:
    """Refuse what is not there and what is not for this one in the same words."""
    if message.code:
        guard.note_guess(house, session)
    refuse("no-such-match", f"There is no match {message.match} that you may look back at.")


def _cannot_load(number: int) -> NoReturn:
    refuse("cannot-load", f"Match {number} cannot be told; the operator's log says why.")


def go_on(house: House) -> None:
    """Tell one portion to the one whose turn it is, if anybody is told of anything."""
    while house.tellings:
        telling = house.tellings.popleft()
        if telling.session.state is State.CLOSED:
            continue
        if _tell_some(house, telling):
            _queue(house, telling)
        else:
            telling.session.telling = None
        return


def _tell_some(house: House, telling: Telling) -> bool:
    """Tell one portion; say whether there is more."""
    session = telling.session
    if session.behind:
        return True  # what was lost will be told again
    try:
        portion = telling.next()
    except Exception:
        # Whatever a spoilt log does to a game must not take the house down.
        logbook.of_match(telling.match).exception("cannot be told")
        text = f"Match {telling.match} cannot be told any further; the operator's log says why."
        house.tell(session, Error("cannot-load", text, "history"))
        return False
    if portion is None:
        return True
    frame = write(portion)
    telling.spent += len(frame)
    house.send(session, frame)
    return not portion.last


def _queue(house: House, telling: Telling) -> None:
    """Let the next portion wait for its turn; for longer if it has been many already.

    Whoever does not read as fast as we tell would be taken for one who does not read at all.
    """
    wait = 0.0
    if telling.session.behind:
        wait = 1.0
    elif telling.spent > HISTORY_BURST:
        wait = (telling.spent - HISTORY_BURST) / HISTORY_PER_SECOND
        telling.spent = HISTORY_BURST
    if wait:
        key = ("history", telling.session.connection)
        house.timers.set(key, house.now + wait)
    else:
        house.tellings.append(telling)


def take_up(house: House, connection: int) -> None:
    """Go on with what somebody is told, after a while."""
    session = house.sessions.get(connection)
    if session is not None and session.telling is not None:
        house.tellings.append(session.telling)


def _replay(
    game: AnyGame, story: Story, eyes: Seat | None, after: int
) -> Iterator[ServerHistory | None]:
    """Play a match again, as somebody sees it: a portion for each step, or None before that."""
    match = Match.new(game, story.begun, now=0.0)
    for start in range(0, after, LINES_AT_ONCE):
        for line in story.lines[start : min(start + LINES_AT_ONCE, after)]:
            _play(match, line)
        yield None
    number = story.begun.match
    view = match.view(eyes)
    ends = range(after + LINES_AT_ONCE, len(story.lines), LINES_AT_ONCE)
    first = True
    for end in (*ends, len(story.lines)):
        lines = tuple(_tell(match, line, eyes) for line in story.lines[after:end])
        last = end == len(story.lines)
        ended = announcement(story.begun, story.ended) if last and story.ended else None
        yield ServerHistory(number, lines, view if first else None, last, ended)
        after, first = end, False


def _tell(match: Match, line: Acted, eyes: Seat | None) -> Past:
    """Play a line, and tell just what those who were there were told of it."""
    before = match.state
    events, shown = _play(match, line, eyes)
    game, state = match.game, match.state
    return Past(
        number=line.number,
        seat=line.seat,
        action=shown,
        events=happenings(events, eyes),
        changes=game.changes(before, state, eyes),
        turn=game.turn(state),
        decision=game.decision(state),
    )


def _play(match: Match, line: Acted, eyes: Seat | None = None) -> tuple[list[Event], str]:
    """Do as a line of the log says; return what happened, and the action as it was seen."""
    if line.undo:
        match.take_back()
        return [], UNDO
    game = match.game
    action, state = game.parse(line.action), game.copy(match.state)
    events = game.apply(state, line.seat, action)
    match.advance(state)
    return events, game.shown(action, line.seat, eyes)
