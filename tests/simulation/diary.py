"""What the server handled: everything that was said, in order, not too fast, and allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from eriantys.server.core import Core
from eriantys.server.house import House
from eriantys.server.limits import BURST, TALK_BURST
from eriantys.server.lobby.invitations import normal
from eriantys.server.matches import clock
from eriantys.server.matches.match import Match, Presence
from eriantys.server.session import Session, State
from eriantys.wire import from_client as client
from eriantys.wire.from_client import FromClient
from eriantys.wire.messages import type_of, write
from tests.simulation.plan import check

if TYPE_CHECKING:
    from tests.simulation.world import World

_ROUNDING = 1e-6


class Diary:
    """Looks over the server's shoulder whenever it has handled a message."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._refused = False
        self._votes: dict[int, dict[int, tuple[str, str]]] = {}
        """By match and seat: what was voted for since the vote began."""
        self._talk: dict[str, float] = {}
        """By name: when all that was said may have been said."""
        self._paused: set[int] = set()
        """The matches that were paused after the step before."""
        self._here: set[tuple[int, int | None]] = set()
        """By match and seat: who was there then."""

    def restart(self) -> None:
        """Forget what a server that is gone had in mind."""
        self._votes, self._paused, self._talk = {}, set(), {}

    def observe(self, core: Core) -> None:
        """Look over the shoulder of a server."""
        handle = core._handle

        def observed(session: Session, message: FromClient) -> bool:
            before = _Before(core.house, session)
            accepted = handle(session, message)  # whoever must wait is called again
            self._refused = not accepted
            self._handled(core.house, session, message, before)
            if isinstance(message, client.Vote) and before.match is not None:
                self._voted(core.house, before, message)
            return accepted

        core._handle = observed  # type: ignore[method-assign]

    def _handled(
        self, house: House, session: Session, message: FromClient, before: _Before
    ) -> None:
        self._in_order(house, session, message)
        if before.behind and hasattr(message, "nonce"):
            # Whoever looks on can take no seat; that nobody may hear of it is no harm.
            check(session.state is State.WATCHING, f"{session!r} said {message}")
            self._mind(session).offers.take(type_of(message))
        if isinstance(message, client.Chat):
            if not self._refused:
                self._spoke(house, session)
            self._world.records.spoken.setdefault(message.text, (message.to, before.number))
        if session.room is not None and session.room is not before.room:
            self._came_to_room(session, message)
        if session.match is not None and session.match is not before.match:
            self._came_to_match(session, message)
        if session.telling is not None and session.telling is not before.telling:
            assert isinstance(message, client.History)
            self._may_look_back(session, message)
        if isinstance(message, client.Mute) and before.behind:
            self._mind(session).ears.unsure()

    def _mind(self, session: Session) -> Any:
        link = self._world.network.links[session.connection]
        person = link.person
        if person is None:
            return _NOBODY
        return person.mind

    # Nothing is lost, nothing comes too fast.

    def _in_order(self, house: House, session: Session, message: FromClient) -> None:
        link, limits = self._world.network.links[session.connection], house.limits
        if link.spoilt and not link.said:
            return  # the end of a frame may come by chance, and what follows be understood
        expected = link.said.popleft() if link.said else None
        check(message == expected, f"{session!r} said {expected}, not {message}")
        cost = max(1 / limits.frames_per_second, len(write(message)) / limits.bytes_per_second)
        if session.gone:
            return  # there will not be any more
        ahead = link.debt_until - house.now
        check(ahead <= BURST + _ROUNDING, f"{session!r} is heard too fast: {ahead}")
        link.debt_until = max(link.debt_until, house.now) + cost

    def _spoke(self, house: House, session: Session) -> None:
        low, seconds = session.name.lower(), 60 / house.limits.chat_per_minute
        until = max(self._talk.get(low, house.now), house.now)
        early = until - house.now > (TALK_BURST - 1) * seconds + _ROUNDING
        check(not early, f"{session!r} says too much")
        self._talk[low] = until + seconds

    # Where one may go.

    def _came_to_room(self, session: Session, message: FromClient) -> None:
        room = session.room
        assert room is not None
        if isinstance(message, client.Join):
            check(room.table is None, f"{session!r} joined the rematch of others")
            if room.agreement.private:
                check(normal(message.code) == normal(room.code), f"{session!r} had no code")
                self._world.tally.add("joined by invitation")
        elif isinstance(message, client.Rematch):
            check(room.table is session.table, f"{session!r} is in the rematch of others")
        elif isinstance(message, client.Quick | client.Answer):
            check(not room.agreement.private and room.standing, f"{session!r}: {room.id}?")

    def _came_to_match(self, session: Session, message: FromClient) -> None:
        match = session.match
        assert match is not None
        if isinstance(message, client.Watch):
            check(match.agreement.watchers, f"{session!r} looks on at {match.id} all the same")
            if match.agreement.private:
                code = match.begun.code
                check(normal(message.code) == normal(code), f"{session!r} had no code")
                self._world.tally.add("watched by invitation")

    def _may_look_back(self, session: Session, message: client.History) -> None:
        about = self._world.ledger.about(message.match)
        if session.name in about.players:
            return
        if session.match is not None and session.match.id == message.match:
            return
        check(about.watchers, f"{session!r} looks back at {message.match}")
        if about.private:
            check(normal(message.code) == normal(about.code), f"{session!r} had no code")

    # Votes.

    def _voted(self, house: House, before: _Before, message: client.Vote) -> None:
        match = before.match
        assert match is not None
        if self._refused:
            check(match.poll is before.poll, f"match {match.id}: a refused vote counts")
            return
        assert before.seat is not None
        if before.fresh:
            self._votes[match.id] = {}
        votes = self._votes[match.id]
        votes[before.seat] = (message.about, message.choice)
        if match.poll is not None:
            cast = {
                seat: (match.poll.about, choice) for seat, choice in match.poll.votes.items()
            }
            check(cast == votes, f"match {match.id}: {cast} should be {votes}")
        if match.paused and not before.paused:
            self._all_agreed(match, "pause")
        if clock.left(house, match) > before.left + _ROUNDING and match.turn is not None:
            self._all_agreed(match, "time")
        if before.paused and not match.paused:
            self._all_agreed(match, "go-on")
        if match.suspended and _resumes(house, match) and not before.resumes:
            self._most_wanted(match, "bot")
            self._world.tally.add("voted for a bot")
        if match.id in house.locks and match.suspended:
            self._most_wanted(match, "end")
            self._world.tally.add("voted to end")

    def _most_wanted(self, match: Match, choice: str) -> None:
        here = [seat for seat in match.game.active(match.state) if _is_here(match, seat)]
        votes = self._votes[match.id]
        wanted = [seat for seat in here if votes.get(seat) == ("missing", choice)]
        check(2 * len(wanted) > len(here), f"{match.id}: {wanted} are not most of {here}")

    def _all_agreed(self, match: Match, about: str) -> None:
        votes = self._votes.get(match.id, {})
        for seat in match.game.active(match.state):
            place = match.places[seat]
            if place.presence is not Presence.GONE and place.bot is None:
                check(votes.get(seat) == (about, "yes"), f"{match.id}/{seat} wants no {about}")

    def look_around(self, house: House) -> None:
        """Look at those votes that came to an end because somebody had left."""
        paused = {number for number, match in house.matches.items() if match.paused}
        for number in sorted(paused - self._paused):
            match = house.matches[number]
            if match.poll is not None:
                continue  # somebody wants to go on already, and those votes are counted now
            for seat in match.game.active(match.state):
                # Whoever has come in this very step may have come after it.
                if (number, seat) in self._here and match.places[seat].session is not None:
                    vote = self._votes.get(number, {}).get(seat, ("", ""))[1]
                    check(vote == "yes", f"{number} is paused though {seat} said {vote!r}")
        self._paused = paused
        self._here = {
            (number, session.seat)
            for number, match in house.matches.items()
            for session in match.here
        }


