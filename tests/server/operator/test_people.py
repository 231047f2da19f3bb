"""Orders about people: who is here, sending away, freeing a name, talking to all."""

from __future__ import annotations

from eriantys.server.operator import orders
from eriantys.server.operator.answers import Done, PlayerList, Refused
from eriantys.server.session import State
from eriantys.wire.from_client import Create, Login
from eriantys.wire.from_server import Ended, Notice, Presence, ServerBye
from tests.keys import A_NONCE, key_of
from tests.server.parlour import Parlour, error_of
from tests.server.scenes import session_of, state_of


def refusal(answer: object) -> str:
    assert isinstance(answer, Refused), answer
    return answer.code


def test_everybody_is_listed_with_where_they_are() -> None:
    parlour = Parlour()
    ada, bert = parlour.seat("Ada", "Bert")
    parlour.enter("Gast", guest=True)
    parlour.connect("192.0.2.9")
    parlour.wait(2.5)
    found = parlour.order(orders.Players())
    assert isinstance(found, PlayerList)
    told = [(each.name, each.kind, each.state, each.match) for each in found.players]
    match = ada.match
    assert told == [
        ("Ada", "name", "playing", match),
        ("Bert", "name", "playing", match),
        ("Gast", "guest", "lobby", None),
        ("", "nobody", "new", None),
    ]
    assert found.players[3].address == "192.0.2.9"
    assert found.players[3].silent == 2.5
    assert bert.connection == found.players[1].connection


def test_whoever_is_kicked_hears_why_and_may_come_back() -> None:
    parlour = Parlour()
    (ada,) = parlour.enter("Ada")
    assert parlour.order(orders.Kick("ADA", "no spam")) == Done("Ada was sent away.")
    assert ada.last(ServerBye) == ServerBye("kicked", "You were sent away: no spam.")
    assert ada.closed
    assert state_of(parlour.enter("Ada")[0]) is State.LOBBY


def test_a_kick_takes_a_player_off_the_seat_at_once() -> None:
    parlour = Parlour()
    ada, _ = parlour.seat("Ada", "Bert", absence="wait")
    parlour.order(orders.Kick("Bert"))
    assert ada.last(Presence).cause == "kicked"
    assert ada.last(Presence).left_ms == 0


def test_a_kick_ends_a_match_whose_policy_is_to_end() -> None:
    parlour = Parlour()
    ada, bert = parlour.seat("Ada", "Bert", absence="end")
    assert parlour.order(orders.Kick("Bert")) == Done("Bert was sent away.")
    assert ada.last(Ended).reason == "left"
    assert bert.closed


def test_a_connection_without_a_name_can_be_kicked_by_its_number() -> None:
    parlour = Parlour()
    person = parlour.connect()
    assert parlour.order(orders.Kick(f"#{person.connection}")) == Done(
        f"Connection {person.connection} was sent away."
    )
    assert person.closed


def test_nobody_who_is_not_here_can_be_kicked() -> None:
    parlour = Parlour()
    for who in ("Ada", "#7", "#x", "#"):
        assert refusal(parlour.order(orders.Kick(who))) == "not-here"


def test_a_reason_that_does_not_print_is_refused_and_nobody_goes() -> None:
    parlour = Parlour()
    (ada,) = parlour.enter("Ada")
    assert refusal(parlour.order(orders.Kick("Ada", "\x1b[2J"))) == "bad-text"
    assert not ada.closed


def test_a_forgotten_name_is_free_and_its_results_are_gone() -> None:
    parlour = Parlour()
    ada, bert = parlour.seat("Ada", "Bert")
    parlour.order(orders.Close(ada.match))
    assert parlour.store.records("ada", private=True)
    assert parlour.order(orders.Forget("ada")) == Done("Ada is free for anybody again.")
    assert ada.last(ServerBye).code == "kicked"
    assert not bert.closed
    assert parlour.store.find_name("Ada") is None
    assert parlour.store.records("ada", private=True) == []
    assert parlour.store.records("bert", private=True)
    stranger = parlour.connect()
    stranger.say(Login("Ada", key=key_of("Eve")))
    assert state_of(stranger) is State.LOBBY


def test_a_name_with_a_seat_is_not_forgotten_for_somebody_else_would_have_it() -> None:
    parlour = Parlour()
    ada, _ = parlour.seat("Ada", "Bert")
    answer = parlour.order(orders.Forget("Ada"))
    assert refusal(answer) == "has-matches"
    assert str(ada.match) in answer.text
    assert not ada.closed
    assert parlour.store.find_name("Ada") is not None


def test_a_name_that_nobody_has_cannot_be_forgotten() -> None:
    assert refusal(Parlour().order(orders.Forget("Ada"))) == "no-such-name"


def test_a_guest_is_forgotten_too() -> None:
    parlour = Parlour()
    (gast,) = parlour.enter("Gast", guest=True)
    assert isinstance(parlour.order(orders.Forget("gast")), Done)
    assert gast.closed


def test_what_cannot_be_kept_is_not_forgotten() -> None:
    parlour = Parlour()
    parlour.enter("Ada")[0].drop()
    parlour.broken = True
    assert refusal(parlour.order(orders.Forget("Ada"))) == "store-unavailable"
    assert parlour.store.find_name("Ada") is not None


def test_everybody_with_a_name_is_told() -> None:
    parlour = Parlour()
    ada, bert = parlour.seat("Ada", "Bert")
    stranger = parlour.connect()
    heard = len(stranger.heard)
    assert parlour.order(orders.Say("Tea at five")) == Done("2 people have been told.")
    for person in (ada, bert):
        assert person.last(Notice) == Notice("operator", "Tea at five")
    assert len(stranger.heard) == heard
    assert refusal(parlour.order(orders.Say("\x07"))) == "bad-text"


def test_an_order_waits_for_what_is_being_kept() -> None:
    parlour = Parlour()
    (ada,) = parlour.enter("Ada")
    session = session_of(ada)
    assert session is not None
    # Something about Ada is on its way to disk when the order comes.
    parlour.core.house.stage([session.lock], [], lambda: None, lambda: None)
    assert parlour.order(orders.Kick("Ada")) == Done("Ada was sent away.")
    assert ada.closed
    assert error_of(parlour.enter("Bert")[0].say(Create("chess", 2, A_NONCE))) == "no-such-game"
