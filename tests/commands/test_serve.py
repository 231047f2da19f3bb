"""`eriantys serve` as a process: its first line, its refusals, its end."""

from __future__ import annotations

import re
import resource
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from eriantys import __version__, exits
from eriantys.server.outside.porter import SPARE_DESCRIPTORS
from eriantys.server.outside.settings import OPTIONS
from eriantys.wire.frames import FrameReader
from eriantys.wire.from_server import FromServer, Notice, Request, ServerBye, Welcome
from eriantys.wire.messages import read_from_server
from tests.commands.program import (
    PATIENCE,
    PROGRAM,
    Argument,
    assert_one_sentence,
    assert_refused,
    not_for_root,
    run,
    started,
)

START = re.compile(
    rf"eriantys {re.escape(__version__)} listens on (?P<places>.+?), "
    r"store (?P<store>.+), (?P<descriptors>\d+) descriptors\.\n"
)


class Server(NamedTuple):
    """A server that has said its first line."""

    process: subprocess.Popen[bytes]
    places: str
    store: str
    descriptors: int
    port: int

    def stop(self, number: int = signal.SIGTERM) -> str:
        """Stop it, and return its log."""
        self.process.send_signal(number)
        out, log = self.process.communicate(timeout=PATIENCE)
        assert out == b"", "there is one line, and no more"
        return log.decode()


@contextmanager
def serving(folder: Path, *arguments: Argument, **more: Any) -> Iterator[Server]:
    """Start a server on a free port of this machine, unless told otherwise."""
    where = () if "--host" in arguments else ("--host", "127.0.0.1")
    which = () if "--port" in arguments else ("--port", "0")
    every = ("serve", *where, *which, "--store", "here.db", *arguments)
    with started(*every, cwd=folder, **more) as process:
        assert process.stdout is not None
        first = process.stdout.readline().decode()
        found = START.fullmatch(first)
        if found is None:
            _, err = process.communicate(timeout=PATIENCE)
            raise AssertionError(f"it said {first!r}, and {err.decode()}")
        port = re.search(r":(\d+)( |$)", found["places"])
        assert port is not None
        yield Server(
            process, found["places"], found["store"], int(found["descriptors"]), int(port[1])
        )


class Guest:
    """A client that listens."""

    def __init__(self, port: int, host: str = "127.0.0.1") -> None:
        self.socket = socket.create_connection((host, port), PATIENCE)
        self._reader = FrameReader(256 * 1024)

    def __enter__(self) -> Guest:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def hear(self) -> FromServer | None:
        """Return the next message; None at the end."""
        while (content := self._reader.next_frame()) is None:
            data = self.socket.recv(65536)
            if not data:
                return None
            self._reader.feed(data)
        return read_from_server(content)

    def hear_to_end(self) -> list[FromServer]:
        heard = []
        while (message := self.hear()) is not None:
            heard.append(message)
        return heard


def test_the_first_line_tells_where_it_listens(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "") as server:
        assert server.places in (
            f"[::]:{server.port} (all addresses)",
            f"0.0.0.0:{server.port} (all addresses)",
        )
        assert server.store == "here.db"
        assert server.stop().count("\n") <= 4


def test_it_greets_whoever_connects(tmp_path: Path) -> None:
    with (
        serving(tmp_path, "--motd", "Hello, 世界!", "--ping=1", "--silence=5") as server,
        Guest(server.port) as guest,
    ):
        welcome = guest.hear()
        assert isinstance(welcome, Welcome)
        assert welcome.version == __version__
        assert welcome.motd == "Hello, 世界!"
        assert (welcome.limits.ping_ms, welcome.limits.silence_ms) == (1000, 5000)
        request = guest.hear()
        assert isinstance(request, Request)
        assert request.kind == "login"


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="there is no IPv6 here")
def test_both_families_come_in_by_the_same_port(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "") as server:
        for host in ("127.0.0.1", "::1"):
            with Guest(server.port, host) as guest:
                assert isinstance(guest.hear(), Welcome)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_in_time_and_in_order_whoever_listens(tmp_path: Path, number: int) -> None:
    with (
        serving(tmp_path) as server,
        Guest(server.port) as guest,
        Guest(server.port) as deaf,
    ):
        assert isinstance(guest.hear(), Welcome)
        assert isinstance(deaf.hear(), Welcome)
        begun = time.monotonic()
        server.process.send_signal(number)
        *_, notice, bye = guest.hear_to_end()
        assert isinstance(notice, Notice)
        assert isinstance(bye, ServerBye)
        assert bye.code == "restarting"
        server.process.communicate(timeout=PATIENCE)
        assert time.monotonic() - begun < 2
        assert server.process.returncode == exits.OK
    assert [file.name for file in tmp_path.iterdir()] == ["here.db"], "all is in one file"


