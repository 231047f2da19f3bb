"""The house: looking back at matches, and at what became of a name's matches."""

from __future__ import annotations

import signal
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from eriantys.wire.cards import Past, Tally
from eriantys.wire.from_client import Create, History, Join, Leave, Rematch, Results, Undo
from eriantys.wire.from_server import (
    Ended,
    Error,
    Matches,
    Notice,
    Seated,
    ServerHistory,
    ServerResults,
    Started,
    Update,
)
from tests.keys import A_NONCE
from tests.scenarios.company import (
    come_back,
    look_on,
    match_of,
    play,
    play_out,
    resign,
    shut_down,
    to_the_lobby,
    told_with,
)
from tests.scenarios.real import Client, Server, on_turn, serving
from tests.scenarios.steps import fresh, look, news

View = dict[str, Any]


class Story:
    """A match as somebody is told of it, all portions together."""

    def __init__(self, client: Client, match: int, after: int = 0, code: str = "") -> None:
        client.say(History(match, after, code))
        self.portions: list[ServerHistory] = []
        while not self.portions or not self.portions[-1].last:
            self.portions.append(client.wait_for(ServerHistory, match=match))
        first, *others = self.portions
        assert first.view is not None
        assert all(portion.view is None for portion in others)
        assert all(portion.ended is None for portion in self.portions[:-1])
        self.first: View = first.view
        self.ended = self.portions[-1].ended
        self.lines = [line for portion in self.portions for line in portion.lines]

    def views(self) -> list[View]:
        """Rebuild the view after each line, from nothing but what was told."""
        views = [self.first]
        for line in self.lines:
            views.append(views[-1] | line.changes)
        return views


def seen_live(client: Client, after: int = 0) -> list[Past]:
    """List what somebody was told of the latest match while it was played."""
    updates = client.heard[client.heard.index(client.last(Started)) :]
    return [
        Past(
            number=each.number,
            seat=each.seat,
            action=each.action,
            events=each.events,
            changes=each.changes,
            turn=each.turn,
            decision=each.decision,
        )
        for each in updates
        if isinstance(each, Update) and each.number > after
    ]


def chart_of_towers(views: Iterable[View]) -> list[tuple[int, ...]]:
    """Draw the chart: how many towers each side still had at the end of each round."""
    rounds: dict[int, tuple[int, ...]] = {}
    for view in views:
        rounds[view["turn"]["round"]] = tuple(view["towers"])
    return [towers for _, towers in sorted(rounds.items())]


def think_twice(players: list[Client]) -> None:
    """Play on until something can be taken back, and do so."""
    while not on_turn(*players)[1].undo:
        play(players, 1)
    player, request = on_turn(*players)
    player.say(Undo(request.id))
    for client in players:
        assert client.wait_for(Update, number=request.id).action == "undo"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_h_14_history_equals_what_was_seen_live(server: Server, seats: int) -> None:
    players = server.seat(*fresh(seats), options={"expert": seats == 2})
    match = match_of(players[0])
    started = players[0].last(Started)
    play(players, 10)
    think_twice(players)
    play(players, 25)
    watcher = look_on(server, match)
    [stranger] = server.enter(*fresh(1))
    # While it is played: a player, somebody who looks on, and somebody in the lobby.
    for client in (players[-1], watcher, stranger):
        story = Story(client, match)
        assert len(story.portions) > 1
        assert story.first == started.view
        assert story.lines == seen_live(players[0])
        assert story.views()[-1] == look(players[0]).view
        assert story.ended is None
    half = Story(stranger, match, after=20)
    assert half.lines == seen_live(players[0], after=20)
    assert half.views()[-1] == story.views()[-1]
    assert half.first == story.views()[20]

    ended = play_out(players, watcher)
    before = bytes(stranger.raw)
    assert ended.secret not in before
    for client in (players[0], watcher, stranger):
        story = Story(client, match)
        assert story.lines == seen_live(players[0])
        assert story.views()[-1] == players[0].view
        assert story.ended == ended
    assert set(told_with(stranger, ended.secret)) == {ServerHistory}

    chart = chart_of_towers(story.views())
    sides = len(started.teams)
    assert len(chart) == players[0].view["turn"]["round"]
    assert chart[-1] == tuple(players[0].view["towers"])
    assert {len(towers) for towers in chart} == {sides}
    on_islands = [0] * sides
    for number in range(1, 13):
        island = players[0].view[f"island/{number}"]
        if island.get("side") is not None:
            on_islands[island["side"]] += island["towers"]
    assert [left + built for left, built in zip(chart[-1], on_islands, strict=True)] == list(
        story.first["towers"]
    )


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_h_14_what_happened_before_a_restart_is_told_after_it(
    tmp_path: Path, number: int
) -> None:
    store = tmp_path / "server.db"
    with serving(store) as server:
        one = server.seat("anna", "bert")
        ended = play_out(one)
        two = server.seat("cara", "dora", "emil")
        play(two, 20)
        think_twice(two)
        over, going_on = seen_live(one[0]), seen_live(two[0])
        finished, view = match_of(one[0]), look(two[0]).view
        match = match_of(two[0])
        shut_down(server, number)
    with serving(store) as server:
        for client in (come_back(server, "bert"), *server.enter("stranger")):
            story = Story(client, finished)
            assert (story.lines, story.ended) == (over, ended)
            assert Story(client, match).lines == going_on
        cara = come_back(server, "cara")
        cara.wait_for(Started)
        story = Story(cara, match)
        assert (story.lines, story.views()[-1]) == (going_on, view)


