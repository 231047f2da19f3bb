"""Votes, as those see them who are at a match: nothing happens without the votes it needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eriantys.games.contract import Seat
from eriantys.wire import from_server as server
from tests.simulation.plan import check

if TYPE_CHECKING:
    from tests.simulation.mind import Mind
    from tests.simulation.table import Table

ALL = (True,) * 16
"""Who is still in a game that puts nobody out."""
_DONE_BY = {"paused": "pause", "more-time": "time"}
"""By notice: what must have been agreed on just before."""


def _voters(table: Table) -> list[Seat]:
    """List the people who are here and not out of the game."""
    standing = table.view.get("standing", ALL)
    bots = table.started.bots or (None,) * len(table.started.players)
    people = [seat for seat, level in enumerate(bots) if level is None]
    return [seat for seat in people if standing[seat] and seat not in table.away]


def hear_vote(table: Table, message: server.ServerVote) -> None:
    """Take in how a vote stands, or how it came out."""
    about, votes = message.about, message.votes
    check(len(votes) == len(table.started.players), f"{message}: whose votes?")
    check(all(vote in (None, *message.choices) for vote in votes), f"{message}: what?")
    check((about == "missing") == table.suspended, f"{message}: suspended or not?")
    check((about == "go-on") == table.paused, f"{message}: paused or not?")
    voters = _voters(table)
    if table.poll is not None:
        check(table.poll.about == about, f"{message} comes before {table.poll}")
        before = [seat for seat, vote in enumerate(table.poll.votes) if vote is not None]
        check(all(votes[seat] is not None for seat in before), f"{message} after {table.poll}")
    table.settled = ""
    if not message.result:
        table.poll = message
        if about != "missing":
            open_ = [seat for seat in voters if votes[seat] is None]
            check(open_ or table.away, f"{message} is not decided?")
            check("no" not in [votes[seat] for seat in voters], f"{message} goes on")
        return
    table.poll = None
    if message.result == "bot":
        check(about == "missing", f"{message}: a bot for whom?")
        wanted = [seat for seat in range(len(votes)) if votes[seat] == "bot"]
        check(wanted, f"{message}: nobody wanted a bot")
    elif message.result != "failed":
        check(message.result == "yes", f"{message}: what was chosen?")
        against = [seat for seat in voters if votes[seat] != "yes"]
        check(not against, f"{message}: {against} did not agree")
        check(votes.count("yes") >= message.needed, f"{message} has too few votes")
        table.settled = about


def hear_notice(mind: Mind, table: Table, message: server.Notice) -> None:
    """Take in that the players have agreed on something, or that a pause is over."""
    code, left_ms = message.code, message.clock_ms
    assert left_ms is not None
    if code in _DONE_BY:
        check(table.settled == _DONE_BY[code], f"{message}: nobody wanted that")
    elif "goes on with" not in message.text and "long enough" not in message.text:
        check(table.settled == "go-on", f"{message}: nobody wanted that")
    table.settled = ""
    turn, had = table.clock
    if code == "more-time":
        most = had + 1000 * table.started.turn_seconds
        check(turn is None or left_ms <= most + 1, f"{message}: too much")
        check(turn is None or left_ms >= min(had, left_ms), f"{message} takes time away")
        table.clock = (turn, left_ms)
        return
    if code == "going-on" and table.paused_with is not None and turn is not None:
        lost = abs(left_ms - table.paused_with)
        check(lost <= 1, f"{message}: there was {table.paused_with} left")
    table.paused = code == "paused"
    table.paused_with = left_ms if table.paused else None
    mind._clock(left_ms)


def check_end(table: Table) -> None:
    """Check that most of those who are here wanted a match to end."""
    poll = table.poll
    if poll is None and table.caught_up:
        return  # there was a last look at the match, and none at what was voted
    assert poll is not None, "ended by a vote that there was not"
    check(poll.about == "missing", f"{poll} ended it")
    here = _voters(table)
    ends = [seat for seat in here if poll.votes[seat] == "end"]
    check(2 * len(ends) > len(here), f"{poll}: {ends} are not most of {here}")
