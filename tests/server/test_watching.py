"""Looking on: what is being played, who may watch it, and what becomes of slow readers."""

from __future__ import annotations

import pytest

from eriantys.server.inputs import Behind, CaughtUp
from eriantys.server.lobby.running import FRESH, MOST
from eriantys.server.session import State
from eriantys.wire.cards import RunningCard
from eriantys.wire.from_client import Create, Leave, List, Move, Ping, Resign, Sync, Watch
from eriantys.wire.from_server import Ended, Matches, Presence, ServerPong, Started, Update
from eriantys.wire.from_server import State as Shown
from tests.keys import A_NONCE
from tests.server.parlour import Parlour, Person, error_of
from tests.server.scenes import PATIENT, a_table, back, hand_of, light_model, match_of, state_of


def running(person: Person) -> tuple[RunningCard, ...]:
    """Ask what is being played."""
    person.say(List(running=True))
    cards = person.last(Matches).running
    assert cards is not None
    return cards


def lay(person: Person) -> None:
    """Lay a card, which does not end the turn."""
    person.say(Move(person.request.id, f"lay {max(hand_of(person))}"))


# The list.


def test_the_list_tells_what_is_being_played() -> None:
    parlour = Parlour(**PATIENT)
    on_turn, _other = a_table(parlour, title="Tea time", turn_seconds=600)
    (zoe,) = parlour.enter("zoe")
    parlour.wait(30)
    lay(on_turn)
    parlour.wait(12)
    match = match_of(on_turn)
    assert running(zoe) == (
        RunningCard(
            match=match.id,
            game="toy",
            title="Tea time",
            players=("anna", "bert"),
            turn=match.turn,
            decision="move",
            number=1,
            idle_ms=12_000,
            watchers=0,
            watchable=True,
        ),
    )


def test_the_list_is_only_for_those_who_ask() -> None:
    parlour = Parlour()
    a_table(parlour)
    (zoe,) = parlour.enter("zoe")
    zoe.say(List())
    assert all(each.running is None for each in zoe.all(Matches))


def test_the_most_watched_come_first_and_then_the_liveliest() -> None:
    parlour = Parlour(**PATIENT)
    tables = []
    for number in range(3):
        tables.append(a_table(parlour, f"a{number}", f"b{number}", turn_seconds=600))
        parlour.wait(1)
    watched, touched, quiet = (on_turn.match for on_turn, _ in tables)
    (zoe,) = parlour.enter("zoe")
    zoe.say(Watch(watched))
    parlour.wait(1)
    lay(tables[1][0])
    (carl,) = parlour.enter("carl")
    assert [card.match for card in running(carl)] == [watched, touched, quiet]


def test_all_who_ask_within_a_second_get_the_same_and_then_it_is_made_anew() -> None:
    parlour = Parlour(**PATIENT)
    on_turn, _other = a_table(parlour, turn_seconds=600)
    zoe, carl = parlour.enter("zoe", "carl")
    before = running(zoe)
    lay(on_turn)
    assert running(carl) == before
    parlour.wait(FRESH)
    assert running(carl)[0].number == 1


def test_a_list_is_not_endless() -> None:
    parlour = Parlour(connections=10_000)
    for number in range(MOST + 5):
        (person,) = parlour.enter(f"p{number}")
        person.say(Create("toy", 1, A_NONCE))
    (zoe,) = parlour.enter("zoe")
    assert len(running(zoe)) == MOST


def test_suspended_and_private_matches_are_not_listed() -> None:
    parlour = Parlour(grace=0)
    a_table(parlour, "a1", "b1", private=True)
    on_turn, _other = a_table(parlour, "a2", "b2")
    on_turn.drop()
    (zoe,) = parlour.enter("zoe")
    assert running(zoe) == ()


# Who may look on.


def test_whoever_looks_on_sees_what_a_stranger_may_see_from_the_middle_on() -> None:
    parlour = Parlour()
    on_turn, other = a_table(parlour)
    lay(on_turn)
    (zoe,) = parlour.enter("zoe")
    zoe.say(Watch(on_turn.match))
    match = match_of(on_turn)
    started = zoe.last(Started)
    assert (started.seat, started.number) == (None, 1)
    assert started.view == match.game.view(match.state, None)
    on_turn.say(Move(2, "pass"))
    assert zoe.last(Update).number == 2
    assert light_model(zoe) == match.game.view(match.state, None)
    assert match_of(other) is match


def test_everybody_knows_who_looks_on() -> None:
    parlour = Parlour()
    on_turn, other = a_table(parlour)
    zoe, yann = parlour.enter("zoe", "yann")
    zoe.say(Watch(on_turn.match))
    yann.say(Watch(on_turn.match))
    coming = Presence(on_turn.match, None, "yann", here=True, cause="watching")
    for person in (on_turn, other, zoe):
        assert person.last(Presence) == coming
    assert yann.last(Started).watchers == ("zoe", "yann")
    assert yann.last(Started).open_to_watchers
    on_turn.say(Sync())
    assert on_turn.last(Shown).watchers == ("zoe", "yann")
    yann.say(Leave())
    assert not on_turn.last(Presence).here
    assert state_of(yann) is State.LOBBY