def test_h_14_not_everything_can_be_looked_back_at(server: Server) -> None:
    shy = server.seat(*fresh(2), watchers=False)
    [stranger] = server.enter(*fresh(1))
    for match in (match_of(shy[0]), 2**31 - 1):
        stranger.say(History(match))
        error = stranger.wait_for(Error)
        assert (error.code, error.about) == ("no-such-match", "history")
    play(shy, 3)
    assert Story(shy[1], match_of(shy[0])).lines == seen_live(shy[0])
    # Playing goes on while somebody is told; nobody else hears of that.
    for player in shy:
        news(player)
    shy[0].say(History(match_of(shy[0])))
    assert news(shy[1]) == []
    play(shy, 5)


def results(client: Client, name: str = "", before: int | None = None) -> ServerResults:
    client.say(Results(name, before))
    return client.wait_for(ServerResults)


def again(players: list[Client]) -> None:
    for player in players:
        player.say(Rematch(A_NONCE))
    for player in players:
        player.wait_for(Started)


def test_h_15_results_tell_how_a_name_has_fared(server: Server) -> None:
    anna, bert, judge = server.enter(*fresh(3))
    assert results(anna) == ServerResults(anna.name, (), ())

    # Two matches to the end, one resigned, one voted or walked away from.
    anna.say(Create("eriantys", 2, A_NONCE, title="First", absence="end"))
    bert.say(Join(A_NONCE, anna.wait_for(Seated).match))
    players = [anna, bert]
    for player in players:
        player.wait_for(Started)
    ends = [play_out(players)]
    again(players)
    ends.append(play_out(players))
    again(players)
    play(players, 4)
    ends.append(resign(players, seat=1))
    again(players)
    play(players, 2)
    lines = 2
    anna.say(Leave())
    anna.wait_for(Matches, whole=True)
    ends.append(bert.wait_for(Ended))

    won = {0: 0, 1: 0}
    for ended in ends[:3]:
        for seat in ended.ranking[0]:
            won[seat] += 1
    for seat, player in enumerate(players):
        for told in (results(player), results(judge, player.name.upper())):
            assert (told.name, told.more) == (player.name, False)
            assert [card.match for card in told.past] == [each.match for each in ends[::-1]]
            assert [card.reason for card in told.past] == [each.reason for each in ends[::-1]]
            assert [card.ranking for card in told.past] == [each.ranking for each in ends[::-1]]
            assert [card.scores for card in told.past] == [each.scores for each in ends[::-1]]
            assert {card.seat for card in told.past} == {seat}
            assert {card.players for card in told.past} == {(anna.name, bert.name)}
            assert {card.title for card in told.past} == {"First"}
            assert [card.ended_by for card in told.past] == [0, 1, None, None]
            assert told.past[0].number == lines
            ages = [card.ended_ms for card in told.past]
            assert ages == sorted(ages)
            assert told.tally == (Tally("eriantys", played=3, won=won[seat], broken_off=1),)
    judge.say(Results("nobody_at_all"))
    assert judge.wait_for(Error).code == "no-such-name"


def test_h_15_a_long_past_is_told_in_portions_and_outlives_the_server(tmp_path: Path) -> None:
    store = tmp_path / "server.db"
    with serving(store) as server:
        players = server.seat("anna", "bert")
        for count in range(23):
            if count:
                again(players)
            resign(players, seat=count % 2)
        to_the_lobby(players[0])
        shut_down(server)
    with serving(store) as server:
        anna = come_back(server, "anna")
        told = results(anna)
        assert (len(told.past), told.more) == (20, True)
        assert told.tally == (Tally("eriantys", played=23, won=11, broken_off=0),)
        rest = results(anna, before=told.past[-1].match)
        assert (len(rest.past), rest.more, rest.tally) == (3, False, told.tally)
        numbers = [card.match for card in (*told.past, *rest.past)]
        assert numbers == sorted(set(numbers), reverse=True)


def test_h_15_what_is_not_over_is_not_past(server: Server) -> None:
    players = server.seat(*fresh(2))
    assert results(players[0]).past == ()
    player, _ = on_turn(*players)
    player.say(Leave())
    player.wait_for(Matches, whole=True)
    [other] = [each for each in players if each is not player]
    other.wait_for(Notice, code="suspended")
    assert results(player).past == results(other).past == ()
