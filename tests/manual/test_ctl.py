"""The page of the operator's orders says what the code does, and nothing else."""

from __future__ import annotations

import argparse
import re
from typing import get_args

import msgspec
import pytest
from msgspec import Struct

from eriantys import cli
from eriantys.commands.ctl.words import WORDS, Word
from eriantys.server import codes
from eriantys.server.operator import orders
from eriantys.server.operator.answers import Done, MatchPage
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


def told(title: str) -> dict[str, str]:
    """Read what a page says of the fields of each order."""
    entries = PAGE.below("JSON")[title].entries
    return {name: each.text for each in entries for name in each.tag.split(", ")}


def fields_in(kind: object) -> set[str]:
    """List the fields of a struct, and of those that it holds."""
    found: set[str] = set()
    for field in msgspec.structs.fields(kind):  # type: ignore[arg-type]
        found.add(field.name)
        for held in (field.type, *get_args(field.type)):
            if isinstance(held, type) and issubclass(held, Struct):
                found |= fields_in(held)
    return found


@pytest.mark.parametrize("word", WORDS, ids=lambda word: word.name)
def test_the_page_names_all_fields_of_an_order_and_of_its_answer(word: Word) -> None:
    kind = next(
        each for each in orders.Order.__subclasses__() if each.__name__.lower() == word.name
    )
    named = told("Fields of orders").get(word.name, "")
    fields = msgspec.structs.fields(kind)
    optional = {field.name for field in fields if not field.required}
    assert set(re.findall(r"\[(\w+)\]", named)) == optional
    assert all(re.search(rf"\b{field.name}\b", named) for field in fields)
    assert bool(named) == bool(fields)
    answer = told("Fields of answers")
    said = answer.get(word.name, answer["all others"])
    if word.answer is MatchPage:  # whose row is one of those of a list
        said += answer["matches"]
    assert fields_in(word.answer) <= set(re.findall(r"\w+", said)), word.name
    assert (word.answer is Done) == (word.name not in answer)


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
