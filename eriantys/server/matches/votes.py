"""What the players of a match decide together.

* `pause`, `go-on` and `time` need the agreement of all; one `no` is enough to end the vote.
* `missing`, while the match waits for somebody: more than half of those who are here can
  `end` it, or let a `bot` play for the one who is missing. Whoever has changed their mind
  votes again, and a tie means to wait.

Bots have no vote, and nobody waits for theirs; nor for that of somebody for whom one plays.
Votes are public. Nothing of a vote is kept: after a restart it is as if nobody had voted.
"""

from __future__ import annotations

from typing import NamedTuple

from eriantys.games.contract import Seat
from eriantys.server.house import STORE_UNAVAILABLE, House, refuse
from eriantys.server.matches import ending, pausing
from eriantys.server.matches.match import Match, Presence
from eriantys.server.matches.talk import notify
from eriantys.server.rows import MatchEnded
from eriantys.server.session import Session
from eriantys.wire.fields import Ballot, Choice
from eriantys.wire.from_client import Vote
from eriantys.wire.from_server import ServerVote

MISSING: Ballot = "missing"
FAILED = "failed"

_AGREE: tuple[Choice, ...] = ("yes", "no")
CHOICES: dict[Ballot, tuple[Choice, ...]] = {
    "pause": _AGREE,
    "go-on": _AGREE,
    "time": _AGREE,
    MISSING: ("wait", "end", "bot"),
}
"""What can be chosen; a bot only where there are any."""


OF_ALL: tuple[Ballot, ...] = ("pause", "time")
"""What every player must agree to, also whoever is gone: else one who is left alone could
stop the clock, or wind it up again and again."""


class Poll(NamedTuple):
    """A vote that is going on."""

    about: Ballot
    votes: dict[Seat, Choice]


def vote(house: House, session: Session, message: Vote) -> None:
    """Answer `vote`: propose something to the others, or vote about it."""
    match, seat = session.match, session.seat
    assert match is not None
    assert seat is not None
    _check(house, match, seat, message)
    if match.poll is None:
        if message.choice == "no":
            refuse("bad-vote", "Nothing has been proposed that you could be against.")
        match.poll = Poll(message.about, {})
        if message.about != MISSING:
            house.timers.set(("vote", match.id), house.now + house.limits.vote)
    match.poll.votes[seat] = message.choice
    count(house, match)


def choices(house: House, about: Ballot) -> tuple[Choice, ...]:
    """List what can be chosen here."""
    return tuple(each for each in CHOICES[about] if each != "bot" or house.bots)


def _check(house: House, match: Match, seat: Seat, message: Vote) -> None:
    """Refuse a vote that makes no sense as things are."""
    about = message.about
    if seat not in match.game.active(match.state):
        refuse("bad-vote", "You are out of the game: the others decide.")
    if message.choice not in choices(house, about):
        refuse("bad-vote", f"About {about} one votes for: {', '.join(choices(house, about))}.")
    if (about == MISSING) is not match.suspended:
        refuse(
            "bad-vote",
            "The match waits for somebody who is missing: the vote is about that."
            if match.suspended
            else "The match does not wait for anybody.",
        )
    if about == "go-on" and not match.paused:
        refuse("bad-vote", "The match is not paused.")
    if about in ("pause", "time") and match.paused:
        refuse("bad-vote", "The match is paused, and its clock stands still.")
    if about in OF_ALL and _somebody_is_gone(match):
        refuse("bad-vote", "Somebody is gone, so not all players can agree to that.")
    if match.poll is not None and match.poll.about != about:
        refuse("bad-vote", f"The vote is about {match.poll.about}: that comes first.")


def count(house: House, match: Match) -> None:
    """Tell everybody how a vote stands, and do what was decided, if it was."""
    poll = match.poll
    if poll is None:
        return
    voters = _voters(match, poll.about)
    cast = [poll.votes[seat] for seat in voters if seat in poll.votes]
    if poll.about == MISSING:
        _tell(house, match, poll)
        if cast.count("end") >= _needed(match, poll.about):
            _end(house, match)
        elif bot_is_wanted(match):
            house.timers.set(("resume", match.id), house.now)
    elif "no" in cast or (poll.about in OF_ALL and _somebody_is_gone(match)):
        close(house, match, FAILED)
    elif len(cast) == len(voters):
        close(house, match, "yes")
        _DO[poll.about](house, match)
    else:
        _tell(house, match, poll)


