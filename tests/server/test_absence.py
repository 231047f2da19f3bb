"""Who is away and why, what becomes of the match, and how people come back to it."""

from __future__ import annotations

import pytest

from eriantys.server.inputs import Overdue
from eriantys.server.rows import ClockKept, MatchEnded, MatchResumed, MatchSuspended
from eriantys.server.session import State
from eriantys.wire.from_client import Bye, Leave, List, Move, Resign, Resume, Sync, Watch
from eriantys.wire.from_server import (
    Ended,
    Matches,
    Notice,
    Presence,
    Request,
    Started,
    Update,
)
from eriantys.wire.from_server import State as Shown
from tests.server.parlour import Parlour, Person, error_of
from tests.server.scenes import (
    MOMENT,
    PATIENT,
    a_table,
    back,
    by_turn,
    match_of,
    pass_to,
    state_of,
)


def vanish(parlour: Parlour, person: Person, how: str) -> None:
    match how:
        case "leave":
            person.say(Leave())
        case "bye":
            person.say(Bye())
        case "silence":
            parlour.core.house.sessions[person.connection].heard -= 1e9
            parlour.core.house.timers.set(("live", person.connection), parlour.now)
            parlour.turn()
        case "fault":
            person.say_bytes(b"\xff" * 4)
        case _:
            person.drop(how)


CAUSES = {
    "leave": "left",
    "bye": "left",
    "closed": "closed",
    "unread": "unread",
    "silence": "silence",
    "fault": "fault",
}
AT_ONCE = ("leave", "bye")
"""Whoever leaves on purpose needs no time to come back."""


@pytest.mark.parametrize("how", CAUSES)
def test_the_others_are_told_who_is_away_and_why_and_for_how_long(how: str) -> None:
    parlour = Parlour(**PATIENT, grace=30)
    on_turn, other = a_table(parlour)
    (zoe,) = parlour.enter("zoe")
    zoe.say(Watch(on_turn.match))
    vanish(parlour, other, how)
    for person in (on_turn, zoe):
        presence = person.last(Presence)
        assert (presence.name, presence.here) == (other.name, False)
        assert presence.seat == other.last(Started).seat
        assert presence.cause == CAUSES[how]
        assert presence.left_ms == (0 if how in AT_ONCE else 30_000)
    # Play goes on meanwhile.
    on_turn.say(Move(1, "reveal"))
    assert on_turn.last(Update).number == 1


@pytest.mark.parametrize("how", CAUSES)
@pytest.mark.parametrize("grace", [0, 30])
@pytest.mark.parametrize("whose", ["on turn", "other"])
def test_end_ends_the_match_when_somebody_stays_away(
    how: str, grace: float, whose: str
) -> None:
    parlour = Parlour(**PATIENT, grace=grace)
    on_turn, other = a_table(parlour, absence="end", turn_seconds=1000)
    gone, stays = (on_turn, other) if whose == "on turn" else (other, on_turn)
    vanish(parlour, gone, how)
    if grace and how not in AT_ONCE:
        parlour.wait(grace - MOMENT)
        assert not stays.all(Ended)
        parlour.wait(MOMENT)
        # First that they are away, then that they do not come back.
        assert [each.left_ms for each in stays.all(Presence)] == [30_000, 0]
    ended = stays.last(Ended)
    assert (ended.reason, ended.seat) == ("left", gone.last(Started).seat)
    why = "left" if how in AT_ONCE else "lost the connection"
    assert ended.text == f"{gone.name} {why}, so the match was ended."
    assert ended.ranking == ()
    assert state_of(stays) is State.AFTER
    assert isinstance(parlour.kept[-1], MatchEnded)
    assert not parlour.core.house.shelf.cards
    if how == "leave":
        assert state_of(gone) is State.LOBBY


