"""Bots for people who are gone: by the match's policy, or because the others voted for it."""

from __future__ import annotations

from typing import Any

import pytest

from eriantys.server.rows import Acted, MatchEnded, MatchResumed, MatchSuspended
from eriantys.server.session import State
from eriantys.wire.from_client import Bye, Create, Join, Leave, Move, Resume, Sync, Vote, Watch
from eriantys.wire.from_server import (
    Ended,
    Named,
    Notice,
    Presence,
    Request,
    ServerBye,
    ServerVote,
    Started,
    Update,
)
from eriantys.wire.from_server import State as Shown
from tests.keys import A_NONCE
from tests.server.automata import answer_all, come, come_all
from tests.server.parlour import Parlour, Person, error_of
from tests.server.scenes import MOMENT, PATIENT, a_table, back, by_turn, match_of, state_of

QUIET = {**PATIENT, "grace": 30, "bot_answer": 10}
BOT = {"absence": "bot", "bot_level": "hard", "turn_seconds": 100}


def seat_of(person: Person) -> int:
    seat = person.last(Started).seat
    assert seat is not None
    return seat


def codes(person: Person) -> list[str]:
    return [notice.code for notice in person.all(Notice)]


def beside_bot(parlour: Parlour, **create: Any) -> tuple[Person, Person]:
    """Begin a match of one person and a bot, at which the bot is on turn."""
    (anna,) = parlour.enter("anna")
    anna.say(Create("toy", 2, A_NONCE, bots=("easy",), **create))
    bot = come(parlour)
    if match_of(anna).turn == 0:
        anna.say(Move(1, "pass"))
    return anna, bot


# The policy.


def test_a_bot_plays_for_somebody_who_is_gone_and_everybody_is_told() -> None:
    parlour = Parlour(bots=True, **QUIET)
    on_turn, other = a_table(parlour, **BOT)
    (zoe,) = parlour.enter("zoe")
    zoe.say(Watch(on_turn.match))
    assert other.last(Started).bot_level == "hard"
    parlour.wait(20)
    on_turn.drop()
    assert not other.last(Presence).bot
    parlour.wait(30 - MOMENT)
    assert not parlour.summons
    parlour.wait(MOMENT)
    for person in (other, zoe):
        presence = person.last(Presence)
        assert (presence.seat, presence.here, presence.bot) == (seat_of(on_turn), False, True)
        assert (presence.cause, presence.left_ms) == ("closed", 0)
    assert [call.level for call in parlour.summons] == ["hard"]
    bot = come(parlour)
    assert bot.last(Named).name == f"Bot for {on_turn.name}"
    assert (bot.last(Started).seat, bot.request.left_ms) == (seat_of(on_turn), 80_000)
    assert bot.last(Started).stand_ins == (seat_of(on_turn),)
    assert bot.last(Started).away == (seat_of(on_turn),)
    bot.play()
    assert other.last(Update).seat == seat_of(on_turn)
    assert other.say(Sync())[0].stand_ins == (seat_of(on_turn),)
    assert not codes(other)


@pytest.mark.parametrize("how", ["leave", "bye"])
def test_a_bot_plays_at_once_for_somebody_who_left(how: str) -> None:
    parlour = Parlour(bots=True, **QUIET)
    on_turn, other = a_table(parlour, **BOT)
    other.say(Leave() if how == "leave" else Bye())
    presence = on_turn.last(Presence)
    assert (presence.bot, presence.cause) == (True, "left")
    bot = come(parlour)
    on_turn.say(Move(1, "pass"))
    assert bot.request.id == 2
    answer_all(on_turn, bot)
    assert on_turn.last(Ended).scores


def test_who_is_back_plays_on_in_the_middle_of_the_turn_of_the_bot() -> None:
    parlour = Parlour(bots=True, **QUIET)
    on_turn, other = a_table(parlour, **BOT)
    on_turn.drop()
    parlour.wait(30)
    bot = come(parlour)
    parlour.wait(15)
    again = back(parlour, on_turn.name)
    assert bot.last(ServerBye).code == "dismissed"
    assert bot.closed
    assert again.request.id == bot.request.id == 1
    assert again.request.legal == bot.request.legal
    assert again.request.left_ms == 85_000
    assert again.last(Started).stand_ins == ()
    presence = other.last(Presence)
    assert (presence.here, presence.bot, presence.cause) == (True, False, "back")
    # What the bot still says is nobody's.
    bot.say(Move(1, "pass"))
    assert match_of(again).number == 0
    again.say(Move(1, "pass"))
    assert other.last(Update).number == 1
    parlour.wait(60)
    assert not parlour.summons