def test_a_second_signal_ends_it_at_once(tmp_path: Path) -> None:
    with serving(tmp_path) as server, Guest(server.port) as deaf:
        assert isinstance(deaf.hear(), Welcome)
        assert server.process.stderr is not None
        server.process.terminate()
        while b"stopping" not in server.process.stderr.readline():
            pass
        server.process.terminate()
        assert server.process.wait(PATIENCE) == -signal.SIGTERM


def test_started_again_it_finds_its_store_and_its_port(tmp_path: Path) -> None:
    with serving(tmp_path) as server, Guest(server.port) as guest:
        assert isinstance(guest.hear(), Welcome)
        server.process.kill()
        server.process.wait(PATIENCE)
    with serving(tmp_path, "--port", str(server.port)) as again, Guest(again.port) as guest:
        assert isinstance(guest.hear(), Welcome)


def test_names_and_matches_lie_in_the_users_data_folder(tmp_path: Path) -> None:
    settings = {"XDG_DATA_HOME": str(tmp_path / "data")}
    arguments = ("serve", "--host", "127.0.0.1", "--port", "0")
    with started(*arguments, cwd=tmp_path, **settings) as process:
        assert process.stdout is not None
        assert (
            f"store {tmp_path}/data/eriantys/server.db," in process.stdout.readline().decode()
        )
    store = tmp_path / "data" / "eriantys" / "server.db"
    assert stat.S_IMODE(store.stat().st_mode) == 0o600


def test_a_file_may_hold_the_settings(tmp_path: Path) -> None:
    (tmp_path / "e.toml").write_text('motd = "from the file"\nping = 3\nlog_level = "error"\n')
    with (
        serving(tmp_path, "--config", "e.toml", "--ping", "4") as server,
        Guest(server.port) as guest,
    ):
        welcome = guest.hear()
        assert isinstance(welcome, Welcome)
        assert (welcome.motd, welcome.limits.ping_ms) == ("from the file", 4000)
        assert server.stop() == ""


LOG_LINE = re.compile(
    r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4} (DEBUG|INFO|WARNING|ERROR) eriantys\.[\w.]+: .+"
)


def test_every_line_of_the_log_has_time_and_level(tmp_path: Path) -> None:
    with serving(tmp_path, "--log-level", "debug") as server:
        with Guest(server.port) as guest:
            guest.hear()
        log = server.stop()
    assert "connected from 127.0.0.1" in log
    for line in log.splitlines():
        assert LOG_LINE.fullmatch(line), line


def limited(limit: str) -> tuple[str, ...]:
    """Run the program with another limit of descriptors."""
    return ("/bin/sh", "-c", f'ulimit {limit}; exec "$@"', "sh", *PROGRAM)


def test_it_asks_the_system_for_all_the_descriptors_it_may_have(tmp_path: Path) -> None:
    with serving(tmp_path, program=limited("-S -n 50")) as server:
        assert server.descriptors == resource.getrlimit(resource.RLIMIT_NOFILE)[1] > 50


def test_more_connections_than_descriptors_have_to_wait(tmp_path: Path) -> None:
    with serving(tmp_path, program=limited(f"-n {SPARE_DESCRIPTORS + 8}")) as server:
        assert server.descriptors == SPARE_DESCRIPTORS + 8
        guests = [Guest(server.port) for _ in range(10)]
        try:
            for guest in guests[:8]:
                assert isinstance(guest.hear(), Welcome)
            guests[0].socket.close()
            assert isinstance(guests[8].hear(), Welcome)
        finally:
            for guest in guests:
                guest.socket.close()
        assert "8 connections are as many as there can be" in server.stop()


