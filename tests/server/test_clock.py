"""One clock for each seat and turn: what runs it, what stops it; nothing refills it."""

from __future__ import annotations

import pytest

from eriantys.server.session import State
from eriantys.wire.from_client import Leave, Move, Ping, Resign, Resume, Sync, Try, Undo
from eriantys.wire.from_server import (
    Ended,
    Notice,
    Presence,
    Request,
    ServerBye,
    Started,
    Update,
)
from eriantys.wire.from_server import State as Shown
from tests.server.parlour import Parlour, Person
from tests.server.scenes import MOMENT, PATIENT, a_table, back, hand_of, match_of, state_of


def a_clock(**limits: float) -> tuple[Parlour, Person, Person]:
    parlour = Parlour(**{**PATIENT, "grace": 30, **limits})
    return parlour, *a_table(parlour, turn_seconds=100)


def test_a_turn_has_its_seconds_and_everybody_knows_how_many_are_left() -> None:
    parlour, on_turn, other = a_clock()
    assert on_turn.last(Started).left_ms == other.last(Started).left_ms == 100_000
    assert on_turn.request.left_ms == 100_000
    parlour.wait(30)
    on_turn.say(Move(1, f"drop {hand_of(on_turn)[0]}"))
    assert on_turn.last(Update).left_ms == other.last(Update).left_ms == 70_000
    assert on_turn.request.left_ms == 70_000


def test_the_next_turn_begins_with_a_full_clock() -> None:
    parlour, on_turn, other = a_clock()
    parlour.wait(30)
    on_turn.say(Move(1, "pass"))
    assert on_turn.last(Update).left_ms == 100_000
    assert other.request.left_ms == 100_000
    parlour.wait(100 - MOMENT)
    assert not other.closed
    parlour.wait(MOMENT)
    assert other.last(ServerBye).code == "too-slow"


def test_nothing_that_a_player_does_within_a_turn_refills_the_clock() -> None:
    parlour, on_turn, _other = a_clock()
    card = hand_of(on_turn)[0]

    def request() -> int:
        return on_turn.request.id

    for deed in (
        lambda: Move(request(), f"drop {card}"),
        lambda: Undo(request()),
        lambda: Move(request(), f"throw {card}"),
        lambda: Undo(request()),
        lambda: Move(request(), "gibberish"),
        lambda: Move(request() + 1, "pass"),
        lambda: Undo(request()),
        lambda: Try(request(), (f"drop {card}",)),
        lambda: Sync(),
        lambda: Ping(),
    ):
        parlour.wait(9)
        on_turn.say(deed())
    assert on_turn.say(Sync())[-1].left_ms == 10_000
    parlour.wait(10 - MOMENT)
    assert not on_turn.closed
    parlour.wait(MOMENT)
    assert on_turn.last(ServerBye).code == "too-slow"


def test_a_refused_answer_tells_what_is_left() -> None:
    parlour, on_turn, _other = a_clock()
    parlour.wait(60)
    assert on_turn.say(Move(1, "gibberish"))[-1].left_ms == 40_000


def test_sync_tells_what_is_left_to_everybody() -> None:
    parlour, _on_turn, other = a_clock()
    parlour.wait(60)
    (shown,) = other.say(Sync())
    assert isinstance(shown, Shown)
    assert shown.left_ms == 40_000


def test_the_clock_stands_still_while_the_player_is_away_and_is_not_refilled() -> None:
    parlour, on_turn, other = a_clock(grace=90)
    left = 100_000
    for _ in range(3):
        parlour.wait(20)
        left -= 20_000
        on_turn.drop()
        parlour.wait(25)
        assert other.say(Sync())[0].left_ms == left
        on_turn = back(parlour, on_turn.name)
        assert on_turn.last(Started).left_ms == on_turn.request.left_ms == left
    parlour.wait(40)
    assert on_turn.last(ServerBye).code == "too-slow"


def test_the_clock_goes_on_while_somebody_else_is_away() -> None:
    parlour, on_turn, other = a_clock()
    other.drop()
    parlour.wait(100)
    assert on_turn.last(ServerBye).code == "too-slow"


def test_a_turn_of_somebody_who_is_away_begins_when_they_are_back() -> None:
    parlour, on_turn, other = a_clock()
    other.drop()
    parlour.wait(10)
    on_turn.say(Move(1, "pass"))
    parlour.wait(15)
    assert on_turn.say(Sync())[0].left_ms == 100_000
    other = back(parlour, other.name)
    assert other.request.left_ms == 100_000
    parlour.wait(100)
    assert other.last(ServerBye).code == "too-slow"


@pytest.mark.parametrize("spent", [10, 90])
def test_after_a_crash_a_turn_goes_on_with_what_was_left_or_a_little_more(spent: int) -> None:
    parlour, on_turn, other = a_clock(clock_least=30)
    parlour.wait(spent)
    on_turn.say(Move(1, f"drop {hand_of(on_turn)[0]}"))
    parlour.crash()
    # Nobody's clock runs until they are back.
    other = back(parlour, other.name)
    parlour.wait(20)
    left = max(100 - spent, 30) * 1000
    assert other.last(Started).left_ms == other.say(Sync())[0].left_ms == left
    on_turn = back(parlour, on_turn.name)
    assert on_turn.request.left_ms == left
    parlour.wait(left / 1000 - MOMENT)
    assert not on_turn.closed
    parlour.wait(MOMENT)
    assert on_turn.closed


