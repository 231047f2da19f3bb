"""`eriantys ctl` at sockets that are no server's, or of one that does not come to answer."""

from __future__ import annotations

import json
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from eriantys import exits
from eriantys.commands.ctl import asking
from eriantys.exits import Quit
from eriantys.server.operator import answers, orders
from eriantys.server.outside.control_door import ControlDoor
from tests.commands.orders_given import NOBODY, door, refused
from tests.commands.program import run
from tests.scenarios.real import Server


@contextmanager
def stranger(place: Path, do: Callable[[socket.socket], None]) -> Iterator[Path]:
    """Let something else than a server answer at a socket, once for each who comes."""
    path = place / "x.sock"
    with closing(socket.socket(socket.AF_UNIX)) as listening:
        listening.bind(str(path))
        listening.listen()

        def answer() -> None:
            while True:
                with suppress(ConnectionError), closing(listening.accept()[0]) as end:
                    if not end.recv(65536):
                        return
                    do(end)

        thread = threading.Thread(target=answer)
        thread.start()
        yield path
        with closing(socket.socket(socket.AF_UNIX)) as end:
            end.connect(str(path))
        thread.join()


@pytest.mark.parametrize("form", ["table", "json"])
@pytest.mark.parametrize(
    ("said", "told"),
    [
        (b"", "has gone without an answer"),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "is it the socket of an eriantys server"),
        (b"[" * 100_000, "is it the socket of an eriantys server"),
        (b"[]\n", "is it the socket of an eriantys server"),
        (b"\xff\n", "is it the socket of an eriantys server"),
        (b"{}\n", "in another way than this version knows"),
        (b'{"found":{"well":true}}\n', "in another way than this version knows"),
    ],
    ids=["nothing", "http", "nested", "list", "bytes", "empty", "other"],
)
def test_another_answer_is_no_answer(tmp_path: Path, said: bytes, told: str, form: str) -> None:
    with stranger(tmp_path, lambda end: end.sendall(said)) as path:
        more = ["--json"] if form == "json" else []
        finished = run("ctl", "--socket", path, *more, "check", cwd=tmp_path)
    assert told in refused(finished, exits.UNAVAILABLE)


def test_an_answer_without_an_end_is_not_heard_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def flood(end: socket.socket) -> None:
        while True:
            end.sendall(bytes(65536))

    monkeypatch.setattr(asking, "ANSWER_MOST", 2**20)
    with stranger(tmp_path, flood) as path, pytest.raises(Quit) as caught:
        asking.ask(str(path), orders.Check(), answers.Done)
    assert "gave no answer" in caught.value.text


def test_what_comes_bit_by_bit_takes_no_longer_than_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dribble(end: socket.socket) -> None:
        end.settimeout(0.01)
        while True:
            end.sendall(b" ")
            with suppress(TimeoutError):
                end.recv(1)

    monkeypatch.setattr(asking, "PATIENCE", 0.2)
    with stranger(tmp_path, dribble) as path, pytest.raises(Quit) as caught:
        asking.ask(str(path), orders.Check(), answers.Done)
    assert "does not answer" in caught.value.text


def test_signs_that_do_not_print_stay_json_that_programs_can_read(tmp_path: Path) -> None:
    text = "a\x85\x7f\u202e\U000e0001b"
    said = json.dumps({"found": {"text": text}}, ensure_ascii=False).encode()
    with stranger(tmp_path, lambda end: end.sendall(said)) as path:
        finished = run("ctl", "--socket", path, "--json", "check", cwd=tmp_path)
        assert json.loads(finished.out) == {"found": {"text": text}}
        assert finished.out.isascii()
        shown = run("ctl", "--socket", path, "check", cwd=tmp_path)
    assert shown.out == "a\\x85\\x7f\\u202e\\U000e0001b\n"


def test_a_server_that_hangs_is_told_of_however_many_wait_at_its_door(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "PATIENCE", 0.3)
    server.process.send_signal(signal.SIGSTOP)
    waiting = []
    try:
        with suppress(BlockingIOError):
            while True:
                end = socket.socket(socket.AF_UNIX)
                waiting.append(end)
                end.setblocking(False)
                end.connect(str(door(server)))
        with pytest.raises(Quit) as caught:
            asking.ask(str(door(server)), orders.Check(), answers.Done)
        assert "does not answer" in caught.value.text
        # Nor is its socket taken from it.
        with pytest.raises(Quit) as caught:
            ControlDoor(door(server))
        assert "another server takes orders there" in caught.value.text
    finally:
        for end in waiting:
            end.close()
        os.kill(server.process.pid, signal.SIGCONT)


def test_a_folder_that_is_somebody_elses_is_told_as_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "nothing"))
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    (tmp_path / "eriantys").mkdir(mode=0)
    before = os.geteuid()
    if before == 0:  # who may look anywhere
        os.seteuid(NOBODY)
    try:
        with pytest.raises(Quit) as caught:
            asking.ask(None, orders.Check(), answers.Done)
    finally:
        os.seteuid(before)
    assert caught.value.code == exits.NO_PERMISSION
    assert f"may use {tmp_path / 'eriantys'}; become that user, or root" in caught.value.text
