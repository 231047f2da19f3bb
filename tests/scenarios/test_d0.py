"""The first document: a connection, a login, and the way to a match."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from eriantys import __version__
from eriantys.server.limits import Limits
from eriantys.wire.frames import encode
from eriantys.wire.from_client import (
    Answer,
    Create,
    Join,
    Leave,
    Login,
    Move,
    Quick,
)
from eriantys.wire.from_server import (
    Matches,
    Named,
    Presence,
    Request,
    Seated,
    Started,
    Waiting,
    Welcome,
)
from eriantys.wire.messages import PROTOCOL
from tests.keys import A_NONCE, key_of, proof_of
from tests.scenarios.checks import (
    assert_asked_again,
    assert_heard_nothing,
    assert_sentence,
    refuse,
    timeless,
    what_stands,
)
from tests.scenarios.driver import Table
from tests.scenarios.real import Server, serving
from tests.scenarios.steps import all_told, news

MOTD = "Buona fortuna!"
A_QUICK_GAME = Quick("eriantys", A_NONCE)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("d0") / "store.db", "--motd", MOTD) as server:
        yield server


def test_d0_1_whoever_connects_is_welcomed_at_once_and_told_all_limits(server: Server) -> None:
    client = server.connect()
    welcome = client.heard[0]
    assert isinstance(welcome, Welcome)
    assert (welcome.server, welcome.version) == ("eriantys", __version__)
    assert (welcome.protocol, welcome.motd) == (PROTOCOL, MOTD)
    limits, usual = welcome.limits, Limits()
    assert (limits.frame_before_login, limits.frame) == (4096, 16384)
    for name in ("ping", "silence", "grace", "login", "answer", "room"):
        assert getattr(limits, f"{name}_ms") == getattr(usual, name) * 1000
    assert (limits.name_least, limits.name_most) == (2, 20)
    (game,) = (game for game in welcome.games if game.id == "eriantys")
    assert game.seats == (2, 3, 4)
    assert game.options == {"expert": False}
    other = server.connect().heard[0]
    assert isinstance(other, Welcome)
    assert other.nonce != welcome.nonce


def test_d0_1_a_session_ends_with_its_connection_and_a_seat_does_not(server: Server) -> None:
    table = Table(server.enter("tied_anna", "tied_ben"))
    table.act()
    lost, other = table.player, table.others[0]
    before = what_stands(lost)
    lost.drop()
    away = other.wait_for(Presence)
    assert (away.name, away.here, away.cause) == (lost.name, False, "closed")
    stranger = server.connect()
    # Nothing of the session is left: the new connection is nobody.
    refuse(stranger, Move(table.request.id, table.legal[0]), "unexpected", asked=None)
    stranger.prove(lost.name)
    back = other.wait_for(Presence)
    assert (back.name, back.here, back.cause) == (lost.name, True, "back")
    started = stranger.wait_for(Started)
    assert (started.match, started.seat) == (table.match, table.seat)
    assert timeless(stranger.wait_for(Request)) == before[1]
    state, request = what_stands(stranger)
    assert (state, request) == before
    assert_heard_nothing(other)


def test_d0_2_a_login_is_asked_for_and_grants_the_name(server: Server) -> None:
    client = server.connect()
    _, request = client.heard
    assert isinstance(request, Request)
    assert (request.kind, request.legal) == ("login", None)
    assert 0 < request.left_ms <= 60_000
    client.say(Login("Login_Anna", key=key_of("login_anna")))
    assert client.next() == Named("Login_Anna")
    assert client.wait_for(Matches).whole


def test_d0_2_a_taken_name_is_refused_and_the_request_stands(empty_house: Server) -> None:
    (owner,) = empty_house.enter("login_ben")
    news(owner)
    client = empty_house.connect()
    request = client.last(Request)
    for number in range(2):
        message = Login("login_ben", key=key_of(f"thief {number}"))
        refuse(client, message, "name-taken", owner, asked=request)
    forged = Login("login_ben", proof=proof_of("login_ben", b"another nonce"))
    refuse(client, forged, "bad-proof", owner, asked=request)
    owner.say(Create("eriantys", 2, A_NONCE))
    owner.wait_for(Waiting)
    refuse(client, message, "name-taken", owner, asked=request)
    client.log_in("login_other")


def test_d0_3_the_first_in_line_is_asked_step_by_step(server: Server) -> None:
    first, second, third = server.enter("line_anna", "line_ben", "line_carla")
    first.say(A_QUICK_GAME)
    seats = first.wait_for(Request)
    assert (seats.kind, seats.legal) == ("seats", (2, 3, 4))
    assert 0 < seats.left_ms <= 60_000
    for position, client in enumerate((second, third), start=2):
        client.say(A_QUICK_GAME)
        waiting = client.wait_for(Waiting)
        assert (waiting.present, waiting.wanted) == (position, 0)
        assert waiting.names == ("line_anna", "line_ben", "line_carla")[:position]
        assert waiting.reason == "line_anna is choosing what will be played."
    all_told(("line_anna", "line_ben", "line_carla"), second, third)
    for wrong in (0, 1, 5, -2, 1000, "two", "2", True):
        message = Answer(seats.id, wrong)
        error = refuse(first, message, "bad-seats", second, third, asked=seats)
        assert ("2, 3 or 4" if type(wrong) is int else "whole number") in error.text
    first.say(Answer(seats.id, 3))
    expert = first.next()
    assert isinstance(expert, Request)
    assert (expert.kind, expert.decision, expert.legal) == ("mode", "expert", (False, True))
    assert expert.id > seats.id
    assert_heard_nothing(second, third)
    first.say(Answer(expert.id, True))
    guidance = first.next()
    assert isinstance(guidance, Request)
    assert (guidance.decision, guidance.legal) == ("guidance", ("full", "none"))
    refuse(first, Answer(expert.id, False), "stale", second, third, asked=None)
    first.say(Answer(guidance.id, "none"))
    for seat, client in enumerate((first, second, third)):
        started = client.wait_for(Started)
        assert (started.seat, len(started.players)) == (seat, 3)
        assert (started.options, started.guidance) == ({"expert": True}, "none")
    asked = [each for each in (*second.heard, *third.heard) if isinstance(each, Request)]
    assert {each.kind for each in asked} <= {"login", "move"}


@pytest.mark.parametrize("seats", [0, 1, 5, 17])
def test_d0_3_a_match_is_not_created_for_a_wrong_number(
    empty_house: Server, seats: int
) -> None:
    creator, onlooker = empty_house.enter(f"number_{seats}", f"onlooker_{seats}")
    news(creator)
    news(onlooker)
    creator.say(Create("eriantys", seats, A_NONCE))
    error = creator.error()
    assert error.code == ("bad-seats" if 1 <= seats <= 16 else "malformed")
    assert_sentence(error.text)
    assert_heard_nothing(creator, onlooker)
    creator.say(Create("eriantys", 4, A_NONCE, options={"expert": True}))
    seated = creator.wait_for(Seated)
    assert seated.room.seats == (f"number_{seats}", None, None, None)
    assert seated.room.options == {"expert": True}
    creator.say(Leave())
    creator.wait_for(Matches)


def test_d0_4_the_mode_is_asked_for_until_it_is_yes_or_no(server: Server) -> None:
    first, second = server.enter("mode_anna", "mode_ben")
    first.say(A_QUICK_GAME)
    first.say(Answer(first.wait_for(Request).id, 2))
    asked = first.wait_for(Request)
    assert (asked.kind, asked.decision, asked.legal) == ("mode", "expert", (False, True))
    second.say(A_QUICK_GAME)
    second.wait_for(Waiting)
    all_told(("mode_anna", "mode_ben"), second)
    for wrong in ("y", "true", "", 0, 1, 2):
        error = refuse(first, Answer(asked.id, wrong), "bad-option", second, asked=asked)
        assert "expert" in error.text
    for worse in (None, 0.5, [True], {"expert": True}):
        # No value of an answer at all: the field is named, and the request stands too.
        first.say_bytes(encode({"type": "answer", "request": asked.id, "value": worse}))
        error = first.error()
        assert (error.code, error.about) == ("malformed", "answer")
        assert "value" in error.text
        assert_asked_again(first, asked)
        assert_heard_nothing(first, second)
    first.say(Answer(asked.id, True))
    first.say(Answer(first.wait_for(Request).id, "full"))
    for client in (first, second):
        assert client.wait_for(Started).options == {"expert": True}


@pytest.mark.parametrize("value", ["y", 1])
def test_d0_4_a_created_match_needs_yes_or_no_as_well(
    empty_house: Server, value: str | int
) -> None:
    (client,) = empty_house.enter(f"create_{value}")
    news(client)
    message = Create("eriantys", 2, A_NONCE, options={"expert": value})
    assert "expert" in refuse(client, message, "bad-option", asked=None).text


def test_d0_5_whoever_waits_is_told_with_whom_and_for_how_many(server: Server) -> None:
    names = ("wait_anna", "wait_ben", "wait_carla")
    clients = server.enter(*names)
    clients[0].say(Create("eriantys", 3, A_NONCE))
    match = clients[0].wait_for(Seated).match
    for count, newcomer in enumerate(clients[:2], start=1):
        if count > 1:
            newcomer.say(Join(A_NONCE, match))
        for client in clients[:count]:
            waiting = client.wait_for(Waiting)
            assert (waiting.present, waiting.wanted) == (count, 3)
            assert (waiting.names, waiting.match) == (names[:count], match)
            assert 0 < waiting.left_ms <= 900_000
            assert_sentence(waiting.reason)
    assert_heard_nothing(*clients[:2])
    clients[2].say(Join(A_NONCE, match))
    assert isinstance(clients[2].wait_for(Seated), Seated)
    for client in clients:
        assert isinstance(client.next(), Started)


def test_d0_5_the_match_starts_at_once_if_the_others_came_meanwhile(server: Server) -> None:
    first, second, third = server.enter("came_anna", "came_ben", "came_carla")
    for client in (first, second, third):
        client.say(A_QUICK_GAME)
        client.wait_for(Request if client is first else Waiting)
    all_told(("came_anna", "came_ben", "came_carla"), second, third)
    for value in (2, False, "full"):
        first.say(Answer(first.last(Request).id, value))
        message = first.next()
    assert isinstance(message, Seated)
    assert isinstance(first.next(), Waiting)
    assert isinstance(first.next(), Started)
    assert isinstance(second.next(), Seated)
    assert isinstance(second.next(), Started)
    # There was no room for the third, who is the first in line now.
    asked = third.next()
    assert isinstance(asked, Request)
    assert asked.kind == "seats"
    third.say(Leave())
    assert third.wait_for(Matches, whole=True)
    assert third.last(Request) == asked