class _Before:
    """Where somebody was before a message was handled."""

    def __init__(self, house: House, session: Session) -> None:
        self.state = session.state
        self.behind = session.behind
        self.room = session.room
        self.match = match = session.match
        self.seat = session.seat
        self.telling = session.telling
        self.poll = match.poll if match else None
        self.fresh = self.poll is None or not self.poll.votes
        """Whether nobody has voted yet."""
        self.paused = match.paused if match else False
        self.resumes = match is not None and _resumes(house, match)
        """Whether it is about to go on."""
        self.left = clock.left(house, match) if match else 0.0
        self.number = _number(session)
        """Of the match at which it speaks to others."""


class _Nobody:
    """Whoever has vanished keeps no account of anything."""

    def __init__(self) -> None:
        self.ears = self.offers = self

    def unsure(self) -> None:
        """Need not know."""

    def take(self, kind: str) -> None:
        """Need not know."""


_NOBODY = _Nobody()


def _number(session: Session) -> int | None:
    if session.match is not None:
        return session.match.id
    if session.room is not None:
        return session.room.id
    return None if session.table is None else session.table.match


def _resumes(house: House, match: Match) -> bool:
    return house.timers.due(("resume", match.id)) is not None


def _is_here(match: Match, seat: int) -> bool:
    return match.places[seat].session is not None
