"""What many a scenario of the house does: looking on, playing to the end, checking the luck."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

from eriantys.games import record
from eriantys.games.contract import Outcome
from eriantys.games.dice import match_seed
from eriantys.games.eriantys import GAME
from eriantys.wire.cards import RunningCard
from eriantys.wire.frames import FrameReader
from eriantys.wire.from_client import Join, Leave, List, Resign, Watch
from eriantys.wire.from_server import Ended, Matches, Seated, Started, Update
from eriantys.wire.messages import read_from_server
from tests.commands.program import PATIENCE
from tests.keys import A_NONCE
from tests.scenarios.real import Client, Server, on_turn
from tests.scenarios.steps import fresh, news


def match_of(client: Client) -> int:
    """Tell the number of the match that somebody has come to last."""
    return client.last(Started).match


def come_back(server: Server, name: str) -> Client:
    """Come back by proof."""
    client = server.connect()
    client.prove(name)
    return client


def shut_down(server: Server, number: int = signal.SIGTERM) -> None:
    """End a server, and let everybody hear all that it still says."""
    server.process.send_signal(number)
    for client in server.clients:
        if client.socket.fileno() != -1:
            client.wait_for_end()
            client.drop()
    assert server.wait() == (0 if number == signal.SIGTERM else -number)


def look_on(server: Server, match: int, name: str = "", code: str = "") -> Client:
    """Let somebody new look on at a match."""
    [watcher] = server.enter(name or fresh(1)[0])
    watcher.say(Watch(None if code else match, code))
    assert watcher.wait_for(Started, match=match).seat is None
    return watcher


def join_by_code(code: str, *clients: Client) -> None:
    """Let some people sit down in a private match, one after the other."""
    for client in clients:
        client.say(Join(A_NONCE, code=code))
        client.wait_for(Seated)


def running(client: Client) -> tuple[RunningCard, ...]:
    """Ask, as somebody in the lobby, what is being played."""
    client.say(List(running=True))
    while True:
        cards = client.wait_for(Matches).running
        if cards is not None:
            return cards


def play(players: list[Client], count: int, *watchers: Client) -> Update:
    """Play so many lines, or to the end; everybody hears of each."""
    for _ in range(count):
        player, request = on_turn(*players)
        player.play(request)
        for client in (*players, *watchers):
            update = client.wait_for(Update, number=request.id)
        if update.turn is None:
            break
    return update


def play_out(players: list[Client], *watchers: Client) -> Ended:
    """Play to the end; everybody hears of it."""
    while play(players, 1, *watchers).turn is not None:
        pass
    for client in (*players, *watchers):
        ended = client.wait_for(Ended)
    return ended


def resign(players: list[Client], seat: int = 0) -> Ended:
    """Let one give up."""
    players[seat].say(Resign())
    for client in players:
        ended = client.wait_for(Ended)
    return ended


def to_the_lobby(*clients: Client) -> None:
    for client in clients:
        client.say(Leave())
        client.wait_for(Matches, whole=True)
        news(client)


def frames_of(client: Client) -> Iterator[bytes]:
    """Take all that has come to somebody apart, as it came."""
    reader = FrameReader(2**20)
    reader.feed(bytes(client.raw))
    while (content := reader.next_frame()) is not None:
        yield content


def told_with(client: Client, secret: bytes) -> list[type]:
    """List the kinds of messages that had these bytes anywhere in them."""
    return [type(read_from_server(each)) for each in frames_of(client) if secret in each]


def assert_kept_secret(*clients: Client) -> None:
    """Check that what a match's luck was made of was told by its end, and by nothing else."""
    for client in clients:
        ended = client.last(Ended)
        assert set(told_with(client, ended.secret)) == {Ended}
        assert told_with(client, match_seed(ended.secret, ended.nonces)) == []


def verify(client: Client) -> record.Match:
    """Check the latest match of somebody who saw all of it, from nothing but what was told."""
    started, ended = client.last(Started), client.last(Ended)
    seen = client.heard[client.heard.index(started) : client.heard.index(ended)]
    updates = [each for each in seen if isinstance(each, Update)]
    assert (started.number, started.match) == (0, ended.match)
    assert [each.number for each in updates] == list(range(1, len(updates) + 1))
    assert (started.commitment, started.nonces) == (ended.commitment, ended.nonces)
    by_the_rules = bool(ended.ranking) and ended.seat is None
    match = record.Match(
        game=started.game,
        version=started.version,
        date=datetime.now(UTC).date(),
        players=started.players,
        options={name: str(value).lower() for name, value in started.options.items()},
        commitment=started.commitment,
        secret=ended.secret,
        nonces=ended.nonces,
        moves=tuple(record.Move(each.seat, each.action) for each in updates),
        outcome=Outcome(ended.ranking, ended.scores, ended.reason) if by_the_rules else None,
        broken_off="" if by_the_rules else ended.reason,
    )
    record.verify(GAME, match)
    return match


def wait_until(condition: Callable[[], bool]) -> None:
    """Look again and again whether something has come about."""
    give_up = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < give_up, "it never came about"
        time.sleep(0.005)  # the server needs the processor as well
