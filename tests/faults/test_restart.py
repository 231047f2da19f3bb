"""A restart is an interruption, and nothing else."""

from __future__ import annotations

import signal
import subprocess
import time
from pathlib import Path

import pytest

from eriantys import exits
from eriantys.wire.from_client import Sync, Watch
from eriantys.wire.from_server import (
    Ended,
    Matches,
    Notice,
    Presence,
    Request,
    ServerBye,
    Started,
    State,
    Update,
)
from eriantys.wire.messages import write
from tests.commands.program import PATIENCE, PROGRAM, assert_one_sentence, environment
from tests.faults.crowd import Crowd, make_tables
from tests.faults.evidence import check_lines, check_replay, copy_of, read
from tests.faults.memory import Memory, question
from tests.faults.restarts import restart_often
from tests.faults.steps import asked, back, end_of, play_some
from tests.scenarios.real import Client, Server, on_turn, serving

IN_TIME = 2.0
"""Seconds in which a server must have ended."""
MANY = 20


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


def terminate(server: Server) -> float:
    """End a server by SIGTERM; return how long that took."""
    begun = time.monotonic()
    assert server.stop() == exits.OK, server.errors.read_text()
    return time.monotonic() - begun


def farewell(client: Client) -> list[str]:
    """Tell how it ended for somebody."""
    *_, notice, bye = client.heard
    assert isinstance(notice, Notice)
    assert isinstance(bye, ServerBye)
    return [notice.code, bye.code]


def test_many_matches_are_interrupted_and_go_on(store: Path) -> None:
    crowd = Crowd(make_tables("restart", MANY))

    def all_have(lines: int) -> bool:
        memories = [table.memory for table in crowd.tables]
        return all(each is not None and each.top >= lines for each in memories)

    with serving(store) as server:
        crowd.enter(server.port)
        crowd.play(lambda: all_have(5))
        begun = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        crowd.play_to_the_end()
        assert end_of(server) == exits.OK
        assert time.monotonic() - begun < IN_TIME
    for table in crowd.tables:
        for player in table.players:
            assert farewell(player) == ["restarting"] * 2
    assert not store.with_name(f"{store.name}-wal").exists(), "it was not put in order"
    check_lines(read(copy_of(store, "copy")), crowd.memories())
    # In peace nothing is kept that nobody heard of, so each comes back to what it knew.
    known: dict[int, Memory] = {memory.match: memory for memory in crowd.memories()}
    tops = {match: memory.top for match, memory in known.items()}
    with serving(store) as server:
        crowd.enter(server.port)
        crowd.play(lambda: all(known[match].top > top for match, top in tops.items()))
        for table in crowd.tables:
            for player in table.players:
                started = next(each for each in player.heard if isinstance(each, Started))
                assert started.number >= tops[started.match]
        server.process.send_signal(signal.SIGTERM)
        crowd.play_to_the_end()
        assert end_of(server) == exits.OK
    crowd.close()
    check_lines(check_replay(store, crowd.memories()), crowd.memories())


def test_whole_clients_come_back_to_their_seats_by_themselves(tmp_path: Path) -> None:
    figures = restart_often(tmp_path, "short", matches=3, times=1, patient=False)
    assert (figures.restarts, figures.returned) == (1, 6)


def test_the_server_ends_in_time_whoever_listens(store: Path) -> None:
    with serving(store, "--unsent-most", str(2**26)) as server:
        players = [server.seat(f"a{number}", f"b{number}") for number in range(5)]
        (half,) = server.enter("half")
        half.say_bytes(b"\0\0")
        server.connect().say_bytes(b"\0\0\0\x20and no more")
        (deaf,) = server.enter("deaf")
        deaf.say(Watch(players[0][0].last(Started).match))
        # Asks for so much that the answers lie with the server, and not with the system.
        deaf.socket.settimeout(0.2)
        with pytest.raises(TimeoutError):
            deaf.say_bytes(write(Sync()) * 1_000_000)
        play_some(players[1], 3)
        assert terminate(server) < IN_TIME
        for client in (*players[0], *players[1]):
            client.wait_for_end()
            assert farewell(client) == ["restarting"] * 2
        half.wait_for_end()
        assert farewell(half) == ["restarting"] * 2


def test_everybody_is_asked_again_and_no_clock_has_run(store: Path) -> None:
    with serving(store) as server:
        players = server.seat("ann", "bob", turn_seconds=100)
        play_some(players, 3)
        client, request = asked(players)
        other = next(each for each in players if each is not client)
        begun = time.monotonic()
        client.say(Sync())
        request = client.wait_for(Request)
        server.process.send_signal(signal.SIGTERM)
        client.wait_for(Notice, code="restarting")
        # It was told after `begun` and stopped before now; each end is rounded.
        spent_ms = (time.monotonic() - begun) * 1000 + 1
        assert server.wait() == exits.OK
    with serving(store) as server:
        other = back(server, other.name)
        started = other.wait_for(Started)
        assert request.left_ms - spent_ms <= started.left_ms <= request.left_ms
        assert len(started.away) == 1
        # The clock stands still until whoever is asked is back.
        begun = time.monotonic()
        while time.monotonic() - begun < 0.05:
            other.say(Sync())
            assert other.wait_for(State).left_ms == started.left_ms
        client = back(server, client.name)
        assert other.wait_for(Presence).here
        again = client.wait_for(Request, id=request.id)
        assert question(again) == question(request)
        assert again.left_ms == started.left_ms
        while again.left_ms > started.left_ms - 20:  # and then it goes on
            client.say(Sync())
            again = client.wait_for(Request)


