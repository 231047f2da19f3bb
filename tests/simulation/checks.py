"""What must hold in the house after every step: nobody is forgotten, nothing is left over."""

from __future__ import annotations

from collections import Counter

from eriantys.server import core as kinds
from eriantys.server.core import Core
from eriantys.server.deadlines import HOUSE_TIMERS
from eriantys.server.house import Deadline, House
from eriantys.server.inputs import BOT_ADDRESS
from eriantys.server.limits import Limits
from eriantys.server.lobby.invitations import normal
from eriantys.server.matches.match import Match, Presence
from eriantys.server.session import WAITS, Session, State
from tests.simulation.bot_checks import check_bots, check_tickets
from tests.simulation.plan import check


def look_around(core: Core) -> None:
    """Check the whole house, between two steps."""
    house = core.house
    check(house.staged or not house.locks, f"locks without a change: {house.locks}")
    for session in house.sessions.values():
        _check_session(core, session)
    _check_rooms(house)
    _check_lines(house)
    for match in house.matches.values():
        _check_match(house, match)
    _check_names(house)
    _check_codes(house)
    _check_tellings(house)
    counted = Counter(session.household for session in house.sessions.values())
    check(house.connected == counted, f"{house.connected} are not {counted}")
    check_tickets(house)
    for key in deadlines(house):
        _check_deadline(house, key)
    if house.changed_rooms:
        check(_waits(house, "lobby"), "changes of the lobby that nobody will be told")


def deadlines(house: House) -> dict[Deadline, float]:
    """List all deadlines with their times."""
    return {key: due for key, (due, _) in house.timers._live.items()}


def _waits(house: House, *key: object) -> bool:
    return house.timers.due(key) is not None


def _check_session(core: Core, session: Session) -> None:
    house, number = core.house, session.connection
    crowded = core.crowded(number)
    check(session.state is not State.CLOSED, f"{session!r} is closed and still here")
    check(_waits(house, "live", number), f"nobody looks whether {session!r} lives")
    if session.state in WAITS:
        check(_waits(house, "state", number), f"{session!r} waits without an end")
    else:
        check(not _waits(house, "state", number), f"{session!r} has a wait too many")
    slowed = _waits(house, "slow", number)
    if session.reader.waiting and not crowded and not slowed:
        check(_waits(house, "frame", number), f"{session!r} may take for ever for a frame")
    check(session.held is None or crowded or slowed, f"{session!r} holds a message for ever")
    check(not session.gone or crowded, f"{session!r} is gone and kept for ever")
    if session.state is State.NEW:
        check(not session.name, f"{session!r} has a name too early")
    elif session.bot:
        check(session.state is State.PLAYING, f"{session!r} is no player")
    else:
        check(house.online.get(session.name.lower()) is session, f"{session!r} is not online")
    in_line = session.state in (State.QUEUED, State.ASKED)
    check((session.line is not None) == in_line, f"{session!r} is in line or not")
    check((session.room is not None) == (session.state is State.SEATED), f"{session!r}: room?")
    at_match = session.state in (State.PLAYING, State.WATCHING)
    check((session.match is not None) == at_match, f"{session!r} is at a match or not")
    if session.behind:
        check(session.state is State.WATCHING, f"{session!r} must not miss anything")
    _check_table(session)
    if session.line is not None:
        check(session in session.line.waiting, f"{session!r} is not in its line")
    if session.room is not None:
        check(session.seat is not None, f"{session!r} stands in a room")
        check(session.room.players[session.seat or 0] is session, f"{session!r} has no seat")
        check(house.rooms.get(session.room.id) is session.room, f"{session!r}: room is gone")
    if session.match is not None:
        match = session.match
        check(house.matches.get(match.id) is match, f"{session!r}: its match is not loaded")
        if session.state is State.WATCHING:
            check(session in match.watchers, f"{session!r} does not look on")
        else:
            check(match.places[session.seat or 0].player is session, f"{session!r}: seat?")


def _check_table(session: Session) -> None:
    """See to it that those who have played together know of each other."""
    table = session.table
    if session.state is State.AFTER:
        check(table is not None, f"{session!r} is after no match")
    if table is None:
        return
    check(session.state in (State.AFTER, State.SEATED), f"{session!r} is still at a table")
    check(table.places.count(session) == 1, f"{session!r} is not at its table")
    for other in table.sessions:
        check(other.table is table, f"{other!r} has left the table of {session!r}")
    if session.state is State.SEATED:
        check(session.room is table.room, f"{session!r} sits elsewhere than its table")
        check(session.seat == table.places.index(session), f"{session!r}: another's seat")
    if table.room is not None:
        check(table.room.table is table, f"{session!r}: whose room is it?")
        check(table.complete, f"{session!r} waits for somebody who has left")