def _voters(match: Match, about: Ballot) -> list[Seat]:
    """List whose votes count: about somebody missing those here, else all but those gone."""
    places = match.places
    if about == MISSING:
        return [seat for seat in _people(match) if places[seat].session is not None]
    return [seat for seat in _people(match) if places[seat].presence is not Presence.GONE]


def _somebody_is_gone(match: Match) -> bool:
    return any(match.places[seat].presence is Presence.GONE for seat in _people(match))


def _people(match: Match) -> list[Seat]:
    """List the seats of a game that people play, or would play if they were here."""
    active = match.game.active(match.state)
    return [seat for seat in active if match.places[seat].bot is None]


def _needed(match: Match, about: Ballot) -> int:
    """Tell how many votes for the same settle it."""
    voters = len(_voters(match, about))
    return voters // 2 + 1 if about == MISSING else voters


def _go_on(house: House, match: Match) -> None:
    pausing.go_on(house, match, "The players have ended the pause.")


_DO = {"pause": pausing.pause, "go-on": _go_on, "time": pausing.give_more_time}


def _end(house: House, match: Match) -> None:
    """End a match that waits for somebody for whom nobody wants to wait any longer."""

    def otherwise() -> None:
        notify(house, match, *STORE_UNAVAILABLE)

    missing = match.turn if match.turn in match.away else None
    ended = MatchEnded(match.id, ending.VOTED, seat=missing)
    ending.end(house, match, ended, otherwise)


def bot_is_wanted(match: Match) -> bool:
    """Tell whether most of those who are here want a bot to play for whoever is missing."""
    poll = match.poll
    if poll is None or poll.about != MISSING:
        return False
    wanted = [seat for seat in _voters(match, MISSING) if poll.votes.get(seat) == "bot"]
    return len(wanted) >= _needed(match, MISSING)


def ask_about_missing(house: House, match: Match) -> None:
    """Let those who are here decide whether to wait, now that somebody is missing."""
    match.poll = Poll(MISSING, {})
    _tell(house, match, match.poll)


def show(house: House, session: Session, match: Match) -> None:
    """Tell somebody who has come what is being voted about, if anything is."""
    if match.suspended and match.poll is None:
        match.poll = Poll(MISSING, {})
    if match.poll is not None:
        house.tell(session, _message(house, match, match.poll))


def show_anew(house: House, session: Session, match: Match) -> None:
    """Tell the same to a player who is back; the others, since it may take one vote more."""
    if match.poll is None:
        show(house, session, match)
    else:
        _tell(house, match, match.poll)


def vote_is_over(house: House, number: int) -> None:
    """Let a vote fail that has not been settled in time."""
    house.need(number)
    match = house.matches.get(number)
    if match is not None and match.poll is not None:
        close(house, match, FAILED)


def turn_is_over(house: House, match: Match) -> None:
    """Let a vote fail that was about a turn which is over."""
    if match.poll is not None and match.poll.about == "time":
        close(house, match, FAILED)


def end_pause(house: House, match: Match, why: str) -> None:
    """Go on with a paused match; a vote about that fails, since nothing is left to decide."""
    if match.poll is not None and match.poll.about == "go-on":
        close(house, match, FAILED)
    pausing.go_on(house, match, why)


def pause_is_over(house: House, number: int) -> None:
    """Go on with a match that has been paused for as long as one may be."""
    house.need(number)
    match = house.matches.get(number)
    if match is not None and match.paused:
        end_pause(house, match, "The pause has lasted long enough: the match goes on.")


def close(house: House, match: Match, result: str) -> None:
    """End a vote, if there is one, and tell everybody how it came out."""
    if match.poll is not None:
        _tell(house, match, match.poll, result)
        forget(house, match)


def forget(house: House, match: Match) -> None:
    """Let go of a vote without a word: what has happened says enough."""
    match.poll = None
    house.timers.cancel(("vote", match.id))


def _tell(house: House, match: Match, poll: Poll, result: str = "") -> None:
    house.tell_all([*match.here, *match.watchers], _message(house, match, poll, result))


def _message(house: House, match: Match, poll: Poll, result: str = "") -> ServerVote:
    return ServerVote(
        match=match.id,
        about=poll.about,
        choices=choices(house, poll.about),
        votes=tuple(poll.votes.get(seat) for seat in range(len(match.places))),
        needed=_needed(match, poll.about),
        left_ms=0 if result else house.left_ms(("vote", match.id)),
        result=result,
    )
