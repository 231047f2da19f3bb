"""`eriantys serve` as a process: TLS, and the signal that has everything read again."""

from __future__ import annotations

import os
import re
import shutil
import signal
import ssl
import time
from pathlib import Path

import pytest

from eriantys import exits
from eriantys.wire.from_server import Request, Welcome
from tests.commands.program import PATIENCE, ROOT, Argument, assert_refused, run, started
from tests.commands.test_serve import LOG_LINE, Guest, Server, serving

TLS = ROOT / "tests" / "data" / "tls"
STATUS = Path("/proc/self/status")
PAIR = ("--tls-cert", TLS / "localhost.pem", "--tls-key", TLS / "localhost.key")


class SecureGuest(Guest):
    """A client that listens by TLS, and trusts one certificate alone."""

    def __init__(self, port: int, name: str = "localhost") -> None:
        super().__init__(port)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.load_verify_locations(TLS / f"{name}.pem")
        context.check_hostname = False
        self.socket = context.wrap_socket(self.socket)


def test_the_first_line_says_that_tls_is_on(tmp_path: Path) -> None:
    with serving(tmp_path, *PAIR) as server:
        assert server.places == f"127.0.0.1:{server.port} with TLS"
        with SecureGuest(server.port) as guest:
            assert isinstance(guest.hear(), Welcome)
            assert isinstance(guest.hear(), Request)
        assert "Traceback" not in server.stop()


def test_the_key_may_lie_with_the_certificate(tmp_path: Path) -> None:
    both = tmp_path / "both.pem"
    both.write_bytes(
        (TLS / "localhost.pem").read_bytes() + (TLS / "localhost.key").read_bytes()
    )
    (tmp_path / "e.toml").write_text('tls_cert = "both.pem"\n')
    with (
        serving(tmp_path, "--config", "e.toml") as server,
        SecureGuest(server.port) as guest,
    ):
        assert isinstance(guest.hear(), Welcome)


def test_by_tls_too_it_ends_in_order(tmp_path: Path) -> None:
    with serving(tmp_path, *PAIR) as server, SecureGuest(server.port) as guest:
        assert isinstance(guest.hear(), Welcome)
        server.process.terminate()
        *_, bye = guest.hear_to_end()
        assert getattr(bye, "code", "") == "restarting"
        server.process.communicate(timeout=60)
        assert server.process.returncode == exits.OK


REFUSED: list[tuple[list[Argument], int, str]] = [
    (["--tls-key", "k"], exits.USAGE, "--tls-key is of no use without --tls-cert; give both."),
    (["--tls-cert", "no.pem"], exits.NO_INPUT, "cannot read the certificate no.pem: No such"),
    ([*PAIR[:3], TLS / "other.key"], exits.BAD_DATA, "does not belong to the certificate"),
    ([*PAIR[:3], TLS / "locked.key"], exits.BAD_DATA, "is locked with a password"),
    (["--tls-cert", TLS / "localhost.key"], exits.BAD_DATA, "holds no certificate in PEM"),
]


@pytest.mark.parametrize(("arguments", "code", "said"), REFUSED, ids=lambda value: repr(value))
def test_a_certificate_that_will_not_do_is_refused_in_one_sentence(
    tmp_path: Path, arguments: list[Argument], code: int, said: str
) -> None:
    base = ("serve", "--host", "127.0.0.1", "--port", "0", "--store", "x.db")
    assert_refused(run(*base, *arguments, cwd=tmp_path), code, said)
    assert list(tmp_path.iterdir()) == []


def read_again(server: Server) -> str:
    """Send the signal, and return the line by which the server says what came of it."""
    server.process.send_signal(signal.SIGHUP)
    assert server.process.stderr is not None
    chatter = re.compile("as root|listens on|connection [0-9]+: ")
    while chatter.search(line := server.process.stderr.readline().decode()):
        pass
    assert LOG_LINE.fullmatch(line.rstrip("\n")), line
    return line


def greeting(server: Server) -> Welcome:
    with Guest(server.port) as guest:
        welcome = guest.hear()
        assert isinstance(welcome, Welcome)
        return welcome


def test_a_signal_has_the_file_read_again(tmp_path: Path) -> None:
    file = tmp_path / "e.toml"
    file.write_text('motd = "old"\nping = 3\nsilence = 30\n')
    with serving(tmp_path, "--config", "e.toml", "--ping", "4") as server:
        assert greeting(server).motd == "old"
        file.write_text('motd = "new"\nping = 5\nsilence = 40\nport = 1\nstore = "other.db"\n')
        assert "INFO" in (line := read_again(server))
        assert "read e.toml again, changed: motd, silence\n" in line
        welcome = greeting(server)
        assert welcome.motd == "new"
        assert (welcome.limits.ping_ms, welcome.limits.silence_ms) == (4000, 40_000)

        file.write_text("ping = \n")
        line = read_again(server)
        assert "ERROR" in line
        assert "everything stays as it was: e.toml is not TOML: " in line
        assert greeting(server).motd == "new"

        file.write_text('log_level = "error"\n')
        assert "changed: motd, log_level, silence\n" in read_again(server)
        assert greeting(server).motd == ""
        assert server.stop() == "", "nothing is grave enough any more"
        assert server.process.returncode == exits.OK
    assert not (tmp_path / "other.db").exists()


def test_a_signal_has_the_certificate_read_again(tmp_path: Path) -> None:
    for ending in ("pem", "key"):
        shutil.copy(TLS / f"localhost.{ending}", tmp_path / f"our.{ending}")
    with serving(tmp_path, "--tls-cert", "our.pem", "--tls-key", "our.key") as server:
        with SecureGuest(server.port) as guest:
            assert isinstance(guest.hear(), Welcome)
            shutil.copy(TLS / "other.pem", tmp_path / "our.pem")
            assert "our.key does not belong to the certificate in our.pem" in read_again(server)
            SecureGuest(server.port).socket.close()
            shutil.copy(TLS / "other.key", tmp_path / "our.key")
            assert "read the certificate our.pem again\n" in read_again(server)
            SecureGuest(server.port, "other").socket.close()
            assert isinstance(guest.hear(), Request), "whoever was here notices nothing"
        server.stop()


def test_a_signal_without_anything_to_read_is_harmless(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        assert "nothing can be read again without --config or" in read_again(server)
        greeting(server)
        server.stop()
        assert server.process.returncode == exits.OK


@pytest.mark.skipif(not STATUS.exists(), reason="this system does not tell what is blocked")
def test_a_signal_that_comes_during_the_start_ends_nothing(tmp_path: Path) -> None:
    file = tmp_path / "e.toml"
    os.mkfifo(file)  # whoever reads it waits for what is written
    with started("serve", "--config", file, cwd=tmp_path) as process:
        status = Path(f"/proc/{process.pid}/status")
        until = time.monotonic() + PATIENCE
        while not puts_off(status.read_text("ascii")):
            assert time.monotonic() < until, "it would have been ended"
        process.send_signal(signal.SIGHUP)
        file.write_text("nonsense")
        assert process.wait(PATIENCE) == exits.CONFIGURATION


def puts_off(status: str) -> bool:
    """Tell whether SIGHUP has to wait, by a mask of what is blocked."""
    mask = re.search(r"(?m)^SigBlk:\s*(\w+)$", status)
    assert mask is not None
    return bool(int(mask[1], 16) & 1 << (signal.SIGHUP - 1))