def _check_codes(house: House) -> None:
    """See to it that every invitation leads somewhere, and to everything private one does."""
    private = {
        number: room.code for number, room in house.rooms.items() if room.agreement.private
    }
    for number, card in house.shelf.cards.items():
        check(bool(card.code) == card.agreement.private, f"match {number}: private or not?")
        if card.agreement.private:
            private[number] = card.code
    found = {normal(code): number for number, code in private.items()}
    check(house.codes == found, f"invitations {house.codes} should be {found}")


def _check_tellings(house: House) -> None:
    """See to it that everybody who asked for a match of the past is told on, one by one."""
    waiting = Counter(id(each) for each in house.tellings if each.session.state is not _GONE)
    for number, session in house.sessions.items():
        if session.telling is not None:
            times = waiting[id(session.telling)] + _waits(house, "history", number)
            check(times == 1, f"{session!r} is told of the past {times} times")


_GONE = State.CLOSED


def _check_rooms(house: House) -> None:
    for number, room in house.rooms.items():
        check(room.sitting, f"room {number} is empty")
        check(_waits(house, "room", number), f"room {number} waits without an end")
        check(number not in house.shelf.cards, f"{number} is a room and a match")
        check(bool(room.code) == room.agreement.private, f"room {number}: private or not?")
        if room.table is not None:
            check(room.table.room is room, f"room {number} is for a table that has none")
        for seat, session in enumerate(room.players):
            if session is not None:
                check(session.room is room and session.seat == seat, f"{session!r}: {number}?")
                check(session.connection in house.sessions, f"{session!r} sits and is gone")
                check(len(room.nonces[seat]) == 16, f"{session!r} brought nothing")
                check(room.bots[seat] is None, f"{session!r} shares a seat with a bot")
        for seat, bot in enumerate(room.bots):
            if bot is not None:
                check(room.nonces[seat] == bytes(16), f"{bot} brought luck")
                check(house.bots and not room.standing, f"{bot} has no business in {number}")
        if not room.free_seats and number not in house.locks:
            check(_waits(house, "begin", number), f"room {number} is full and does not begin")


def _check_lines(house: House) -> None:
    for line in house.lines.values():
        for place, session in enumerate(line.waiting):
            check(house.sessions.get(session.connection) is session, f"{session!r} in line")
            expected = State.QUEUED if place else State.ASKED
            check(session.state is expected, f"{session!r} is number {place} in line")
            check(bool(session.question) == (not place), f"{session!r} was asked or not")


def _check_match(house: House, match: Match) -> None:
    number, turn = match.id, match.turn
    card = house.shelf.cards.get(number)
    assert card is not None, f"match {number} is loaded and not on the shelf"
    check(turn is not None, f"match {number} is over and still loaded")
    check(match.suspended == card.suspended, f"match {number}: suspended or not?")
    check_bots(house, match)
    for seat, place in enumerate(match.places):
        session = place.session
        here = session is not None or place.of_bot
        check(here == (place.presence is Presence.HERE), f"{number}/{seat}")
        if session is not None:
            check(house.sessions.get(session.connection) is session, f"{session!r} left")
            check(session.match is match and session.seat == seat, f"{session!r} is not there")
    for session in match.watchers:
        check(house.sessions.get(session.connection) is session, f"{session!r} does not watch")
        check(session.match is match and session.seat is None, f"{session!r} is elsewhere")
    check(len(set(match.watchers)) == len(match.watchers), f"match {number} is watched twice")
    _check_poll(house, match)
    if number in house.locks:
        return  # something is about to be kept, and decides how it goes on
    on_turn = match.places[turn or 0]
    if match.suspended:
        check(match.here or match.watchers, f"match {number} is suspended, empty and loaded")
        check(not _waits(house, "clock", number), f"the clock of suspended {number} runs")
        stands_in = match.agreement.absence == "bot" and house.bots
        if on_turn.session is not None or (match.here and (on_turn.bot or stands_in)):
            check(_waits(house, "resume", number), f"match {number} is never resumed")
        return
    for seat, place in enumerate(match.places):
        if place.presence is Presence.AWAY or (
            place.presence is Presence.GONE
            and (match.agreement.absence == "end" or (place is on_turn and not place.bot))
        ):
            check(_waits(house, "away", number, seat), f"{number} waits for {seat} for ever")
    if match.deserted:
        tried_again = any(_waits(house, "away", number, seat) for seat in match.away)
        check(tried_again, f"match {number} goes on with nobody")
    if on_turn.bot is not None and (not match.here or _waits(house, "bot", number)):
        return  # nobody is back after a restart, or the server acts for it
    runs = (on_turn.presence is Presence.HERE or bool(on_turn.bot)) and not match.paused
    check(_waits(house, "clock", number) == runs, f"the clock of match {number} is wrong")