def test_the_clock_of_whoever_is_not_back_yet_stands_still(store: Path) -> None:
    with serving(store) as server:
        players = server.seat("ann", "bob", turn_seconds=100)
        client, _ = asked(players)
        server.stop(signal.SIGKILL)
    with serving(store) as server:
        client = back(server, client.name)
        client.play(client.wait_for(Request))
        update = client.wait_for(Update, number=1)
        assert update.turn in client.last(Started).away
        begun = time.monotonic()
        while time.monotonic() - begun < 0.05:
            client.say(Sync())
            assert client.wait_for(State).left_ms == 100_000


def test_whoever_had_hardly_any_time_left_has_the_least_that_is_fair(store: Path) -> None:
    options = ("--turn-least", "2", "--clock-least", "1.9")
    with serving(store, *options) as server:
        players = server.seat("ann", "bob", turn_seconds=2)
        play_some(players, 2)
        client, request = asked(players)
        while request.left_ms > 1700:
            client.say(Sync())
            request = client.wait_for(Request)
        client.play(request)  # one step of several, so the clock is not wound up
        client.wait_for(Update, number=3)
        server.stop(signal.SIGKILL)
    with serving(store, *options) as server:
        assert 1700 < back(server, client.name).wait_for(Request, id=4).left_ms <= 1900


def test_no_clock_runs_out_while_the_server_says_goodbye(store: Path) -> None:
    options = ("--turn-least", "1", "--clock-least", "5")
    with serving(store, *options) as server:
        players = server.seat("ann", "bob", turn_seconds=1, absence="end")
        match = players[0].last(Started).match
        # Nobody reads the goodbye, so it lasts for longer than what is left of the turn.
        terminate(server)
    assert read(store)[match].status == "running"
    with serving(store, *options) as server:
        for name in ("ann", "bob"):
            assert back(server, name).wait_for(Started).match == match
    del players


def test_nobody_is_absent_for_a_while_after_a_restart(store: Path) -> None:
    grace = 1.5
    options = ("--restart-grace", str(grace), "--grace", "0")
    with serving(store, *options) as server:
        alone = server.seat("ann", "bob", absence="end")
        waiting = server.seat("cat", "dan", absence="wait")
        server.seat("eve", "fox", absence="end")
        saved = server.seat("gus", "hal", absence="wait")
        on_turn_there, _ = on_turn(*waiting)
        names = [alone[0].name, next(c.name for c in waiting if c is not on_turn_there)]
        terminate(server)
    with serving(store, *options) as server:
        begun = time.monotonic()
        first, second = (back(server, name) for name in names)
        for each in (first, second):
            assert len(each.wait_for(Started).away) == 1
        # Within that time one may even be lost again, although there is no other grace here.
        first.drop()
        watcher = server.enter("zoe")[0]
        watcher.say(Watch(alone[0].last(Started).match))
        watcher.wait_for(Started)
        first = back(server, names[0])
        first.wait_for(Started)
        assert watcher.wait_for(Presence).here
        watcher.drop()

        ended = first.wait_for(Ended)
        assert ended.reason == "left"
        assert second.wait_for(Notice).code == "suspended"
        assert time.monotonic() - begun > grace - 0.2
        # Of those matches to which nobody came back one is over, and the other one saved.
        (eve,) = [back(server, "eve")]
        assert eve.wait_for(Matches).saved == ()
        gus = back(server, "gus")
        (card,) = gus.wait_for(Matches).saved
        assert (card.match, card.suspended) == (saved[0].last(Started).match, True)


def test_a_second_signal_ends_it_at_once_and_loses_nothing(store: Path) -> None:
    with serving(store) as server:
        players = server.seat("ann", "bob")
        play_some(players, 3)
        server.process.send_signal(signal.SIGTERM)
        for each in players:
            assert each.wait_for(ServerBye).code == "restarting"
        # Nobody has closed the connection, so it was still waiting for them.
        assert server.stop() == -signal.SIGTERM
    with serving(store) as server:
        returned = [back(server, name) for name in ("ann", "bob")]
        assert [each.wait_for(Started).number for each in returned] == [3, 3]
        play_some(returned, 1)


def test_a_second_server_on_the_store_is_refused_and_harms_nobody(store: Path) -> None:
    with serving(store) as server:
        players = server.seat("ann", "bob")
        play_some(players, 3)
        for _ in range(2):
            refused = subprocess.run(
                [*PROGRAM, "serve", "--host", "127.0.0.1", "--port", "0", "--store", store],
                capture_output=True,
                text=True,
                env=environment(),
                timeout=PATIENCE,
                check=False,
            )
            assert refused.returncode == exits.NO_INPUT
            assert_one_sentence(refused.stderr, "another server is using", str(store))
            assert refused.stdout == ""
        play_some(players, 3)
        server.stop(signal.SIGKILL)
    with serving(store) as server:
        assert back(server, "ann").wait_for(Started).number == 6


def test_whoever_was_cut_off_by_the_restart_hears_no_line_twice(store: Path) -> None:
    with serving(store) as server:
        players = server.seat("ann", "bob")
        play_some(players, 3)
        terminate(server)
    with serving(store) as server:
        returned = [back(server, name) for name in ("ann", "bob")]
        for each in returned:
            each.wait_for(Started)
        play_some(returned, 1)
        for each in returned:
            assert [u.number for u in each.heard if isinstance(u, Update)] == [4]
