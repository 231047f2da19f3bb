"""What the players decide together: pauses, more time, and about somebody who is missing."""

from __future__ import annotations

import pytest

from eriantys.server.matches.votes import OF_ALL
from eriantys.server.rows import MatchEnded
from eriantys.server.session import State
from eriantys.wire.fields import Ballot, Choice
from eriantys.wire.from_client import Leave, Move, Resume, Sync, Vote, Watch
from eriantys.wire.from_server import (
    Ended,
    Error,
    Notice,
    Presence,
    Request,
    ServerVote,
    Started,
    Update,
)
from eriantys.wire.from_server import State as Shown
from tests.server.parlour import Parlour, Person, error_of
from tests.server.scenes import PATIENT, a_table, back, by_turn, hand_of, match_of, state_of

QUIET = {**PATIENT, "grace": 30, "vote": 60, "pause": 600}


def a_pause(parlour: Parlour, *people: Person) -> None:
    """Let everybody agree on a pause."""
    for person in people:
        person.say(Vote("pause", "yes"))
    assert match_of(people[0]).paused
    assert parlour.core.house.timers.due(("clock", match_of(people[0]).id)) is None


def codes(person: Person) -> list[str]:
    return [notice.code for notice in person.all(Notice)]


# Pauses.


def test_a_pause_needs_everybody_and_stops_the_clock() -> None:
    parlour = Parlour(**QUIET)
    on_turn, other = a_table(parlour, turn_seconds=100)
    (zoe,) = parlour.enter("zoe")
    zoe.say(Watch(on_turn.match))
    parlour.wait(40)
    other.say(Vote("pause", "yes"))
    seat = other.last(Started).seat
    for person in (on_turn, other, zoe):
        vote = person.last(ServerVote)
        assert (vote.about, vote.choices, vote.needed) == ("pause", ("yes", "no"), 2)
        assert vote.votes == tuple("yes" if each == seat else None for each in range(2))
        assert (vote.left_ms, vote.result) == (60_000, "")
    assert not match_of(other).paused
    on_turn.say(Vote("pause", "yes"))
    for person in (on_turn, other, zoe):
        assert person.last(ServerVote).result == "yes"
        assert person.last(ServerVote).left_ms == 0
        assert person.last(ServerVote).votes == ("yes", "yes")
        notice = person.last(Notice)
        assert (notice.code, notice.clock_ms) == ("paused", 60_000)
    parlour.wait(599)
    assert not on_turn.closed
    on_turn.say(Sync())
    assert on_turn.last(Shown).paused
    assert on_turn.last(Shown).pause_ms == 1_000
    assert on_turn.last(Shown).left_ms == 60_000


def test_whoever_is_on_turn_ends_a_pause_by_acting() -> None:
    parlour = Parlour(**QUIET)
    on_turn, other = a_table(parlour, turn_seconds=100)
    parlour.wait(40)
    a_pause(parlour, on_turn, other)
    parlour.wait(300)
    card = max(hand_of(on_turn))
    on_turn.say(Move(1, f"lay {card}"))
    assert codes(other) == ["paused", "going-on"]
    assert other.last(Update).left_ms == 60_000
    parlour.wait(59)
    assert not on_turn.closed
    parlour.wait(1)
    assert on_turn.closed, "the clock runs again"


def test_all_together_can_end_a_pause() -> None:
    parlour = Parlour(**QUIET)
    on_turn, other = a_table(parlour, turn_seconds=100)
    a_pause(parlour, on_turn, other)
    other.say(Vote("go-on", "yes"))
    assert match_of(other).paused
    on_turn.say(Vote("go-on", "yes"))
    assert not match_of(other).paused
    assert codes(on_turn) == ["paused", "going-on"]
    parlour.wait(100)
    assert on_turn.closed


def test_a_pause_does_not_last_for_ever() -> None:
    parlour = Parlour(**QUIET)
    on_turn, other = a_table(parlour, turn_seconds=100)
    a_pause(parlour, on_turn, other)
    parlour.wait(600)
    assert codes(other) == ["paused", "going-on"]
    parlour.wait(99)
    assert not on_turn.closed
    parlour.wait(1)
    assert on_turn.closed