def test_a_match_may_want_nobody_to_look_on() -> None:
    parlour = Parlour()
    on_turn, _other = a_table(parlour, watchers=False)
    (zoe,) = parlour.enter("zoe")
    assert error_of(zoe.say(Watch(on_turn.match))) == "no-watchers"
    assert state_of(zoe) is State.LOBBY
    assert not match_of(on_turn).watchers
    assert not running(zoe)[0].watchable


def test_only_so_many_may_look_on() -> None:
    parlour = Parlour(watchers_per_match=2)
    on_turn, _other = a_table(parlour)
    *here, late = parlour.enter("w1", "w2", "w3")
    for person in here:
        person.say(Watch(on_turn.match))
    assert not running(late)[0].watchable
    assert error_of(late.say(Watch(on_turn.match))) == "too-many"
    here[0].say(Leave())
    late.say(Watch(on_turn.match))
    assert state_of(late) is State.WATCHING


def test_those_who_look_on_are_back_in_the_lobby_when_it_is_over() -> None:
    parlour = Parlour()
    on_turn, _other = a_table(parlour)
    (zoe,) = parlour.enter("zoe")
    zoe.say(Watch(on_turn.match))
    on_turn.say(Resign())
    assert zoe.last(Ended).reason == "resigned"
    assert state_of(zoe) is State.LOBBY
    assert not zoe.slack


# Slow readers.


def a_watcher(parlour: Parlour) -> tuple[Person, Person, Person]:
    on_turn, other = a_table(parlour)
    (zoe,) = parlour.enter("zoe")
    assert not zoe.slack
    zoe.say(Watch(on_turn.match))
    assert zoe.slack
    return on_turn, other, zoe


def test_whoever_reads_too_slowly_gets_one_fresh_state_and_is_in_step_again() -> None:
    parlour = Parlour()
    on_turn, other, zoe = a_watcher(parlour)
    parlour.turn([Behind(zoe.connection)])
    heard = len(zoe.heard)
    lay(on_turn)
    on_turn.say(Move(2, "pass"))
    assert len(zoe.heard) == heard, "one who is behind is told nothing"
    parlour.turn([CaughtUp(zoe.connection)])
    (state,) = zoe.heard[heard:]
    assert isinstance(state, Shown)
    assert state.number == 2
    other.say(Move(3, "pass"))
    assert zoe.last(Update).number == 3
    match = match_of(on_turn)
    assert light_model(zoe) == match.game.view(match.state, None)


def test_catching_up_without_having_been_behind_changes_nothing() -> None:
    parlour = Parlour()
    _on_turn, _other, zoe = a_watcher(parlour)
    heard = len(zoe.heard)
    parlour.turn([CaughtUp(zoe.connection), CaughtUp(99), Behind(99)])
    assert len(zoe.heard) == heard


def test_whoever_is_behind_learns_how_it_ended_all_the_same() -> None:
    parlour = Parlour()
    on_turn, _other, zoe = a_watcher(parlour)
    parlour.turn([Behind(zoe.connection)])
    lay(on_turn)
    heard = len(zoe.heard)
    on_turn.say(Resign())
    assert [type(each) for each in zoe.heard[heard:]] == [Shown, Ended, Matches]
    assert state_of(zoe) is State.LOBBY


def test_whoever_is_behind_and_leaves_hears_everything_again() -> None:
    parlour = Parlour()
    _on_turn, _other, zoe = a_watcher(parlour)
    parlour.turn([Behind(zoe.connection)])
    zoe.say(Leave())
    assert state_of(zoe) is State.LOBBY
    assert not zoe.slack
    assert zoe.say(Ping()) == [ServerPong()]
    # What the porter has noted a moment before does not concern the lobby.
    parlour.turn([Behind(zoe.connection)])
    assert zoe.say(Ping()) == [ServerPong()]


def test_whoever_is_behind_and_is_sent_away_is_told_why() -> None:
    parlour = Parlour(ping=5, silence=10)
    _on_turn, _other, zoe = a_watcher(parlour)
    parlour.turn([Behind(zoe.connection)])
    parlour.wait(10)
    assert zoe.closed
    assert "silence" in repr(zoe.heard[-1])


def test_taking_over_from_one_who_is_behind_shows_everything() -> None:
    parlour = Parlour()
    on_turn, _other, zoe = a_watcher(parlour)
    parlour.turn([Behind(zoe.connection)])
    lay(on_turn)
    again = parlour.connect()
    again.prove("zoe", take_over=True)
    assert again.slack
    assert again.last(Started).number == 1
    on_turn.say(Move(2, "pass"))
    assert again.last(Update).number == 2


@pytest.mark.parametrize("suspended", [False, True])
def test_nobody_who_is_not_there_keeps_a_place_among_the_watchers(suspended: bool) -> None:
    parlour = Parlour(grace=0)
    on_turn, _other, zoe = a_watcher(parlour)
    match = match_of(on_turn)
    if suspended:
        on_turn.drop()
        assert match.suspended
    zoe.drop()
    assert match.watchers == []
    assert state_of(back(parlour, "zoe")) is State.LOBBY