def test_after_a_crash_a_turn_in_which_nothing_was_done_yet_is_whole() -> None:
    parlour, on_turn, other = a_clock()
    parlour.wait(90)
    on_turn.say(Move(1, "pass"))
    parlour.wait(50)
    parlour.crash()
    assert back(parlour, other.name).request.left_ms == 100_000


@pytest.mark.parametrize(("spent", "left"), [(10, 90_000), (95, 30_000)])
def test_a_suspended_match_goes_on_with_what_was_left_or_a_little_more(
    spent: int, left: int
) -> None:
    parlour, on_turn, other = a_clock(clock_least=30)
    parlour.wait(spent)
    on_turn.say(Leave())
    assert match_of(other).suspended
    parlour.wait(3000)
    assert not other.closed
    on_turn.say(Resume())
    assert on_turn.request.left_ms == left


def test_a_server_that_is_stopped_keeps_the_clocks() -> None:
    parlour, on_turn, _other = a_clock()
    parlour.wait(40)
    parlour.stop()
    parlour.wait(20)
    parlour.crash()
    again = back(parlour, on_turn.name)
    assert again.request.left_ms == 60_000
    # What was kept then does not count any more once the log has another line.
    parlour.wait(10)
    again.say(Move(1, f"drop {hand_of(again)[0]}"))
    parlour.crash()
    assert back(parlour, on_turn.name).request.left_ms == 50_000


def test_a_match_that_everybody_has_left_keeps_its_clock() -> None:
    parlour, on_turn, other = a_clock()
    parlour.wait(40)
    other.say(Leave())
    on_turn.say(Leave())
    assert not parlour.core.house.matches, "it is only on disk now"
    on_turn.say(Resume())
    assert on_turn.request.left_ms == 60_000


def test_coming_back_never_gives_more_than_a_turn() -> None:
    parlour, on_turn, _other = a_clock(clock_least=500)
    parlour.wait(40)
    on_turn.say(Leave())
    on_turn.say(Resume())
    assert on_turn.request.left_ms == 100_000


def test_whoever_lets_the_clock_run_out_is_told_and_closed_and_the_policy_holds() -> None:
    parlour, on_turn, other = a_clock()
    parlour.wait(100)
    bye = on_turn.heard[-1]
    assert isinstance(bye, ServerBye)
    assert (bye.code, on_turn.closed) == ("too-slow", True)
    # No grace for that.
    presence = other.last(Presence)
    assert (presence.here, presence.cause, presence.left_ms) == (False, "too-slow", 0)
    assert other.last(Notice).code == "suspended"


def test_whoever_lets_the_clock_run_out_ends_a_match_that_waits_for_nobody() -> None:
    parlour = Parlour(**PATIENT)
    on_turn, other = a_table(parlour, turn_seconds=100, absence="end")
    parlour.wait(100)
    ended = other.last(Ended)
    assert (ended.reason, ended.seat) == ("left", on_turn.last(Started).seat)
    assert ended.text == f"{on_turn.name} took too long, so the match was ended."
    assert state_of(other) is State.AFTER


def test_who_was_too_slow_may_come_back_and_has_a_little_time() -> None:
    parlour, on_turn, _other = a_clock(clock_least=30)
    parlour.wait(100)
    again = back(parlour, on_turn.name)
    assert state_of(again) is State.LOBBY
    again.say(Resume())
    assert again.request.left_ms == 30_000


def test_nothing_of_a_match_that_is_over_runs_on() -> None:
    parlour, on_turn, other = a_clock()
    other.drop()
    on_turn.say(Resign())
    number = on_turn.match
    timers = parlour.core.house.timers
    assert timers.due(("clock", number)) is None
    assert [timers.due(("away", number, seat)) for seat in (0, 1)] == [None, None]
    parlour.wait(200)
    assert state_of(on_turn) is State.AFTER


def test_a_move_at_the_very_last_moment_counts() -> None:
    parlour, on_turn, other = a_clock()
    # The bytes and the deadline come to the server in the same step.
    parlour.now += 100
    on_turn.say(Move(1, "pass"))
    assert other.last(Update).number == 1
    assert not on_turn.closed
    assert other.request.left_ms == 100_000


def test_a_step_at_the_very_last_moment_counts_but_the_turn_is_over() -> None:
    parlour, on_turn, other = a_clock()
    parlour.now += 100
    on_turn.say(Move(1, f"drop {hand_of(on_turn)[0]}"))
    assert other.last(Update).number == 1
    parlour.wait(0)
    assert on_turn.last(ServerBye).code == "too-slow"
    assert match_of(other).number == 1


def test_a_clock_that_goes_backwards_makes_no_wait_shorter_or_longer() -> None:
    parlour, on_turn, _other = a_clock()
    parlour.wait(50)
    parlour.now -= 500
    assert on_turn.say(Sync())[-1].left_ms == 50_000
    parlour.now += 500
    parlour.wait(50 - MOMENT)
    assert not on_turn.closed
    parlour.wait(MOMENT)
    assert on_turn.closed


def test_every_time_on_the_wire_is_a_duration() -> None:
    parlour, on_turn, other = a_clock()
    parlour.wait(10)
    on_turn.say(Move(1, "pass"))
    for person in (on_turn, other):
        times = [each.left_ms for each in person.heard if isinstance(each, Request | Update)]
        assert all(0 <= left <= 100_000 for left in times)