@pytest.mark.parametrize("policy", ["end", "wait"])
def test_whoever_is_lost_in_a_pause_has_until_its_end_and_the_time_of_grace(
    policy: str,
) -> None:
    parlour = Parlour(**QUIET)
    on_turn, other = a_table(parlour, turn_seconds=100, absence=policy)
    a_pause(parlour, on_turn, other)
    parlour.wait(100)
    on_turn.drop()
    presence = other.last(Presence)
    assert (presence.here, presence.left_ms) == (False, 530_000)
    parlour.wait(529)
    assert state_of(other) is State.PLAYING
    assert "suspended" not in codes(other)
    parlour.wait(1)
    assert state_of(other) is State.AFTER or match_of(other).suspended


def test_whoever_was_lost_before_a_pause_keeps_the_rest_of_the_grace() -> None:
    parlour = Parlour(**QUIET)
    people = parlour.seat("anna", "bert", "carl", turn_seconds=100)
    on_turn, second, third = by_turn(*people)
    for person in (second, third):
        person.say(Vote("pause", "yes"))
    third.drop()
    parlour.wait(10)
    on_turn.say(Vote("pause", "yes"))
    # All must agree who are not gone; whoever was here has agreed before.
    assert match_of(on_turn).paused
    parlour.wait(100)
    card = max(hand_of(on_turn))
    on_turn.say(Move(1, f"lay {card}"))
    parlour.wait(19)
    assert not [each for each in on_turn.all(Presence) if not each.left_ms]
    parlour.wait(1)
    assert on_turn.last(Presence).left_ms == 0


@pytest.mark.parametrize("about", OF_ALL)
def test_nobody_decides_for_one_who_is_gone(about: Ballot) -> None:
    parlour = Parlour(**QUIET)
    on_turn, other = a_table(parlour, turn_seconds=100)
    on_turn.say(Vote(about, "yes"))
    other.drop()
    parlour.wait(29)
    assert on_turn.last(ServerVote).result == ""
    parlour.wait(1)
    assert on_turn.last(ServerVote).result == "failed"
    assert error_of(on_turn.say(Vote(about, "yes"))) == "bad-vote"
    assert not match_of(on_turn).paused
    assert match_of(on_turn).clock_due is not None


def test_one_who_is_against_it_ends_the_vote() -> None:
    parlour = Parlour(**QUIET)
    on_turn, other = a_table(parlour)
    on_turn.say(Vote("pause", "yes"))
    other.say(Vote("pause", "no"))
    for person in (on_turn, other):
        assert person.last(ServerVote).result == "failed"
    assert match_of(other).poll is None
    assert not match_of(other).paused
    parlour.wait(60)
    assert len(on_turn.all(ServerVote)) == 2, "nothing is left of it"


def test_a_vote_that_nobody_settles_fails_in_time() -> None:
    parlour = Parlour(**QUIET)
    on_turn, other = a_table(parlour, turn_seconds=1000)
    on_turn.say(Vote("pause", "yes"))
    parlour.wait(59)
    assert on_turn.last(ServerVote).result == ""
    parlour.wait(1)
    assert on_turn.last(ServerVote).result == other.last(ServerVote).result == "failed"
    # A vote that comes too late begins another.
    other.say(Vote("pause", "yes"))
    assert not match_of(other).paused


def test_a_paused_match_that_must_wait_for_somebody_is_paused_no_more() -> None:
    parlour = Parlour(**QUIET)
    on_turn, other = a_table(parlour)
    a_pause(parlour, on_turn, other)
    on_turn.say(Leave())
    assert match_of(other).suspended
    assert not match_of(other).paused
    on_turn.say(Resume())
    assert not match_of(other).suspended
    assert on_turn.last(Request).id == 1


def test_a_pause_is_forgotten_by_a_restart() -> None:
    parlour = Parlour(**QUIET, restart_grace=60)
    on_turn, other = a_table(parlour, turn_seconds=100)
    a_pause(parlour, on_turn, other)
    parlour.crash()
    again = back(parlour, on_turn.name)
    assert not again.last(Started).paused
    assert again.request.id == 1


# More time.