def test_who_is_back_before_the_bot_has_come_makes_its_ticket_worthless() -> None:
    parlour = Parlour(bots=True, **QUIET)
    on_turn, _other = a_table(parlour, **BOT)
    on_turn.say(Leave())
    on_turn.say(Resume())
    bot = come(parlour)
    assert state_of(bot) is State.NEW
    assert on_turn.request.id == 1
    parlour.wait(60)
    assert not parlour.summons


def test_a_bot_has_a_moment_for_the_turn_of_one_who_was_too_slow() -> None:
    parlour = Parlour(bots=True, **QUIET)
    on_turn, other = a_table(parlour, **BOT)
    parlour.wait(100)
    assert on_turn.last(ServerBye).code == "too-slow"
    assert other.last(Presence).bot
    bot = come(parlour)
    assert bot.request.left_ms == 10_000
    # But only once in a turn, however often somebody comes back and goes.
    again = back(parlour, on_turn.name)
    if state_of(again) is State.LOBBY:
        again.say(Resume())
    assert again.request.left_ms == 10_000
    parlour.wait(8)
    again.say(Leave())
    assert come(parlour).request.left_ms == 2_000


def test_nobody_waits_for_a_bot_that_does_not_come_for_somebody_either() -> None:
    parlour = Parlour(bots=True, **QUIET)
    on_turn, other = a_table(parlour, **BOT)
    on_turn.say(Leave())
    parlour.wait(10)
    assert other.last(Update).seat == seat_of(on_turn)


def test_without_bots_the_policy_is_to_wait() -> None:
    parlour = Parlour(bots=True, **QUIET)
    on_turn, other = a_table(parlour, **BOT)
    parlour.bots = False
    parlour.crash()
    one, two = (back(parlour, person.name) for person in (on_turn, other))
    one.say(Leave())
    assert codes(two) == ["suspended"]
    assert two.last(ServerVote).choices == ("wait", "end")


# Nobody is left.


def test_bots_do_not_go_on_when_the_last_person_is_gone() -> None:
    parlour = Parlour(bots=True, **QUIET)
    on_turn, other = a_table(parlour, **BOT)
    other.say(Leave())
    bot = come(parlour)
    on_turn.say(Leave())
    assert isinstance(parlour.kept[-2], MatchSuspended)
    assert bot.last(ServerBye).code == "dismissed"
    assert not parlour.core.house.matches
    lines = [row for row in parlour.kept if isinstance(row, Acted)]
    parlour.wait(1000)
    assert [row for row in parlour.kept if isinstance(row, Acted)] == lines
    assert not parlour.summons


@pytest.mark.parametrize("who", ["on turn", "other"])
def test_it_goes_on_when_anybody_is_back(who: str) -> None:
    parlour = Parlour(bots=True, **QUIET)
    on_turn, other = a_table(parlour, **BOT)
    other.say(Leave())
    on_turn.say(Leave())
    parlour.summons.clear()
    first, second = (on_turn, other) if who == "on turn" else (other, on_turn)
    first.say(Resume())
    assert isinstance(parlour.kept[-1], MatchResumed)
    assert first.last(Notice).code == "resumed"
    presence = first.last(Presence)
    assert (presence.seat, presence.bot) == (seat_of(second), True)
    bot = come(parlour)
    assert bot.last(Started).seat == seat_of(second)
    answer_all(first, bot)
    assert first.last(Ended).scores


