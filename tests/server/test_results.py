"""Past matches of a name are told and summed up; private ones to nobody else."""

from __future__ import annotations

from typing import Any

import pytest

from eriantys.server import results as module
from eriantys.server.outside.store import Store
from eriantys.server.rows import StoreTrouble
from eriantys.server.session import State
from eriantys.wire.cards import PastCard, Tally
from eriantys.wire.from_client import Create, FromClient, Join, Leave, Resign, Results
from eriantys.wire.from_server import Ended, Seated, ServerResults
from tests.keys import A_NONCE
from tests.server.parlour import Parlour, Person, error_of
from tests.server.scenes import WAYS, state_of


def results(person: Person, name: str = "", before: int | None = None) -> ServerResults:
    news = person.say(Results(name, before))
    (answer,) = [each for each in news if isinstance(each, ServerResults)]
    return answer


def play(loser: Person, other: Person, last: FromClient | None = None, **create: Any) -> int:
    """Let two play a match that is soon over, and leave the table."""
    loser.say(Create("toy", 2, A_NONCE, **create))
    seated = loser.last(Seated)
    other.say(Join(A_NONCE, None if seated.code else seated.match, code=seated.code))
    loser.say(last or Resign())
    for person in (loser, other):
        assert person.last(Ended).match == seated.match
        if state_of(person) is State.AFTER:
            person.say(Leave())
    return seated.match


def test_the_own_past_comes_with_every_end_the_latest_first() -> None:
    wall = [1e9]
    parlour = Parlour(store=Store.in_memory(clock=lambda: wall[0]))
    anna, bert = parlour.enter("Anna", "bert")
    first = play(anna, bert, title="Revenge?")
    wall[0] += 60
    second = play(bert, anna, Leave(), absence="end")
    wall[0] += 2.5
    answer = results(anna)
    assert (answer.name, answer.more) == ("Anna", False)
    assert answer.past == (
        PastCard(
            match=second,
            game="toy",
            title="",
            players=("bert", "Anna"),
            seat=1,
            reason="left",
            ranking=(),
            scores=(),
            ended_by=0,
            ended_ms=2500,
            number=0,
        ),
        PastCard(
            match=first,
            game="toy",
            title="Revenge?",
            players=("Anna", "bert"),
            seat=0,
            reason="resigned",
            ranking=((1,), (0,)),
            scores=(),
            ended_by=0,
            ended_ms=62500,
            number=0,
        ),
    )
    assert answer.tally == (Tally("toy", played=1, won=0, broken_off=1),)
    theirs = results(anna, "BERT")
    assert theirs.name == "bert", "as it is spelt"
    assert theirs.tally == (Tally("toy", played=1, won=1, broken_off=1),)
    assert [card.seat for card in theirs.past] == [0, 1]
    assert results(bert, "anna").past == answer.past


def test_a_long_past_comes_in_portions() -> None:
    parlour = Parlour()
    anna, bert = parlour.enter("anna", "bert")
    matches = [play(anna, bert) for _ in range(2 * module.AT_ONCE + 1)]
    before, seen = None, []
    for more in (True, True, False):
        answer = results(anna, before=before)
        assert answer.more is more
        assert answer.tally == (Tally("toy", len(matches), 0, 0),)
        seen += [card.match for card in answer.past]
        before = seen[-1]
    assert seen == matches[::-1]
    assert results(anna, before=matches[0]).past == ()
    exactly = results(anna, before=matches[module.AT_ONCE])
    assert (len(exactly.past), exactly.more) == (module.AT_ONCE, False)


def test_private_matches_are_on_nobody_elses_list() -> None:
    parlour = Parlour(store=Store.in_memory(clock=lambda: 1e9))
    anna, bert, zoe = parlour.enter("anna", "bert", "zoe")
    secret = play(anna, bert, private=True)
    open_to_all = play(bert, anna)
    assert [card.match for card in results(anna).past] == [open_to_all, secret]
    assert results(anna).tally == (Tally("toy", 2, 1, 0),)
    assert results(anna) == results(anna, "ANNA")
    for other in (bert, zoe):
        answer = results(other, "anna")
        assert [card.match for card in answer.past] == [open_to_all]
        assert answer.tally == (Tally("toy", 1, 1, 0),)


def test_what_is_not_over_is_not_past() -> None:
    parlour = Parlour()
    anna, _ = parlour.seat("anna", "bert")
    assert results(anna) == ServerResults("anna", (), ())


def test_nobody_has_no_past() -> None:
    parlour = Parlour()
    (anna,) = parlour.enter("anna")
    assert error_of(anna.say(Results("nobody"))) == "no-such-name"
    parlour.enter("bert")
    assert results(anna, "bert") == ServerResults("bert", (), ())


def test_a_guests_past_ends_with_the_last_match() -> None:
    parlour = Parlour()
    (gast,) = parlour.enter("Gast", guest=True)
    (anna,) = parlour.enter("anna")
    play(gast, anna)
    assert results(anna, "gast") == ServerResults("Gast", (), ())
    assert results(gast) == ServerResults("Gast", (), ())
    assert results(anna).past[0].players == ("Gast", "anna")
    gast.drop()
    assert error_of(anna.say(Results("gast"))) == "no-such-name"


@pytest.mark.parametrize("state", [each for each in WAYS if each is not State.NEW])
def test_everybody_with_a_name_may_ask_without_going_anywhere(state: State) -> None:
    parlour = Parlour()
    person = WAYS[state](parlour, "anna")
    due = parlour.core.house.timers.due(("state", person.connection))
    parlour.now += 1
    assert len(results(person).past) == (state is State.AFTER)
    assert state_of(person) is state
    if state is not State.LOBBY:
        assert parlour.core.house.timers.due(("state", person.connection)) == due


def test_whoever_asks_in_the_lobby_is_not_idle() -> None:
    parlour = Parlour(idle=60, silence=1e6, ping=1e6)
    (anna,) = parlour.enter("anna")
    for _ in range(3):
        parlour.wait(40)
        results(anna)
    parlour.wait(61)
    assert state_of(anna) is State.CLOSED


def test_who_has_no_name_may_not() -> None:
    assert error_of(Parlour().connect().say(Results("anna"))) == "unexpected"


@pytest.mark.parametrize("method", ["past", "records", "find_name"])
def test_a_store_that_cannot_be_read_is_told_as_such(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    parlour = Parlour()
    anna, bert = parlour.enter("anna", "bert")
    play(anna, bert)

    def fail(*_: object, **__: object) -> None:
        raise StoreTrouble("The disk reports an error.")

    with monkeypatch.context() as broken:
        broken.setattr(parlour.store, method, fail)
        assert error_of(anna.say(Results("bert"))) == "store-unavailable"
    assert len(results(anna, "bert").past) == 1
