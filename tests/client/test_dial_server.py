"""The client's way to a real server: plain, by TLS, and with the certificate renewed."""

from __future__ import annotations

import shutil
import signal
import time
from pathlib import Path

import pytest

from eriantys.client.address import Address
from eriantys.client.dial import CannotConnect, dial
from eriantys.wire.from_server import Matches, Named
from tests.scenarios.real import Client, Server, serving

TLS = Path(__file__).resolve().parents[1] / "data" / "tls"
PATIENCE = 30.0


def options(folder: Path, name: str = "localhost") -> tuple[str, ...]:
    """Put a certificate and its key into the folder, and name them."""
    shutil.copy(TLS / f"{name}.pem", folder / "cert.pem")
    shutil.copy(TLS / f"{name}.key", folder / "key.pem")
    return "--tls-cert", str(folder / "cert.pem"), "--tls-key", str(folder / "key.pem")


def call(server: Server, *, trust: str | None = "localhost") -> Client:
    ca_file = None if trust is None else str(TLS / f"{trust}.pem")
    address = Address("localhost", server.port, tls=True)
    return server.connect(dial(address, timeout=PATIENCE, ca_file=ca_file))


def test_people_log_in_by_tls(tmp_path: Path) -> None:
    with serving(tmp_path / "s.db", *options(tmp_path)) as server:
        assert " with TLS, store " in server.greeting
        for name in ("Ada", "Bob"):
            client = call(server)
            client.log_in(name)
            assert client.last(Named).name == name
            client.wait_for(Matches)
        with pytest.raises(CannotConnect, match="not trusted"):
            call(server, trust=None)
        with pytest.raises(CannotConnect, match="says nothing; if it wants TLS, connect to"):
            dial(Address("localhost", server.port), timeout=0.2)
        assert server.stop() == 0
        assert client.wait_for_end()[-1].code == "restarting"  # type: ignore[union-attr]
        assert "Traceback" not in server.errors.read_text()


def test_a_server_without_tls_says_so_to_whoever_wants_it(tmp_path: Path) -> None:
    with serving(tmp_path / "s.db") as server:
        assert "TLS" not in server.greeting
        with pytest.raises(CannotConnect, match="does not speak TLS"):
            call(server)
        server.connect(dial(Address("localhost", server.port), timeout=PATIENCE)).log_in("Ada")


def test_a_renewed_certificate_is_shown_to_whoever_comes_next(tmp_path: Path) -> None:
    with serving(tmp_path / "s.db", *options(tmp_path)) as server:
        before = call(server)
        options(tmp_path, "other")
        server.process.send_signal(signal.SIGHUP)
        said, deadline = "", time.monotonic() + PATIENCE
        while "is not for localhost" not in said:  # as the new one is not
            assert time.monotonic() < deadline, said
            with pytest.raises(CannotConnect) as refused:
                call(server, trust="other")
            said = str(refused.value)
        before.log_in("Ada")
