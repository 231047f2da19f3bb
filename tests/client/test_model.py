"""What the client knows, from the words of a real server in memory."""

from __future__ import annotations

from random import Random

import pytest

from eriantys.client.match import Line, Remark
from eriantys.client.model import Model, Place
from eriantys.wire.from_client import (
    Answer,
    Chat,
    Create,
    Join,
    Leave,
    List,
    Move,
    Quick,
    Rematch,
    Resign,
    Resume,
    Sync,
    Try,
    Vote,
    Watch,
)
from eriantys.wire.from_server import Update
from tests.client.gathering import asked, play, table
from tests.client.listener import Listener
from tests.keys import A_NONCE
from tests.server.parlour import Parlour
from tests.server.scenes import PATIENT


def test_from_the_door_through_lobby_and_room_into_a_match() -> None:
    parlour = Parlour()
    anna = Listener(parlour)
    assert anna.model.place is Place.DOOR
    assert anna.model.asked is not None
    assert anna.model.asked.kind == "login"
    anna.person.log_in("anna")
    anna.hear()
    assert (anna.model.name, anna.model.place, anna.model.asked) == ("anna", Place.LOBBY, None)
    bert = Listener(parlour, "bert")
    anna.say(Create("toy", 2, A_NONCE, title="for two"))
    assert anna.model.place is Place.ROOM
    assert anna.model.waiting is not None
    assert anna.model.waiting.names == ("anna",)
    parlour.wait(1)
    bert.hear()
    [card] = bert.model.rooms.values()
    assert (card.title, card.seats) == ("for two", ("anna", None))
    bert.say(Join(A_NONCE, card.match))
    anna.hear()
    for listener in (anna, bert):
        assert listener.model.place is Place.MATCH
        assert listener.model.seated is listener.model.waiting is None
    assert [anna.match.seat, bert.match.seat] == [0, 1]


def test_rooms_come_and_go_in_the_lobby() -> None:
    parlour = Parlour()
    anna, bert = Listener(parlour, "anna"), Listener(parlour, "bert")
    anna.say(Create("toy", 2, A_NONCE))
    parlour.wait(1)
    bert.hear()
    assert len(bert.model.rooms) == 1
    anna.say(Leave())
    parlour.wait(1)
    bert.hear()
    assert bert.model.rooms == {}
    assert anna.model.place is Place.LOBBY


def test_the_first_in_line_is_asked_and_then_waits() -> None:
    parlour = Parlour()
    anna, bert = Listener(parlour, "anna"), Listener(parlour, "bert")
    anna.say(Quick("eriantys", A_NONCE))
    for kind, value in (("seats", 2), ("mode", True), ("mode", "full")):
        assert anna.model.asked is not None
        assert anna.model.asked.kind == kind
        if kind == "seats":
            bert.say(Quick("eriantys", A_NONCE))
            assert bert.model.place is Place.LINE
            assert bert.model.asked is None
        anna.say(Answer(anna.model.asked.id, value))
    bert.hear()
    for listener in (anna, bert):
        assert listener.model.place is Place.MATCH
        assert listener.model.asked is None


@pytest.mark.parametrize(("seats", "expert"), [(2, True), (3, False), (4, True)])
def test_the_view_is_the_servers_after_every_message_of_a_whole_match(
    seats: int, expert: bool
) -> None:
    parlour = Parlour(seed=seats, **PATIENT)
    names = ("anna", "bert", "carl", "dora")[:seats]
    players = table(parlour, *names, game="eriantys", options={"expert": expert}, undo=True)
    watcher = Listener(parlour, "wanda")
    watcher.say(Watch(players[0].match.id))
    chance = Random(seats)
    while players[0].model.place is Place.MATCH:
        one, _ = asked(*players)
        request = one.match.request
        assert request is not None
        if chance.random() < 0.1:
            one.model.look_ahead((chance.choice(one.match.offers),))
            one.send_outbox()
            assert one.match.request == request
        if request.undo and chance.random() < 0.2:
            one.model.undo()
            one.send_outbox()
        else:
            play(one, action=chance.choice(one.match.offers))
        for listener in (*players, watcher):
            listener.hear()
        parlour.now += chance.random()
    for player in players:
        assert player.model.place is Place.AFTER
        assert player.match.ended is not None
        numbers = [line.number for line in player.match.story if isinstance(line, Line)]
        assert numbers == list(range(1, player.match.number + 1))
        assert not player.match.my_turn
        assert player.model.outbox == []
        assert player.model.error is None
        assert player.compared > player.match.number
    assert watcher.model.place is Place.LOBBY


