"""The fourth document, loading a match: who may come back, to what, and who hears of it."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from eriantys.wire.cards import SavedCard
from eriantys.wire.from_client import Create, Join, Leave, Login, Resign, Resume
from eriantys.wire.from_server import (
    Ended,
    Error,
    FromServer,
    Matches,
    Notice,
    Presence,
    Request,
    Seated,
    ServerBye,
    ServerVote,
    Started,
    Update,
)
from tests.keys import A_NONCE, key_of
from tests.scenarios.real import Client, Server, serving
from tests.scenarios.steps import (
    QUICK,
    fresh,
    listed,
    look,
    match_row,
    news,
    only,
    others,
    play_on,
    play_until,
    stored,
    turn_of,
)


def suspend(players: list[Client]) -> tuple[Client, Client, Request]:
    """Let whoever is on turn leave, so that the match of two waits; the other stays."""
    player, request = turn_of(*players)
    [other] = others(players, player)
    player.say(Leave())
    assert player.wait_for(Matches).whole
    other.wait_for(Notice, code="suspended")
    other.wait_for(ServerVote, about="missing")
    return player, other, request


def status(server: Server, match: int) -> str:
    return str(match_row(server, match)["status"])


def assert_asked_whether_to_wait(vote: FromServer, match: int, *, needed: int) -> None:
    """Check that somebody is asked about a missing player, and that nobody has voted yet."""
    assert isinstance(vote, ServerVote)
    assert (vote.match, vote.about, vote.choices) == (match, "missing", ("wait", "end", "bot"))
    assert (set(vote.votes), vote.needed, vote.result) == ({None}, needed, "")


def test_d4_6_who_has_no_saved_match_is_told_so(server: Server) -> None:
    players = server.seat(*fresh(2))
    match = players[0].last(Started).match
    [stranger] = server.enter(*fresh(1))
    news(stranger)
    before, kept = [look(player) for player in players], stored(server)
    for message in (Resume(), Resume(match), Resume(2**31 - 1)):
        stranger.say(message)
        error = stranger.wait_for(Error)
        assert (error.code, error.about) == ("no-saved-match", "resume")
    assert [look(player) for player in players] == before
    assert stored(server) == kept

    # Nor has anybody a match that is over.
    players[0].say(Resign())
    for player in players:
        player.wait_for(Ended)
        player.say(Leave(), Resume(), Resume(match))
        assert player.wait_for(Matches).saved == ()
        codes = [player.wait_for(Error).code for _ in range(2)]
        assert codes == ["no-saved-match", "no-saved-match"]


def test_d4_6_a_match_is_suspended_and_goes_on_when_the_seat_on_turn_is_back(
    server: Server,
) -> None:
    players = server.seat(*fresh(2))
    play_on(*players)
    match = players[0].last(Started).match
    before = look(players[0])
    player, other, request = suspend(players)
    away, notice, vote = other.taken()[-3:]
    assert isinstance(away, Presence)
    assert (away.name, away.here, away.cause) == (player.name, False, "left")
    assert isinstance(notice, Notice)
    assert player.name in notice.text
    assert_asked_whether_to_wait(vote, match, needed=1)
    assert (look(other).suspended, status(server, match)) == (True, "suspended")

    # Both leave; both find it on their list.
    other.say(Leave())
    for client in (player, other):
        [card] = listed(client).saved
        seat = client.last(Started).seat
        names = (players[0].name, players[1].name)
        assert card == SavedCard(match, "eriantys", names, seat, suspended=True)

    # Who is not on turn may come back first, and waits.
    other.say(Resume())
    started = other.wait_for(Started)
    assert (started.match, started.suspended) == (match, True)
    assert started.away == (player.last(Started).seat,)
    assert_asked_whether_to_wait(only(ServerVote, other), match, needed=1)
    assert status(server, match) == "suspended"

    player.say(Resume(match))
    player.wait_for(Started)
    asked = player.wait_for(Request)
    assert (asked.id, asked.legal) == (request.id, request.legal)
    back, goes_on = news(other)
    assert isinstance(back, Presence)
    assert (back.name, back.here, back.cause) == (player.name, True, "back")
    assert isinstance(goes_on, Notice)
    assert goes_on.code == "resumed"
    assert look(player) == look(other) == before
    assert status(server, match) == "running"
    assert play_on(*players).number == request.id


def test_d4_6_a_match_goes_on_without_those_who_are_not_on_turn(server: Server) -> None:
    players = server.seat(*fresh(3))
    player, _ = turn_of(*players)
    missing, stays = others(players, player)
    for client in (missing, player):
        client.say(Leave())
        client.wait_for(Matches)
    stays.wait_for(Notice, code="suspended")
    player.say(Resume())
    stays.wait_for(Notice, code="resumed")
    assert player.wait_for(Started).away == (missing.last(Started).seat,)
    assert look(stays).away == (missing.last(Started).seat,)

    # It waits again as soon as the missing one is on turn.
    here = [player, stays]
    while look(stays).turn != missing.last(Started).seat:
        acting = players[look(stays).turn or 0]
        acting.play(acting.last(Request))
        for client in here:
            client.wait_for(Update)
    for client in here:
        news(client)
        assert client.last(Notice).code == "suspended"
    missing.say(Resume())
    missing.wait_for(Request)
    for client in here:
        assert [type(each) for each in news(client)] == [Presence, Notice]
    play_on(*players)


def test_d4_6_an_active_match_is_joined_again_and_the_others_are_told(server: Server) -> None:
    players = server.seat(*fresh(2))
    player, request = turn_of(*players)
    [other] = others(players, player)
    other.say(Leave())
    gone = player.wait_for(Presence)
    assert (gone.name, gone.here, gone.cause) == (other.name, False, "left")
    [card] = other.wait_for(Matches).saved
    assert not card.suspended

    other.say(Resume())
    started = other.wait_for(Started)
    assert (started.suspended, started.away) == (False, ())
    here = only(Presence, player)
    assert (here.name, here.here, here.cause) == (other.name, True, "back")
    player.play(request)
    assert other.wait_for(Update).number == request.id


def test_d4_6_the_list_of_saved_matches_is_kept_current_in_the_lobby(server: Server) -> None:
    player, other, _ = suspend(server.seat(*fresh(2)))
    assert player.wait_for(Matches, whole=True).saved[0].suspended
    other.say(Leave())
    news(other)
    player.say(Resume())
    player.wait_for(Request)
    assert not only(Matches, other).saved[0].suspended
    player.say(Resign())
    player.wait_for(Ended)
    assert only(Matches, other).saved == listed(other).saved == ()


def test_d4_6_who_plays_already_loads_no_other_match(server: Server) -> None:
    player, other, _ = suspend(server.seat(*fresh(2)))
    old = player.last(Started).match
    [partner] = server.enter(*fresh(1))

    # A suspended match does not keep anybody from another one.
    player.say(Create("eriantys", 2, A_NONCE))
    new = player.wait_for(Seated).match
    partner.say(Join(A_NONCE, new))
    table = [player, partner]
    for client in table:
        client.wait_for(Started, match=new)
    if turn_of(*table)[0] is player:
        play_on(*table)
    player.say(Leave())
    saved = player.wait_for(Matches).saved
    assert {card.match: card.suspended for card in saved} == {old: True, new: False}

    # One that goes on does.
    news(partner)
    kept = stored(server)
    for message in (Resume(old), Create("eriantys", 2, A_NONCE), Join(A_NONCE, new), QUICK):
        player.say(message)
        error = player.wait_for(Error)
        assert error.code == "already-playing"
        assert f"match {new}" in error.text
    assert (news(other), news(partner)) == ([], [])
    assert stored(server) == kept
    player.say(Resume())
    assert player.wait_for(Started).match == new
    assert only(Presence, partner).here


def test_d4_6_a_name_that_is_connected_is_not_loaded_twice(server: Server) -> None:
    players = server.seat(*fresh(2))
    for player in players:
        news(player)
    second = server.connect()
    second.say(Login(players[0].name, key=key_of(players[0].name)))
    assert second.error().code == "already-connected"
    assert [news(player) for player in players] == [[], []]


RESTARTS = pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])


def interrupt(server: Server, clients: list[Client], number: int) -> None:
    """End the server; on SIGTERM it says so to everybody before."""
    for client in clients:
        news(client)
    server.process.send_signal(number)
    for client in clients:
        last_words = client.wait_for_end()
        client.drop()
        if number == signal.SIGTERM:
            assert [type(each) for each in last_words] == [Notice, ServerBye]
            assert {each.code for each in last_words} == {"restarting"}
        else:
            assert last_words == []
    assert server.wait() == (0 if number == signal.SIGTERM else -number)


def come_back(server: Server, name: str) -> Client:
    client = server.connect()
    client.prove(name)
    return client


@RESTARTS
def test_d4_6_after_a_restart_all_are_back_in_their_seats(tmp_path: Path, number: int) -> None:
    store = tmp_path / "server.db"
    with serving(store) as server:
        players = server.seat("anna", "bert", options={"expert": True})
        play_until("student", *players)
        play_on(*players)
        player, request = turn_of(*players)
        [other] = others(players, player)
        before = look(player)
        interrupt(server, players, number)

    with serving(store) as server:
        # Nobody is missed yet, so nothing is suspended; but nobody is asked either.
        first = come_back(server, other.name)
        started = first.wait_for(Started)
        assert (started.number, started.view) == (before.number, before.view)
        assert (started.turn, started.decision) == (before.turn, before.decision)
        assert (started.away, started.suspended) == ((before.turn,), False)
        assert news(first) == []

        # As soon as the seat on turn is back, it goes on.
        second = come_back(server, player.name)
        asked = second.wait_for(Request)
        assert (asked.id, asked.legal, asked.undo) == (request.id, request.legal, request.undo)
        here = only(Presence, first)
        assert (here.name, here.here, here.cause) == (player.name, True, "back")
        assert look(first) == look(second) == before
        again = [second, first] if before.turn == 0 else [first, second]
        assert play_on(*again).number == request.id


@RESTARTS
def test_d4_6_a_suspended_match_outlives_the_server(tmp_path: Path, number: int) -> None:
    store = tmp_path / "server.db"
    with serving(store) as server:
        players = server.seat("anna", "bert")
        before = look(players[0])
        player, other, request = suspend(players)
        interrupt(server, players, number)

    with serving(store) as server:
        first, second = come_back(server, other.name), come_back(server, player.name)
        for client in (first, second):
            [card] = client.wait_for(Matches).saved
            assert (card.players, card.suspended) == (("anna", "bert"), True)
        first.say(Resume())
        started = first.wait_for(Started)
        assert started.suspended
        assert_asked_whether_to_wait(only(ServerVote, first), started.match, needed=1)
        second.say(Resume())
        asked = second.wait_for(Request)
        assert (asked.id, asked.legal) == (request.id, request.legal)
        assert [type(each) for each in news(first)] == [Presence, Notice]
        assert look(first) == look(second) == before


def test_d4_6_who_is_not_back_after_a_restart_is_waited_for_as_agreed(tmp_path: Path) -> None:
    store = tmp_path / "server.db"
    with serving(store) as server:
        players = server.seat("anna", "bert")
        player, request = turn_of(*players)
        [other] = others(players, player)
        interrupt(server, players, signal.SIGKILL)

    with serving(store, "--restart-grace", "0.5") as server:
        first = come_back(server, other.name)
        first.wait_for(Started, suspended=False)
        gone = first.wait_for(Presence)
        assert (gone.name, gone.here, gone.cause) == (player.name, False, "restart")
        assert first.wait_for(Notice).code == "suspended"
        second = come_back(server, player.name)
        assert second.wait_for(Matches).saved[0].suspended
        second.say(Resume())
        assert second.wait_for(Request).id == request.id
