"""Servers that fall silent, talk nonsense or are not there: the client stays at one's hand."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from eriantys.wire.frames import frame
from tests.terminal.at_home import insist_on_quitting, playing, quit_by_key, strange_server
from tests.terminal.harness import House


def half_a_frame(person: socket.socket) -> None:
    person.sendall((5000).to_bytes(4, "big") + b"only the beginning")


def nothing(person: socket.socket) -> None:
    pass


def noise(person: socket.socket) -> None:
    person.sendall(bytes(range(256)) * 40)


def web_page(person: socket.socket) -> None:
    person.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")


def hostile_words(person: socket.socket) -> None:
    person.sendall(frame(b"\x1b]0;owned\x07\x1b[2J"))


def goes_at_once(person: socket.socket) -> None:
    person.close()


@pytest.mark.parametrize(
    "behave", [half_a_frame, nothing, noise, web_page, hostile_words, goes_at_once]
)
def test_the_client_outlives_a_strange_server(
    tmp_path: Path, behave: Callable[[socket.socket], None]
) -> None:
    with (
        strange_server(behave) as address,
        playing(tmp_path, address, "--name", "Ada") as terminal,
    ):
        terminal.wait_for("ERIANTYS")
        terminal.press("Enter")
        terminal.wait_gone("Letters, digits")  # what is told instead says how it goes
        assert insist_on_quitting(terminal) == 0
        assert terminal.left_on() == []
        assert terminal.emulator.title != "owned"
        assert "Traceback" not in terminal.text()


def test_nobody_is_at_home(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with playing(tmp_path, f"127.0.0.1:{port}", "--name", "Ada") as terminal:
        terminal.wait_for("ERIANTYS")
        terminal.press("Enter")
        terminal.wait_for(str(port))
        assert quit_by_key(terminal) == 0
        assert terminal.left_on() == []


def test_a_server_that_is_killed_is_missed_and_the_screen_stays(tmp_path: Path) -> None:
    with House(tmp_path) as house, playing(tmp_path, house.address) as terminal:
        terminal.wait_for("Name")
        terminal.type("Ada")
        terminal.press("Enter")
        terminal.wait_for("lobby")
        house.process.kill()
        terminal.wait_for("CONNECTION LOST")
        assert "MATCHES" in terminal.text()
        assert insist_on_quitting(terminal) == 0
        assert terminal.left_on() == []
