"""The page of the operator's orders says what the code does, and nothing else."""

from __future__ import annotations

import argparse
import re

import pytest

from eriantys import cli
from eriantys.commands.ctl.words import WORDS
from eriantys.server import codes
from eriantys.server.operator import orders
from eriantys.server.outside.meters import Meters
from tests.manual.page import FOLDER, Page
from tests.server.parlour import Parlour

PAGE = Page(FOLDER / "eriantys-ctl.8")
ORDERS = {title.split()[0]: title for title in PAGE.below("ORDERS")}
AROUND = {
    *("bot_processes", "saving", "store_bytes", "resident_memory_bytes", "open_descriptors"),
    *("start_time_seconds", "cpu_seconds_total", "build_info"),
}


def parsers() -> dict[str, argparse.ArgumentParser]:
    """Make the parser of every order."""
    found = cli._parser(["ctl"])
    for name in ("ctl", None):
        [action] = [
            each for each in found._actions if isinstance(each, argparse._SubParsersAction)
        ]
        if name is None:
            return dict(action.choices)
        found = action.choices[name]
    raise AssertionError


PARSERS = parsers()
OF_ALL = {"--socket", "--json"}
"""Options that may stand before every order, and after it."""


def test_the_page_has_every_order_and_no_other() -> None:
    assert list(ORDERS) == [word.name for word in WORDS] == list(PARSERS)


@pytest.mark.parametrize("name", PARSERS)
def test_page_and_help_have_the_same_arguments_and_options(name: str) -> None:
    actions = [each for each in PARSERS[name]._actions if each.dest != "help"]
    wanted = [str(each.metavar) for each in actions if not each.option_strings]
    assert ORDERS[name].split()[1:] == wanted
    options = {each.option_strings[0] for each in actions if each.option_strings}
    assert options >= OF_ALL
    section = PAGE.below("ORDERS")[ORDERS[name]]
    explained = {each.name for each in section.entries if each.name.startswith("--")}
    assert explained == options - OF_ALL


def test_the_page_explains_the_options_of_all_orders() -> None:
    explained = {entry.name for entry in PAGE.sections["OPTIONS"].entries}
    assert explained == OF_ALL


def test_the_page_lists_every_code_with_its_meaning() -> None:
    entries = {entry.tag: entry.text for entry in PAGE.sections["JSON"].entries}
    assert list(entries) == list(codes.ORDERS)
    for code, meaning in codes.ORDERS.items():
        assert entries[code].lower().startswith(meaning.lower()[:20]), code


def test_the_page_explains_every_figure() -> None:
    told = Parlour().order(orders.Stats())
    names = {figure.name for figure in (*told.figures, *Meters().figures())} | AROUND
    tags = " ".join(entry.tag for entry in PAGE.sections["FIGURES"].entries)
    assert set(re.findall(r"\w+", tags)) == names
