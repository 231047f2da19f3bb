"""Looks ahead: one at a time, each answer kept, and none taken for another."""

from __future__ import annotations

from eriantys.wire.from_client import Try
from eriantys.wire.from_server import Error
from tests.client.gathering import asked, play, table
from tests.server.parlour import Parlour


def test_only_one_look_ahead_is_under_way_and_each_is_kept() -> None:
    one, _ = asked(*table(Parlour(), "anna", "bert"))
    model = one.model
    legal = [action for action in one.match.offers if action.startswith("lay")]
    first, second = (legal[0],), (legal[1],)
    assert model.look_ahead(first) is None
    assert model.look_ahead(second) is None
    assert model.look_ahead(first) is None
    assert model.outbox == [Try(1, first)]
    one.send_outbox()
    found = model.look_ahead(first)
    assert found is not None
    assert found.tried is not None
    assert found.tried.changes
    assert model.outbox == []
    assert model.look_ahead(second) is None
    one.send_outbox()
    assert model.look_ahead(second) is not None
    assert set(one.match.looks) == {first, second}
    one.act("pass")
    assert one.match.looks == {}


def test_a_look_ahead_that_is_refused_is_an_answer_too_and_no_error() -> None:
    one, _ = asked(*table(Parlour(), "anna", "bert"))
    one.model.look_ahead(("lay 99",))
    one.send_outbox()
    found = one.model.look_ahead(("lay 99",))
    assert found is not None
    assert found.tried is None
    assert found.refusal is not None
    assert found.refusal.text
    assert one.model.error is None


def test_a_refusal_that_names_no_request_does_not_end_all_looking_ahead() -> None:
    one, _ = asked(*table(Parlour(), "anna", "bert"))
    one.model.look_ahead(("pass",))
    one.model.outbox.clear()
    one.model.hear(Error("too-fast", "Wait a moment.", about="try"), 0.0)
    assert one.match.looks == {}
    one.model.look_ahead(("pass",))
    assert one.model.outbox == [Try(1, ("pass",))]


def test_an_answer_that_comes_too_late_is_not_taken_for_another_request() -> None:
    one, other = asked(*table(Parlour(), "anna", "bert"))
    one.model.look_ahead(("pass",))
    [attempt] = one.model.outbox
    one.model.outbox.clear()
    play(one, other, action="pass")
    play(other, one, action="pass")
    assert one.match.my_turn
    one.say(attempt)
    assert one.match.looks == {}
    one.model.look_ahead(("pass",))
    one.send_outbox()
    assert set(one.match.looks) == {("pass",)}


def test_nothing_is_looked_ahead_at_where_there_is_no_guidance_or_no_request() -> None:
    parlour = Parlour()
    one, other = asked(*table(parlour, "anna", "bert", guidance="none"))
    assert one.model.look_ahead(("pass",)) is None
    assert other.model.look_ahead(("pass",)) is None
    other.model.act("pass")
    other.model.undo()
    assert one.model.outbox == other.model.outbox == []
