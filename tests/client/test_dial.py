"""Connecting: to real servers, and a sentence for each way in which it can fail."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from eriantys.client import dial as module
from eriantys.client.address import Address
from eriantys.client.dial import CannotConnect, dial
from eriantys.wire.frames import frame

TLS = Path(__file__).resolve().parents[1] / "data" / "tls"
PATIENCE = 30.0
HASTE = 0.2
WELCOME = frame(b"welcome")


@contextmanager
def listening(behave: Callable[[socket.socket], None]) -> Iterator[int]:
    """Do something with the first who connects; give the port."""

    def serve() -> None:
        with suppress(OSError):
            accepted, _ = door.accept()
            with accepted, suppress(OSError):
                accepted.settimeout(PATIENCE)
                behave(accepted)

    with socket.create_server(("127.0.0.1", 0)) as door:
        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield door.getsockname()[1]
        finally:
            door.shutdown(socket.SHUT_RDWR)
            thread.join(PATIENCE)


def greet(accepted: socket.socket) -> None:
    accepted.sendall(WELCOME)
    accepted.recv(1)


def wait(accepted: socket.socket) -> None:
    while accepted.recv(1000):
        pass


def greet_by_tls(name: str, **versions: Any) -> Callable[[socket.socket], None]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(TLS / f"{name}.pem", TLS / f"{name}.key")
    for which, version in versions.items():
        setattr(context, which, version)

    def behave(accepted: socket.socket) -> None:
        with context.wrap_socket(accepted, server_side=True) as secured:
            greet(secured)

    return behave


def refusal(address: Address, timeout: float = PATIENCE, ca_file: str | None = None) -> str:
    with pytest.raises(CannotConnect) as refused:
        dial(address, timeout=timeout, ca_file=ca_file)
    sentence = str(refused.value)
    assert sentence.isprintable()
    assert sentence.endswith((".", "?"))
    return sentence


def test_a_server_is_reached_and_its_first_word_left_to_be_read() -> None:
    with (
        listening(greet) as port,
        dial(Address("127.0.0.1", port), timeout=PATIENCE) as connected,
    ):
        assert connected.gettimeout() is None
        assert connected.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        assert connected.recv(100) == WELCOME


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_a_server_is_reached_by_tls(host: str) -> None:
    with (
        listening(greet_by_tls("localhost")) as port,
        dial(
            Address(host, port, tls=True),
            timeout=PATIENCE,
            ca_file=str(TLS / "localhost.pem"),
        ) as connected,
    ):
        assert connected.gettimeout() is None
        assert connected.recv(100) == WELCOME


def test_the_other_addresses_of_a_name_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    with listening(greet) as port, socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        closed = nobody.getsockname()[1]
        inet, stream = socket.AF_INET, socket.SOCK_STREAM
        monkeypatch.setattr(
            socket,
            "getaddrinfo",
            lambda *_, **__: [
                (12345, stream, 0, "", ("?", 1)),  # a family that is not here
                (inet, stream, 0, "", ("127.0.0.1", closed)),
                (inet, stream, 0, "", ("127.0.0.1", port)),
            ],
        )
        with dial(Address("many"), timeout=PATIENCE) as connected:
            assert connected.recv(100) == WELCOME


@pytest.mark.parametrize("host", ["nowhere.invalid", "a..b", "x" * 100])
def test_an_unknown_host(host: str) -> None:
    assert refusal(Address(host, 1)) == (
        f"There is no host {host}; check the name, and whether you are online."
    )


def test_nobody_listens() -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        port = nobody.getsockname()[1]
        for tls in (False, True):
            said = refusal(Address("127.0.0.1", port, tls))
            assert "refuses the connection; is the server running there" in said


def test_nobody_answers() -> None:
    with socket.socket() as full:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        port = full.getsockname()[1]
        waiting = []
        try:
            for _ in range(3):  # until the system leaves the next ones unanswered
                caller = socket.socket()
                waiting.append(caller)
                caller.setblocking(False)
                caller.connect_ex(("127.0.0.1", port))
            said = refusal(Address("127.0.0.1", port), HASTE)
        finally:
            for caller in waiting:
                caller.close()
    assert "127.0.0.1:" in said
    assert "does not answer; is the server running there" in said


def test_a_network_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: object) -> None:
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", unreachable)
    said = refusal(Address("127.0.0.1", 1))
    assert said == "127.0.0.1:1 cannot be reached: Network is unreachable; are you online?"


def test_no_time_at_all() -> None:
    assert "does not answer" in refusal(Address("127.0.0.1", 1), timeout=0)


def test_a_certificate_that_nobody_has_vouched_for() -> None:
    with listening(greet_by_tls("localhost")) as port:
        said = refusal(Address("localhost", port, tls=True))
    assert f"The certificate of tls://localhost:{port} is not trusted (" in said
    assert said.endswith("get its file from your friend and name it with --ca-file.")


def test_another_certificate_than_the_trusted_one() -> None:
    with listening(greet_by_tls("localhost")) as port:
        address = Address("localhost", port, tls=True)
        assert "is not trusted (" in refusal(address, ca_file=str(TLS / "other.pem"))


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_a_certificate_for_another_host(host: str) -> None:
    with listening(greet_by_tls("other")) as port:
        said = refusal(Address(host, port, tls=True), ca_file=str(TLS / "other.pem"))
    assert said.startswith(f"The certificate of tls://{host}:{port} is not for {host}; ")


def test_a_certificate_that_has_expired() -> None:
    with listening(greet_by_tls("expired")) as port:
        address = Address("localhost", port, tls=True)
        assert "has expired; " in refusal(address, ca_file=str(TLS / "expired.pem"))


def hang_up(accepted: socket.socket) -> None:
    accepted.recv(10)


def say_something(accepted: socket.socket) -> None:
    accepted.sendall(b"SSH-2.0-OpenSSH_9.2\r\n")
    accepted.recv(1)


@pytest.mark.parametrize("behave", [greet, hang_up, say_something])
def test_a_server_without_tls(behave: Callable[[socket.socket], None]) -> None:
    with listening(behave) as port:
        said = refusal(Address("127.0.0.1", port, tls=True))
    assert said == (
        f"tls://127.0.0.1:{port} does not speak TLS; "
        f"if you trust the network, connect to 127.0.0.1:{port}."
    )


def test_a_server_that_says_nothing_by_tls() -> None:
    with listening(wait) as port:
        assert "does not answer" in refusal(Address("127.0.0.1", port, tls=True), HASTE)


def test_a_server_that_wants_tls() -> None:
    with listening(greet_by_tls("localhost")) as port:
        said = refusal(Address("127.0.0.1", port), HASTE)
    assert said == (
        f"127.0.0.1:{port} takes the connection but says nothing; "
        f"if it wants TLS, connect to tls://127.0.0.1:{port}."
    )


def test_a_server_that_hangs_up() -> None:
    with listening(lambda _: None) as port:
        said = refusal(Address("127.0.0.1", port))
    assert "closes the connection at once; " in said


def test_a_server_that_refuses_our_tls(monkeypatch: pytest.MonkeyPatch) -> None:
    newest = {"minimum_version": ssl.TLSVersion.TLSv1_3}
    really = module._context

    def old(ca_file: str | None) -> ssl.SSLContext:
        context = really(ca_file)
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        return context

    monkeypatch.setattr(module, "_context", old)
    with listening(greet_by_tls("localhost", **newest)) as port:
        said = refusal(Address("127.0.0.1", port, tls=True))
    assert "refuses to speak TLS as this program does: " in said
    assert "protocol version" in said


def test_a_file_of_certificates_that_will_not_do(tmp_path: Path) -> None:
    address = Address("127.0.0.1", 1, tls=True)
    missing = str(tmp_path / "no.pem")
    assert refusal(address, ca_file=missing).startswith(
        f"The certificate {missing} cannot be read: No such"
    )
    key = str(TLS / "localhost.key")
    assert "localhost.key holds no certificate in PEM" in refusal(address, ca_file=key)
