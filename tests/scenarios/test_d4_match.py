"""The fourth document, at a match: refused events, cached views, whose step it is."""

from __future__ import annotations

import inspect
import subprocess
import sys
from typing import Any, get_args

import msgspec
import pytest

from eriantys.server.table import ALWAYS, TABLE
from eriantys.wire.from_client import FromClient, Move, Sync, Try, Undo, Watch
from eriantys.wire.from_server import Error, FromServer, Request, Started, State, Update
from eriantys.wire.messages import write
from tests.commands.program import environment
from tests.scenarios.real import Client, Server
from tests.scenarios.steps import (
    fresh,
    look,
    news,
    nothing_changes,
    others,
    play_on,
    play_until,
    turn_of,
)


def untimed(request: Request) -> Request:
    return msgspec.structs.replace(request, left_ms=0)


@pytest.mark.parametrize("decision", ["assistant", "student", "mother", "cloud"])
def test_d4_9_two_messages_answer_an_invalid_event(server: Server, decision: str) -> None:
    players = server.seat(*fresh(2), options={"expert": True})
    player, request = play_until(decision, *players)
    wrong = "cloud 1" if decision != "cloud" else "mother 1"
    with nothing_changes(server, player, *others(players, player)):
        player.say(Move(request.id, wrong))
        error, again = news(player)
        # What was invalid, and why.
        assert isinstance(error, Error)
        assert (error.code, error.about) == ("wrong-phase", "move")
        assert (error.request, error.action) == (request.id, wrong)
        # Where things stand: the same question with the time that is left.
        assert isinstance(again, Request)
        assert untimed(again) == untimed(request)
        assert again.left_ms <= request.left_ms


def test_d4_9_a_step_that_cannot_be_taken_back_is_answered_alike(server: Server) -> None:
    players = server.seat(*fresh(2))
    player, request = turn_of(*players)
    assert not request.undo
    with nothing_changes(server, player, *others(players, player)):
        player.say(Undo(request.id))
        error, again = news(player)
        assert isinstance(error, Error)
        assert (error.code, error.about, error.request) == ("cannot-undo", "undo", request.id)
        assert untimed(again) == untimed(request)


def test_d4_9_a_look_ahead_is_no_answer_so_nothing_is_asked_again(server: Server) -> None:
    players = server.seat(*fresh(2))
    player, request = turn_of(*players)
    with nothing_changes(server, player, *others(players, player)):
        player.say(Try(request.id, ("cloud 1",)))
        [error] = news(player)
        assert isinstance(error, Error)
        assert (error.code, error.about, error.request) == ("wrong-phase", "try", request.id)


def test_d4_9_the_whole_previous_state_is_there_for_the_asking(server: Server) -> None:
    players = server.seat(*fresh(2))
    play_on(*players)
    player, request = turn_of(*players)
    view = dict(player.view)
    player.say(Move(request.id, "xyzzy"), Sync())
    state = player.wait_for(State)
    assert (state.view, state.number) == (view, request.id - 1)
    assert untimed(player.wait_for(Request)) == untimed(request)


def play_with_doubts(players: list[Client], watcher: Client) -> None:
    """Play a whole match; now and then somebody takes a step back and goes on."""
    moves = 0
    while play_on(*players).turn is not None:
        player, request = turn_of(*players)
        moves += 1
        if request.undo and moves % 3 == 0:
            player.say(Undo(request.id))
            for client in players:
                client.wait_for(Update, number=request.id)
    news(watcher)


def seat_with_watcher(server: Server) -> tuple[list[Client], Client]:
    players = server.seat(*fresh(2), options={"expert": True})
    [watcher] = server.enter(*fresh(1))
    watcher.say(Watch(players[0].last(Started).match))
    watcher.wait_for(Started)
    return players, watcher


def test_d4_10_who_caches_the_view_is_sent_little_and_misses_nothing(server: Server) -> None:
    players, watcher = seat_with_watcher(server)
    updates = views = 0
    for _ in range(60):
        update = play_on(*players)
        news(watcher)
        # Asked for on other connections only: the first player lives on the changes alone.
        state = look(players[1])
        assert players[0].view == watcher.view == state.view
        updates += len(write(update))
        views += len(write(state))
    assert not any(isinstance(each, State) for each in players[0].heard)
    assert updates < views / 2


def test_d4_10_steps_that_are_taken_back_are_changes_like_others(server: Server) -> None:
    players, watcher = seat_with_watcher(server)
    player, request = play_until("student", *players)
    before = dict(player.view)
    player.play(request)
    player.say(Undo(request.id + 1))
    for client in (*players, watcher):
        update = client.wait_for(Update, number=request.id + 1)
        assert (update.action, update.seat) == ("undo", player.last(Started).seat)
        assert client.view == before


def test_d4_11_messages_are_data_and_only_the_server_knows_what_they_do() -> None:
    for kind in (*get_args(FromClient), *get_args(FromServer)):
        methods = [name for name, each in vars(kind).items() if inspect.isroutine(each)]
        assert methods == [], f"{kind.__name__} does something"

    rows = [ALWAYS, *(row.accepts for row in TABLE.values())]
    handlers = {kind: row[kind] for row in rows for kind in row}
    assert handlers.keys() == set(get_args(FromClient)), "each is handled somewhere"
    for handler in handlers.values():
        assert handler.__module__.startswith("eriantys.server.")


def test_d4_11_the_messages_can_be_had_without_the_server() -> None:
    look_around = (
        "import sys, eriantys.wire.messages;"
        "print(*(name for name in sys.modules if name.startswith('eriantys.server')))"
    )
    command = [sys.executable, "-c", look_around]
    found = subprocess.run(command, env=environment(), capture_output=True, check=True)
    assert found.stdout == b"\n"


def test_d4_12_everybody_knows_whose_step_it_is_and_which(server: Server) -> None:
    players, watcher = seat_with_watcher(server)
    look(watcher)
    play_with_doubts(players, watcher)

    kinds = set()
    for client in (*players, watcher):
        view: dict[str, Any] = {}
        for message in client.heard:
            if not isinstance(message, Started | State | Update):
                continue
            view |= message.changes if isinstance(message, Update) else message.view
            told = (message.turn, message.decision)
            assert told == (view["turn"]["seat"], view["turn"]["decision"])
            # On the wire too, nobody and nothing included.
            assert {"turn", "decision"} <= msgspec.to_builtins(message).keys()
            kinds.add(type(message))
        assert told == (None, "")
    assert kinds == {Started, State, Update}


def test_d4_12_who_is_asked_is_who_everybody_was_told_of(server: Server) -> None:
    players = server.seat(*fresh(3))
    for _ in range(40):
        update = play_on(*players)
        for seat, player in enumerate(players):
            news(player)
            asked = [each for each in player.heard if isinstance(each, Request)][-1]
            if seat == update.turn:
                assert (asked.id, asked.decision) == (update.number + 1, update.decision)
            else:
                assert asked.id <= update.number, "nobody else is asked"
