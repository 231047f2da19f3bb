"""Wishes that are read again: what is in force at once, what waits, and what is refused."""

from __future__ import annotations

import logging
import shutil
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest

from eriantys.server.inputs import Reload
from eriantys.server.limits import Limits
from eriantys.server.outside.reloading import Reloading, load_certificate, set_log_level
from eriantys.server.outside.settings import read_settings
from tests.server.outside.scripted import TLS, House, house, trusting


@pytest.fixture(autouse=True)
def _level_as_before() -> Iterator[None]:
    yield
    logging.getLogger("eriantys").setLevel(logging.NOTSET)


class Operator:
    """Somebody who writes a file and wants it read, beside a house."""

    def __init__(self, folder: Path, caplog: pytest.LogCaptureFixture, here: House) -> None:
        self.file = folder / "e.toml"
        self.caplog = caplog
        self.here = here

    def start(self, text: str | None, **typed: str) -> None:
        if text is not None:
            self.file.write_text(text)
        file = None if text is None else str(self.file)
        settings = read_settings(typed, file)
        set_log_level(settings.log_level)
        self.here.porter.tls = load_certificate(settings)
        self.reloading = Reloading(settings, typed, file, self.here.porter)

    def want(self, text: str | None = None) -> tuple[Reload | None, list[tuple[str, str]]]:
        """Write the file anew and have it read; return what came of it, and the log."""
        self.caplog.clear()
        if text is not None:
            self.file.write_text(text)
        wanted = self.reloading()
        return wanted, [(each.levelname, each.getMessage()) for each in self.caplog.records]


@pytest.fixture
def operator(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Iterator[Operator]:
    with house() as here:
        yield Operator(tmp_path, caplog, here)


def test_what_has_changed_is_told(operator: Operator) -> None:
    operator.start("ping = 3\n")
    wanted, log = operator.want('ping = 4\nmotd = "New!"\n')
    assert wanted == Reload(Limits(ping=4), "New!")
    assert log == [("INFO", f"read {operator.file} again, changed: motd, ping")]
    wanted, log = operator.want()
    assert wanted is None
    assert log == [("INFO", f"read {operator.file} again, changed: nothing")]
    wanted, _ = operator.want("")
    assert wanted == Reload(Limits(), "")


def test_the_command_line_still_wins(operator: Operator) -> None:
    operator.start("ping = 3\n", ping="5")
    wanted, _ = operator.want("ping = 4\nturn = 99\n")
    assert wanted == Reload(Limits(ping=5, turn=99), "")


def test_what_cannot_change_now_is_named_every_time(operator: Operator) -> None:
    operator.start("port = 1000\n")
    for _ in range(2):
        wanted, log = operator.want('port = 1001\nstore = "x"\nhost = "localhost"\n')
        assert wanted is None
        assert log[0] == ("INFO", f"read {operator.file} again, changed: nothing")
        assert log[1:] == [("WARNING", "only the next start can change: host, port, store")]
    _, log = operator.want("port = 1000\n")
    assert len(log) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ping = \n", "is not TOML"),
        ("ping = 70\n", "ping (70) must be less than silence (60)"),
        ('tls_cert = "no.pem"\nping = 5\n', "cannot read the certificate no.pem"),
        ('tls_key = "k"\n', "tls_key is of no use without tls_cert"),
    ],
)
def test_a_mistake_changes_nothing(operator: Operator, text: str, said: str) -> None:
    operator.start("ping = 3\n")
    before = operator.here.porter.tls
    wanted, log = operator.want(text)
    assert wanted is None
    ((level, message),) = log
    assert level == "ERROR"
    assert message.startswith("everything stays as it was: ")
    assert said in message
    assert operator.here.porter.tls is before
    operator.file.unlink()
    assert "cannot read the configuration" in operator.want()[1][0][1]
    wanted, _ = operator.want("ping = 4\n")
    assert wanted == Reload(Limits(ping=4), "")


@pytest.mark.parametrize(("before", "after"), [("info", "error"), ("error", "debug")])
def test_the_level_of_the_log_changes_and_that_is_logged(
    operator: Operator, before: str, after: str
) -> None:
    operator.start(f'log_level = "{before}"\n')
    _, log = operator.want(f'log_level = "{after}"\n')
    assert log == [("INFO", f"read {operator.file} again, changed: log_level")]
    assert logging.getLogger("eriantys").level == getattr(logging, after.upper())


def pair(folder: Path, name: str) -> None:
    """Put a certificate and its key where the server looks for them."""
    shutil.copy(TLS / f"{name}.pem", folder / "cert.pem")
    shutil.copy(TLS / f"{name}.key", folder / "key.pem")


def test_a_renewed_certificate_is_for_whoever_comes_next(
    operator: Operator, tmp_path: Path
) -> None:
    here = operator.here
    pair(tmp_path, "localhost")
    names = {"tls_cert": str(tmp_path / "cert.pem"), "tls_key": str(tmp_path / "key.pem")}
    operator.start(None, log_level="info", **names)
    here.tls = True
    number, client = here.connect()
    pair(tmp_path, "other")
    wanted, log = operator.want()
    assert wanted is None
    assert log == [("INFO", f"read the certificate {tmp_path / 'cert.pem'} again")]
    context = trusting("other")
    context.check_hostname = False
    here.shake_hands(here.knock(), context)
    client.sendall(b"still here")
    here.turn_until(lambda: here.core.received(number))

    (tmp_path / "key.pem").write_text("half written")
    _, log = operator.want()
    assert "holds no key in PEM" in log[0][1]
    here.shake_hands(here.knock(), context)
    with pytest.raises(ssl.SSLCertVerificationError):
        here.shake_hands(here.knock())


def test_tls_can_be_turned_on_and_off(operator: Operator, tmp_path: Path) -> None:
    pair(tmp_path, "localhost")
    operator.start("")
    names = f'tls_cert = "{tmp_path / "cert.pem"}"\ntls_key = "{tmp_path / "key.pem"}"\n'
    _, log = operator.want(names)
    assert log[1:] == [("WARNING", "whoever connects from now on must speak with TLS")]
    assert operator.here.porter.tls is not None
    _, log = operator.want("")
    assert log[1:] == [("WARNING", "whoever connects from now on must speak without TLS")]
    assert operator.here.porter.tls is None


def test_without_any_file_there_is_nothing_to_read(operator: Operator) -> None:
    operator.start(None)
    wanted, log = operator.want()
    assert wanted is None
    assert log == [("INFO", "nothing can be read again without --config or --tls-cert")]