REFUSED: list[tuple[list[Argument], int, str]] = [
    (["--port", "80000"], exits.USAGE, "--port must be a whole number from 0 to 65535"),
    (["--port", "x"], exits.USAGE, "--port must be a whole number from 0 to 65535, not 'x'."),
    (["--ping", "0"], exits.USAGE, "--ping must be a number from 0.05 to 2592000, not '0'."),
    (["--ping", "70"], exits.USAGE, "--ping (70) must be less than --silence (60)"),
    (["--ping"], exits.USAGE, "--ping: expected one argument; try eriantys serve --help."),
    (["--log-level", "loud"], exits.USAGE, "debug, info, warning or error, not 'loud'."),
    (["--motd", b"\xff"], exits.USAGE, "--motd must be one line"),
    (["--store", ""], exits.USAGE, "--store must be the name of a file"),
    (["--fast"], exits.USAGE, "arguments: --fast; try eriantys serve --help."),
    (["here"], exits.USAGE, "unrecognized arguments: here"),
    (["--host", "a..b"], exits.NO_HOST, "cannot find the host 'a..b'"),
    (["--host", b"\xff"], exits.NO_HOST, "cannot find the host"),
    (["--host", "two\nlines"], exits.NO_HOST, r"cannot find the host 'two\nlines'"),
    (["--host", "192.0.2.1"], exits.NO_HOST, "'192.0.2.1' is no address of this machine"),
    (["--config", "no.toml"], exits.NO_INPUT, "cannot read the configuration no.toml: No such"),
    (["--config", "two\nlines"], exits.NO_INPUT, r"the configuration two\nlines: "),
    (["--config", "bad.toml"], exits.CONFIGURATION, "bad.toml is not TOML: Invalid value (at"),
    (["--config", "odd.toml"], exits.CONFIGURATION, "no setting 'pong'; the nearest is ping."),
    (["--store", "."], exits.NO_INPUT, ". is a directory"),
    (["--store", "odd.toml/x"], exits.CANNOT_CREATE, "cannot make"),
    (["--store", "odd.toml"], exits.BAD_DATA, "odd.toml is not a store of eriantys"),
]


@pytest.mark.parametrize(("arguments", "code", "said"), REFUSED, ids=lambda value: repr(value))
def test_what_cannot_be_is_refused_in_one_sentence(
    tmp_path: Path, arguments: list[Argument], code: int, said: str
) -> None:
    (tmp_path / "bad.toml").write_text("port = \n")
    (tmp_path / "odd.toml").write_text("pong = 3\n")
    before = sorted(tmp_path.iterdir())
    base = ("serve", "--host", "127.0.0.1", "--port", "0", "--store", "x.db")
    assert_refused(run(*base, *arguments, cwd=tmp_path), code, said)
    assert sorted(tmp_path.iterdir()) == before


def test_a_port_that_is_taken_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        for host in ("127.0.0.1", ""):
            arguments = ("--host", host, "--port", str(server.port), "--store", "other.db")
            finished = run("serve", *arguments, cwd=tmp_path)
            assert_refused(finished, exits.UNAVAILABLE, f"port {server.port} is taken")
    assert not (tmp_path / "other.db").exists()


def test_a_store_that_is_in_use_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path):
        arguments = ("--host", "127.0.0.1", "--port", "0", "--store", "here.db")
        finished = run("serve", *arguments, cwd=tmp_path)
        assert_refused(finished, exits.NO_INPUT, "another server is using here.db")


@not_for_root
def test_a_port_of_the_system_is_refused(tmp_path: Path) -> None:
    finished = run("serve", "--host=127.0.0.1", "--port=80", cwd=tmp_path)
    assert_refused(finished, exits.NO_PERMISSION, "may not listen on port 80")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_first_line_that_nobody_can_read_ends_it(tmp_path: Path) -> None:
    arguments = ("serve", "--host", "127.0.0.1", "--port", "0", "--store", "x.db")
    with Path("/dev/full").open("wb") as full:
        finished = run(*arguments, "--log-level", "error", cwd=tmp_path, stdout=full)
    assert_one_sentence(finished.err, "No space left on device")
    assert finished.code == exits.CANNOT_WRITE


