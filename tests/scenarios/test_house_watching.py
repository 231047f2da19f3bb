"""The house: what is being played, and looking on at it."""

from __future__ import annotations

import time

import pytest

from eriantys.wire.cards import RunningCard
from eriantys.wire.from_client import Leave, List, Move, Resign, Sync, Try, Undo, Vote, Watch
from eriantys.wire.from_server import (
    Ended,
    Error,
    Matches,
    Presence,
    Request,
    Started,
    State,
    Update,
)
from tests.scenarios.company import (
    assert_kept_secret,
    look_on,
    match_of,
    play,
    play_out,
    resign,
    running,
    verify,
    wait_until,
)
from tests.scenarios.real import Client, Server, on_turn
from tests.scenarios.steps import fresh, look, news, nothing_changes, only


def test_h_1_the_list_tells_what_is_being_played(empty_house: Server) -> None:
    quiet = empty_house.seat("anna", "bert", title="Tea for two")
    lively = empty_house.seat("cara", "dora", "emil", options={"expert": True})
    play(quiet, 3)
    begun = time.monotonic()
    update = play(lively, 5)
    watcher = look_on(empty_house, match_of(quiet[0]))
    [stranger] = empty_house.enter("stranger")
    cards = running(stranger)
    assert [card.match for card in cards] == [match_of(quiet[0]), match_of(lively[0])]
    watched, other = cards
    assert (watched.title, watched.players) == ("Tea for two", ("anna", "bert"))
    assert (watched.watchers, watched.watchable, watched.number) == (1, True, 3)
    assert other == RunningCard(
        match=match_of(lively[0]),
        game="eriantys",
        title="",
        players=("cara", "dora", "emil"),
        turn=update.turn,
        decision=update.decision,
        number=5,
        idle_ms=other.idle_ms,
        watchers=0,
        watchable=True,
    )
    # The fifth line was written after `begun`, and that of the other match before.
    assert 0 <= other.idle_ms <= (time.monotonic() - begun) * 1000 + 1
    assert watched.idle_ms >= other.idle_ms

    # The list is made anew once in a while: then it tells of what has happened since.
    watcher.say(Leave())
    watcher.wait_for(Matches, whole=True)
    play(lively, 1)
    wait_until(lambda: running(stranger)[0].match == match_of(lively[0]))
    cards = running(stranger)
    assert [(card.number, card.watchers) for card in cards] == [(6, 0), (3, 0)]
    assert cards[1].idle_ms > watched.idle_ms


def test_h_1_nobody_hears_of_it_unasked_and_nothing_is_listed_that_is_over(
    empty_house: Server,
) -> None:
    asks, never_asks = empty_house.enter("asks", "never_asks")
    players = empty_house.seat("anna", "bert")
    play(players, 2)
    never_asks.say(List())
    never_asks.wait_for(Matches, whole=True)
    assert [card.number for card in running(asks)] == [2]
    resign(players)
    wait_until(lambda: running(asks) == ())
    news(never_asks)
    lists = [each for each in never_asks.heard if isinstance(each, Matches)]
    assert {each.running for each in lists} == {None}
    for client in (asks, never_asks):
        assert not any(isinstance(each, Started | Update | Ended) for each in client.heard)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_h_2_whoever_comes_in_the_middle_follows_to_the_end(server: Server, seats: int) -> None:
    players = server.seat(*fresh(seats), options={"expert": seats != 3})
    first = look_on(server, match_of(players[0]))
    play(players, 20, first)
    watcher = look_on(server, match_of(players[0]))
    started = watcher.last(Started)
    told = players[0].last(Started)
    assert (started.number, started.seat) == (20, None)
    for field in ("players", "teams", "options", "commitment", "nonces", "turn_seconds"):
        assert getattr(started, field) == getattr(told, field)
    everybody = [*players, first, watcher]
    assert all(client.view == started.view for client in everybody)

    while (update := play(players, 1, first, watcher)).turn is not None:
        assert all(client.view.keys() == watcher.view.keys() for client in players)
        assert all(client.view == watcher.view for client in everybody)
        assert all(client.last(Update) == update for client in everybody)
    ends = [client.wait_for(Ended) for client in everybody]
    assert all(each == ends[0] for each in ends)
    assert all(client.view == watcher.view for client in everybody)
    assert not [each for each in watcher.heard if isinstance(each, Request) if each.id]
    assert_kept_secret(*everybody)
    verify(first)
    # Whoever looked on is in the lobby; the players stay at their table.
    assert isinstance(watcher.next(), Matches)


