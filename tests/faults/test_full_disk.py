"""A disk that is full for real: what is refused has not happened, and nobody says it has."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from eriantys.exits import OK
from eriantys.wire.from_client import (
    Create,
    Join,
    Leave,
    Login,
    Move,
    Resign,
    Undo,
    Watch,
)
from eriantys.wire.from_server import (
    Ended,
    Error,
    Matches,
    Notice,
    Presence,
    Request,
    Seated,
    ServerBye,
    Started,
    Update,
)
from tests.faults.disks import Disk, Limited, limit_files, log_size, small
from tests.faults.evidence import check_replay
from tests.faults.memory import Line, question
from tests.faults.steps import (
    acknowledged,
    asked,
    back,
    play_some,
    refused_for_now,
    unchanged,
)
from tests.keys import A_NONCE, key_of
from tests.scenarios.real import Server, serving

LATE = 50
"""Milliseconds of a clock that nobody can take for rounding."""


@pytest.fixture(params=["not a byte", "half a commit", "small file system"])
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Disk]:
    with ExitStack() as stack:
        match request.param:
            case "not a byte":
                yield Limited(tmp_path, None)
            case "half a commit":
                yield Limited(tmp_path, 3000)
            case _:
                yield stack.enter_context(small(tmp_path))


@pytest.fixture
def one_disk(tmp_path: Path) -> Disk:
    """Make the simplest of them, for what takes its time."""
    return Limited(tmp_path, None)


def kill_and_check(disk: Disk, server: Server, told: dict[int, dict[int, Line]]) -> None:
    """Kill the server; exactly what was acknowledged must be on disk, match by match."""
    server.stop(signal.SIGKILL)
    found = check_replay(disk.copy(), [])
    assert {match: kept.lines for match, kept in found.items()} == told


def test_a_move_is_refused_and_the_same_request_stands(disk: Disk) -> None:
    with serving(disk.store, before=disk.before) as server:
        players = server.seat("ann", "bob")
        (eve,) = server.enter("eve")
        match = players[0].last(Started).match
        eve.say(Watch(match))
        eve.wait_for(Started)
        play_some(players, 3)
        client, request = asked(players)
        other = next(each for each in players if each is not client)
        eve.wait_for(Update, number=3)

        disk.fill(server)
        assert request.legal
        again = request
        while again.left_ms > request.left_ms - LATE:  # its clock goes on
            again = refused_for_now(client, Move(request.id, str(request.legal[0])), again)
        assert request.undo
        refused_for_now(client, Undo(request.id), again)
        unchanged(client, 3)
        unchanged(other, 3)
        unchanged(eve, 3)
        assert server.process.poll() is None

        disk.make_room(server)
        client.say(Move(request.id, str(request.legal[-1])))
        for each in (*players, eve):
            update = each.next()
            assert isinstance(update, Update)
            assert (update.number, update.action) == (4, str(request.legal[-1]))
        play_some(players, 3)
        eve.wait_for(Update, number=7)
        assert acknowledged(eve) == acknowledged(players[0])
        kill_and_check(disk, server, {match: acknowledged(players[0])})
    with serving(disk.store, before=disk.before) as server:
        returned = [back(server, name) for name in ("ann", "bob")]
        assert [each.wait_for(Started).number for each in returned] == [7, 7]
        play_some(returned, 2)


def test_nobody_gets_a_name_that_cannot_be_kept(disk: Disk) -> None:
    with serving(disk.store, before=disk.before) as server:
        server.enter("ann")[0].drop()
        disk.fill(server)
        zoe = server.connect()
        for _ in range(3):
            zoe.say(Login("zoe", key=key_of("zoe")))
            error = zoe.error()
            assert (error.code, error.about) == ("store-unavailable", "login")
            assert zoe.wait_for(Request).kind == "login"
        # Nothing new must be kept for somebody who has a name already, nor for a guest.
        back(server, "ann").wait_for(Matches)
        server.enter("guest", guest=True)
        disk.make_room(server)
        zoe.log_in("zoe")
        server.stop(signal.SIGKILL)
    with serving(disk.store, before=disk.before) as server:
        back(server, "zoe").wait_for(Matches)
        stranger = server.connect()
        stranger.say(Login("guest", proof=key_of("guest")))
        assert stranger.error().code == "unknown-name"


def test_a_full_match_begins_when_there_is_room(one_disk: Disk) -> None:
    with serving(one_disk.store, before=one_disk.before) as server:
        ann, bob = server.enter("ann", "bob")
        one_disk.fill(server)
        ann.say(Create("eriantys", 2, A_NONCE))
        match = ann.wait_for(Seated).match
        bob.say(Join(A_NONCE, match))
        for client in (ann, bob):
            assert client.wait_for(Notice).code == "store-unavailable"
            assert not any(isinstance(each, Started) for each in client.heard)
        one_disk.make_room(server)
        for client in (ann, bob):
            assert client.wait_for(Started).match == match
        play_some([ann, bob], 2)
        kill_and_check(one_disk, server, {match: acknowledged(ann)})


def test_nobody_can_resign_or_end_a_match_meanwhile(disk: Disk) -> None:
    with serving(disk.store, before=disk.before) as server:
        players = server.seat("ann", "bob", absence="end")
        play_some(players, 1)
        client, request = asked(players)
        other = next(each for each in players if each is not client)
        disk.fill(server)
        for said, about in ((Resign(), "resign"), (Leave(), "leave")):
            client.say(said)
            error = client.error()
            assert (error.code, error.about) == ("store-unavailable", about)
            assert client.wait_for(Request).id == request.id
            other.say(said)
            assert other.error().about == about
        unchanged(client, 1)
        unchanged(other, 1)
        disk.make_room(server)
        client.say(Resign())
        for each in players:
            assert each.wait_for(Ended).reason == "resigned"


def test_whoever_is_too_slow_meanwhile_is_missed_when_there_is_room(
    one_disk: Disk,
) -> None:
    options = ("--turn-least", "1")
    with serving(one_disk.store, *options, before=one_disk.before) as server:
        players = server.seat("ann", "bob", turn_seconds=1)
        late, _ = asked(players)
        other = next(each for each in players if each is not late)
        one_disk.fill(server)
        assert late.wait_for(ServerBye).code == "too-slow"
        assert not other.wait_for(Presence).here
        one_disk.make_room(server)
        assert other.wait_for(Notice).code == "suspended"
        returned = back(server, late.name)
        returned.wait_for(Matches)
        assert not any(isinstance(each, Started) for each in returned.heard)


def test_a_server_ends_and_begins_again_around_a_full_disk(disk: Disk) -> None:
    with serving(disk.store, before=disk.before) as server:
        players = server.seat("ann", "bob")
        play_some(players, 4)
        disk.fill(server)
        assert server.stop() == OK
        for each in players:
            assert each.wait_for(ServerBye).code == "restarting"
        disk.make_room(server)
    with serving(disk.store, before=disk.before) as server:
        returned = [back(server, name) for name in ("ann", "bob")]
        assert [each.wait_for(Started).number for each in returned] == [4, 4]
        play_some(returned, 1)


def test_a_commit_fails_as_a_whole_wherever_the_disk_ends(tmp_path: Path) -> None:
    disk = Limited(tmp_path, None)
    refusals = accepted = 0
    with serving(disk.store) as server:
        players = server.seat("ann", "bob")
        match = players[0].last(Started).match
        for spare in range(0, 14_000, 200):
            client, request = asked(players)
            limit_files(server, log_size(disk.store) + spare)
            client.play(request)
            answer = client.next()
            if isinstance(answer, Error):
                refusals += 1
                assert answer.code == "store-unavailable"
                assert question(client.wait_for(Request)) == question(request)
                disk.make_room(server)
                client.play(request)
                client.wait_for(Update, number=request.id)
            else:
                accepted += 1
                assert isinstance(answer, Update)
            for each in players:
                if each is not client:
                    each.wait_for(Update, number=request.id)
            if any(isinstance(each, Ended) for each in client.heard):
                break
        assert refusals > 10
        assert accepted > 10
        assert acknowledged(players[0]) == acknowledged(players[1])
        kill_and_check(disk, server, {match: acknowledged(players[0])})
