"""Draining: nothing begins, what goes on can be finished, and then it is enough."""

from __future__ import annotations

import pytest

from eriantys.server.operator import orders
from eriantys.server.operator.answers import Done, Refused
from eriantys.server.session import State
from eriantys.wire.from_client import Create, FromClient, Join, Leave, Quick, Rematch, Resign
from eriantys.wire.from_server import Notice, Seated
from tests.keys import A_NONCE
from tests.server.parlour import Parlour, error_of
from tests.server.scenes import PATIENT, state_of

ROW = 76
"""Letters of a sentence that a screen of 80 columns shows beside its edge and its mark."""


def test_a_house_where_nothing_goes_on_is_drained_at_once() -> None:
    parlour = Parlour()
    assert parlour.order(orders.Drain(3600)) == Done("No match goes on: the server stops now.")
    assert parlour.enough


def test_a_match_that_goes_on_can_be_finished() -> None:
    parlour = Parlour(**PATIENT)
    ada, _ = parlour.seat("Ada", "Bert")
    answer = parlour.order(orders.Drain())
    assert answer == Done(
        "No match begins any more; 1 match goes on. The server stops after that."
    )
    assert ada.last(Notice).code == "draining"
    assert len(ada.last(Notice).text) <= ROW
    parlour.wait(100)
    assert not parlour.enough
    ada.say(Resign())
    assert parlour.enough


def test_a_match_that_is_suspended_holds_nobody_up() -> None:
    parlour = Parlour(**PATIENT)
    ada, bert = parlour.seat("Ada", "Bert", absence="wait")
    parlour.order(orders.Drain())
    ada.say(Leave())
    bert.say(Leave())
    assert parlour.enough


@pytest.mark.parametrize(
    "message",
    [Create("toy", 2, A_NONCE), Quick("toy", A_NONCE), Quick("toy", A_NONCE, seats=2)],
    ids=["create", "quick", "quick-seats"],
)
def test_nothing_begins_any_more(message: FromClient) -> None:
    parlour = Parlour()
    parlour.seat("Ada", "Bert")
    (carl,) = parlour.enter("Carl")
    parlour.order(orders.Drain())
    assert error_of(carl.say(message)) == "draining"
    assert parlour.order(orders.Undrain()) == Done("Matches may begin again.")
    carl.say(message)
    assert state_of(carl) is not State.LOBBY


def test_there_is_no_rematch_either() -> None:
    parlour = Parlour()
    ada, _ = parlour.seat("Ada", "Bert")
    parlour.seat("Carl", "Dora")
    ada.say(Resign())
    parlour.order(orders.Drain())
    assert error_of(ada.say(Rematch(A_NONCE))) == "draining"


def test_waiting_rooms_are_closed_and_lines_are_dissolved() -> None:
    parlour = Parlour()
    parlour.seat("Ada", "Bert")
    carl, dora, eve, finn = parlour.enter("Carl", "Dora", "Eve", "Finn")
    carl.say(Create("toy", 2, A_NONCE))
    dora.say(Quick("toy", A_NONCE))
    eve.say(Quick("toy", A_NONCE))
    assert [state_of(each) for each in (carl, dora, eve)] == [
        State.SEATED,
        State.ASKED,
        State.QUEUED,
    ]
    number = carl.last(Seated).match
    parlour.order(orders.Drain())
    assert [state_of(each) for each in (carl, dora, eve)] == [State.LOBBY] * 3
    assert [each.match for each in carl.all(Notice)] == [None, number]
    assert error_of(finn.say(Join(A_NONCE, number))) == "draining"


def test_after_some_time_it_is_enough_whatever_goes_on() -> None:
    parlour = Parlour(**PATIENT)
    parlour.seat("Ada", "Bert")
    answer = parlour.order(orders.Drain(60.0))
    assert answer.text.endswith("The server stops after that, or in 60 seconds.")
    parlour.wait(59)
    status = parlour.order(orders.Status())
    assert (status.draining, status.stops_in) == (True, 1.0)
    assert not parlour.enough
    parlour.wait(1)
    assert parlour.enough


def test_a_drain_can_be_given_another_time_or_called_off() -> None:
    parlour = Parlour(**PATIENT)
    parlour.seat("Ada", "Bert")
    parlour.order(orders.Drain(60.0))
    parlour.order(orders.Drain())
    parlour.wait(100)
    assert not parlour.enough
    parlour.order(orders.Drain(60.0))
    parlour.order(orders.Undrain())
    parlour.wait(100)
    assert not parlour.enough
    answer = parlour.order(orders.Undrain())
    assert isinstance(answer, Refused)
    assert answer.code == "not-draining"
