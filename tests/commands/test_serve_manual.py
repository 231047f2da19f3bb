"""The manual page of the server and the server know the same options."""

from __future__ import annotations

import re
import tomllib

import pytest

from eriantys import exits
from eriantys.server.outside.settings import OPTIONS, Option
from tests.commands.program import ROOT

PAGE = (ROOT / "man" / "eriantys-serve.8").read_text("utf-8").replace(r"\-", "-")

EXPLAINED = dict(re.findall(r'(?ms)^\.BI (--[\w-]+) " [A-Z]+"\n(.*?)(?=^\.(?:TP|SS|SH))', PAGE))
"""By option, what the page says about it."""

EXCEPTIONS = {
    "host": "By default all addresses",
    "motd": "None by default.",
    "store": "By default it is\n.B server.db\n",
    "log_level": "By default\n.BR info .",
}
"""Defaults that are more than a number."""


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_option_has_a_paragraph_with_its_default(option: Option) -> None:
    assert f'\n.BI {option.flag} " {option.unit}"\n' in PAGE
    default = EXCEPTIONS.get(option.name, rf" {option.default_text} by default")
    # A long line may be broken anywhere.
    assert default in EXPLAINED[option.flag].replace(";\n", "; "), EXPLAINED[option.flag]


def test_the_page_explains_nothing_that_is_not_there() -> None:
    assert set(EXPLAINED) == {option.flag for option in OPTIONS} | {"--config"}
    named = set(re.findall(r"--[a-z][a-z-]*", PAGE))
    assert named == set(EXPLAINED)


def test_the_page_names_the_exit_codes() -> None:
    codes = PAGE.split(".SH EXIT STATUS")[1].split(".SH")[0]
    known = {value for name, value in vars(exits).items() if name.isupper()}
    named = set(map(int, re.findall(r"(?m)^\.B (\d+)$", codes)))
    assert named == known - {exits.FAILED, exits.INTERRUPTED}


def test_the_example_of_a_file_will_do() -> None:
    example = PAGE.split(".SH CONFIGURATION FILE")[1].split(".RS\n")[1].split(".RE")[0]
    values = tomllib.loads(example)
    options = {option.name: option for option in OPTIONS}
    assert len(values) >= 3
    assert all(options[name].allows(value) for name, value in values.items())