def test_more_time_for_this_turn_needs_everybody() -> None:
    parlour = Parlour(**QUIET)
    on_turn, other = a_table(parlour, turn_seconds=100)
    parlour.wait(70)
    on_turn.say(Vote("time", "yes"))
    other.say(Vote("time", "yes"))
    notice = on_turn.last(Notice)
    assert (notice.code, notice.clock_ms) == ("more-time", 130_000)
    parlour.wait(129)
    assert not on_turn.closed
    parlour.wait(1)
    assert on_turn.closed


def test_there_is_no_more_time_than_a_turn_may_have() -> None:
    parlour = Parlour(**QUIET, turn_most=150)
    on_turn, other = a_table(parlour, turn_seconds=100)
    on_turn.say(Vote("time", "yes"))
    other.say(Vote("time", "yes"))
    assert on_turn.last(Notice).clock_ms == 150_000


def test_a_vote_about_a_turn_ends_with_it() -> None:
    parlour = Parlour(**QUIET)
    on_turn, other = a_table(parlour)
    on_turn.say(Vote("time", "yes"))
    on_turn.say(Move(1, "pass"))
    assert other.last(ServerVote).result == "failed"
    on_turn.say(Vote("pause", "yes"))
    other.say(Move(2, "pass"))
    assert other.last(ServerVote).result == "", "a pause is not about one turn"


# Somebody is missing.


def three_and_one_missing(parlour: Parlour) -> tuple[Person, Person, Person]:
    people = by_turn(*parlour.seat("anna", "bert", "carl"))
    people[0].say(Leave())
    missing, one, two = people
    assert match_of(one).suspended
    return missing, one, two


def test_those_who_are_here_are_asked_whether_to_wait() -> None:
    parlour = Parlour(**QUIET)
    _missing, one, two = three_and_one_missing(parlour)
    for person in (one, two):
        vote = person.last(ServerVote)
        assert (vote.about, vote.choices) == ("missing", ("wait", "end"))
        assert (vote.votes, vote.needed, vote.left_ms) == ((None, None, None), 2, 0)
    (zoe,) = parlour.enter("zoe")
    assert error_of(zoe.say(Watch(one.match))) == "no-such-match"


def test_more_than_half_of_those_here_can_end_it() -> None:
    parlour = Parlour(**QUIET)
    missing, one, two = three_and_one_missing(parlour)
    one.say(Vote("missing", "end"))
    assert match_of(one).suspended
    two.say(Vote("missing", "wait"))
    assert match_of(one).suspended, "a tie means to wait"
    two.say(Vote("missing", "end"))
    for person in (one, two):
        ended = person.last(Ended)
        assert (ended.reason, ended.ranking) == ("voted", ())
        assert missing.name in ended.text
        assert state_of(person) is State.AFTER
    assert isinstance(parlour.kept[-1], MatchEnded)
    assert error_of(missing.say(Resume())) == "no-saved-match"


def test_a_vote_can_be_changed_and_whoever_comes_sees_how_it_stands() -> None:
    parlour = Parlour(**QUIET)
    _missing, one, two = three_and_one_missing(parlour)
    one.say(Vote("missing", "end"))
    one.say(Vote("missing", "wait"))
    two.say(Vote("missing", "end"))
    assert match_of(one).suspended
    two.drop()
    again = back(parlour, two.name)
    assert state_of(again) is State.LOBBY
    again.say(Resume())
    vote = again.last(ServerVote)
    assert sorted(str(each) for each in vote.votes) == ["None", "end", "wait"]


def test_everybody_is_told_that_one_more_vote_is_needed_when_somebody_is_back() -> None:
    parlour = Parlour(**QUIET)
    _missing, one, two = three_and_one_missing(parlour)
    two.say(Leave())
    assert one.last(ServerVote).needed == 1
    two.say(Resume())
    assert one.last(ServerVote).needed == two.last(ServerVote).needed == 2


def test_whoever_asks_for_everything_again_is_told_of_the_vote_as_well() -> None:
    parlour = Parlour(**QUIET)
    on_turn, other = a_table(parlour)
    on_turn.say(Vote("pause", "yes"))
    news = other.say(Sync())
    assert [type(each) for each in news] == [Shown, ServerVote]


def test_when_one_who_wants_to_wait_goes_the_others_decide() -> None:
    parlour = Parlour(**QUIET)
    _missing, one, two = three_and_one_missing(parlour)
    one.say(Vote("missing", "end"))
    two.say(Leave())
    assert one.last(Ended).reason == "voted"