@pytest.mark.parametrize("how", CAUSES)
@pytest.mark.parametrize("grace", [0, 30])
def test_wait_suspends_the_match_when_it_is_the_turn_of_who_is_missing(
    how: str, grace: float
) -> None:
    parlour = Parlour(**PATIENT, grace=grace)
    on_turn, other = a_table(parlour, turn_seconds=1000)
    vanish(parlour, on_turn, how)
    if grace and how not in AT_ONCE:
        parlour.wait(grace - MOMENT)
        assert not other.all(Notice)
        parlour.wait(MOMENT)
    notice = other.last(Notice)
    assert (notice.code, notice.match) == ("suspended", on_turn.match)
    assert on_turn.name in notice.text
    assert parlour.kept[-2] == MatchSuspended(on_turn.match)
    assert parlour.kept[-1] == ClockKept(on_turn.match, 0, notice.clock_ms)
    assert state_of(other) is State.PLAYING
    shown = other.say(Sync())[0]
    assert isinstance(shown, Shown)
    assert shown.suspended
    assert shown.away == (on_turn.last(Started).seat,)


def test_wait_lets_the_others_play_until_it_is_the_turn_of_who_is_missing() -> None:
    parlour = Parlour(**PATIENT, grace=30)
    on_turn, other = a_table(parlour, turn_seconds=1000)
    other.drop()
    parlour.wait(100)
    assert not on_turn.all(Notice)
    on_turn.say(Move(1, "pass"))
    assert on_turn.last(Update).number == 1
    assert on_turn.last(Notice).code == "suspended"


def test_who_is_back_in_time_finds_the_same_request() -> None:
    parlour = Parlour(grace=30)
    on_turn, other = a_table(parlour, absence="end")
    on_turn.drop()
    parlour.wait(30 - MOMENT)
    again = back(parlour, on_turn.name)
    assert state_of(again) is State.PLAYING
    assert again.request.id == on_turn.request.id
    assert again.request.legal == on_turn.request.legal
    assert again.last(Started).view == on_turn.last(Started).view
    presence = other.last(Presence)
    assert (presence.here, presence.cause, presence.left_ms) == (True, "back", 0)
    parlour.wait(5)
    assert not other.all(Ended)


def test_each_turn_has_one_time_of_grace_for_each_player() -> None:
    parlour = Parlour(grace=30)
    on_turn, other = a_table(parlour, absence="end")
    on_turn.drop()
    parlour.wait(20)
    back(parlour, on_turn.name).drop()
    assert other.last(Presence).left_ms == 10_000
    parlour.wait(10 - MOMENT)
    assert not other.all(Ended)
    parlour.wait(MOMENT)
    assert other.all(Ended)


def test_the_next_turn_has_a_whole_grace_again() -> None:
    parlour = Parlour(grace=30)
    on_turn, other = a_table(parlour, absence="end")
    on_turn.drop()
    parlour.wait(29)
    again = back(parlour, on_turn.name)
    again.say(Move(1, "pass"))
    again.drop()
    assert other.last(Presence).left_ms == 30_000


def test_who_is_gone_may_come_back_while_the_match_goes_on() -> None:
    parlour = Parlour(**PATIENT, grace=30)
    on_turn, other = a_table(parlour, turn_seconds=1000)
    other.drop()
    parlour.wait(60)
    again = back(parlour, other.name)
    assert state_of(again) is State.PLAYING
    on_turn.say(Move(1, "pass"))
    assert again.request.id == 2


def test_who_left_on_purpose_is_not_dragged_back_by_a_login() -> None:
    parlour = Parlour(**PATIENT)
    _on_turn, other = a_table(parlour, turn_seconds=1000)
    other.say(Bye())
    again = back(parlour, other.name)
    assert state_of(again) is State.LOBBY
    (saved,) = again.last(Matches).saved
    assert (saved.match, saved.suspended) == (other.match, False)
    again.say(Resume())
    assert state_of(again) is State.PLAYING


def test_each_turn_has_its_own_time_of_grace_also_for_one_who_is_away_when_it_begins() -> None:
    parlour = Parlour(**PATIENT, grace=30)
    first, second, third = by_turn(*parlour.seat("anna", "bert", "carl", turn_seconds=1000))
    third.drop()
    parlour.wait(29)
    first.say(Move(1, "pass"))
    parlour.wait(0.5)
    back(parlour, third.name)
    place = next(each for each in match_of(second).places if each.name == third.name)
    assert place.grace == 29.5


