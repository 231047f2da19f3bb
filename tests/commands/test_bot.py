"""`eriantys bot` as a process, at a real server and where there is none."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from eriantys import exits
from eriantys.wire.from_client import Create, Resign
from eriantys.wire.from_server import Named, Request, Seated, Started, Welcome
from eriantys.wire.messages import write
from tests.commands.program import (
    PATIENCE,
    Run,
    assert_one_sentence,
    assert_refused,
    run,
    started,
)
from tests.keys import A_NONCE
from tests.manual.page import FOLDER, Page
from tests.scenarios.real import Server, serving
from tests.wire import samples

M = TypeVar("M")

TLS = Path(__file__).resolve().parents[1] / "data" / "tls"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    # Signs of life are so seldom that a bot which overlooks anything else waits too long.
    seldom = ("--ping=600", "--silence=1200")
    with serving(tmp_path_factory.mktemp("bot") / "store", *seldom) as made:
        yield made


@pytest.fixture
def address(server: Server) -> str:
    return f"127.0.0.1:{server.port}"


def finish(process: subprocess.Popen[bytes]) -> Run:
    out, err = process.communicate(timeout=PATIENCE)
    return Run(process.returncode, out.decode(), err.decode())


def sample(kind: type[M]) -> M:
    """Give some message of this kind."""
    return next(each for each in samples.FROM_SERVER if isinstance(each, kind))


def read_line(process: subprocess.Popen[bytes]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().decode().rstrip("\n")


def test_two_bots_play_a_whole_match(tmp_path: Path, address: str) -> None:
    quick = ("bot", address, "--level=easy", "--quick", "--seats=2")
    with (
        started(*quick, "--name=luna", cwd=tmp_path) as one,
        started(*quick, cwd=tmp_path) as other,
    ):
        runs = [finish(one), finish(other)]
    assert [(each.code, each.err) for each in runs] == [(exits.OK, "")] * 2
    assert runs[0].out.startswith("Logged in as luna.\nSat down at match ")
    assert re.match(r"Logged in as bot-easy-\d{4}\.\n", runs[1].out)
    told = [each.out.splitlines()[3:] for each in runs]
    assert told[0] == told[1]
    assert re.fullmatch(r"Match \d+ is over, [a-z-]+: .* (win|won)\.", told[0][0])
    assert re.fullmatch(r"Scores: \S+ \d+, \S+ \d+\.", told[0][1])
    assert list(tmp_path.iterdir()) == [], "a guest's key is not kept"


@pytest.mark.parametrize("way", ["--match", "--code", "#", ""])
def test_a_bot_plays_with_people(
    tmp_path: Path, server: Server, address: str, way: str
) -> None:
    ada = server.enter(f"ada{len(server.clients)}")[0]
    ada.say(Create("eriantys", 2, A_NONCE, private=way in ("--code", "#")))
    seated = ada.wait_for(Seated)
    arguments = {
        "--match": (address, "--match", str(seated.match)),
        "--code": (address, "--code", seated.code),
        "#": (f"{address}#{seated.code}",),
        "": (address,),
    }[way]
    with started("bot", *arguments, "--name=nova", cwd=tmp_path) as process:
        assert ada.wait_for(Started).players == (ada.name, "nova")
        ada.say(Resign())
        finished = finish(process)
    assert (finished.code, finished.err) == (exits.OK, "")
    assert finished.out.endswith(f"is over, resigned: {ada.name} resigned.\n")


def test_ctrl_c_ends_the_waiting(tmp_path: Path, address: str) -> None:
    with started("bot", address, cwd=tmp_path) as process:
        read_line(process)
        assert read_line(process) == "No match is open; waiting for one."
        process.send_signal(signal.SIGINT)
        assert finish(process) == Run(exits.INTERRUPTED, "", "eriantys: stopped.\n")


def test_a_bot_comes_back_to_a_server_that_was_killed(tmp_path: Path) -> None:
    store = tmp_path / "store"
    with serving(store) as first:
        ada = first.enter("ada")[0]
        ada.say(Create("eriantys", 2, A_NONCE))
        ada.wait_for(Seated)
        with started(
            *("bot", f"127.0.0.1:{first.port}", "--name=nova", "--level=easy"), cwd=tmp_path
        ) as process:
            ada.wait_for(Started)
            first.stop(signal.SIGKILL)
            with serving(store, "--port", str(first.port)) as second:
                ada = second.connect()
                ada.prove("ada")
                lines = iter(lambda: read_line(process), "")
                assert any(line.endswith("Trying to come back.") for line in lines)
                assert "Back at match 1: ada, nova." in lines
                ada.say(Resign())
                assert "Match 1 is over, resigned: ada resigned." in lines
                assert finish(process).code == exits.OK


def test_a_bot_speaks_tls(tmp_path: Path) -> None:
    cert, key = (str(TLS / f"localhost.{kind}") for kind in ("pem", "key"))
    with serving(tmp_path / "store", "--tls-cert", cert, "--tls-key", key) as server:
        address = f"tls://localhost:{server.port}"
        stranger = run("bot", address, cwd=tmp_path)
        assert_refused(stranger, exits.UNAVAILABLE, "is not trusted", "--ca-file")
        with started("bot", address, "--ca-file", cert, cwd=tmp_path) as process:
            assert read_line(process).startswith("Logged in as bot-normal-")


REFUSALS = [
    (["--match=999999"], exits.UNAVAILABLE, "That match is not there"),
    (["--code=ABCD-2345"], exits.UNAVAILABLE, "No match has this invitation code"),
    (["--name=?"], exits.USAGE, "A name has 2 to 20 letters"),
]


@pytest.mark.parametrize(("arguments", "code", "said"), REFUSALS)
def test_what_the_server_refuses_is_one_sentence(
    tmp_path: Path, address: str, arguments: list[str], code: int, said: str
) -> None:
    finished = run("bot", address, *arguments, cwd=tmp_path)
    assert finished.code == code
    assert finished.err.startswith("eriantys: ")
    assert finished.err.count("\n") == 1
    assert said in finished.err


def test_a_name_of_somebody_else_is_not_to_be_had(
    tmp_path: Path, server: Server, address: str
) -> None:
    server.enter("stella")
    finished = run("bot", address, "--name=Stella", cwd=tmp_path)
    assert_refused(finished, exits.UNAVAILABLE, "choose another")


MISTAKES = [
    ([], "name the server: eriantys bot HOST:PORT."),
    (["one:two"], "A port is a number"),
    (["host", "--level=godlike"], "--level", "'godlike'"),
    (["host", "--match=1", "--quick"], "not allowed with"),
    (["host", "--match=one"], "--match", "'one'"),
    (["host", "--match=0"], "A match has a number from 1 to 2147483647, not 0."),
    (["host", f"--match={2**64}"], "A match has a number from 1 to 2147483647"),
    (["host", "--game=chess"], "There is no game 'chess'; there is: eriantys"),
    (["host", "--seats=5"], "Eriantys is for 2, 3 or 4 players, not 5."),
    (["host", "--matches=0"], "--matches must be at least 1, not 0."),
    (["host", "--match=1", "--matches=2"], "say nothing about a match that is named"),
    (["host#ABCD2345", "--seats=2"], "say nothing about a match that is named"),
    (["host", "--name=two\nlines"], r"'two\nlines' has signs that no name can have"),
    (["--helper=99"], "--helper is for other processes of eriantys"),
    (["--helper=-1"], "--helper is for other processes of eriantys"),
]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(arguments, said) for arguments, *said in MISTAKES],
    ids=[repr(arguments) for arguments, *_ in MISTAKES],
)
def test_what_makes_no_sense_is_refused(
    tmp_path: Path, arguments: list[str], said: list[str]
) -> None:
    assert_refused(run("bot", *arguments, cwd=tmp_path), exits.USAGE, *said)


def test_where_there_is_no_server_it_says_so(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    finished = run("bot", f"127.0.0.1:{port}", cwd=tmp_path)
    said = f"127.0.0.1:{port} refuses the connection; "
    asked = "is the server running there, and is this its port?"
    assert finished == Run(exits.UNAVAILABLE, "", f"eriantys: {said}{asked}\n")


def test_where_something_else_answers_it_says_so(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with started("bot", f"127.0.0.1:{port}", cwd=tmp_path) as process:
            connection, _ = other.accept()
            with connection:
                connection.sendall(b"220 mail.example ESMTP\r\n")
                assert_refused(finish(process), exits.UNAVAILABLE, "no server of eriantys")


STRANGE = [
    {"view": {}},
    {"view": {"table": 5}},
    {"seat": 9},
    {"version": 99, "view": {}},
]


@pytest.mark.parametrize("shown", STRANGE, ids=repr)
def test_what_does_not_fit_the_rules_is_no_fault_of_the_program(
    tmp_path: Path, shown: dict[str, Any]
) -> None:
    asked = Request(1, "move", 60_000, "assistant", ("assistant 1", "assistant 2"))
    usual = {"number": 0, "seat": 0, "match": 17, "game": "eriantys"}
    match = replace(sample(Started), **{**usual, **shown})
    said = sample(Welcome), Request(0, "login", 60_000), sample(Named), match, asked
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
        with started("bot", f"127.0.0.1:{port}", cwd=tmp_path) as process:
            connection, _ = door.accept()
            with connection:
                connection.sendall(b"".join(map(write, said)))
                finished = finish(process)
    assert finished.code == exits.UNAVAILABLE
    said_of_it = "the bot cannot go on with match 17: what the server shows does not fit"
    assert_one_sentence(finished.err, said_of_it)


def test_help_and_the_manual_explain_every_option(tmp_path: Path) -> None:
    finished = run("bot", "--help", cwd=tmp_path)
    assert (finished.code, finished.err) == (exits.OK, "")
    assert max(map(len, finished.out.split("\n"))) <= 80
    explained = set(re.findall(r"(?m)^  (--[a-z-]+)", finished.out))
    assert {"--level", "--match", "--quick", "--ca-file"} <= explained
    page = Page(FOLDER / "eriantys.6").below("COMMANDS")["bot"]
    assert {entry.name for entry in page.entries} == explained