def test_a_gap_is_noticed_and_mended() -> None:
    anna, bert = table(Parlour(), "anna", "bert")
    one, other = asked(anna, bert)
    one.act("pass")
    other.lose()
    other.model.hear(Update(1, 2, 0, "pass", (), {}, 1, "move", 9), 0.0)
    assert other.match.number == 0
    assert other.send_outbox() == [Sync()]
    assert other.match.number == 1
    assert other.compared
    assert other.match.my_turn, "the request comes again after the state"


def test_a_pause_stops_the_clock_and_leaves_the_request() -> None:
    parlour = Parlour(**PATIENT)
    anna, bert = table(parlour, "anna", "bert", turn_seconds=60)
    one, other = asked(anna, bert)
    one.say(Vote("pause", "yes"))
    other.hear()
    assert other.match.vote is not None
    assert (other.match.vote.about, other.match.vote.result) == ("pause", "")
    assert other.match.vote_until == parlour.now + 60
    parlour.wait(10)
    other.say(Vote("pause", "yes"))
    one.hear()
    for listener in (one, other):
        assert listener.match.paused
        assert listener.match.left(parlour.now + 500) == pytest.approx(50)
        assert listener.match.pause_until == pytest.approx(parlour.now + 3600)
        assert listener.match.vote is not None
        assert listener.match.vote.result == "yes"
    parlour.wait(20)
    assert one.match.my_turn
    play(one, other, action="pass")
    assert not one.match.paused
    assert not other.match.paused
    assert other.match.left(parlour.now + 7) == pytest.approx(53)


def test_more_time_is_added_to_the_clock() -> None:
    parlour = Parlour(**PATIENT)
    anna, bert = table(parlour, "anna", "bert", turn_seconds=60)
    parlour.wait(20)
    anna.say(Vote("time", "yes"))
    bert.say(Vote("time", "yes"))
    anna.hear()
    for listener in (anna, bert):
        assert listener.match.left(parlour.now) == pytest.approx(100)


def test_the_clock_stands_while_whoever_is_on_turn_is_away() -> None:
    parlour = Parlour(grace=30)
    anna, bert = table(parlour, "anna", "bert", turn_seconds=60)
    one, other = asked(anna, bert)
    parlour.wait(10)
    one.drop()
    other.hear()
    seat = one.match.seat
    assert seat is not None
    away = other.match.away[seat]
    assert (away.cause, away.since, away.until) == ("closed", parlour.now, parlour.now + 30)
    parlour.wait(12)
    other.hear()
    assert other.match.left(parlour.now) == pytest.approx(50)
    again = Listener(parlour, one.model.name, model=one.model)
    other.hear()
    assert other.match.away == {}
    assert other.match.clock_runs
    assert again.match.left(parlour.now + 5) == pytest.approx(45)
    assert other.match.left(parlour.now + 5) == pytest.approx(45)
    assert [each.text for each in other.match.story if isinstance(each, Remark)] == [
        f"{again.model.name} is away.",
        f"{again.model.name} is back.",
    ]


def test_a_match_waits_for_somebody_who_left_and_goes_on_with_them() -> None:
    parlour = Parlour(**PATIENT)
    anna, bert = table(parlour, "anna", "bert", turn_seconds=60)
    one, other = asked(anna, bert)
    parlour.wait(10)
    one.say(Leave())
    assert one.model.place is Place.LOBBY
    [saved] = one.model.saved
    assert saved.suspended
    other.hear()
    assert other.match.suspended
    assert other.match.vote is not None
    assert other.match.vote.about == "missing"
    parlour.wait(50)
    assert other.match.left(parlour.now) == pytest.approx(50)
    one.say(Resume(saved.match))
    other.hear()
    for listener in (one, other):
        assert not listener.match.suspended
        assert listener.match.vote is None, "that vote is forgotten"
        assert listener.match.clock_runs
    assert one.match.my_turn


