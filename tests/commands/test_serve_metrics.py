"""`eriantys serve --metrics` over real HTTP, as Prometheus and others ask for it."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from eriantys import exits
from eriantys.server.outside.metrics import HEAD_MOST
from eriantys.wire.from_client import Login
from eriantys.wire.from_server import Error
from tests.commands.orders_given import ctl, play_first
from tests.commands.program import PATIENCE, assert_refused, run
from tests.scenarios.real import Server, serving

LINE = re.compile(
    r"# HELP eriantys_\w+ [^\n]+"
    r"|# TYPE eriantys_\w+ (counter|gauge|histogram)"
    r'|(?P<name>eriantys_\w+)(\{\w+="[^"\\]*"(,\w+="[^"\\]*")*\})? (?P<value>-?[\d.]+(e-?\d+)?)'
)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path / "house.db", "--metrics", "127.0.0.1:0") as started:
        yield started


def place(server: Server) -> tuple[str, int]:
    found = re.search(r"metrics at http://([\d.]+):(\d+)/metrics", server.errors.read_text())
    assert found
    return found[1], int(found[2])


def ask(server: Server, method: str = "GET", path: str = "/metrics") -> HTTPResponse:
    connection = HTTPConnection(*place(server), timeout=PATIENCE)
    connection.request(method, path)
    return connection.getresponse()


def figures(server: Server) -> dict[str, float]:
    """Read all of it, line by line, by what stands before the number."""
    answer = ask(server)
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    text = answer.read().decode()
    assert text.endswith("\n")
    found = {}
    for line in text.splitlines():
        matched = LINE.fullmatch(line)
        assert matched, line
        if matched["name"]:
            label, _, value = line.rpartition(" ")
            assert label not in found, "a figure is told once"
            found[label] = float(value)
    return found


def test_all_that_happens_is_counted(server: Server) -> None:
    before = figures(server)
    assert before["eriantys_connections_total"] == 0
    ada, bert = server.seat("Ada", "Bert", title='Evil "title"')
    play_first(ada, bert)
    carl = server.connect()
    carl.say(Login("Ada", key=bytes(32)))
    carl.wait_for(Error)
    after = figures(server)
    assert after['eriantys_connections{state="playing"}'] == 2
    assert after['eriantys_matches{game="eriantys",state="running"}'] == 1
    assert after['eriantys_moves_total{game="eriantys"}'] == 1
    assert after['eriantys_logins_total{result="refused"}'] == 1
    assert after["eriantys_saving"] == 1
    buckets = [
        value for label, value in after.items() if label.startswith("eriantys_move_seconds_b")
    ]
    assert buckets == sorted(buckets)
    assert buckets[-1] == after["eriantys_move_seconds_count"] == 1
    counters = [label for label in before if label.split("{")[0].endswith("_total")]
    assert all(after[label] >= before[label] for label in counters)
    # Nothing that somebody typed, and nobody's address.
    assert not re.search("Ada|Bert|Evil|127", ask(server).read().decode())


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/metrics?of=all", 200),
        ("GET", "/", 404),
        ("GET", "/metrics/more", 404),
        ("POST", "/metrics", 405),
        ("BREW", "/metrics", 405),
    ],
)
def test_only_the_metrics_can_be_read(
    server: Server, method: str, path: str, status: int
) -> None:
    answer = ask(server, method, path)
    assert answer.status == status
    assert len(answer.read()) == int(answer.headers["Content-Length"])
    assert answer.headers["Allow"] == "GET, HEAD"


def test_the_head_of_the_answer_can_be_had_alone(server: Server) -> None:
    answer = ask(server, "HEAD")
    assert (answer.status, answer.read()) == (200, b"")
    assert int(answer.headers["Content-Length"]) > 1000


def test_whoever_sends_nonsense_or_nothing_disturbs_nobody(server: Server) -> None:
    ends = [socket.create_connection(place(server), PATIENCE) for _ in range(100)]
    for end, said in zip(ends, (b"\r\n\r\n", b"\xff\0\r\n\r\n", b"GET"), strict=False):
        end.sendall(said)
    assert ask(server).status == 200
    long = socket.create_connection(place(server), PATIENCE)
    long.sendall(b"x" * (HEAD_MOST + 1))
    assert long.recv(1) == b""
    assert ctl(server, "check").out == "All is well.\n"
    for end in (*ends, long):
        end.close()


def test_where_the_metrics_cannot_be_the_option_is_named(
    server: Server, tmp_path: Path
) -> None:
    host, port = place(server)
    serve = ("serve", "--port=0", "--host=127.0.0.1", "--store=other.db", "--metrics")
    finished = run(*serve, f"{host}:{port}", cwd=tmp_path)
    assert_refused(finished, exits.UNAVAILABLE, str(port), "choose another --metrics")
    finished = run(*serve, "no-such-host.invalid:0", cwd=tmp_path)
    assert_refused(finished, exits.NO_HOST, "--metrics takes a name or address")
    finished = run(*serve, "192.0.2.1:0", cwd=tmp_path)
    assert_refused(finished, exits.NO_HOST, "name one with --metrics")
