"""The log of a real server: stories that can be followed, filters that match, no secrets."""

from __future__ import annotations

import base64
import configparser
import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from eriantys.wire.from_client import (
    AddBot,
    Bye,
    Chat,
    Create,
    Join,
    Leave,
    Login,
    Resign,
)
from eriantys.wire.from_server import (
    Ended,
    Error,
    Presence,
    Request,
    Seated,
    ServerChat,
    Started,
    Update,
    Welcome,
)
from tests.commands.test_serve_manual import PAGE
from tests.keys import key_of, proof_of
from tests.scenarios.real import Client, Server, on_turn, serving

WORDS = "I keep the seven for the end"
"""What somebody says to the others of a match."""
WRONG_CODE = "ABCD-2345"
HOSTILE = "\x1b[2J\nINFO eriantys.server: connection 1: logged in"
SHARES = {"anna": b"anna's own share", "bert": b"bert's own share"}


class Evening(NamedTuple):
    """What an evening has left behind."""

    log: list[str]
    secrets: list[bytes]


def spend(server: Server, *, with_bot: bool) -> Iterator[bytes]:
    """Let people come, go, play and try things; name all that nobody else may know."""
    cora = server.connect()
    anna, bert = server.connect(), server.connect()
    anna.log_in("anna")
    bert.log_in("bert", guest=True)
    nonce = cora.last(Welcome).nonce
    for wrong in (
        Login("anna", key=key_of("cora")),
        Login("anna", proof=proof_of("cora", nonce)),
        Login(HOSTILE, key=key_of("cora")),
    ):
        cora.say(wrong)
        cora.wait_for(Error)
    cora.say_bytes(b"\0\0\0\3abc")
    cora.wait_for(Error)
    cora.drop()

    anna.say(Create("eriantys", 2, SHARES["anna"], private=True))
    code = anna.wait_for(Seated).code
    bert.say(Join(SHARES["bert"], code=WRONG_CODE))
    assert bert.wait_for(Error).code == "bad-code"
    bert.say(Join(SHARES["bert"], code=code))
    for each in (anna, bert):
        each.wait_for(Started)
    anna.say(Chat("match", WORDS))
    anna.wait_for(ServerChat)
    for _ in range(4):
        player, request = on_turn(anna, bert)
        player.play(request)
        for each in (anna, bert):
            each.wait_for(Update, number=request.id)
    bert.drop()
    anna.wait_for(Presence, here=False)
    again = server.connect()
    again.prove("bert")
    anna.wait_for(Presence, here=True)
    again.say(Resign())
    yield anna.wait_for(Ended).secret
    again.say(Bye())
    again.wait_for_end()
    if with_bot:
        play_with_bot(anna)

    yield from (each.last(Welcome).nonce for each in (anna, bert, again, cora))
    yield from (proof_of("bert", again.last(Welcome).nonce), proof_of("cora", nonce))
    yield from (*map(key_of, ("anna", "bert", "cora")), *SHARES.values())
    yield from (each.encode() for each in (code, code.replace("-", ""), WRONG_CODE, WORDS))


def play_with_bot(anna: Client) -> None:
    """Play until the bot has moved, which has come to its seat by a ticket."""
    anna.say(Leave(), Create("eriantys", 2, SHARES["anna"]), AddBot("easy"))
    while True:
        message = anna.next()
        if isinstance(message, Update) and message.seat == 1:
            return
        if isinstance(message, Request) and message.kind == "move":
            anna.play(message)


def kept_secret(store: Path) -> Iterator[bytes]:
    """List what is in the store and in no log."""
    with sqlite3.connect(store) as connection:
        for secret, nonces in connection.execute("SELECT secret, nonces FROM matches"):
            yield from (secret, nonces)
        yield from (each.encode() for (each,) in connection.execute("SELECT action FROM log"))


def an_evening(folder: Path, *options: str, with_bot: bool = False) -> Evening:
    with serving(folder / "log.db", "--log-level", "debug", *options) as server:
        secrets = list(spend(server, with_bot=with_bot))
        server.stop()
        log = server.errors.read_text("ascii").splitlines()
        return Evening(log, [*secrets, *kept_secret(server.store)])


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    return an_evening(tmp_path_factory.mktemp("text"), with_bot=True)


@pytest.fixture(scope="module")
def json_evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    return an_evening(tmp_path_factory.mktemp("json"), "--log-json")


