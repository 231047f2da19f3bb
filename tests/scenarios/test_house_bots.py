"""Bots: real processes that play at a real server, and what becomes of them."""

from __future__ import annotations

import os
import select
import signal
import time
from pathlib import Path

from eriantys.wire.from_client import Create, Leave, Rematch, Resume
from eriantys.wire.from_server import (
    Ended,
    Error,
    FromServer,
    Presence,
    Request,
    Started,
    Update,
    Welcome,
)
from tests.keys import A_NONCE
from tests.scenarios.real import Client, Server, serving

BOTS = ("easy", "easy")


def helpers(server: Server) -> list[int]:
    """Name the processes that the server has started."""
    task = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
    return [int(number) for number in task.read_text().split()]


def all_end_within(seconds: float, ends: list[int]) -> bool:
    """Wait until all processes have ended of which these descriptors tell; or for so long."""
    deadline = time.monotonic() + seconds
    while ends:
        over, _, _ = select.select(ends, [], [], max(0.0, deadline - time.monotonic()))
        if not over:
            return False
        for end in over:
            ends.remove(end)
            os.close(end)
    return True


def begin(server: Server, name: str, **create: object) -> Client:
    """Let somebody begin a match with bots."""
    (client,) = server.enter(name)
    client.say(Create("eriantys", 3, A_NONCE, bots=BOTS, **create))  # type: ignore[arg-type]
    client.wait_for(Started)
    return client


def standing(client: Client) -> FromServer:
    """Return the request that was taken and not answered, or what was taken last."""
    for message in reversed(client.taken()):
        if isinstance(message, Request | Update | Started):
            return message
    return client.taken()[-1]


def play(client: Client, most: int | None = None) -> FromServer:
    """Answer so many requests, or all until the match is over; return what came last."""
    answered = 0
    message = standing(client)
    while not isinstance(message, Ended):
        if isinstance(message, Request) and message.kind == "move":
            if answered == most:
                break
            client.play(message)
            answered += 1
        message = client.next()
    return message


def test_h_21_one_person_plays_a_whole_match_with_bots(server: Server) -> None:
    anna = begin(server, "anna")
    assert anna.last(Welcome).bots == ("easy", "normal", "hard")
    started = anna.last(Started)
    assert started.bots == (None, "easy", "easy")
    assert [name.startswith("Bot ") for name in started.players] == [False, True, True]
    ended = play(anna)
    assert isinstance(ended, Ended)
    assert ended.scores
    lines = [each for each in anna.heard if isinstance(each, Update)]
    assert {each.seat for each in lines} == {0, 1, 2}
    assert [each.number for each in lines] == list(range(1, len(lines) + 1))
    # The server never had to act for them.
    assert "the server acts" not in server.errors.read_text()
    anna.say(Rematch(A_NONCE))
    again = anna.wait_for(Started)
    assert again.players == started.players
    play(anna, most=1)


def test_h_21_a_match_goes_on_when_the_process_of_its_bots_is_killed(tmp_path: Path) -> None:
    with serving(tmp_path / "server.db", "--bot-answer", "60") as server:
        assert not helpers(server), "they are started when they are needed"
        anna = begin(server, "anna")
        play(anna, most=1)
        (first,) = helpers(server)
        os.kill(first, signal.SIGKILL)
        assert isinstance(play(anna), Ended)
        (second,) = helpers(server)
        assert second != first
        log = server.errors.read_text()
        assert log.count("has ended") == 1
        assert "the server acts" not in log


def test_h_21_no_process_outlives_the_server(tmp_path: Path) -> None:
    for number in (signal.SIGKILL, signal.SIGTERM):
        with serving(tmp_path / f"{number}.db", "--bots", "2") as server:
            anna = begin(server, "anna")
            play(anna, most=1)
            ends = [os.pidfd_open(process) for process in helpers(server)]
            assert len(ends) == 2
            code = server.stop(number)
            assert code == (0 if number == signal.SIGTERM else -number)
            assert all_end_within(1, ends)


def test_h_21_bots_are_back_after_a_restart(tmp_path: Path) -> None:
    store = tmp_path / "server.db"
    with serving(store) as server:
        anna = begin(server, "anna")
        play(anna, most=2)
        server.stop(signal.SIGKILL)
    with serving(store) as server:
        again = server.connect()
        again.prove("anna")
        assert again.wait_for(Started).bots == (None, "easy", "easy")
        assert isinstance(play(again), Ended)


def test_h_21_a_server_may_have_no_bots(tmp_path: Path) -> None:
    with serving(tmp_path / "server.db", "--bots", "0") as server:
        (anna,) = server.enter("anna")
        assert anna.last(Welcome).bots == ()
        anna.say(Create("eriantys", 3, A_NONCE, bots=BOTS))
        assert anna.wait_for(Error).code == "no-bots"
        anna.say(Create("eriantys", 3, A_NONCE, absence="bot"))
        assert anna.wait_for(Error).code == "no-bots"


def test_h_22_a_bot_plays_for_whoever_is_gone_until_they_are_back(tmp_path: Path) -> None:
    with serving(tmp_path / "server.db", "--grace", "0") as server:
        anna, bert = server.seat("anna", "bert", absence="bot", bot_level="easy")
        bert.drop()
        presence = anna.wait_for(Presence)
        assert (presence.seat, presence.here, presence.bot) == (1, False, True)
        play(anna, most=8)
        lines = [each for each in anna.heard if isinstance(each, Update)]
        assert {each.seat for each in lines} == {0, 1}
        bert = server.connect()
        bert.prove("bert")
        started = bert.wait_for(Started)
        assert (started.seat, started.stand_ins, started.number) == (1, (), lines[-1].number)
        anna.wait_for(Presence, seat=1, here=True, bot=False)
        # When nobody is left, nothing goes on.
        anna.say(Leave())
        bert.say(Leave())
        anna.say(Resume())
        again = anna.wait_for(Started)
        assert again.number == started.number