FAULT = r"""
import sys
from eriantys.cli import main
from eriantys.server.core import Core

def fail(self, inputs, now):
    raise ZeroDivisionError("nobody\n2026-11-18 thought \x1b[2J of this")

Core.step = fail
sys.exit(main(sys.argv[1:]))
"""


def test_a_fault_of_the_program_is_logged_and_ends_it(tmp_path: Path) -> None:
    arguments = ("serve", "--host", "127.0.0.1", "--port", "0", "--store", "x.db")
    finished = run(*arguments, cwd=tmp_path, program=(sys.executable, "-c", FAULT))
    assert finished.code == exits.BROKEN
    assert START.fullmatch(finished.out)
    assert "ERROR eriantys.server: the server must stop: " in finished.err
    shown = "\n  ZeroDivisionError: nobody\n  2026-11-18 thought \\x1b[2J of this\n"
    assert shown in finished.err, "nothing in it can pass for a line of its own"
    assert_one_sentence(finished.err.splitlines(keepends=True)[-1], "a fault in the program")


def test_help_explains_every_option(tmp_path: Path) -> None:
    finished = run("serve", "--help", cwd=tmp_path)
    assert (finished.code, finished.err) == (exits.OK, "")
    assert finished.out.startswith("usage: eriantys serve ")
    assert max(map(len, finished.out.split("\n"))) <= 80
    explained = re.sub(r"\s+", " ", finished.out.split("\n\n", 1)[1])
    for option in OPTIONS:
        usage = re.escape(f" {option.flag} {option.unit}".rstrip() + " ")
        default = "all addresses" if option.name == "host" else option.default_text or "none"
        if option.name != "store":  # whose default is another for every user
            assert re.search(rf"{usage}[^-]*\({re.escape(default)}\)", explained), option.flag
    assert re.search(r" --store FILE .*\(\S*eriantys/server\.db\)", explained)


def test_no_other_command_pays_for_the_server(tmp_path: Path) -> None:
    ask = "import sys; from eriantys.cli import main; main(['--help']); print(*sys.modules)"
    finished = run(cwd=tmp_path, program=(sys.executable, "-c", ask))
    *_, modules = finished.out.splitlines()
    assert "serve" in finished.out
    assert "eriantys.cli" in modules.split()
    assert not {"msgspec", "eriantys.commands.serve", "eriantys.server"} & set(modules.split())


AS_A_SERVICE = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ |= {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1", "LISTEN_FDNAMES": "x"}
os.execv(sys.executable, [sys.executable, "-m", "eriantys", *sys.argv[2:]])
"""
"""What a service manager does for a server whose doors it keeps open."""


@contextmanager
def as_a_service(folder: Path, door: socket.socket) -> Iterator[Server]:
    program = (sys.executable, "-c", AS_A_SERVICE, str(door.fileno()))
    with serving(folder, program=program, pass_fds=[door.fileno()]) as server:
        yield server


def test_a_door_that_is_kept_open_lets_nobody_down_while_it_restarts(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
        with as_a_service(tmp_path, door) as server:
            assert server.places == f"127.0.0.1:{port}"
            with Guest(port) as guest:
                assert isinstance(guest.hear(), Welcome)
            assert "Traceback" not in server.stop()
        with Guest(port) as early, as_a_service(tmp_path, door):
            assert isinstance(early.hear(), Welcome), "knocked while there was no server"


def test_what_is_handed_over_must_be_a_door(tmp_path: Path) -> None:
    with socket.socket() as deaf:
        program = (sys.executable, "-c", AS_A_SERVICE, str(deaf.fileno()))
        arguments = ("serve", "--store", "x.db")
        finished = run(*arguments, cwd=tmp_path, program=program, pass_fds=[deaf.fileno()])
    assert_refused(finished, exits.CONFIGURATION, "descriptor 3 is no TCP socket that listens")


def test_doors_of_another_process_are_left_alone(tmp_path: Path) -> None:
    with (
        serving(tmp_path, LISTEN_PID="1", LISTEN_FDS="1") as server,
        Guest(server.port) as guest,
    ):
        assert isinstance(guest.hear(), Welcome)
