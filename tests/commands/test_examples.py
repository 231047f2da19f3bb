"""The examples for operators: what stands in them is so."""

from __future__ import annotations

import configparser
import os
import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from eriantys import exits
from eriantys.cli import _parser
from eriantys.server.limits import Limits
from eriantys.server.outside.settings import OPTIONS, default_store, read_settings
from eriantys.wire.address import DEFAULT_PORT
from tests.commands.program import ROOT

EXAMPLES = ROOT / "man" / "examples"
TOML = EXAMPLES / "eriantys.toml"
STORE = "/var/lib/eriantys/server.db"
"""Where a server for all keeps its matches; the default is in somebody's home."""


def unit(name: str) -> configparser.RawConfigParser:
    parser = configparser.RawConfigParser(strict=False, comment_prefixes="#")
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string((EXAMPLES / name).read_text("utf-8"))
    return parser


def test_the_file_of_settings_changes_nothing_as_it_stands() -> None:
    assert read_settings({}, str(TOML)) == read_settings({})


HEAD = """\
# Settings of `eriantys serve --config FILE`, which eriantys-serve(8) explains.
#
# Every option stands here with its default. To change one, take the # before it away; what is
# given on the command line wins. After a change, SIGHUP has the file read again:
# `systemctl reload eriantys`, or `kill -HUP` and the number of the process.
"""
LIMITS = """
# Limits: how long the server waits, and how much it takes from anybody.
"""
UNITS = {"SECONDS": " In seconds.", "DAYS": " In days.", "BYTES": " In bytes."}


def whole_file() -> str:
    """Write every option with its default and what it does."""
    text = HEAD
    for option in OPTIONS:
        if option.name == Limits.__struct_fields__[0]:
            text += LIMITS
        default = STORE if option.name == "store" else option.default_text
        value = f'"{default}"' if option.kind is str else default
        text += f"\n# {option.says}{UNITS.get(option.unit, '')}\n#{option.name} = {value}\n"
    return text


def test_the_file_has_every_option_with_its_default_and_what_it_does(tmp_path: Path) -> None:
    text = whole_file()
    if os.environ.get("ERIANTYS_RENEW_GOLDEN"):
        TOML.write_text(text, "utf-8")
    assert TOML.read_text("utf-8") == text
    file = tmp_path / "all.toml"
    file.write_text(re.sub(r"(?m)^#(?=\w+ = )", "", text), "utf-8")
    assert read_settings({}, str(file)) == read_settings({"store": STORE})
    assert list(tomllib.loads(file.read_text("utf-8"))) == [option.name for option in OPTIONS]


def test_the_service_starts_the_server_with_options_that_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    service = unit("eriantys.service")["Service"]
    program, *arguments = shlex.split(service["ExecStart"])
    assert Path(program).name == "eriantys"
    options, unknown = _parser(arguments).parse_known_args(arguments)
    assert (options.command, unknown) == ("serve", [])
    assert options.config == f"/etc/{TOML.name}"
    # Whatever stands in the file is obeyed: nothing on the command line could win over it.
    assert [each.name for each in OPTIONS if getattr(options, each.name) is not None] == []
    name, _, place = service["Environment"].partition("=")
    monkeypatch.setenv(name, place.replace("%S", "/var/lib"))
    assert default_store() == STORE
    assert unit("eriantys.socket")["Socket"]["ListenStream"] == str(DEFAULT_PORT)


def test_the_page_finds_the_certificate_where_the_unit_has_it_put(tmp_path: Path) -> None:
    text = (EXAMPLES / "eriantys.service").read_text("utf-8")
    handed = re.findall(r"(?m)^#LoadCredential=([\w.]+):/\S+$", text)
    page = (ROOT / "man" / "eriantys-serve.8").read_text("utf-8")
    lines = re.findall(r"(?m)^tls_\w+ = \".*\"$", page)
    file = tmp_path / "eriantys.toml"
    file.write_text("\n".join(lines), "utf-8")
    settings = read_settings({}, str(file))
    place = "/run/credentials/eriantys.service"
    assert [settings.tls_cert, settings.tls_key] == [f"{place}/{name}" for name in handed]


def test_the_service_is_not_started_again_where_that_would_not_help() -> None:
    service = unit("eriantys.service")["Service"]
    hopeless = {
        *(exits.USAGE, exits.BAD_DATA, exits.NO_INPUT, exits.NO_HOST, exits.CANNOT_CREATE),
        *(exits.NO_PERMISSION, exits.CONFIGURATION),
    }
    assert set(map(int, service["RestartPreventExitStatus"].split())) == hopeless


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    for name in ("eriantys.service", "eriantys.socket"):
        text = (EXAMPLES / name).read_text("utf-8")
        text = text.replace("#LoadCredential=", "LoadCredential=")
        # Neither is the program installed here.
        (tmp_path / name).write_text(text.replace("/usr/local/bin/eriantys", "/bin/true"))
    units = [tmp_path / "eriantys.service", tmp_path / "eriantys.socket"]
    finished = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *units],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (finished.returncode, finished.stderr) == (0, "")