def test_one_alone_may_end_a_match_of_two() -> None:
    parlour = Parlour(**QUIET)
    on_turn, other = a_table(parlour)
    on_turn.say(Leave())
    other.say(Vote("missing", "end"))
    assert other.last(Ended).reason == "voted"


def test_nobody_is_asked_any_more_when_the_match_goes_on() -> None:
    parlour = Parlour(**QUIET)
    missing, one, _two = three_and_one_missing(parlour)
    one.say(Vote("missing", "end"))
    missing.say(Resume())
    assert match_of(one).poll is None
    assert error_of(one.say(Vote("missing", "end"))) == "bad-vote"


def test_an_end_that_cannot_be_saved_is_no_end() -> None:
    parlour = Parlour(**QUIET)
    on_turn, other = a_table(parlour)
    on_turn.say(Leave())
    parlour.broken = True
    other.say(Vote("missing", "end"))
    assert other.last(Notice).code == "store-unavailable"
    assert match_of(other).suspended
    parlour.broken = False
    other.say(Vote("missing", "end"))
    assert other.last(Ended).reason == "voted"


def test_a_suspended_match_loaded_from_disk_can_be_voted_about() -> None:
    parlour = Parlour(**QUIET)
    on_turn, other = a_table(parlour)
    on_turn.say(Leave())
    parlour.crash()
    again = back(parlour, other.name)
    again.say(Resume())
    assert again.last(ServerVote).about == "missing"
    again.say(Vote("missing", "end"))
    assert again.last(Ended).reason == "voted"


# What makes no sense.


@pytest.mark.parametrize(
    ("about", "choice"),
    [
        ("pause", "no"),
        ("pause", "end"),
        ("time", "wait"),
        ("go-on", "yes"),
        ("missing", "end"),
        ("missing", "bot"),
    ],
)
def test_a_vote_that_makes_no_sense_is_refused(about: Ballot, choice: Choice) -> None:
    parlour = Parlour(**QUIET)
    on_turn, other = a_table(parlour)
    heard = len(other.heard)
    assert error_of(on_turn.say(Vote(about, choice))) == "bad-vote"
    assert match_of(on_turn).poll is None
    assert len(other.heard) == heard


@pytest.mark.parametrize("about", ["pause", "time"])
def test_a_paused_match_is_not_paused_again(about: Ballot) -> None:
    parlour = Parlour(**QUIET)
    on_turn, other = a_table(parlour)
    a_pause(parlour, on_turn, other)
    assert error_of(on_turn.say(Vote(about, "yes"))) == "bad-vote"


def test_one_vote_at_a_time() -> None:
    parlour = Parlour(**QUIET)
    on_turn, other = a_table(parlour)
    on_turn.say(Vote("pause", "yes"))
    assert error_of(other.say(Vote("time", "yes"))) == "bad-vote"
    assert other.last(ServerVote).about == "pause"


def test_while_somebody_is_missing_only_that_is_voted_about() -> None:
    parlour = Parlour(**QUIET)
    on_turn, other = a_table(parlour)
    other.say(Vote("pause", "yes"))
    on_turn.say(Leave())
    results = [vote.result for vote in other.all(ServerVote)]
    assert results == ["", "failed", ""]
    assert error_of(other.say(Vote("pause", "yes"))) == "bad-vote"
    assert error_of(other.say(Vote("missing", "bot"))) == "bad-vote"


def test_whoever_is_out_of_the_game_does_not_decide() -> None:
    parlour = Parlour(**QUIET)
    people = by_turn(*parlour.seat("anna", "bert", "carl"))
    match = match_of(people[0])
    match.state.standing[people[2].last(Started).seat or 0] = False
    assert error_of(people[2].say(Vote("pause", "yes"))) == "bad-vote"
    for person in people[:2]:
        person.say(Vote("pause", "yes"))
    assert match.paused


def test_a_player_alone_decides_at_once() -> None:
    parlour = Parlour(**QUIET)
    (anna,) = parlour.seat("anna")
    anna.say(Vote("pause", "yes"))
    assert not anna.all(Error)
    assert match_of(anna).paused
