"""The house: the same players once more, with luck of its own each time."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from eriantys.games.dice import match_seed
from eriantys.wire.from_client import (
    Create,
    FromClient,
    Join,
    Leave,
    Rematch,
    Results,
    Watch,
)
from eriantys.wire.from_server import (
    Ended,
    Error,
    Matches,
    Notice,
    Presence,
    Seated,
    ServerResults,
    ServerVote,
    Started,
    Waiting,
)
from tests.keys import A_NONCE
from tests.scenarios.company import (
    assert_kept_secret,
    come_back,
    look_on,
    match_of,
    play,
    play_out,
    resign,
    running,
    shut_down,
    verify,
    wait_until,
)
from tests.scenarios.real import Client, Server, serving
from tests.scenarios.steps import fresh, listed, news


def nonce(seat: int, match: int) -> bytes:
    """Give each seat another share in the luck of each match."""
    return bytes([seat + 1, match]) * 8


def play_again(players: list[Client], count: int) -> Started:
    """Let everybody want a rematch, the last first; return what it is to the first."""
    for seat, player in reversed(list(enumerate(players))):
        player.say(Rematch(nonce(seat, count)))
        player.wait_for(Seated)
    starts = [player.wait_for(Started) for player in players]
    assert len({each.match for each in starts}) == 1
    assert [each.seat for each in starts] == list(range(len(players)))
    return starts[0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_h_10_a_table_plays_again_and_again_and_all_of_it_can_be_checked(
    server: Server, seats: int
) -> None:
    players = server.seat(*fresh(seats), title="Best of three", options={"expert": True})
    starts, ends = [players[0].last(Started)], []
    for count in range(3):
        if count:
            starts.append(play_again(players, count))
            assert starts[-1].nonces == tuple(nonce(seat, count) for seat in range(seats))
        ends.append(play_out(players))
        for player in players:
            verify(player)
        assert_kept_secret(*players)
    for field in ("players", "teams", "options", "title", "turn_seconds", "absence", "undo"):
        assert len({repr(getattr(each, field)) for each in starts}) == 1, field
    for different in (
        [each.match for each in starts],
        [each.commitment for each in starts],
        [each.secret for each in ends],
        [match_seed(each.secret, each.nonces) for each in ends],
        [repr(each.view) for each in starts],
    ):
        assert len(set(different)) == 3
    players[0].say(Results())
    past = players[0].wait_for(ServerResults)
    assert [card.match for card in past.past] == [each.match for each in reversed(starts)]
    assert past.tally[0].played == 3


def test_h_10_the_others_see_the_promise_before_they_bring_their_share(server: Server) -> None:
    players = server.seat(*fresh(3))
    before = match_of(players[0])
    resign(players)
    for player in players:
        news(player)
    first, second, third = players
    second.say(Rematch(nonce(1, 1)))
    room = second.wait_for(Seated).room
    assert second.wait_for(Waiting).names == (second.name,)
    for player in (first, third):
        [vote] = news(player)
        assert isinstance(vote, ServerVote)
        assert (vote.about, vote.match, vote.room) == ("rematch", before, room)
        assert (vote.votes, vote.needed) == ((None, "yes", None), 3)
        assert vote.left_ms > 0
    third.say(Rematch(nonce(2, 1)))
    assert first.wait_for(ServerVote).votes == (None, "yes", "yes")
    first.say(Rematch(nonce(0, 1)))
    for player in players:
        assert player.wait_for(Started).commitment == room.commitment
    resign(players, 2)
    verify(first)


def test_h_10_it_is_for_nobody_else_until_it_has_begun(empty_house: Server) -> None:
    players = empty_house.seat("anna", "bert")
    watcher = look_on(empty_house, match_of(players[0]))
    [stranger] = empty_house.enter("stranger")
    resign(players)
    watcher.wait_for(Matches, whole=True)
    players[0].say(Rematch(nonce(0, 1)))
    number = players[0].wait_for(Seated).match
    assert listed(stranger).open == ()
    stranger.say(Join(A_NONCE, number))
    assert stranger.wait_for(Error).code == "no-such-match"
    players[1].say(Rematch(nonce(1, 1)))
    for player in players:
        player.wait_for(Started, match=number)
    # Whoever looked on is not taken along, but may come again.
    assert not any(isinstance(each, Started | Presence) for each in news(watcher))
    wait_until(lambda: [card.match for card in running(stranger)] == [number])
    watcher.say(Watch(number))
    watcher.wait_for(Started, match=number)
    play_out(players, watcher)


def test_h_10_a_private_match_has_another_code_each_time(server: Server) -> None:
    host, guest = server.enter(*fresh(2))
    host.say(Create("eriantys", 2, A_NONCE, private=True))
    codes = [host.wait_for(Seated).code]
    guest.say(Join(A_NONCE, code=codes[0]))
    for count in (1, 2):
        for player in (host, guest):
            player.wait_for(Started, code=codes[-1])
        resign([host, guest])
        host.say(Rematch(nonce(0, count)))
        codes.append(host.wait_for(Seated).code)
        guest.say(Rematch(nonce(1, count)))
    assert len(set(codes)) == 3
    assert "" not in codes


ELSEWHERE: list[FromClient] = [Leave(), Create("eriantys", 2, A_NONCE)]


@pytest.mark.parametrize("message", [*ELSEWHERE, None], ids=["leave", "create", "drop"])
def test_h_10_nothing_comes_of_it_if_one_declines(
    server: Server, message: FromClient | None
) -> None:
    players = server.seat(*fresh(3))
    play(players, 4)
    resign(players)
    wants, undecided, declines = players
    wants.say(Rematch(nonce(0, 1)))
    room = wants.wait_for(Seated).match
    for player in (undecided, declines):
        player.wait_for(ServerVote)
    if message is None:
        declines.drop()
    else:
        declines.say(message)
    vote = undecided.wait_for(ServerVote)
    assert (vote.about, vote.result) == ("rematch", "failed")
    notice = wants.wait_for(Notice)
    assert (notice.code, notice.match) == ("no-rematch", room)
    assert declines.name in notice.text
    assert wants.wait_for(Matches).whole, "whoever wanted it is back in the lobby"
    # Whoever had not decided sits at the table still, with nobody to play with.
    undecided.say(Rematch(nonce(1, 1)))
    assert undecided.wait_for(Error).code == "no-rematch"
    undecided.say(Leave())
    assert undecided.wait_for(Matches).saved == ()
    # They are free to play with others.
    wants.say(Create("eriantys", 2, A_NONCE))
    undecided.say(Join(A_NONCE, wants.wait_for(Seated).match))
    assert undecided.wait_for(Started).players == (wants.name, undecided.name)


def test_h_10_whoever_was_gone_at_the_end_is_missed_at_the_table(server: Server) -> None:
    players = server.seat(*fresh(2), absence="end")
    players[0].say(Leave())
    players[1].wait_for(Ended)
    players[1].say(Rematch(A_NONCE))
    assert players[1].wait_for(Error).code == "no-rematch"


def test_h_10_a_rematch_that_has_begun_survives_a_restart(tmp_path: Path) -> None:
    store = tmp_path / "server.db"
    with serving(store) as server:
        players = server.seat("anna", "bert")
        resign(players)
        started = play_again(players, 1)
        play(players, 7)
        shut_down(server, signal.SIGKILL)
    with serving(store) as server:
        players = [come_back(server, name) for name in ("anna", "bert")]
        for player in players:
            again = player.wait_for(Started)
            assert (again.match, again.number) == (started.match, 7)
            assert (again.commitment, again.nonces) == (started.commitment, started.nonces)
        play_out(players)
        play_again(players, 2)
        play_out(players)
        verify(players[0])
