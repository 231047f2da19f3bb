"""Orders about matches: the list, one page, and closing them in every state."""

from __future__ import annotations

from eriantys.server.operator import orders
from eriantys.server.operator.answers import Done, MatchList, MatchPage, Refused
from eriantys.server.session import State
from eriantys.wire.from_client import Create, Leave, Watch
from eriantys.wire.from_server import Ended, Notice, Seated
from tests.keys import A_NONCE
from tests.server.parlour import Parlour
from tests.server.scenes import PATIENT, match_of, state_of


def states(parlour: Parlour) -> dict[int, str]:
    found = parlour.order(orders.Matches())
    assert isinstance(found, MatchList)
    return {row.match: row.state for row in found.matches}


def test_matches_of_every_state_are_listed() -> None:
    parlour = Parlour(**PATIENT)
    ada, bert = parlour.seat("Ada", "Bert", title="Evening", private=True)
    carl, dora = parlour.seat("Carl", "Dora", absence="wait")
    carl.say(Leave())
    dora.say(Leave())
    (eve,) = parlour.enter("Eve")
    eve.say(Create("toy", 3, A_NONCE))
    assert states(parlour) == {
        match_of(ada).id: "running",
        match_of(ada).id + 1: "suspended",
        eve.last(Seated).match: "waiting",
    }
    parlour.wait(4)
    row = parlour.order(orders.Matches()).matches[0]
    assert (row.title, row.private, row.players) == ("Evening", True, ("Ada", "Bert"))
    assert row.turn in (1, 2)
    assert row.quiet == 4
    assert bert.match == row.match


def test_one_match_is_told_in_full_but_for_what_is_hidden() -> None:
    parlour = Parlour(**PATIENT)
    ada, _ = parlour.seat("Ada", "Bert", private=True)
    match = match_of(ada)
    (eve,) = parlour.enter("Eve")
    eve.say(Watch(code=match.begun.code))
    page = parlour.order(orders.Show(match.id))
    assert isinstance(page, MatchPage)
    assert [(seat.name, seat.presence) for seat in page.seats] == [
        ("Ada", "here"),
        ("Bert", "here"),
    ]
    assert page.watchers == ("Eve",)
    assert page.clock_left == match.agreement.turn_seconds
    assert page.decision == match.game.decision(match.state)
    told = repr(page)
    assert match.begun.code not in told
    assert match.begun.secret.hex() not in told
    assert repr(match.begun.secret) not in told


def test_rooms_sleeping_matches_and_past_ones_are_told_too() -> None:
    parlour = Parlour(**PATIENT)
    ada, bert = parlour.seat("Ada", "Bert", absence="wait")
    number = ada.match
    ada.say(Leave())
    bert.say(Leave())
    page = parlour.order(orders.Show(number))
    assert (page.row.state, [seat.presence for seat in page.seats]) == (
        "suspended",
        ["gone", "gone"],
    )
    parlour.order(orders.Close(number))
    page = parlour.order(orders.Show(number))
    assert (page.row.state, page.reason, page.winners) == ("over", "closed", ())
    ada.say(Create("toy", 2, A_NONCE))
    page = parlour.order(orders.Show(ada.last(Seated).match))
    assert [(seat.seat, seat.name) for seat in page.seats] == [(1, "Ada")]
    answer = parlour.order(orders.Show(999))
    assert isinstance(answer, Refused)
    assert answer.code == "no-such-match"


def test_a_running_match_is_closed_and_all_are_told_why() -> None:
    parlour = Parlour()
    ada, bert = parlour.seat("Ada", "Bert")
    (eve,) = parlour.enter("Eve")
    eve.say(Watch(ada.match))
    number = ada.match
    assert parlour.order(orders.Close(number, "it is late")) == Done(
        f"Match {number} is closed."
    )
    for person in (ada, bert, eve):
        ended = person.last(Ended)
        assert ended.reason == "closed"
        assert ended.text == "Closed by whoever runs the server: it is late."
        assert ended.ranking == ()
    assert state_of(ada) is State.AFTER
    assert state_of(eve) is State.LOBBY
    assert states(parlour) == {}
    parlour.crash()
    assert states(parlour) == {}


def test_a_sleeping_match_is_closed_without_being_loaded() -> None:
    parlour = Parlour()
    ada, _ = parlour.seat("Ada", "Bert", absence="wait")
    number = ada.match
    parlour.crash()
    assert number not in parlour.core.house.matches
    assert parlour.order(orders.Close(number)) == Done(f"Match {number} is closed.")
    assert number not in parlour.core.house.matches
    assert states(parlour) == {}


def test_a_waiting_room_is_closed() -> None:
    parlour = Parlour()
    (ada,) = parlour.enter("Ada")
    ada.say(Create("toy", 2, A_NONCE))
    number = ada.last(Seated).match
    parlour.order(orders.Close(number, "not today"))
    text = "Closed by whoever runs the server: not today."
    assert Notice("closed", text, match=number) in ada.heard
    assert state_of(ada) is State.LOBBY


def test_what_is_not_there_or_cannot_be_kept_is_not_closed() -> None:
    parlour = Parlour()
    ada, _ = parlour.seat("Ada", "Bert")
    assert parlour.order(orders.Close(999)).code == "no-such-match"
    parlour.broken = True
    assert parlour.order(orders.Close(ada.match)).code == "store-unavailable"
    assert state_of(ada) is State.PLAYING
    parlour.broken = False
    parlour.order(orders.Close(ada.match))
    assert parlour.order(orders.Close(ada.match)).code == "no-such-match"
