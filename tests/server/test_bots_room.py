"""Bots in a room that waits for players: how they come to a seat, and leave it again."""

from __future__ import annotations

from typing import Any

import pytest

from eriantys.server.house import RETRY
from eriantys.server.lobby.company import NAMES, name_of
from eriantys.server.rows import MatchBegun
from eriantys.server.session import State
from eriantys.wire.from_client import (
    AddBot,
    Create,
    FromClient,
    Join,
    Leave,
    List,
    Quick,
    Rematch,
    RemoveBot,
    Resign,
    TakeSeat,
)
from eriantys.wire.from_server import (
    Matches,
    Notice,
    Seated,
    ServerVote,
    Started,
    Waiting,
    Welcome,
)
from tests.keys import A_NONCE
from tests.server.parlour import Parlour, Person, error_of
from tests.server.scenes import PATIENT, state_of

LEVELS = ("easy", "normal", "hard")


def in_room(parlour: Parlour, seats: int = 3, **create: Any) -> Person:
    """Let somebody open a room and sit down in it."""
    (anna,) = parlour.enter("anna")
    anna.say(Create("toy", seats, A_NONCE, **create))
    return anna


# What there is.


@pytest.mark.parametrize("bots", [False, True])
def test_the_welcome_says_whether_there_are_bots(bots: bool) -> None:
    welcome = Parlour(bots=bots).connect().last(Welcome)
    assert welcome.bots == (LEVELS if bots else ())
    assert ("bot" in welcome.limits.absences) is bots


@pytest.mark.parametrize("field", [{"bots": ("easy",)}, {"absence": "bot"}])
def test_a_server_without_bots_opens_no_match_with_them(field: dict[str, Any]) -> None:
    parlour = Parlour()
    (anna,) = parlour.enter("anna")
    assert error_of(anna.say(Create("toy", 2, A_NONCE, **field))) == "no-bots"
    assert not parlour.core.house.rooms


@pytest.mark.parametrize("message", [AddBot(), RemoveBot(1)])
def test_a_server_without_bots_seats_none(message: FromClient) -> None:
    anna = in_room(Parlour())
    assert error_of(anna.say(message)) == "no-bots"


def test_every_bot_of_a_match_has_a_name_that_nobody_can_register() -> None:
    assert len(set(NAMES)) == len(NAMES) == 16
    for number in (1, 7, 1000):
        names = {name_of(number, seat) for seat in range(16)}
        assert len(names) == 16
        for name in names:
            person = Parlour().connect()
            assert error_of(person.log_in(name)) == "bad-name"
            assert len(name) <= 20


# From the start.


def test_bots_take_the_first_free_seats_and_the_match_begins_when_it_is_full() -> None:
    parlour = Parlour(bots=True)
    anna = in_room(parlour, 3, seat=1, bots=("hard", "easy"))
    started = anna.last(Started)
    assert started.players == (name_of(1, 0), "anna", name_of(1, 2))
    assert started.bots == ("hard", None, "easy")
    assert (started.seat, started.away) == (1, ())
    assert [call.level for call in parlour.summons] == ["hard", "easy"]
    (begun,) = [row for row in parlour.kept if isinstance(row, MatchBegun)]
    assert (begun.players, begun.bots) == (started.players, started.bots)


def test_a_bot_brings_no_luck_of_the_servers_choice() -> None:
    parlour = Parlour(bots=True)
    anna = in_room(parlour, 2, bots=("normal",))
    assert anna.last(Started).nonces == (A_NONCE, bytes(16))


def test_a_match_with_bots_waits_for_the_people_who_are_missing() -> None:
    parlour = Parlour(bots=True)
    anna = in_room(parlour, 3, bots=("easy",))
    room = anna.last(Seated).room
    assert room.seats == ("anna", name_of(1, 1), None)
    assert room.bots == (None, "easy", None)
    waiting = anna.last(Waiting)
    assert (waiting.present, waiting.seats, waiting.bots) == (2, room.seats, room.bots)
    assert waiting.reason == "Waiting for 1 more player."
    (bert,) = parlour.enter("bert")
    assert bert.last(Matches).open == (room,)
    bert.say(Join(A_NONCE, room.match))
    assert bert.last(Started).players == ("anna", name_of(1, 1), "bert")


def test_there_must_be_a_seat_for_each_bot_beside_the_creators() -> None:
    parlour = Parlour(bots=True)
    (anna,) = parlour.enter("anna")
    assert error_of(anna.say(Create("toy", 2, A_NONCE, bots=("easy", "easy")))) == "bad-seats"
    assert not parlour.core.house.rooms


# Later.


