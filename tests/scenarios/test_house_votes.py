"""The house: what the players decide together, with real clocks."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from eriantys.wire.fields import Ballot, Choice
from eriantys.wire.from_client import Leave, Results, Resume, Sync, Vote, Watch
from eriantys.wire.from_server import (
    Ended,
    Error,
    Matches,
    Notice,
    Presence,
    Request,
    ServerBye,
    ServerResults,
    ServerVote,
    Started,
    State,
    Update,
)
from tests.scenarios.company import come_back, look_on, match_of, play, shut_down
from tests.scenarios.real import Client, Server, serving
from tests.scenarios.steps import fresh, look, match_row, news, others, turn_of

PAUSE = 1.3
"""Seconds: longer than the turns that are played here."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    store = tmp_path_factory.mktemp("votes") / "server.db"
    options = ("--turn-least", "1", "--pause", str(PAUSE), "--turn-most", "300")
    with serving(store, *options) as server:
        yield server


def vote_of(client: Client) -> ServerVote:
    """Take the next that somebody hears, which must be about a vote."""
    vote = client.next()
    assert isinstance(vote, ServerVote), vote
    return vote


def notice_of(client: Client) -> Notice:
    notice = client.next()
    assert isinstance(notice, Notice), notice
    return notice


def agree(about: Ballot, players: list[Client], *watchers: Client) -> Notice:
    """Let all players vote for something, one after the other; return what comes of it."""
    everybody = (*players, *watchers)
    for client in everybody:
        news(client)
    for count, player in enumerate(players, start=1):
        player.say(Vote(about, "yes"))
        for client in everybody:
            vote = vote_of(client)
            assert (vote.about, vote.choices) == (about, ("yes", "no"))
            assert (vote.votes.count("yes"), vote.needed) == (count, len(players))
            assert vote.result == ("yes" if count == len(players) else "")
            assert (0 < vote.left_ms <= 60_000) is not bool(vote.result)
    notices = [notice_of(client) for client in everybody]
    assert all(each == notices[0] for each in notices)
    return notices[0]


@pytest.mark.parametrize("seats", [2, 4])
def test_h_7_a_pause_outlasts_the_turn_and_the_clock_goes_on_where_it_was(
    server: Server, seats: int
) -> None:
    players = server.seat(*fresh(seats), turn_seconds=1)
    watcher = look_on(server, match_of(players[0]))
    player, _ = turn_of(*players)
    paused = agree("pause", players, watcher)
    assert (paused.code, paused.match) == ("paused", match_of(player))
    assert 0 < (paused.clock_ms or 0) <= 1000
    begun = time.monotonic()
    state = look(watcher)
    assert state.paused
    player.say(Sync())
    assert player.wait_for(State).left_ms == paused.clock_ms
    player.wait_for(Request)

    # Nobody acts: it lasts for as long as it may, and nobody was too slow meanwhile.
    for client in (*players, watcher):
        going_on = notice_of(client)
        assert (going_on.code, going_on.clock_ms) == ("going-on", paused.clock_ms)
    assert time.monotonic() - begun > PAUSE - 0.1
    # Now the clock runs again, and out.
    for client in (*others(players, player), watcher):
        gone = client.next()
        assert isinstance(gone, Presence)
        assert (gone.name, gone.cause) == (player.name, "too-slow")
    assert player.wait_for(ServerBye).code == "too-slow"


def test_h_7_whoever_is_on_turn_ends_a_pause_by_acting(server: Server) -> None:
    players = server.seat(*fresh(3))
    watcher = look_on(server, match_of(players[0]))
    player, request = turn_of(*players)
    agree("pause", players, watcher)
    player.play(request)
    for client in (*players, watcher):
        assert notice_of(client).code == "going-on"
        update = client.next()
        assert isinstance(update, Update)
        assert update.number == request.id
    assert not look(watcher).paused
    play(players, 5, watcher)


def test_h_7_all_together_end_a_pause_and_then_another_may_come(server: Server) -> None:
    players = server.seat(*fresh(2), turn_seconds=60)
    for _ in range(2):
        paused = agree("pause", players)
        assert agree("go-on", players) == Notice(
            "going-on", "The players have ended the pause.", paused.match, paused.clock_ms
        )
    assert not look(players[0]).paused
    play(players, 3)


def test_h_7_one_who_is_against_it_is_enough(server: Server) -> None:
    players = server.seat(*fresh(3))
    for player in players:
        news(player)
    first, second, third = players
    second.say(Vote("pause", "yes"))
    assert [vote_of(player).votes for player in players] == [(None, "yes", None)] * 3
    third.say(Vote("pause", "no"))
    for player in players:
        vote = vote_of(player)
        assert (vote.votes, vote.result) == ((None, "yes", "no"), "failed")
    assert [news(player) for player in players] == [[], [], []]
    assert not look(first).paused


def test_h_7_a_vote_that_nobody_settles_fails_in_time(tmp_path: Path) -> None:
    with serving(tmp_path / "server.db", "--vote", "0.3") as server:
        players = server.seat("anna", "bert")
        for player in players:
            news(player)
        begun = time.monotonic()
        players[1].say(Vote("pause", "yes"))
        for player in players:
            assert 0 < vote_of(player).left_ms <= 300
            assert vote_of(player).result == "failed"
        assert time.monotonic() - begun > 0.25
        # A vote that comes too late begins another.
        players[0].say(Vote("pause", "yes"))
        assert vote_of(players[1]).votes == ("yes", None)
        assert not look(players[1]).paused