def test_time_in_which_a_match_was_suspended_is_nobodys_absence() -> None:
    parlour = Parlour(**PATIENT, grace=30)
    first, second, third = by_turn(*parlour.seat("anna", "bert", "carl", turn_seconds=1000))
    third.drop()
    parlour.wait(1)
    first.say(Leave())
    parlour.wait(600)
    first.say(Resume())
    again = back(parlour, third.name)
    if state_of(again) is State.LOBBY:
        again.say(Resume())
    place = next(each for each in match_of(second).places if each.name == third.name)
    assert place.grace == 30


def test_whoever_leaves_and_comes_back_gets_more_time_only_once_in_a_turn() -> None:
    parlour = Parlour(**PATIENT, grace=0, clock_least=30)
    on_turn, other = a_table(parlour, turn_seconds=40)
    parlour.wait(35)
    on_turn.say(Leave())
    on_turn.say(Resume())
    assert on_turn.request.left_ms == 30_000
    parlour.wait(28)
    on_turn.say(Leave())
    on_turn.say(Resume())
    assert on_turn.request.left_ms == 2_000
    assert match_of(other).number == 0


# Suspended matches.


def test_a_suspended_match_goes_on_when_who_was_missing_is_back() -> None:
    parlour = Parlour()
    on_turn, other = a_table(parlour)
    on_turn.say(Leave())
    assert error_of(other.say(Move(1, "pass"))) == "not-your-turn"
    news = on_turn.say(Resume(on_turn.match))
    assert [type(each) for each in news] == [Started, Notice, Request]
    assert news[1].code == "resumed"
    assert other.last(Notice).code == "resumed"
    assert parlour.kept[-1] == MatchResumed(on_turn.match)
    on_turn.say(Move(on_turn.request.id, "pass"))
    assert other.request.id == 2


def test_a_suspended_match_does_not_go_on_without_the_player_on_turn() -> None:
    parlour = Parlour()
    on_turn, other = a_table(parlour)
    on_turn.say(Leave())
    other.say(Leave())
    # Everybody is gone, so it is only on disk; it comes back with whoever comes first.
    assert not parlour.core.house.matches
    other.say(Resume())
    assert other.last(Started).suspended
    assert state_of(other) is State.PLAYING
    on_turn.say(Resume())
    assert not match_of(other).suspended
    assert on_turn.request.kind == "move"


def test_a_suspended_match_may_be_given_up_by_whoever_waits() -> None:
    parlour = Parlour()
    on_turn, other = a_table(parlour)
    on_turn.say(Leave())
    other.say(Resign())
    assert other.last(Ended).reason == "resigned"
    assert not parlour.core.house.shelf.cards


def test_resume_refuses_with_a_reason() -> None:
    parlour = Parlour()
    on_turn, other = a_table(parlour)
    (carl,) = parlour.enter("carl")
    assert error_of(carl.say(Resume())) == "no-saved-match"
    assert error_of(carl.say(Resume(on_turn.match))) == "no-saved-match"
    on_turn.say(Leave())
    assert error_of(on_turn.say(Resume(on_turn.match + 1))) == "no-saved-match"
    # Whoever has a seat in a match that is going on must go back to that one.
    second = parlour.begin(on_turn, carl)
    pass_to(carl, on_turn)
    on_turn.say(Leave())
    assert error_of(on_turn.say(Resume(1))) == "already-playing"
    on_turn.say(Resume())
    assert on_turn.match == second
    assert state_of(other) is State.PLAYING


def test_somebody_may_have_several_saved_matches_and_goes_back_to_any() -> None:
    parlour = Parlour()
    people = parlour.enter("anna", "bert", "carl", "dora")
    anna = people[0]
    numbers = []
    for other in people[1:]:
        numbers.append(parlour.begin(anna, other))
        pass_to(anna, other)
        anna.say(Leave())
    (listed,) = anna.say(List())
    assert isinstance(listed, Matches)
    assert [(card.match, card.suspended) for card in listed.saved] == [
        (number, True) for number in numbers
    ]
    anna.say(Resume(numbers[1]))
    assert (anna.match, state_of(anna)) == (numbers[1], State.PLAYING)
    anna.say(Leave())
    # Without a number it is the latest.
    anna.say(Resume())
    assert anna.match == numbers[2]