def _check_poll(house: House, match: Match) -> None:
    number, poll = match.id, match.poll
    check(_waits(house, "pause", number) == match.paused, f"match {number}: paused or not?")
    check(not (match.paused and match.suspended), f"match {number} stands still twice")
    timed = poll is not None and poll.about != "missing"
    check(_waits(house, "vote", number) == timed, f"match {number}: a vote without an end")
    if poll is not None:
        about_missing = poll.about == "missing"
        check(about_missing == match.suspended, f"match {number} votes about {poll.about}")
        check(match.paused or poll.about != "go-on", f"match {number} goes on already")
        check(not match.paused or poll.about == "go-on", f"match {number}: {poll.about}?")


def _check_names(house: House) -> None:
    for low, session in house.online.items():
        check(house.sessions.get(session.connection) is session, f"{low} is online and gone")
        check(session.name.lower() == low, f"{session!r} is online as {low}")
    for low in house.guests:
        check(low in house.online or house.shelf.of(low), f"guest {low} is kept for nothing")
    for low, muted in house.guests_muted.items():
        check(low in house.guests, f"whom {low} muted is kept for nothing")
        here = house.online.get(low)
        check(here is None or here.muted == muted, f"{here!r} hears others")


def _check_deadline(house: House, key: Deadline) -> None:
    kind, *what = key
    known = kind in kinds._CONNECTION_TIMERS or kind in HOUSE_TIMERS
    check(known, f"nobody knows what to do at {key}")
    if kind in ("live", "state", "frame", "slow", "history"):
        check(what[0] in house.sessions, f"{key} is for nobody")
    elif kind in ("room", "begin"):
        check(what[0] in house.rooms, f"{key} is for no room")
    elif kind in ("clock", "away", "resume", "pause", "vote", "bot", "summon"):
        check(what[0] in house.matches, f"{key} is for no match")
        if kind == "away":
            place = house.matches[what[0]].places[what[1]]
            check(place.session is None, f"{key} is for somebody who is here")
            check(not place.of_bot, f"{key} is for a bot")


class Crowds:
    """Counts what there may only be so many of, after every step.

    When the operator wants fewer than there are, nobody is sent away, but nobody comes either.
    """

    def __init__(self) -> None:
        self._before: Counter[tuple[str, object]] = Counter()
        self._limits: Limits | None = None
        self._matches_most = 0
        """How many matches a name may have had: a room may wait longer than a limit lasts."""

    def restart(self) -> None:
        """Forget how many there were, but for what is on disk."""
        kept = {key: count for key, count in self._before.items() if "matches" in key[0]}
        self._before, self._limits = Counter(kept), None

    def count(self, house: House) -> None:
        """Hold what there is against the limits."""
        limits, now = house.limits, Counter[tuple[str, object]]()
        now["connections", ""] = len(house.sessions) - house.connected[BOT_ADDRESS]
        now["rooms", ""] = len(house.rooms)
        for household, count in house.connected.items():
            if household == BOT_ADDRESS:
                continue
            now["connections_per_address", household] = count
        for match in house.matches.values():
            now["watchers_per_match", match.id] = len(match.watchers)
        for low, matches in house.shelf._of.items():
            now["matches_per_name", low] = len(matches)
        self._matches_most = max(self._matches_most, limits.matches_per_name)
        for key, count in now.items():
            # Some may have come in the very step in which the operator wanted other limits.
            allowed = [getattr(each, key[0]) for each in (limits, self._limits or limits)]
            most = max(*allowed, self._before[key])
            if key[0] == "matches_per_name":
                most = max(most, self._matches_most)
            check(count <= most, f"{count} are more {key} than {most}")
        self._before, self._limits = now, limits