def test_h_8_more_time_is_time_that_one_really_has(server: Server) -> None:
    players = server.seat(*fresh(2), turn_seconds=1)
    player, request = turn_of(*players)
    begun = time.monotonic()
    notice = agree("time", players)
    assert (notice.code, notice.match) == ("more-time", match_of(player))
    clock = notice.clock_ms or 0
    assert 1000 < clock <= request.left_ms + 1000 <= 2000
    [other] = others(players, player)
    assert other.wait_for(Presence).cause == "too-slow"
    assert (time.monotonic() - begun) * 1000 >= clock - 2


def test_h_8_it_is_for_this_turn_and_has_an_end(server: Server) -> None:
    players = server.seat(*fresh(2), turn_seconds=200)
    player, request = turn_of(*players)
    assert 299_000 < (agree("time", players).clock_ms or 0) <= 300_000
    [other] = others(players, player)
    other.say(Vote("time", "yes"))
    other.wait_for(ServerVote)
    player.play(request)
    # The turn is over, and with it what the vote was about.
    for client in players:
        assert client.wait_for(Update, number=request.id).left_ms == 200_000
        news(client)
        assert (client.last(ServerVote).about, client.last(ServerVote).result) == (
            "time",
            "failed",
        )


@pytest.mark.parametrize(
    ("about", "choice"),
    [("pause", "no"), ("pause", "end"), ("go-on", "yes"), ("missing", "end"), ("time", "wait")],
)
def test_h_7_a_vote_that_makes_no_sense_concerns_nobody(
    server: Server, about: Ballot, choice: Choice
) -> None:
    players = server.seat(*fresh(2))
    for player in players:
        news(player)
    players[0].say(Vote(about, choice))
    error = players[0].error()
    assert (error.code, error.about) == ("bad-vote", "vote")
    assert [news(player) for player in players] == [[], []]


def leave_on_turn(players: list[Client]) -> tuple[Client, list[Client]]:
    """Let whoever is on turn leave; the others are asked whether to wait."""
    player, _ = turn_of(*players)
    player.say(Leave())
    player.wait_for(Matches, whole=True)
    stay = others(players, player)
    for client in stay:
        client.wait_for(Notice, code="suspended")
        vote = vote_of(client)
        assert (vote.about, vote.choices) == ("missing", ("wait", "end", "bot"))
        assert vote.needed == len(stay) // 2 + 1
    return player, stay


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_h_9_those_who_are_here_can_end_a_match_that_waits(server: Server, seats: int) -> None:
    players = server.seat(*fresh(seats))
    play(players, seats + 3)
    player, stay = leave_on_turn(players)
    match, needed = match_of(player), len(stay) // 2 + 1
    for voter in stay[: needed - 1]:
        voter.say(Vote("missing", "wait"), Vote("missing", "end"))
    for client in stay:
        news(client)
        assert not any(isinstance(each, Ended) for each in client.heard), "not enough yet"
    stay[-1].say(Vote("missing", "end"))
    seat = player.last(Started).seat
    for client in stay:
        ended = client.wait_for(Ended)
        assert (ended.reason, ended.seat, ended.ranking) == ("voted", seat, ())
        assert player.name in ended.text
    row = match_row(server, match)
    assert (row["status"], row["reason"], row["ended_by"]) == ("ended", "voted", seat)
    player.say(Resume(match))
    assert player.wait_for(Error).code == "no-saved-match"
    player.say(Results())
    [past] = player.wait_for(ServerResults).past
    assert (past.match, past.reason, past.ended_by) == (match, "voted", seat)


def test_h_9_who_comes_back_in_time_ends_the_vote(server: Server) -> None:
    players = server.seat(*fresh(3))
    player, stay = leave_on_turn(players)
    [stranger] = server.enter(*fresh(1))
    stranger.say(Watch(match_of(player)))
    assert stranger.wait_for(Error).code == "no-such-match"
    stay[0].say(Vote("missing", "end"))
    for client in stay:
        assert vote_of(client).votes.count("end") == 1
    player.say(Resume())
    for client in stay:
        client.wait_for(Notice, code="resumed")
        news(client)
    stay[1].say(Vote("missing", "end"))
    assert stay[1].wait_for(Error).code == "bad-vote"
    play(players, 5)


def test_h_9_a_match_that_waits_since_before_a_restart_can_be_ended(tmp_path: Path) -> None:
    store = tmp_path / "server.db"
    with serving(store) as server:
        player, stay = leave_on_turn(server.seat("anna", "bert", "cara"))
        stay[0].say(Vote("missing", "end"))
        news(stay[0])
        shut_down(server)
    with serving(store) as server:
        again = [come_back(server, client.name) for client in stay]
        for client in again:
            client.say(Resume())
            client.wait_for(Started, suspended=True)
        # Nothing of a vote is kept.
        assert set(again[1].wait_for(ServerVote).votes) == {None}
        for client in again:
            client.say(Vote("missing", "end"))
        assert [client.wait_for(Ended).reason for client in again] == ["voted", "voted"]
        assert come_back(server, player.name).wait_for(Matches).saved == ()
