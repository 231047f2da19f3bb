"""What is told of a match afterwards is what was told of it then, to those who may know it."""

from __future__ import annotations

from typing import Any

import pytest

from eriantys.games.dice import commitment
from eriantys.server.rows import MatchBegun
from eriantys.server.session import State
from eriantys.wire.from_client import (
    Create,
    History,
    Join,
    Leave,
    Resign,
    Watch,
)
from eriantys.wire.from_server import (
    Ended,
    Error,
    Seated,
    ServerHistory,
    Started,
    Update,
)
from tests.keys import A_NONCE
from tests.server.looking_back import an_evening, as_past, ask, lines_of, told
from tests.server.parlour import Parlour, Person, error_of
from tests.server.scenes import (
    WAYS,
    a_table,
    back,
    light_model,
    playing,
    session_of,
    state_of,
)

# What is told.


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("game", ["toy", "eriantys"])
def test_history_tells_just_what_was_told_then(game: str, seats: int) -> None:
    options = {"rounds": 5} if game == "toy" else {"expert": True}
    undone = hidden = 0
    for seed in range(12 if game == "toy" else 1):
        people, zoe = an_evening(f"{game}{seed}", seats, game, 150, **options)
        match, over = people[0].match, state_of(people[0]) is State.AFTER
        for person in [*people, zoe]:
            updates = [as_past(each) for each in person.all(Update)]
            first, *others = portions = told(person, match)
            assert lines_of(portions) == updates
            assert first.view == person.all(Started)[0].view
            assert all(portion.view is None for portion in others)
            assert portions[-1].ended == (person.last(Ended) if over else None)
            assert not any(portion.ended or portion.last for portion in portions[:-1])
        undone += sum(each.action == "undo" for each in zoe.all(Update))
        hidden += zoe.all(Update) != people[0].all(Update)
    assert undone > 5
    assert (hidden > 5) == (game == "toy")


@pytest.mark.parametrize("game", ["toy", "eriantys"])
def test_history_goes_on_from_any_line(game: str) -> None:
    options = {"rounds": 5} if game == "toy" else {}
    people, _ = an_evening("after", 3, game, 70, **options)
    person = people[1]
    updates = [as_past(each) for each in person.all(Update)]
    view = dict(person.all(Started)[0].view)
    for after in range(len(updates) + 1):
        portions = told(person, person.match, after=after)
        assert portions[0].view == view
        assert lines_of(portions) == updates[after:]
        if after < len(updates):
            view |= updates[after].changes
    assert view == light_model(person)
    (beyond,) = told(person, person.match, after=len(updates) + 1000)
    assert (beyond.view, beyond.lines, beyond.last) == (view, (), True)


def test_a_match_that_has_only_begun_is_told_with_nothing_but_its_view() -> None:
    anna, _ = Parlour().seat("anna", "bert")
    assert told(anna, anna.match) == [
        ServerHistory(anna.match, (), anna.last(Started).view, last=True)
    ]


def test_whoever_was_away_at_the_end_learns_it_and_can_verify_it() -> None:
    parlour = Parlour()
    on_turn, other = a_table(parlour)
    match, promise = on_turn.match, on_turn.last(Started).commitment
    other.drop()
    on_turn.say(Resign())
    again = back(parlour, other.name)
    ended = told(again, match)[-1].ended
    assert ended == on_turn.last(Ended)
    assert ended is not None
    assert commitment(ended.secret) == ended.commitment == promise
    assert ended.text == f"{on_turn.name} resigned."


def test_why_somebody_was_gone_is_not_remembered_but_that_they_were() -> None:
    parlour = Parlour()
    anna, bert = parlour.seat("anna", "bert", absence="end")
    anna.say(Leave())
    assert bert.last(Ended).text == "anna left, so the match was ended."
    ended = told(bert, bert.match)[-1].ended
    assert ended is not None
    assert ended.text == "anna was gone, so the match was ended."
    assert (ended.reason, ended.seat, ended.ranking) == ("left", 0, ())


def test_of_a_match_that_goes_on_the_secret_is_not_told() -> None:
    people, zoe = an_evening("secret", 2, "toy", 4, rounds=5)
    assert state_of(zoe) is State.WATCHING
    (begun,) = [row for row in zoe.parlour.kept if isinstance(row, MatchBegun)]
    for person in [*people, zoe]:
        assert told(person, begun.match)[-1].ended is None
        assert begun.secret not in person.raw


# Who may know.


