"""Whoever runs a server is shown nothing that is for those at a table alone, in any game."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import cbor2
import pytest

from eriantys.games import REGISTERED
from eriantys.games.dice import match_seed
from eriantys.wire.from_client import Chat, Create, Join, Resign
from eriantys.wire.from_server import Ended, Seated, ServerChat, Started, Update, Welcome
from tests.commands.orders_given import ctl, done
from tests.commands.test_serve_log import SHARES, WORDS, written
from tests.commands.test_serve_metrics import ask
from tests.keys import key_of, proof_of
from tests.scenarios.real import Client, Server, on_turn, serving

MOVES = 12
LOOKING = (("status",), ("matches",), ("players",), ("bans",), ("stats",), ("show", "1"))


def play(server: Server, game: str) -> tuple[list[Client], str]:
    """Begin a private match and play some of it; return the code that led to it, too."""
    anna, bert = server.connect(), server.connect()
    anna.log_in("anna")
    bert.log_in("bert", guest=True)
    anna.say(Create(game, 2, SHARES["anna"], private=True, title="Evening"))
    code = anna.wait_for(Seated).code
    bert.say(Join(SHARES["bert"], code=code))
    for each in (anna, bert):
        each.wait_for(Started)
    bert.say(Chat("match", WORDS))
    anna.wait_for(ServerChat)
    for _ in range(MOVES):
        player, request = on_turn(anna, bert)
        player.play(request)
        for each in (anna, bert):
            each.wait_for(Update, number=request.id)
    return [anna, bert], code


def shown(server: Server) -> Iterator[str]:
    """List all that an operator can look at while a match goes on."""
    for order in LOOKING:
        yield done(server, *order)
        # What JSON escapes is written out, as it is in a table.
        yield str(json.loads(done(server, *order, "--json")))
    for form in ((), ("--json",)):
        finished = ctl(server, "export", "1", "-", *form)
        yield finished.out + finished.err
    yield ask(server).read().decode()


def kept(store: Path) -> Iterator[bytes]:
    """List what the store of a server that has ended keeps for itself."""
    with closing(sqlite3.connect(store)) as opened:
        for secret, packed in opened.execute("SELECT secret, nonces FROM matches"):
            nonces = cbor2.loads(packed)
            yield from (secret, *nonces, match_seed(secret, tuple(nonces)))
        yield from (key for (key,) in opened.execute("SELECT key FROM names"))


@pytest.mark.parametrize("game", REGISTERED)
def test_no_answer_no_figure_and_no_line_of_the_log_shows_a_secret(
    game: str, tmp_path: Path
) -> None:
    options = ("--log-level", "debug", "--metrics", "127.0.0.1:0")
    with serving(tmp_path / "house.db", *options) as server:
        people, code = play(server, game)
        texts = list(shown(server))
        people[0].say(Resign())
        people[1].wait_for(Ended)
        welcomes = [each.last(Welcome).nonce for each in people]
        server.stop()
        texts.append(server.errors.read_text("utf-8"))
    secrets = [*kept(server.store), *welcomes, *map(key_of, ("anna", "bert"))]
    secrets += [proof_of(name, nonce) for name in ("anna", "bert") for nonce in welcomes]
    secrets += [each.encode() for each in (code, code.replace("-", ""), WORDS)]
    assert len(secrets) > 12
    everything = "\n".join(texts).lower()
    assert "evening" in everything, "what may be known is there"
    for secret in secrets:
        assert not any(form in everything for form in written(secret)), secret
