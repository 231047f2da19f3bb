"""The second document: signs of life, and how leaving in any way is told to the others."""

from __future__ import annotations

import signal
import socket
import struct
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from eriantys.wire.from_client import Bye, Create, Join, Leave, Ping, Quick, Watch
from eriantys.wire.from_server import (
    Ended,
    Matches,
    Notice,
    Presence,
    Request,
    Seated,
    ServerBye,
    ServerPong,
    ServerVote,
    Started,
    Update,
    Waiting,
    Welcome,
)
from tests.keys import A_NONCE
from tests.scenarios.checks import assert_heard_nothing, assert_sentence, what_stands
from tests.scenarios.driver import Table
from tests.scenarios.real import Client, Server, serving
from tests.scenarios.steps import fresh, news


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    store = tmp_path_factory.mktemp("life") / "store.db"
    with serving(store, "--grace", "0", "--turn-least", "1") as server:
        yield server


def assert_alive(*clients: Client) -> None:
    for client in clients:
        news(client)
        client.say(Ping())
        assert isinstance(client.next(), ServerPong)


def test_d1_10_a_ping_is_answered_in_every_state(server: Server) -> None:
    assert_alive(server.connect())
    anna, ben, watcher = server.enter(*fresh(3))
    assert_alive(anna, ben)
    anna.say(Quick("eriantys", A_NONCE))
    anna.wait_for(Request)
    ben.say(Quick("eriantys", A_NONCE))
    ben.wait_for(Waiting)
    assert_alive(anna, ben)
    for client in (ben, anna):
        client.say(Leave())
        client.wait_for(Matches, whole=True)
    anna.say(Create("eriantys", 2, A_NONCE))
    anna.wait_for(Seated)
    assert_alive(anna)
    anna.say(Leave())
    table = Table([anna, ben])
    watcher.say(Watch(table.match))
    watcher.wait_for(Started)
    assert_alive(anna, ben, watcher)
    while not table.over:
        table.act()
    assert_alive(anna, ben)


def test_d1_10_the_server_pings_too_and_lets_go_of_whoever_is_silent(tmp_path: Path) -> None:
    options = ("--ping", "0.2", "--silence", "1", "--grace", "0")
    with serving(tmp_path / "store.db", *options) as server:
        table = Table(server.enter("lively", "silent"))
        lively, silent = table.clients
        limits = lively.last(Welcome).limits
        assert (limits.ping_ms, limits.silence_ms, limits.grace_ms) == (200, 1000, 0)
        silent.answers_pings = False
        news(silent)
        # Whoever answers stays for as long as it takes; whoever does not is missed.
        gone = lively.wait_for(Presence)
        assert (gone.name, gone.here, gone.cause) == ("silent", False, "silence")
        bye = silent.wait_for_end()[-1]
        assert isinstance(bye, ServerBye)
        assert bye.code == "silence"
        assert_sentence(bye.text)
        assert lively.pings > 1
        assert silent.pings > 1
        assert_alive(lively)


def leave(client: Client) -> None:
    client.say(Leave())


def say_bye(client: Client) -> None:
    client.say(Bye())


def hang_up(client: Client) -> None:
    client.drop()


def break_off(client: Client) -> None:
    """Let the connection end with an error, as when a machine forgets it."""
    client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.drop()


def send_a_giant(client: Client) -> None:
    client.say_bytes(b"\xff" * 4)


def wait_too_long(client: Client) -> None:
    """Do nothing until the second is over that a turn has here."""


WAYS: list[tuple[Callable[[Client], None], str, str]] = [
    (leave, "left", ""),
    (say_bye, "left", "goodbye"),
    (hang_up, "closed", ""),
    (break_off, "closed", ""),
    (send_a_giant, "fault", "frame-too-large"),
    (wait_too_long, "too-slow", "too-slow"),
]
"""How somebody can be gone, the cause that the others hear, and the parting word."""

each_way = pytest.mark.parametrize(
    ("go", "cause", "code"), WAYS, ids=[go.__name__ for go, *_ in WAYS]
)


def told_to(client: Client, code: str) -> None:
    """Check the last that somebody hears who is hung up on."""
    if code:
        bye = client.wait_for_end()[-1]
        assert isinstance(bye, ServerBye)
        assert bye.code == code
        assert_sentence(bye.text)


