"""A bot that has a vote goes along with the people, so that nobody waits for it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from eriantys.bots.ballots import Ballots
from eriantys.bots.visit import Aim
from eriantys.wire.from_client import Create, Join, Leave, Move, Vote
from eriantys.wire.from_server import Ended, Presence, Request, ServerVote, Started, State
from tests.bots.test_visit import Visitor, go_on
from tests.keys import A_NONCE
from tests.server.parlour import Parlour, Person
from tests.server.scenes import match_of
from tests.wire import samples

STARTED = next(each for each in samples.FROM_SERVER if isinstance(each, Started))
SHOWN = next(each for each in samples.FROM_SERVER if isinstance(each, State))
MISSING = ("wait", "end", "bot")


def ballots(*, away: tuple[int, ...] = ()) -> Ballots:
    """Sit at the second of four seats, the last of which is that of a bot of the server."""
    made = Ballots()
    bots = (None, None, None, "easy")
    assert made.hear(replace(STARTED, seat=1, bots=bots, away=away)) == []
    return made


def asked(made: Ballots, about: str, *votes: str | None, result: str = "") -> list[str]:
    """Tell how a vote stands, and what the bot votes for then."""
    choices = MISSING if about == "missing" else ("yes", "no")
    said = made.hear(ServerVote(17, about, choices, votes, 2, result=result))
    assert all(vote.about == about for vote in said)
    return [vote.choice for vote in said]


@pytest.mark.parametrize("about", ["pause", "go-on", "time"])
def test_it_agrees_to_what_people_propose_and_says_so_once(about: str) -> None:
    made = ballots()
    assert asked(made, about, "yes", None, None, None) == ["yes"]
    assert asked(made, about, "yes", "yes", None, None) == []
    assert asked(made, about, "yes", None, "no", None, result="failed") == []


def test_about_somebody_missing_all_people_who_are_here_come_first() -> None:
    made = ballots()
    assert asked(made, "missing", None, None, None, None) == []
    assert asked(made, "missing", "end", None, None, None) == []
    assert asked(made, "missing", "end", None, "end", None) == ["end"]
    assert asked(made, "missing", "end", "end", "end", None) == []
    # It is not the bot that decides between two; and people may change their minds.
    assert asked(made, "missing", "end", "end", "wait", None) == ["wait"]
    assert asked(made, "missing", "bot", "wait", "bot", None) == ["bot"]


def test_nobody_waits_for_the_vote_of_one_who_is_not_there() -> None:
    made = ballots(away=(2,))
    assert asked(made, "missing", "bot", None, None, None) == ["bot"]
    made.hear(Presence(17, 2, "zoe", True, "back"))
    assert asked(made, "missing", "bot", None, None, None) == []
    made.hear(Presence(17, 2, "zoe", False, "left"))
    assert asked(made, "missing", "bot", None, None, None) == ["bot"]
    made.hear(replace(SHOWN, away=()))
    assert asked(made, "missing", "bot", None, None, None) == []


def test_what_it_does_not_know_it_leaves_alone() -> None:
    made = ballots()
    assert asked(made, "rematch", "yes", None, None, None) == []
    assert asked(made, "pause", "yes") == []
    assert made.hear(ServerVote(17, "missing", ("wait",), ("end", None, "end", None), 2)) == []
    assert asked(Ballots(), "pause", "yes", None, None, None) == []


def table(parlour: Parlour, *others: str) -> tuple[Person, Visitor, list[Person]]:
    """Seat somebody, others, and a bot from outside at one match."""
    ada, *more = parlour.enter("ada", *others)
    ada.say(Create("eriantys", 2 + len(others), A_NONCE, absence="wait"))
    for each in more:
        each.say(Join(A_NONCE, 1))
    luna = Visitor(parlour, Aim("eriantys", match=1), "luna")
    go_on(luna)
    return ada, luna, more


def test_people_pause_a_match_with_it_and_go_on() -> None:
    ada, luna, _ = table(Parlour())
    ada.say(Vote("pause", "yes"))
    go_on(luna)
    assert match_of(ada).paused
    ada.say(Vote("go-on", "yes"))
    go_on(luna)
    assert not match_of(ada).paused
    assert luna.errors == []


def test_a_match_that_waits_for_somebody_can_be_ended_with_it() -> None:
    ada, luna, (zoe,) = table(Parlour(), "zoe")
    zoe.say(Leave())
    while not match_of(ada).suspended:
        request = ada.last(Request)
        assert request.legal
        ada.say(Move(request.id, str(request.legal[0])))
        go_on(luna)
    ada.say(Vote("missing", "end"))
    go_on(luna)
    assert ada.last(Ended).reason == "voted"
    assert luna.errors == []
