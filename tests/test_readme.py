"""What the first page shows is so."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from eriantys import cli

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text("utf-8")
COMMANDS = re.findall(r"(?m)^    bin/eriantys (.+?)(?: +#.*)?$", README)


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_is_understood(line: str) -> None:
    typed = shlex.split(line)
    assert cli._parser(typed).parse_args(typed).command == typed[0]


def test_every_reader_finds_commands() -> None:
    assert {line.split()[0] for line in COMMANDS} >= {"play", "serve", "simulate"}


def test_the_board_is_one_that_the_client_draws() -> None:
    golden = ROOT / "tests/client/boards/golden/small-2p-mother-simple.txt"
    drawn = [line.rstrip() for line in golden.read_text("utf-8").splitlines()]
    shown = [line[4:] for line in README.splitlines() if re.match(r"    .*[│╭╰╎─]", line)]
    assert len(shown) > 10
    assert set(shown) <= set(drawn)


def test_everything_that_is_named_is_there() -> None:
    named = re.findall(r"\]\(([\w.]+)\)|`((?:tests|man|eriantys)/[\w./]+)`", README)
    named += re.findall(r"()man (man/[\w.-]+)", README)
    assert len(named) > 5
    for link, path in named:
        assert (ROOT / (link or path)).exists(), link or path


def test_the_map_names_rooms_that_there_are() -> None:
    room = ROOT
    for indent, names in re.findall(r"(?m)^    (  )?([a-z]\S*(?:, [a-z]\S*)?)  +\S", README):
        if names.startswith("bin/"):
            continue
        if not indent:
            room = ROOT / names
        for name in names.split(", ") if indent else [""]:
            assert (room / name).exists(), (room, name)