def test_h_2_nothing_of_the_secret_is_sent_before_the_end(server: Server) -> None:
    players = server.seat(*fresh(2))
    watcher = look_on(server, match_of(players[0]))
    [stranger] = server.enter(*fresh(1))
    everybody = [*players, watcher, stranger]
    play(players, 40, watcher)
    for client in (*players, watcher):
        look(client)
    running(stranger)
    news(stranger)
    before = [bytes(client.raw) for client in everybody]
    players[1].say(Resign())
    secret = watcher.wait_for(Ended).secret
    assert len(secret) == 32
    for raw in before:
        assert len(raw) > 100
        assert secret not in raw
        assert secret[:8] not in raw


def assert_told_of(watcher: str, *clients: Client, here: bool, cause: str) -> None:
    """Check that the one thing which some people hear is that somebody comes or goes."""
    for client in clients:
        told = only(Presence, client)
        assert (told.seat, told.name, told.here, told.cause) == (None, watcher, here, cause)


def test_h_2_players_and_watchers_are_told_who_comes_to_look_on_and_who_goes(
    server: Server,
) -> None:
    players = server.seat(*fresh(3))
    match = match_of(players[0])
    for player in players:
        news(player)
    names = fresh(2)
    first = look_on(server, match, names[0])
    assert_told_of(names[0], *players, here=True, cause="watching")
    second = look_on(server, match, names[1])
    assert_told_of(names[1], *players, first, here=True, cause="watching")
    assert second.last(Started).watchers == tuple(names)
    assert all(look(client).watchers == tuple(names) for client in (*players, first))

    second.say(Leave())
    assert second.wait_for(Matches).whole
    assert_told_of(names[1], *players, first, here=False, cause="left")
    first.drop()
    for player in players:
        gone = player.wait_for(Presence)
        assert (gone.name, gone.here, gone.cause, gone.seat) == (
            names[0],
            False,
            "closed",
            None,
        )
    assert look(players[0]).watchers == ()
    # Nobody keeps a place for whoever only looked on.
    again = server.connect()
    again.prove(names[0])
    assert again.wait_for(Matches).saved == ()


def test_h_2_whoever_looks_on_looks_on_and_nothing_else(server: Server) -> None:
    players = server.seat(*fresh(2))
    watcher = look_on(server, match_of(players[0]))
    _, request = on_turn(*players)
    action = str((request.legal or ())[0])
    for player in players:
        news(player)
    with nothing_changes(server, watcher, *players):
        for message in (
            Move(request.id, action),
            Undo(request.id),
            Try(request.id, (action,)),
            Resign(),
            Vote("pause", "yes"),
            Watch(match_of(players[0])),
        ):
            watcher.say(message)
            assert watcher.error().code == "unexpected"
        watcher.say(Sync())
        assert isinstance(watcher.next(), State)


@pytest.mark.parametrize("seats", [2, 3])
def test_h_3_a_match_may_want_nobody_to_look_on(empty_house: Server, seats: int) -> None:
    players = empty_house.seat(*fresh(seats), watchers=False, title="Shy")
    match = match_of(players[0])
    assert not players[0].last(Started).open_to_watchers
    [stranger] = empty_house.enter("stranger")
    [card] = running(stranger)
    assert (card.match, card.title, card.watchable) == (match, "Shy", False)
    for player in players:
        news(player)
    before = bytes(stranger.raw)
    stranger.say(Watch(match))
    error = stranger.wait_for(Error)
    assert (error.code, error.about) == ("no-watchers", "watch")
    assert all(news(player) == [] for player in players)
    assert look(players[0]).watchers == ()
    play_out(players)
    assert news(stranger) == []
    told = bytes(stranger.raw)[len(before) :]
    assert b"started" not in told
    assert b"update" not in told
