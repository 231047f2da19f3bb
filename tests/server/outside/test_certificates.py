"""Certificates and keys: the good ones, and what is said of all the others."""

from __future__ import annotations

import ssl
from pathlib import Path

import pytest

from eriantys import exits
from eriantys.server.outside.tls import load
from tests.commands.program import not_for_root
from tests.server.outside.scripted import TLS


def refusal(certificate: Path, key: Path | str = "") -> exits.Quit:
    with pytest.raises(exits.Quit) as refused:
        load(str(certificate), str(key))
    text = refused.value.text
    assert text.endswith(".")
    assert text.isprintable()
    return refused.value


def test_a_certificate_and_its_key_will_do() -> None:
    context = load(str(TLS / "localhost.pem"), str(TLS / "localhost.key"))
    assert context.minimum_version == ssl.TLSVersion.TLSv1_2
    assert context.options & ssl.OP_NO_COMPRESSION
    assert context.options & ssl.OP_NO_RENEGOTIATION
    assert context.num_tickets == 0


@pytest.mark.parametrize("order", [("pem", "key"), ("key", "pem")])
def test_both_may_lie_in_one_file(tmp_path: Path, order: tuple[str, ...]) -> None:
    both = tmp_path / "both.pem"
    both.write_text("".join((TLS / f"localhost.{ending}").read_text() for ending in order))
    load(str(both), "")
    load(str(both), str(TLS / "localhost.key"))


def test_a_chain_of_certificates_will_do(tmp_path: Path) -> None:
    chain = tmp_path / "chain.pem"
    chain.write_text((TLS / "localhost.pem").read_text() + (TLS / "other.pem").read_text())
    load(str(chain), str(TLS / "localhost.key"))


CERTIFICATE, KEY = TLS / "localhost.pem", TLS / "localhost.key"

REFUSED: list[tuple[Path, Path | str, int, str]] = [
    (TLS / "no.pem", KEY, exits.NO_INPUT, "cannot read the certificate"),
    (CERTIFICATE, TLS / "no.key", exits.NO_INPUT, "cannot read the key"),
    (TLS, KEY, exits.NO_INPUT, "cannot read the certificate"),
    (KEY, CERTIFICATE, exits.BAD_DATA, "localhost.key holds no certificate in PEM"),
    (CERTIFICATE, CERTIFICATE, exits.BAD_DATA, "-----BEGIN PRIVATE KEY-----."),
    (CERTIFICATE, "", exits.BAD_DATA, "; name the file that does with --tls-key."),
    (CERTIFICATE, TLS / "other.key", exits.BAD_DATA, "other.key does not belong to the"),
    (CERTIFICATE, TLS / "locked.key", exits.BAD_DATA, "locked with a password; write it to"),
    (TLS / "expired.pem", TLS / "expired.key", exits.BAD_DATA, "expired; have it renewed."),
    (TLS / "early.pem", TLS / "early.key", exits.BAD_DATA, "not valid yet; check the clock"),
]


@pytest.mark.parametrize(
    ("certificate", "key", "code", "said"), REFUSED, ids=[each[3] for each in REFUSED]
)
def test_what_will_not_do_is_refused(
    certificate: Path, key: Path | str, code: int, said: str
) -> None:
    refused = refusal(certificate, key)
    assert refused.code == code
    assert said in refused.text


@pytest.mark.parametrize("which", ["certificate", "key"])
def test_a_damaged_file_is_refused(tmp_path: Path, which: str) -> None:
    whole = CERTIFICATE if which == "certificate" else KEY
    damaged = tmp_path / "damaged"
    lines = whole.read_text().splitlines(keepends=True)
    damaged.write_text("".join([*lines[:2], "AAAA", *lines[3:]]))
    pair = (damaged, KEY) if which == "certificate" else (CERTIFICATE, damaged)
    refused = refusal(*pair)
    assert refused.code == exits.BAD_DATA
    assert refused.text.startswith("cannot use the certificate ")


def test_a_file_that_vanishes_meanwhile_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> None:
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr(ssl.SSLContext, "load_cert_chain", gone)
    assert refusal(CERTIFICATE, KEY).code == exits.NO_INPUT


@not_for_root
def test_a_key_that_this_user_may_not_read_is_refused(tmp_path: Path) -> None:
    private = tmp_path / "private.key"
    private.write_bytes(KEY.read_bytes())
    private.chmod(0)
    assert refusal(CERTIFICATE, private).code == exits.NO_INPUT