def test_everybody_in_the_room_is_told_of_a_bot_that_comes_or_goes() -> None:
    parlour = Parlour(bots=True)
    anna = in_room(parlour, 4)
    bert, carl = parlour.enter("bert", "carl")
    bert.say(Join(A_NONCE, 1))
    bert.say(AddBot("hard", seat=3))
    for person in (anna, bert):
        waiting = person.last(Waiting)
        assert waiting.seats == ("anna", "bert", None, name_of(1, 3))
        assert waiting.bots == (None, None, None, "hard")
    parlour.wait(1)
    assert carl.last(Matches).open[0].bots == (None, None, None, "hard")
    # Whoever is in the room may send it away again, not only who brought it.
    anna.say(RemoveBot(3))
    for person in (anna, bert):
        assert person.last(Waiting).seats == ("anna", "bert", None, None)
        assert person.last(Waiting).bots == ()
    assert not parlour.summons


def test_the_last_seat_may_be_a_bots() -> None:
    parlour = Parlour(bots=True)
    anna = in_room(parlour, 3)
    anna.say(AddBot())
    assert state_of(anna) is State.SEATED
    anna.say(AddBot("easy"))
    assert anna.last(Started).bots == (None, "normal", "easy")
    assert len(parlour.summons) == 2


def test_a_bot_has_a_seat_like_anybody() -> None:
    parlour = Parlour(bots=True)
    anna = in_room(parlour, 3)
    (bert,) = parlour.enter("bert")
    anna.say(AddBot(seat=1))
    assert error_of(anna.say(AddBot(seat=1))) == "seat-taken"
    assert error_of(anna.say(AddBot(seat=0))) == "seat-taken"
    assert error_of(anna.say(AddBot(seat=3))) == "no-such-seat"
    assert error_of(anna.say(TakeSeat(1))) == "seat-taken"
    assert error_of(bert.say(Join(A_NONCE, 1, seat=1))) == "seat-taken"
    assert error_of(anna.say(RemoveBot(2))) == "no-bots"
    assert error_of(anna.say(RemoveBot(0))) == "no-bots"
    assert error_of(anna.say(RemoveBot(3))) == "no-such-seat"
    anna.say(TakeSeat(2))
    assert anna.last(Waiting).seats == (None, name_of(1, 1), "anna")


def test_a_room_with_bots_and_nobody_else_is_closed() -> None:
    parlour = Parlour(bots=True)
    anna = in_room(parlour, 3, bots=("easy",))
    anna.say(Leave())
    assert not parlour.core.house.rooms
    anna.say(List())
    assert not anna.last(Matches).open


def test_bots_do_not_sit_down_among_those_who_met_by_chance() -> None:
    parlour = Parlour(bots=True)
    (anna,) = parlour.enter("anna")
    anna.say(Quick("toy", A_NONCE, seats=3))
    assert error_of(anna.say(AddBot())) == "no-bots"
    assert error_of(anna.say(RemoveBot(1))) == "no-bots"


def test_a_full_room_that_cannot_begin_yet_may_send_its_bot_away() -> None:
    parlour = Parlour(bots=True)
    anna = in_room(parlour, 2)
    parlour.broken = True
    anna.say(AddBot())
    assert anna.last(Notice).code == "store-unavailable"
    assert error_of(anna.say(AddBot())) == "match-full"
    anna.say(RemoveBot(1))
    parlour.broken = False
    parlour.wait(RETRY)
    assert state_of(anna) is State.SEATED
    anna.say(AddBot())
    assert state_of(anna) is State.PLAYING


# Once more.


def test_bots_agree_to_a_rematch_at_once() -> None:
    parlour = Parlour(bots=True, **PATIENT)
    anna = in_room(parlour, 2, bots=("hard",))
    before = anna.last(Started)
    anna.say(Resign())
    parlour.summons.clear()
    anna.say(Rematch(A_NONCE))
    again = anna.last(Started)
    assert again.match != before.match
    assert (again.players, again.bots) == (before.players, before.bots)
    assert [call.level for call in parlour.summons] == ["hard"]


def test_people_still_decide_about_a_rematch_with_bots() -> None:
    parlour = Parlour(bots=True, **PATIENT)
    anna = in_room(parlour, 3, bots=("easy",))
    (bert,) = parlour.enter("bert")
    bert.say(Join(A_NONCE, 1))
    bert.say(Resign())
    anna.say(Rematch(A_NONCE))
    vote = bert.last(ServerVote)
    assert (vote.votes, vote.needed) == (("yes", "yes", None), 3)
    assert vote.room is not None
    assert vote.room.bots == (None, "easy", None)
    assert error_of(anna.say(AddBot())) == "no-bots"
    assert error_of(anna.say(RemoveBot(1))) == "no-bots"
    bert.say(Leave())
    assert state_of(anna) is State.LOBBY