def written(secret: bytes) -> set[str]:
    """Tell how a secret could stand in a log."""
    shown = {secret.hex(), base64.b64encode(secret).decode(), repr(secret)[2:-1]}
    return {each.lower() for each in shown} | {str(list(secret))}


@pytest.mark.parametrize("which", ["evening", "json_evening"])
def test_no_line_shows_a_secret(which: str, request: pytest.FixtureRequest) -> None:
    told: Evening = request.getfixturevalue(which)
    # JSON escapes escapes once more.
    lines = told.log if which == "evening" else [str(json.loads(line)) for line in told.log]
    log = "\n".join(lines).replace("\\\\", "\\").lower()
    assert len(told.secrets) > 20
    for secret in told.secrets:
        assert not any(form in log for form in written(secret)), secret


def test_a_story_is_found_by_its_number(evening: Evening) -> None:
    told = [line.split(": ", 1)[1] for line in evening.log]
    story = [line for line in told if re.search(r"\bmatch 1\b", line)]
    assert story == [
        "match 1: created: eriantys for 2, private",
        "connection 2, match 1: anna sits at seat 1",
        "connection 3, match 1: bert sits at seat 2",
        "match 1: started: eriantys, anna, bert",
        "connection 2, match 1: says 28 letters to match",
        "match 1: bert is away: closed",
        "connection 3, match 1: closed: lost",
        "connection 4, match 1: bert is back",
        "match 1: ended: resigned",
    ]
    connection = [line for line in told if re.search(r"\bconnection 4\b", line)]
    assert re.fullmatch(r"connection 4: comes from 127\.0\.0\.1 port \d+", connection[0])
    assert connection[1:6] == [
        "connection 4: connected from 127.0.0.1",
        "connection 4: logs in with ''",
        "connection 4: logged in as bert from 127.0.0.1",
        "connection 4, match 1: bert is back",
        "connection 4: closed: goodbye",
    ]
    assert [
        line for line in told if re.fullmatch(r"connection 5, match 2: .* plays seat 2", line)
    ]


def test_a_line_for_programs_has_the_same_message_and_fields(json_evening: Evening) -> None:
    lines: list[dict[str, Any]] = [json.loads(line) for line in json_evening.log]
    for line in lines:
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}[+-]\d{4}", line["time"])
        assert line["level"] in ("debug", "info", "warning", "error")
        assert line["logger"].startswith("eriantys.server")
        for kind in ("connection", "match"):
            named = re.search(rf"^[^:]*\b{kind} (\d+)", line["message"])
            assert line.get(kind) == (int(named[1]) if named else None)
    back = next(line for line in lines if line["message"].endswith("bert is back"))
    assert (back["name"], back["address"]) == ("bert", "127.0.0.1")
    (ended,) = [line for line in lines if "match 1: ended" in line["message"]]
    assert (ended["match"], ended["code"]) == (1, "resigned")
    closed = [line["cause"] for line in lines if line.get("connection") == 3 if "cause" in line]
    assert closed == ["lost"]


def test_the_filter_of_the_page_finds_refused_logins_and_nothing_else(evening: Evening) -> None:
    conf = configparser.ConfigParser()
    example = re.findall(r"(?s)\.nf\n(\[Definition\].*?)\.fi", PAGE)
    conf.read_string(example[0].replace(r"\e", "\\"))
    filtered = conf["Definition"]["failregex"].replace("<HOST>", r"(?P<host>[0-9a-f.:]+)")
    refused = re.compile(filtered)
    found = [line for line in evening.log if refused.search(line)]
    assert [line.split(": ", 2)[2] for line in found] == [
        "login refused from 127.0.0.1: name-taken, name 'anna'",
        "login refused from 127.0.0.1: bad-proof, name 'anna'",
    ]
    assert {match["host"] for line in found if (match := refused.search(line))} == {"127.0.0.1"}
    in_the_journal = "Nov 19 02:03:04 table eriantys[812]: " + found[0]
    # Whoever reads a journal for a filter cuts the journal's own time off.
    assert refused.search(in_the_journal.removeprefix("Nov 19 02:03:04 "))
    others = [line for line in evening.log if "login refused" in line and line not in found]
    assert [line.split(": ", 2)[2].split(", ")[0] for line in others] == [
        "login refused from 127.0.0.1: bad-name",
        "login refused from 127.0.0.1: malformed",
    ]
    assert r"name '\x1b[2J\nINFO " in others[0], "it stays in its line"