@pytest.mark.parametrize("absence", ["wait", "bot"])
@pytest.mark.parametrize("how", ["leave", "loss"])
def test_a_person_alone_with_bots_leaves_nothing_going_on(how: str, absence: str) -> None:
    parlour = Parlour(bots=True, **QUIET)
    anna, bot = beside_bot(parlour, absence=absence, turn_seconds=1000)
    if how == "leave":
        anna.say(Leave())
    else:
        anna.drop()
        parlour.wait(30 - MOMENT)
        assert not bot.closed, "bots play on as long as somebody may come back"
        parlour.wait(MOMENT)
        anna = back(parlour, "anna")
        assert state_of(anna) is State.LOBBY
    assert bot.closed
    assert not parlour.core.house.matches
    parlour.wait(100)
    assert not parlour.summons
    anna.say(Resume())
    assert anna.last(Notice).code == "resumed"
    (again,) = come_all(parlour)
    answer_all(anna, again)
    assert anna.last(Ended).scores


def test_a_person_alone_with_bots_may_want_the_match_to_end_with_them() -> None:
    parlour = Parlour(bots=True, **QUIET)
    anna, bot = beside_bot(parlour, absence="end")
    anna.drop()
    parlour.wait(30)
    assert parlour.kept[-1] == MatchEnded(1, "left", seat=0)
    assert bot.last(Ended).reason == "left"
    assert bot.closed


def test_an_empty_match_is_suspended_even_if_that_cannot_be_saved_at_once() -> None:
    parlour = Parlour(bots=True, **QUIET)
    anna, bot = beside_bot(parlour, turn_seconds=1000)
    parlour.broken = True
    anna.say(Leave())
    parlour.wait(5)
    assert not bot.closed
    parlour.broken = False
    parlour.wait(1)
    assert bot.closed
    assert not parlour.core.house.matches


def test_whoever_looks_on_is_no_person_who_plays() -> None:
    parlour = Parlour(bots=True, **QUIET)
    anna, bot = beside_bot(parlour, turn_seconds=1000)
    (zoe,) = parlour.enter("zoe")
    zoe.say(Watch(anna.match))
    anna.say(Leave())
    assert bot.closed
    assert codes(zoe) == ["suspended"]
    anna.say(Resume())
    assert codes(zoe) == ["suspended", "resumed"]


# The vote.


def test_those_who_are_here_can_let_a_bot_in() -> None:
    parlour = Parlour(bots=True, **QUIET)
    missing, one, two = by_turn(*parlour.seat("anna", "bert", "carl", bot_level="easy"))
    missing.say(Leave())
    vote = one.last(ServerVote)
    assert (vote.about, vote.choices, vote.needed) == ("missing", ("wait", "end", "bot"), 2)
    one.say(Vote("missing", "bot"))
    assert match_of(one).suspended
    assert not parlour.summons
    two.say(Vote("missing", "bot"))
    for person in (one, two):
        assert person.last(ServerVote).result == "bot"
        assert codes(person) == ["suspended", "resumed"]
        presence = person.last(Presence)
        assert (presence.seat, presence.here, presence.bot) == (seat_of(missing), False, True)
    assert [call.level for call in parlour.summons] == ["easy"]
    bot = come(parlour)
    assert bot.request.id == 1
    bot.say(Move(1, "pass"))
    answer_all(one, two)
    # It plays until the player is back.
    assert bot.request.id == 4
    missing.say(Resume())
    assert bot.closed
    assert missing.request.id == 4


def test_a_bot_needs_more_than_half_and_may_be_voted_down() -> None:
    parlour = Parlour(bots=True, **QUIET)
    missing, one, two = by_turn(*parlour.seat("anna", "bert", "carl"))
    missing.say(Leave())
    one.say(Vote("missing", "bot"))
    two.say(Vote("missing", "end"))
    assert match_of(one).suspended
    one.say(Vote("missing", "end"))
    assert one.last(Ended).reason == "voted"
    assert not parlour.summons


def test_bots_have_no_vote_about_a_bot() -> None:
    parlour = Parlour(bots=True, **QUIET)
    (anna, bert) = parlour.enter("anna", "bert")
    anna.say(Create("toy", 4, A_NONCE, bots=("easy", "easy"), turn_seconds=100))
    bert.say(Join(A_NONCE, 1))
    bots = come_all(parlour)
    answer_all(*bots)
    on_turn, other = (anna, bert) if match_of(anna).turn == seat_of(anna) else (bert, anna)
    on_turn.say(Leave())
    vote = other.last(ServerVote)
    assert (vote.needed, vote.votes) == (1, (None,) * 4)
    assert all(bot.closed for bot in bots)
    other.say(Vote("missing", "bot"))
    assert other.last(ServerVote).result == "bot"
    bots = come_all(parlour)
    assert len(bots) == 3
    answer_all(other, *bots)
    assert other.last(Ended).scores


