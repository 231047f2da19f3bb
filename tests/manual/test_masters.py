"""The page of the protocol describes Masters of Renaissance as it is played."""

from __future__ import annotations

from typing import Any

import pytest

from eriantys.games.masters import GAME, decisions, scoring
from eriantys.games.masters.codes import CODES
from tests.games.masters.test_events import FIELDS, some_events
from tests.games.play import begin, cases
from tests.manual.exchange import PAGE as FILE
from tests.manual.page import Page

PAGE = Page(FILE)
TITLE = "MASTERS OF RENAISSANCE"
SECTIONS = PAGE.below(TITLE)


def test_the_page_lists_the_decisions() -> None:
    entries = SECTIONS["Decisions"].entries
    assert [entry.tag for entry in entries] == list(decisions.QUESTIONS)


def test_the_page_names_the_reasons_for_the_end() -> None:
    reasons = [scoring.FAITH, scoring.SEVEN_CARDS, *scoring.LOSSES]
    wanted = f"Its reasons for the end are {', '.join(reasons[:-1])} and {reasons[-1]};"
    assert wanted in PAGE.sections[TITLE].text


@pytest.mark.parametrize("case", cases(GAME), ids=str)
def test_the_page_has_every_part_of_the_view_with_its_fields(case: Any) -> None:
    view = GAME.view(begin(case, 0), 0)
    titles = {
        title.removeprefix("The view: ").split("/")[0]: section
        for title, section in SECTIONS.items()
        if title.startswith("The view: ")
    }
    values = titles.pop("parts that are one value").entries
    plain = {entry.name.split("/")[0] for entry in values}
    for name, part in view.items():
        kind = name.split("/")[0]
        if isinstance(part, dict):
            assert [entry.tag for entry in titles[kind].entries] == list(part), name
        else:
            assert kind in plain, name
    assert {*titles, *plain} == {name.split("/")[0] for name in view}


def test_the_page_has_the_ranges_of_the_numbered_parts() -> None:
    tags = " ".join(
        [*SECTIONS, *(e.tag for e in SECTIONS["The view: parts that are one value"].entries)]
    )
    for kind in ("player", "depots", "strongbox", "slots", "leaders"):
        assert f"{kind}/0 to {kind}/{max(GAME.seats) - 1}" in tags


def test_the_page_has_every_event_with_its_facts() -> None:
    facts = {event.kind: list(event.facts) for event in some_events()}
    assert set(facts) == set(FIELDS)
    entries = SECTIONS["Events"].entries
    assert [entry.tag for entry in entries] == [
        f"{kind} ({', '.join(facts[kind])})" for kind in sorted(facts)
    ]
    assert all(entry.text.endswith(".") for entry in entries)


def test_the_page_lists_every_code_with_its_meaning() -> None:
    said = {entry.tag: entry.text for entry in SECTIONS["Refusals"].entries}
    assert list(said) == sorted(CODES)
    for code, meaning in CODES.items():
        assert said[code] == f"{meaning[0].upper()}{meaning[1:]}."
