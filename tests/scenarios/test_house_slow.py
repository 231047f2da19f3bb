"""The house: whoever looks on and does not read holds nobody up, and is in step again later."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from eriantys.wire.from_client import History, Undo, Watch
from eriantys.wire.from_server import Ended, Matches, ServerHistory, Started, State, Update
from eriantys.wire.messages import write
from tests.scenarios.company import look_on, match_of, play, play_out, resign
from tests.scenarios.real import Client, Server, on_turn, serving
from tests.scenarios.steps import fresh

UNREAD = 4096
"""Bytes that the server keeps for somebody who looks on and does not read."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    store = tmp_path_factory.mktemp("slow") / "server.db"
    with serving(store, "--log-level", "debug", "--unsent-pause", str(UNREAD)) as server:
        yield server


def small_socket(server: Server) -> socket.socket:
    """Connect with a socket that holds next to nothing."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    made.connect(("127.0.0.1", server.port))
    return made


def look_on_without_reading(server: Server, match: int) -> Client:
    """Let somebody look on who reads no more after the first view."""
    watcher = server.connect(small_socket(server))
    watcher.log_in(*fresh(1))
    watcher.say(Watch(match))
    watcher.wait_for(Started)
    return watcher


def lines_of_log(server: Server, words: str) -> int:
    return server.errors.read_text().count(words)


def fidget(players: list[Client], *watchers: Client, times: int = 4) -> int:
    """Play a line, and take it back and play it again some times; tell how much was said.

    So a match has much more to tell than it would take otherwise.
    """
    said = len(write(play(players, 1, *watchers)))
    for _ in range(times):
        player, request = on_turn(*players)
        if not request.undo:
            break
        player.say(Undo(request.id))
        for client in (*players, *watchers):
            update = client.wait_for(Update, number=request.id)
        said += len(write(update)) + len(write(play(players, 1, *watchers)))
    return said


def test_h_4_a_slow_watcher_holds_nobody_up_and_is_in_step_again(server: Server) -> None:
    players = server.seat(*fresh(3), options={"expert": True})
    match = match_of(players[0])
    fast = look_on(server, match)
    slow = look_on_without_reading(server, match)
    missed = lines_of_log(server, "is behind")
    # All of this goes on although one does not read a byte.
    while lines_of_log(server, "is behind") == missed:
        fidget(players, fast)
    play(players, 10, fast)

    # Now it reads: first what was on its way, then one whole view, and from there on all.
    state = slow.wait_for(State)
    assert slow.view == state.view
    before = [each for each in slow.taken() if isinstance(each, Update)]
    assert [each.number for each in before] == list(range(1, len(before) + 1))
    assert state.number > before[-1].number, "some of it was missed"
    assert state.number <= players[0].position().number
    while slow.position().number < players[0].position().number:
        slow.next()
    play(players, 5, fast, slow)
    assert slow.view == fast.view == players[0].view
    after = slow.taken()[slow.taken().index(state) :]
    assert sum(isinstance(each, State) for each in after) == 1
    numbers = [each.number for each in after if isinstance(each, Update)]
    assert numbers == list(range(state.number + 1, state.number + 1 + len(numbers)))

    # It learns the end as everybody does, and what it missed it can look up.
    ended = resign(players)
    assert slow.wait_for(Ended) == ended
    slow.wait_for(Matches, whole=True)
    slow.say(History(match, before[-1].number))
    assert slow.wait_for(ServerHistory).lines[0].number == before[-1].number + 1


def test_h_4_whoever_reads_only_after_the_end_sees_the_end(server: Server) -> None:
    players = server.seat(*fresh(2))
    match = match_of(players[0])
    slow = look_on_without_reading(server, match)
    missed = lines_of_log(server, "is behind")
    while lines_of_log(server, "is behind") == missed:
        fidget(players)
    ended = play_out(players)
    assert slow.wait_for(Ended) == ended
    assert slow.view == players[0].view, "before it came the last view"
    assert slow.wait_for(Matches).whole
    assert not slow.closed


def test_h_4_many_slow_watchers_do_not_fill_the_memory(tmp_path: Path) -> None:
    options = ("--unsent-pause", str(UNREAD), "--log-level", "debug")
    with serving(tmp_path / "server.db", *options) as server:
        players = server.seat("anna", "bert")
        match = match_of(players[0])
        slow = [look_on_without_reading(server, match) for _ in range(20)]
        before = resident(server)
        while lines_of_log(server, "is behind") < len(slow):
            fidget(players, times=15)
        said = 0
        while said < 200_000:
            said += fidget(players, times=15)
        assert resident(server) - before < said * len(slow) / 4
        # None of them was dropped, and each is shown where it stands.
        for watcher in slow:
            while watcher.position().number < players[0].position().number:
                watcher.next()
            assert watcher.view == players[0].view


def resident(server: Server) -> int:
    """Tell how many bytes of memory a server has in use."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    [line] = [each for each in status.splitlines() if each.startswith("VmRSS")]
    return int(line.split()[1]) * 1024