def test_a_bot_that_was_voted_for_comes_as_soon_as_that_can_be_saved() -> None:
    parlour = Parlour(bots=True, **QUIET)
    on_turn, other = a_table(parlour)
    on_turn.say(Leave())
    parlour.broken = True
    other.say(Vote("missing", "bot"))
    parlour.wait(3)
    assert match_of(other).suspended
    parlour.broken = False
    parlour.wait(1)
    assert not match_of(other).suspended
    assert len(parlour.summons) == 1


def test_who_is_back_before_the_vote_took_effect_plays() -> None:
    parlour = Parlour(bots=True, **QUIET)
    on_turn, other = a_table(parlour)
    on_turn.say(Leave())
    parlour.broken = True
    other.say(Vote("missing", "bot"))
    on_turn.say(Resume())
    parlour.broken = False
    parlour.wait(1)
    assert on_turn.request.id == 1
    assert match_of(other).stand_ins == ()
    assert match_of(other).poll is None
    assert not parlour.summons


def test_one_who_has_a_bot_is_not_asked_about_a_pause() -> None:
    parlour = Parlour(bots=True, **QUIET)
    people = by_turn(*parlour.seat("anna", "bert", "carl", **BOT))
    people[0].say(Vote("pause", "yes"))
    people[1].say(Vote("pause", "yes"))
    people[2].drop()
    parlour.wait(30 - MOMENT)
    assert not match_of(people[0]).paused
    parlour.wait(MOMENT)
    assert match_of(people[0]).paused
    assert people[0].last(ServerVote).needed == 2


# Restarts.


def test_bots_come_back_as_soon_as_a_person_is_back() -> None:
    parlour = Parlour(bots=True, **QUIET, restart_grace=60)
    anna, bot = beside_bot(parlour, turn_seconds=100)
    parlour.wait(70)
    parlour.crash()
    (zoe,) = parlour.enter("zoe")
    zoe.say(Watch(anna.match))
    parlour.wait(50)
    assert not parlour.summons
    again = back(parlour, "anna")
    assert again.last(Started).bots == (None, "easy")
    bot = come(parlour)
    request = bot.request
    assert (request.id, request.left_ms >= 30_000) == (match_of(again).number + 1, True)
    answer_all(again, bot)
    assert again.last(Ended).scores


def test_after_a_restart_a_bot_plays_for_those_who_stay_away() -> None:
    parlour = Parlour(bots=True, **QUIET, restart_grace=60)
    on_turn, other = a_table(parlour, **BOT)
    on_turn.say(Leave())
    come(parlour)
    parlour.crash()
    again = back(parlour, other.name)
    assert not parlour.summons
    assert again.last(Started).stand_ins == ()
    parlour.wait(60)
    assert again.last(Presence).bot
    bot = come(parlour)
    bot.play()
    assert again.last(Update).seat == seat_of(on_turn)


def test_a_match_with_bots_to_which_nobody_came_back_is_suspended() -> None:
    parlour = Parlour(bots=True, **QUIET, restart_grace=60)
    beside_bot(parlour, absence="bot")
    parlour.crash()
    (zoe,) = parlour.enter("zoe")
    zoe.say(Watch(1))
    parlour.wait(60)
    assert zoe.last(Notice).code == "suspended"
    assert isinstance(zoe.say(Sync())[0], Shown)
    zoe.say(Leave())
    assert not parlour.core.house.matches
    assert not parlour.core.house.tickets
    anna = back(parlour, "anna")
    anna.say(Resume())
    bot = come(parlour, parlour.summons[-1])
    assert isinstance(bot.heard[-1], Request | Started)
    assert error_of(anna.say(Vote("missing", "bot"))) == "bad-vote"
