"""The third document, how a match ends: by its rules, or because somebody is gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from eriantys.games.dice import commitment
from eriantys.wire.from_client import Bye, FromClient, Leave, Move, Resume, Sync, Watch
from eriantys.wire.from_server import (
    Ended,
    Error,
    FromServer,
    Matches,
    Notice,
    Presence,
    ServerBye,
    Started,
    Update,
)
from tests.scenarios.real import Client, Server, serving
from tests.scenarios.steps import (
    fresh,
    listed,
    match_row,
    news,
    only,
    others,
    play_on,
    stored,
    turn_of,
)


def row_of(server: Server, match: int) -> tuple[str, str | None, int | None]:
    """Tell how a match stands in the store: its status, why it ended, and by whom."""
    row = match_row(server, match)
    return row["status"], row["reason"], row["ended_by"]


def play_to_the_end(players: list[Client]) -> Update:
    while (update := play_on(*players)).turn is not None:
        pass
    return update


def test_d3_13_all_are_told_who_won_and_stay_together(server: Server) -> None:
    players = server.seat(*fresh(2))
    [watcher] = server.enter(*fresh(1))
    match = players[0].last(Started).match
    watcher.say(Watch(match))
    watcher.wait_for(Started)
    last = play_to_the_end(players)
    assert last.decision == ""

    for client in (*players, watcher):
        news(client)
        ended = client.last(Ended)
        assert client.heard.index(ended) > client.heard.index(client.last(Update))
        assert ended == players[0].last(Ended)
    assert sorted(seat for place in ended.ranking for seat in place) == [0, 1]
    assert len(ended.scores) == 2
    winners = [players[seat].name for seat in ended.ranking[0]]
    assert all(name in ended.text for name in winners)
    assert commitment(ended.secret) == ended.commitment == players[0].last(Started).commitment
    assert row_of(server, match) == ("ended", ended.reason, None)
    assert match not in [row["match"] for row in stored(server)["states"]]

    # The document closes the connections; here the table stays, and the lobby is near.
    for player in players:
        assert news(player) == []
        player.say(Move(last.number + 1, "assistant 1"), Sync())
        assert [player.error().code, player.error().code] == ["unexpected", "unexpected"]
        player.say(Leave())
        assert player.wait_for(Matches).saved == ()
    menu = watcher.heard[watcher.heard.index(ended) + 1]
    assert isinstance(menu, Matches), "who only looked on is back in the lobby at once"
    assert menu.whole


def test_d3_13_the_table_is_cleared_after_a_time(tmp_path: Path) -> None:
    with serving(tmp_path / "server.db", "--after", "0.2") as server:
        players = server.seat("anna", "bert", absence="end")
        players[0].say(Leave())
        players[1].wait_for(Ended)
        assert players[1].wait_for(Notice).code == "table-cleared"
        assert players[1].wait_for(Matches).whole


def assert_ended(server: Server, others: list[Client], culprit: Client, words: str) -> None:
    """Check that all the others were told that it is over and by whom, and stay."""
    match, seat = culprit.last(Started).match, culprit.last(Started).seat
    for other in others:
        ended = other.wait_for(Ended)
        assert (ended.reason, ended.seat, ended.ranking) == ("left", seat, ())
        assert ended.text == f"{culprit.name} {words}, so the match was ended."
        assert news(other) == []
    assert row_of(server, match) == ("ended", "left", seat)

    # It cannot be resumed by anybody.
    back = server.connect()
    back.prove(culprit.name, take_over=True)
    assert back.wait_for(Matches).saved == ()
    back.say(Resume(match))
    assert back.wait_for(Error).code == "no-saved-match"


def departures(client: Client) -> list[FromServer]:
    """List what somebody was told of others coming and going, and of the end."""
    kinds = (Presence, Notice, Ended, ServerBye)
    return [message for message in client.heard if isinstance(message, kinds)]


def test_d3_14_without_grace_a_lost_player_ends_the_match_at_once(tmp_path: Path) -> None:
    with serving(tmp_path / "server.db", "--grace", "0") as server:
        players = server.seat("anna", "bert", "cara", absence="end")
        [watcher] = server.enter("dora")
        watcher.say(Watch(1))
        watcher.wait_for(Started)
        play_on(*players)
        culprit, *stay = players
        culprit.drop()
        assert_ended(server, stay, culprit, "lost the connection")
        news(watcher)
        for client in (*stay, watcher):
            *earlier, away, ended = departures(client)
            assert earlier == [
                Presence(1, None, "dora", here=True, cause="watching")
                for _ in range(client is not watcher)
            ]
            assert isinstance(away, Presence)
            assert (away.seat, away.here, away.cause, away.left_ms) == (0, False, "closed", 0)
            assert isinstance(ended, Ended)


def test_d3_14_within_the_grace_a_lost_player_can_come_back(server: Server) -> None:
    players = server.seat(*fresh(2), absence="end")
    player, request = turn_of(*players)
    [other] = others(players, player)
    player.drop()
    away = other.wait_for(Presence)
    assert (away.here, away.cause) == (False, "closed")
    assert 0 < away.left_ms <= 30_000

    back = server.connect()
    back.prove(player.name)
    assert back.request(request.id).legal == request.legal
    assert only(Presence, other).here
    back.play(request)
    assert other.wait_for(Update).number == request.id
    assert row_of(server, other.last(Started).match)[0] == "running"


def test_d3_14_after_the_grace_a_lost_player_ends_the_match(tmp_path: Path) -> None:
    with serving(tmp_path / "server.db", "--grace", "0.2") as server:
        culprit, other = server.seat("anna", "bert", absence="end")
        culprit.drop()
        assert_ended(server, [other], culprit, "lost the connection")
        first, then, _ended = departures(other)
        assert isinstance(first, Presence)
        assert isinstance(then, Presence)
        assert 0 < first.left_ms <= 200
        assert then.left_ms == 0


def test_d3_14_who_is_too_slow_is_told_so_and_ends_the_match(tmp_path: Path) -> None:
    # Letting the clock run out is no lost connection: there is no grace.
    with serving(tmp_path / "server.db", "--turn-least", "1", "--grace", "600") as server:
        players = server.seat("anna", "bert", absence="end", turn_seconds=1)
        culprit, _ = turn_of(*players)
        stay = others(players, culprit)
        assert culprit.wait_for_end() == [
            ServerBye("too-slow", "You took too long to make your decision.")
        ]
        assert_ended(server, stay, culprit, "took too long")
        away, _ended = departures(stay[0])
        assert isinstance(away, Presence)
        assert (away.cause, away.left_ms) == ("too-slow", 0)


def test_d3_14_who_sends_what_is_no_frame_is_told_so_and_ends_the_match(
    tmp_path: Path,
) -> None:
    with serving(tmp_path / "server.db", "--grace", "0") as server:
        culprit, other = server.seat("anna", "bert", absence="end")
        news(culprit)
        culprit.say_bytes(b"\xff\xff\xff\xff")
        [bye] = culprit.wait_for_end()
        assert isinstance(bye, ServerBye)
        assert bye.code == "frame-too-large"
        assert_ended(server, [other], culprit, "lost the connection")
        away, _ended = departures(other)
        assert isinstance(away, Presence)
        assert away.cause == "fault"


@pytest.mark.parametrize("word", [Leave(), Bye()])
def test_d3_14_who_leaves_on_purpose_ends_the_match_at_once(
    server: Server, word: FromClient
) -> None:
    culprit, *stay = server.seat(*fresh(3), absence="end")
    news(culprit)
    culprit.say(word)
    if isinstance(word, Bye):
        assert culprit.wait_for_end() == [ServerBye("goodbye", "Goodbye.")]
    else:
        assert culprit.wait_for(Ended).text == f"{culprit.name} left, so the match was ended."
        assert listed(culprit).saved == ()
    assert_ended(server, stay, culprit, "left")
