"""Faults that long simulations met first, each in the shortest scene that shows it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from eriantys.server.inputs import Behind, CaughtUp, Received, Stop
from eriantys.server.session import State
from eriantys.wire.from_client import (
    Answer,
    Leave,
    Move,
    Quick,
    Rematch,
    Resign,
    Resume,
    Sync,
    TakeSeat,
    Vote,
    Watch,
)
from eriantys.wire.from_server import Notice, Seated, ServerPing, ServerVote, Started, Update
from eriantys.wire.messages import write
from tests.keys import A_NONCE
from tests.server.parlour import Parlour, error_of
from tests.server.scenes import PATIENT, a_table, by_turn, match_of, seated, state_of

BARE_QUICK = Quick("toy", A_NONCE)


def test_a_deadline_that_rounding_puts_at_this_very_instant_comes_up_only_once() -> None:
    for start in range(200):
        # Times of all kinds: the sum may be now, and the difference still be too small.
        parlour = Parlour(now=1000 + start / 7, ping=0.1, silence=0.3)
        pops = _count_pops(parlour)
        anna = parlour.connect()
        while not anna.closed:
            parlour.now = parlour.core.next_due() or parlour.now
            parlour.turn()
        assert anna.all(ServerPing)
        assert pops.total() < 20


def _count_pops(parlour: Parlour) -> Counter[str]:
    """Count deadlines as they come up, and stop where they do so for ever."""
    timers, pops = parlour.core.house.timers, Counter[str]()
    pop = timers.pop

    def counted(now: float) -> Any:
        pops["all"] += 1
        assert pops.total() < 1000
        return pop(now)

    timers.pop = counted  # type: ignore[method-assign]
    return pops


def test_after_the_goodbye_nothing_is_kept_or_said_any_more() -> None:
    parlour = Parlour(grace=0)
    first, second = by_turn(*parlour.seat("anna", "bert", absence="wait"))
    second.drop()
    # The turn passes to somebody who is gone in the very step in which the server stops.
    move = write(Move(first.request.id, "pass"))
    core = parlour.core
    parlour.commit(core.step([Received(first.connection, move), Stop()], parlour.now))
    core.committed()
    assert core.outgoing()
    assert core.step([], parlour.now) == []
    core.committed()
    assert core.outgoing() == []


def test_a_newcomer_does_not_overtake_those_who_stand_in_line() -> None:
    parlour = Parlour()
    anna, bert, carl, dora = parlour.enter("anna", "bert", "carl", "dora")
    anna.say(BARE_QUICK)
    for value in (2, True, 1, "full"):
        anna.say(Answer(anna.request.id, value))
    parlour.broken = True
    bert.say(BARE_QUICK)
    # The match is full and cannot begin, so carl is asked what the next one shall be.
    carl.say(BARE_QUICK)
    assert carl.request.kind == "seats"
    bert.say(Leave())
    dora.say(BARE_QUICK)
    assert carl.last(Seated).match == anna.last(Seated).match
    assert dora.request.kind == "seats"


def test_nothing_is_due_for_a_match_that_was_given_up_while_it_could_not_go_on() -> None:
    parlour = Parlour()
    first, _ = by_turn(*parlour.seat("anna", "bert", absence="wait"))
    match = first.match
    first.say(Leave())
    parlour.broken = True
    first.say(Resume(match))
    timers = parlour.core.house.timers
    assert timers.due(("resume", match)) is not None
    parlour.broken = False
    first.say(Resign())
    assert match not in parlour.core.house.matches
    assert timers.due(("resume", match)) is None


def test_whoever_chooses_what_there_is_no_room_for_is_asked_again() -> None:
    parlour = Parlour(rooms=1)
    anna = seated(parlour, "anna")
    (bert,) = parlour.enter("bert")
    bert.say(BARE_QUICK)
    for value in (2, True, 1):
        bert.say(Answer(bert.request.id, value))
    request = bert.request
    assert error_of(bert.say(Answer(request.id, "full"))) == "server-full"
    assert state_of(bert) is State.ASKED
    assert bert.request == request
    anna.say(Leave())
    bert.say(Answer(request.id, "full"))
    assert state_of(bert) is State.SEATED


@pytest.mark.parametrize("by_acting", [True, False])
def test_no_vote_about_a_pause_outlives_it(by_acting: bool) -> None:
    parlour = Parlour(**PATIENT, vote=60, pause=30)
    on_turn, other = a_table(parlour)
    for person in (on_turn, other):
        person.say(Vote("pause", "yes"))
    other.say(Vote("go-on", "yes"))
    if by_acting:
        on_turn.say(Move(1, "pass"))
    else:
        parlour.wait(30)
    assert other.last(Notice).code == "going-on"
    vote = other.last(ServerVote)
    assert (vote.about, vote.result) == ("go-on", "failed")
    assert match_of(other).poll is None
    other.say(Vote("pause", "yes"))
    assert other.last(ServerVote).about == "pause"


def test_nobody_takes_the_seat_of_another_in_a_rematch() -> None:
    parlour = Parlour()
    anna, bert = parlour.seat("anna", "bert")
    anna.say(Resign())
    anna.say(Rematch(A_NONCE))
    assert error_of(anna.say(TakeSeat(seat=1))) == "seat-taken"
    other_nonce = b"o" * 16
    anna.say(TakeSeat(nonce=other_nonce))
    bert.say(Rematch(A_NONCE))
    assert anna.last(Started).players == ("anna", "bert")
    assert anna.last(Started).nonces == (other_nonce, A_NONCE)


def test_whoever_has_left_and_come_back_has_missed_nothing_of_what_comes() -> None:
    parlour = Parlour(frames_at_once=2)
    on_turn, _ = a_table(parlour)
    (zoe,) = parlour.enter("zoe")
    zoe.say(Watch(on_turn.match))
    said = (Sync(), Sync(), Leave(), Watch(on_turn.match))
    core = parlour.core
    core.step([Received(zoe.connection, b"".join(map(write, said)))], parlour.now)
    core.committed()
    # The first answers were not read, and the rest of what was said comes in the same step.
    parlour.turn([Behind(zoe.connection)])
    on_turn.say(Move(1, "pass"))
    assert zoe.last(Update).number == 1


def test_whoever_is_back_and_cannot_go_on_yet_knows_of_the_vote() -> None:
    parlour = Parlour()
    on_turn, other = a_table(parlour, absence="wait")
    match = on_turn.match
    on_turn.say(Leave())
    other.say(Vote("missing", "wait"))
    parlour.broken = True
    on_turn.say(Resume(match))
    assert match_of(on_turn).suspended
    assert "wait" in on_turn.last(ServerVote).votes


def test_whoever_was_behind_knows_of_the_vote_that_has_begun_meanwhile() -> None:
    parlour = Parlour()
    on_turn, other = a_table(parlour)
    (zoe,) = parlour.enter("zoe")
    zoe.say(Watch(on_turn.match))
    parlour.turn([Behind(zoe.connection)])
    other.say(Vote("pause", "yes"))
    assert not zoe.all(ServerVote)
    parlour.turn([CaughtUp(zoe.connection)])
    assert zoe.heard[-1] == other.last(ServerVote)


def test_a_vote_does_not_wait_for_somebody_who_is_out_of_the_game() -> None:
    parlour = Parlour(**PATIENT)
    people = parlour.seat("anna", "bert", "carl")
    on_turn, *others = by_turn(*people)
    for person in others:
        person.say(Vote("pause", "yes"))
    match = match_of(on_turn)
    match.state.pile.append(0)
    on_turn.say(Move(1, "reveal"))
    assert len(match.game.active(match.state)) == 2
    assert match.paused
    assert others[0].last(ServerVote).result == "yes"


def test_time_that_was_granted_is_not_lost_while_a_match_is_suspended() -> None:
    parlour = Parlour(**PATIENT, clock_least=30)
    on_turn, other = a_table(parlour, absence="wait", turn_seconds=100)
    match = on_turn.match
    for person in (on_turn, other):
        person.say(Vote("time", "yes"))
    for person in (on_turn, other):
        person.say(Leave())
    assert match not in parlour.core.house.matches
    on_turn.say(Resume(match))
    assert on_turn.last(Notice).code == "resumed"
    assert on_turn.request.left_ms == 200_000