def test_resume_without_a_number_goes_to_a_match_that_is_going_on_first() -> None:
    parlour = Parlour()
    anna, bert, carl = parlour.enter("anna", "bert", "carl")
    running = parlour.begin(anna, bert)
    pass_to(anna, bert)
    anna.say(Leave())
    parlour.begin(anna, carl)
    pass_to(anna, carl)
    anna.say(Leave())
    anna.say(Resume(running))
    pass_to(bert, anna)
    anna.say(Leave())
    anna.say(Resume())
    assert anna.match == running


def test_a_match_that_was_saved_for_too_long_is_given_up() -> None:
    parlour = Parlour()
    on_turn, other = a_table(parlour)
    parlour.turn([Overdue((on_turn.match,))])
    assert other.say(Sync()), "it is not even suspended"
    on_turn.say(Leave())
    other.say(Leave())
    parlour.turn([Overdue((on_turn.match, 99))])
    assert not parlour.core.house.shelf.cards
    assert parlour.kept[-1] == MatchEnded(on_turn.match, "abandoned")
    assert error_of(on_turn.say(Resume())) == "no-saved-match"


def test_whoever_still_waits_at_a_match_that_is_given_up_is_told() -> None:
    parlour = Parlour()
    on_turn, other = a_table(parlour)
    on_turn.say(Leave())
    parlour.turn([Overdue((on_turn.match,))])
    assert (other.last(Ended).reason, other.last(Ended).seat) == ("abandoned", None)
    assert state_of(other) is State.AFTER


# Watchers, and those who are out.


def test_everybody_is_told_of_a_watcher_who_comes_or_goes_and_nothing_else_happens() -> None:
    parlour = Parlour()
    on_turn, other = a_table(parlour)
    for how, cause in CAUSES.items():
        (zoe,) = parlour.enter(f"zoe-{how}")
        heard = len(on_turn.heard), len(other.heard)
        zoe.say(Watch(on_turn.match))
        vanish(parlour, zoe, how)
        for person, before in zip((on_turn, other), heard, strict=True):
            came, went = person.heard[before:]
            assert came == Presence(on_turn.match, None, zoe.name, here=True, cause="watching")
            assert went == Presence(on_turn.match, None, zoe.name, here=False, cause=cause)
    assert match_of(on_turn).watchers == []


def test_a_watcher_keeps_a_suspended_match_in_sight() -> None:
    parlour = Parlour(grace=0)
    on_turn, other = a_table(parlour)
    (zoe,) = parlour.enter("zoe")
    zoe.say(Watch(on_turn.match))
    on_turn.drop()
    other.drop()
    assert zoe.last(Notice).code == "suspended"
    again = back(parlour, on_turn.name)
    again.say(Resume())
    assert zoe.last(Notice).code == "resumed"
    again.say(Move(1, "reveal"))
    assert zoe.last(Update).number == 1


def test_a_suspended_match_is_let_go_of_with_its_last_watcher() -> None:
    parlour = Parlour(grace=0)
    on_turn, other = a_table(parlour)
    (zoe,) = parlour.enter("zoe")
    zoe.say(Watch(on_turn.match))
    on_turn.drop()
    other.drop()
    assert set(parlour.core.house.matches) == {on_turn.match}
    zoe.say(Leave())
    assert not parlour.core.house.matches
    assert set(parlour.core.house.shelf.cards) == {on_turn.match}


@pytest.mark.parametrize("absence", ["end", "wait"])
def test_the_policy_also_decides_about_who_is_out_of_the_game(absence: str) -> None:
    parlour = Parlour()
    people = parlour.seat("anna", "bert", "carl", absence=absence)
    out, second, third = by_turn(*people)
    match_of(out).state.pile.append(0)
    out.say(Move(1, "reveal"))
    assert out.last(Update).events[-2].kind == "out"
    assert error_of(out.say(Resign())) == "out-of-game"
    # Who is out looks on from the own seat, and sees what that seat may see.
    second.say(Move(2, "pass"))
    assert out.last(Update).number == 2
    out.say(Leave())
    if absence == "end":
        assert second.last(Ended).reason == "left"
        return
    third.say(Move(3, "pass"))
    assert second.request.id == 4
    assert not match_of(second).suspended