def test_what_was_known_stays_while_the_connection_is_lost() -> None:
    parlour = Parlour()
    anna, bert = table(parlour, "anna", "bert")
    one, other = asked(anna, bert)
    play(one, other, action="pass")
    other.say(Chat("match", "hello"))
    parlour.wait(1)
    other.hear()
    other.drop()
    view, story = other.match.view, list(other.match.story)
    assert other.model.place is Place.MATCH
    assert not other.match.my_turn
    assert other.model.welcome is None
    again = Listener(parlour, other.model.name, model=other.model)
    assert again.match.view == view
    assert again.match.story == story
    assert again.match.my_turn
    assert [line.text for line in again.model.chat["match"]] == ["hello"]


def test_what_was_to_be_said_is_not_said_to_another_connection() -> None:
    parlour = Parlour()
    one, _ = asked(*table(parlour, "anna", "bert"))
    one.model.act("pass")
    one.model.look_ahead(("pass",))
    one.drop()
    assert one.model.outbox == []
    again = Listener(parlour, one.model.name, model=one.model)
    assert again.model.look_ahead(("lay 1",)) is None
    assert again.model.outbox == [Try(1, ("lay 1",))]


def test_a_refused_move_is_told_and_asked_for_again() -> None:
    one, _ = asked(*table(Parlour(), "anna", "bert"))
    one.act("lay 99")
    assert one.model.error is not None
    assert one.model.error.action == "lay 99"
    assert one.match.my_turn


def test_the_end_keeps_the_players_together_and_lets_them_play_again() -> None:
    anna, bert = table(Parlour(), "anna", "bert")
    bert.say(Resign())
    anna.hear()
    old = anna.match.id
    for listener in (anna, bert):
        assert listener.model.place is Place.AFTER
        assert listener.match.ended is not None
        assert listener.match.ended.reason == "resigned"
        assert not listener.match.clock_runs
    anna.say(Chat("match", "again?"))
    bert.hear()
    bert.say(Rematch(A_NONCE))
    assert bert.model.place is Place.ROOM
    anna.hear()
    assert anna.match.vote is not None
    assert anna.match.vote.about == "rematch"
    assert anna.match.vote.room is not None
    anna.say(Rematch(A_NONCE))
    bert.hear()
    for listener in (anna, bert):
        assert listener.model.place is Place.MATCH
        assert listener.match.id != old
        assert listener.match.ended is None
        assert listener.match.vote is None
        assert [line.text for line in listener.model.chat["match"]] == ["again?"]


def test_somebody_who_looks_on_sees_and_is_seen() -> None:
    parlour = Parlour()
    anna, bert = table(parlour, "anna", "bert")
    wanda = Listener(parlour, "wanda")
    wanda.say(List(running=True))
    [card] = wanda.model.running
    wanda.say(Watch(card.match))
    assert wanda.match.watching
    anna.hear()
    assert anna.match.watchers == ("wanda",)
    runs = anna.match.left(parlour.now) - anna.match.left(parlour.now + 1)
    assert runs == pytest.approx(1)
    wanda.say(Leave())
    anna.hear()
    assert anna.match.watchers == ()
    assert wanda.model.place is Place.LOBBY
    assert wanda.model.match is None
    bert.hear()


def test_every_message_counts_as_a_change() -> None:
    parlour = Parlour()
    anna, bert = table(parlour, "anna", "bert")
    one, other = asked(anna, bert)
    before, seen = other.model.change, other.match.change
    play(one, other, action="pass")
    assert other.model.change > before
    assert other.match.change > seen


def test_an_answer_names_the_request_that_it_answers() -> None:
    one, _ = asked(*table(Parlour(), "anna", "bert"))
    one.model.act("pass")
    assert one.model.outbox == [Move(1, "pass")]
    assert Model().outbox == []
