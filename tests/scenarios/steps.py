"""Steps that many scenarios share: playing on, looking without touching, hearing nothing."""

from __future__ import annotations

import itertools
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias, TypeVar

import msgspec

from eriantys.wire.from_client import Answer, List, Ping, Quick, Sync
from eriantys.wire.from_server import (
    FromServer,
    Matches,
    Request,
    ServerPong,
    State,
    Update,
    Waiting,
)
from tests.keys import A_NONCE
from tests.scenarios.real import Client, Server, on_turn

M = TypeVar("M")

Rows: TypeAlias = dict[str, list[dict[str, Any]]]
"""By table: its rows, with their values by column."""

QUICK = Quick("eriantys", A_NONCE)
"""Take whatever the first in line wants."""

TABLES = ("names", "matches", "seats", "log", "states", "clocks", "chat", "mutes")


def news(client: Client) -> list[FromServer]:
    """Take all that was said to a client up to now.

    The answer to a ping comes after everything that the server had said before. So an empty
    list means that nothing was said, not only that nothing has arrived yet. Differences of
    the lobby's list are left out: those of an earlier test may come at any time.
    """
    start = len(client.taken())
    client.say(Ping())
    client.wait_for(ServerPong)
    said = client.taken()[start:-1]
    return [each for each in said if not isinstance(each, Matches) or each.whole]


def only(kind: type[M], client: Client) -> M:
    """Take the one thing that was said to a client, which must be of this kind."""
    [message] = news(client)
    assert isinstance(message, kind), message
    return message


def listed(client: Client) -> Matches:
    """Ask for the whole list, as somebody in the lobby."""
    news(client)
    client.say(List())
    return client.wait_for(Matches, whole=True)


def look(client: Client) -> State:
    """Ask for the whole view, as it is apart from the clock."""
    client.say(Sync())
    state = client.wait_for(State)
    news(client)  # whoever is on turn is asked again
    return msgspec.structs.replace(state, left_ms=0)


def stored(server: Server) -> Rows:
    """Read everything in the store of a running server, which nobody else may open.

    The journal goes with the file: what was committed last is only there.
    """
    with TemporaryDirectory() as folder:
        copy = Path(folder, server.store.name)
        for end in ("", "-wal"):
            part = Path(f"{server.store}{end}")
            if part.exists():
                shutil.copyfile(part, f"{copy}{end}")
        with closing(sqlite3.connect(copy)) as connection:
            return {table: _rows(connection, table) for table in TABLES}


def _rows(connection: sqlite3.Connection, table: str) -> list[dict[str, Any]]:
    found = connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2")
    columns = [column for column, *_ in found.description]
    return [dict(zip(columns, row, strict=True)) for row in found]


def match_row(server: Server, match: int) -> dict[str, Any]:
    """Read what the store of a running server says about a match."""
    [row] = [row for row in stored(server)["matches"] if row["match"] == match]
    return row


@contextmanager
def nothing_changes(server: Server, *players: Client) -> Iterator[None]:
    """Check that the table and the store are afterwards as they were.

    The first of the players is who tries something; the others must not hear of it.
    """
    before = [look(player) for player in players]
    kept = stored(server)
    yield
    for bystander in players[1:]:
        assert news(bystander) == []
    assert [look(player) for player in players] == before
    assert stored(server) == kept


def turn_of(*players: Client) -> tuple[Client, Request]:
    """Find who of these is asked now, after everybody has heard all that was said."""
    for player in players:
        news(player)
    return on_turn(*players)


def others(players: list[Client], one: Client) -> list[Client]:
    return [player for player in players if player is not one]


def play_on(*players: Client) -> Update:
    """Let whoever is on turn take the first legal action; everybody hears of it."""
    player, request = turn_of(*players)
    player.play(request)
    updates = [each.wait_for(Update, number=request.id) for each in players]
    news(player)
    return updates[0]


def play_until(decision: str, *players: Client) -> tuple[Client, Request]:
    """Play until somebody is asked for this."""
    while True:
        player, request = turn_of(*players)
        if request.decision == decision:
            return player, request
        play_on(*players)


def choose(client: Client, *values: bool | int | str) -> None:
    """Answer, one after the other, what the first in line is asked."""
    request = client.last(Request)
    for number, value in enumerate(values, start=1):
        client.say(Answer(request.id, value))
        if number < len(values):
            request = client.wait_for(Request)


def all_told(names: tuple[str, ...], *clients: Client) -> None:
    """Wait until those behind the first in line have heard that these are in it.

    Whoever comes hears it at once. The others do so a little later, and whoever came hears
    it once more; then there is quiet until something changes again.
    """
    for client in clients:
        client.wait_for(Waiting, names=names)


_numbers = itertools.count(1)


def fresh(count: int) -> list[str]:
    """Make names that nobody has had yet."""
    return [f"player{next(_numbers)}" for _ in range(count)]