@each_way
def test_d1_11_whoever_is_gone_in_any_way_is_missed_with_the_cause(
    server: Server, go: Callable[[Client], None], cause: str, code: str
) -> None:
    seconds = 1 if go is wait_too_long else 60
    table = Table(server.enter(*fresh(3)), turn_seconds=seconds)
    watcher = server.enter(*fresh(1))[0]
    watcher.say(Watch(table.match))
    watcher.wait_for(Started)
    for client in table.clients:
        assert client.next() == Presence(
            table.match, None, watcher.name, here=True, cause="watching"
        )
    before = what_stands(table.others[0])[0]
    go(table.player)
    for client in (*table.others, watcher):
        gone = client.next()
        assert isinstance(gone, Presence)
        assert (gone.match, gone.seat, gone.name) == (
            table.match,
            table.seat,
            table.player.name,
        )
        assert (gone.here, gone.cause, gone.left_ms) == (False, cause, 0)
        # It was the missing player's turn: the match is kept until they are back.
        notice = client.next()
        assert isinstance(notice, Notice)
        assert (notice.code, notice.match) == ("suspended", table.match)
        assert table.player.name in notice.text
        vote = client.next()
        assert isinstance(vote, ServerVote)
        assert (vote.about, vote.choices, vote.needed) == ("missing", ("wait", "end", "bot"), 2)
    told_to(table.player, code)
    state, _ = what_stands(table.others[0])
    assert (state.view, state.number) == (before.view, before.number)
    assert (state.away, state.suspended) == ((table.seat,), True)
    assert state.watchers == (watcher.name,)
    # Who asks for everything again is also asked again whether to wait.
    assert table.others[0].wait_for(ServerVote).about == "missing"
    assert_heard_nothing(*table.others, watcher)


@each_way
def test_d1_11_a_match_that_does_not_wait_is_over_for_all(
    server: Server, go: Callable[[Client], None], cause: str, code: str
) -> None:
    seconds = 1 if go is wait_too_long else 60
    table = Table(server.enter(*fresh(3)), turn_seconds=seconds, absence="end")
    go(table.player)
    for client in table.others:
        ended = client.wait_for(Ended)
        assert (ended.reason, ended.seat, ended.ranking) == ("left", table.seat, ())
        assert table.player.name in ended.text
        assert_sentence(ended.text)
    told_to(table.player, code)
    for client in table.others:
        client.say(Leave())
        assert client.wait_for(Matches).saved == ()


def test_d1_11_who_is_not_on_turn_is_missed_and_play_goes_on(server: Server) -> None:
    table = Table(server.enter(*fresh(3)))
    leaver, other = table.others
    leaver.say(Leave())
    lobby = leaver.wait_for(Matches)
    assert [card.match for card in lobby.saved] == [table.match]
    for client in (table.player, other):
        gone = client.next()
        assert isinstance(gone, Presence)
        assert (gone.name, gone.cause) == (leaver.name, "left")
    assert_heard_nothing(table.player, other)
    news(leaver)
    table.player.play(table.request)
    for client in (table.player, other):
        assert client.wait_for(Update).number == table.request.id
    assert not [each for each in news(leaver) if not isinstance(each, Matches)]


def test_d1_11_whoever_leaves_a_lobby_is_missed_there(server: Server) -> None:
    for go in (leave, say_bye, hang_up, break_off, send_a_giant):
        anna, ben = server.enter(*fresh(2))
        anna.say(Create("eriantys", 3, A_NONCE))
        match = anna.wait_for(Seated).match
        ben.say(Join(A_NONCE, match))
        assert anna.wait_for(Waiting, present=2).names == (anna.name, ben.name)
        ben.wait_for(Waiting)
        go(ben)
        waiting = anna.next()
        assert isinstance(waiting, Waiting)
        assert (waiting.present, waiting.names) == (1, (anna.name,))


def test_d1_11_everybody_is_told_when_the_server_goes_down(empty_house: Server) -> None:
    nobody = empty_house.connect()
    lobby, seated, watcher = empty_house.enter("lobby", "seated", "watcher")
    seated.say(Create("eriantys", 2, A_NONCE))
    seated.wait_for(Waiting)
    table = Table(empty_house.enter("anna", "ben"))
    watcher.say(Watch(table.match))
    watcher.wait_for(Started)
    came = Presence(table.match, None, "watcher", here=True, cause="watching")
    everybody = (nobody, lobby, seated, watcher, *table.clients)
    assert empty_house.stop(signal.SIGTERM) == 0
    for client in everybody:
        notice, bye = client.wait_for_end()[-2:]
        assert isinstance(notice, Notice)
        assert isinstance(bye, ServerBye)
        assert notice.code == bye.code == "restarting"
        assert_sentence(bye.text)
        gone = [each for each in client.heard if isinstance(each, Presence | Ended)]
        assert [each for each in gone if each != came] == []