@pytest.mark.parametrize("over", [False, True])
def test_players_see_their_own_and_others_what_watchers_see(over: bool) -> None:
    parlour = Parlour()
    people = parlour.seat("anna", "bert")
    match = people[0].match
    (zoe,) = parlour.enter("zoe")
    if over:
        people[0].say(Resign())
    assert [ask(person, match) for person in people] == ["seat 0", "seat 1"]
    assert ask(zoe, match) == "watcher"
    for person in people:
        person.say(Leave())
    assert [ask(person, match) for person in people] == ["seat 0", "seat 1"]
    parlour.crash()
    assert ask(back(parlour, "bert"), match) == "seat 1"


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("watchers", [False, True])
def test_a_private_match_is_for_those_who_know_its_code(over: bool, watchers: bool) -> None:
    parlour = Parlour(refusals_per_minute=1000)
    anna, bert, zoe = parlour.enter("anna", "bert", "zoe")
    match = begin_private(parlour, anna, bert, watchers=watchers)
    code = anna.last(Started).code
    assert len(code) > 4
    if over:
        anna.say(Resign())
    found = "watcher" if watchers else "no-such-match"
    assert ask(anna, match) == "seat 0"
    assert ask(bert, match, "nonsense") == "seat 1", "players need no code"
    assert ask(zoe, match, code) == found
    assert ask(zoe, match, code.lower().replace("-", "")) == found
    for wrong in ("", "-", "2222-2222", code[:-1]):
        assert ask(zoe, match, wrong) == "no-such-match"


def begin_private(parlour: Parlour, *people: Person, **create: Any) -> int:
    """Begin a match to which only its code leads."""
    people[0].say(Create("toy", len(people), A_NONCE, private=True, **create))
    seated = people[0].last(Seated)
    for person in people[1:]:
        person.say(Join(A_NONCE, code=seated.code))
    assert people[-1].match == seated.match
    return seated.match


def test_nothing_tells_a_private_match_from_one_that_does_not_exist() -> None:
    def say(about: str, code: str) -> bytes:
        parlour = Parlour(seed="same", refusals_per_minute=1000)
        anna, bert, zoe = parlour.enter("anna", "bert", "zoe")
        if about == "private":
            begin_private(parlour, anna, bert)
        elif about == "unwatched":
            parlour.begin(anna, bert, watchers=False)
        elif about == "over":
            begin_private(parlour, anna, bert)
            anna.say(Resign())
        before = len(zoe.raw)
        zoe.say(History(1, code=code))
        assert isinstance(zoe.heard[-1], Error)
        return zoe.raw[before:]

    for code in ("", "2345-6789"):
        answers = {
            about: say(about, code) for about in ("none", "private", "unwatched", "over")
        }
        assert len(set(answers.values())) == 1, answers


def test_whoever_looks_on_need_not_name_the_code() -> None:
    parlour = Parlour()
    anna, bert, zoe = parlour.enter("anna", "bert", "zoe")
    match = begin_private(parlour, anna, bert)
    zoe.say(Watch(code=anna.last(Started).code))
    assert state_of(zoe) is State.WATCHING
    assert ask(zoe, match) == "watcher"
    zoe.say(Leave())
    assert ask(zoe, match) == "no-such-match"


def test_codes_cannot_be_guessed_here_either() -> None:
    parlour = Parlour(refusals_per_minute=3)
    (zoe,) = parlour.enter("zoe")
    rates = parlour.core.house.rates.guesses
    household = session_of(zoe).household  # type: ignore[union-attr]
    for _ in range(3):
        assert not rates.wait(household, parlour.now)
        zoe.say(History(7, code="2345-6789"))
    assert rates.wait(household, parlour.now)
    assert error_of(zoe.say(History(7, code="2345-6789"))) == "too-fast"


def test_a_guest_looks_back_at_the_match_but_the_next_of_that_name_does_not() -> None:
    parlour = Parlour()
    (gast,) = parlour.enter("gast", guest=True)
    (anna,) = parlour.enter("anna")
    match = begin_private(parlour, gast, anna)
    anna.say(Resign())
    assert state_of(gast) is State.AFTER
    assert ask(gast, match) == "seat 0", "still at the table"
    gast.say(Leave())
    assert ask(gast, match) == "no-such-match", "the name is nobody's own"
    assert ask(gast, match, anna.last(Started).code) == "watcher"
    gast.drop()
    (other,) = parlour.enter("gast", guest=True)
    assert ask(other, match) == "no-such-match"
    assert ask(anna, match) == "seat 1"


def test_a_room_and_a_number_of_nothing_have_no_history() -> None:
    parlour = Parlour()
    waiting = WAYS[State.SEATED](parlour, "anna")
    assert ask(waiting, 1) == ask(waiting, 99) == ask(waiting, 0) == "no-such-match"


@pytest.mark.parametrize("state", [each for each in WAYS if each is not State.NEW])
def test_everybody_with_a_name_may_look_back_without_going_anywhere(state: State) -> None:
    parlour = Parlour()
    played = playing(parlour, "played").match
    person = WAYS[state](parlour, "anna")
    timers = parlour.core.house.timers
    due = timers.due(("state", person.connection))
    parlour.now += 1
    assert told(person, played)[-1].last
    assert state_of(person) is state
    if state is not State.LOBBY:
        assert timers.due(("state", person.connection)) == due, "no wait begins anew"


def test_who_has_no_name_may_not() -> None:
    parlour = Parlour()
    playing(parlour, "anna")
    assert error_of(parlour.connect().say(History(1))) == "unexpected"
