"""The page of the protocol describes Eriantys as it is played."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Any

import pytest

from eriantys.games import record
from eriantys.games.eriantys import GAME, decisions, scoring
from tests.games.play import begin, cases, play_out
from tests.manual.exchange import PAGE as FILE
from tests.manual.page import Page

PAGE = Page(FILE)
DATA = Path(__file__).parents[1] / "data"


def test_the_page_lists_the_decisions_of_eriantys() -> None:
    entries = PAGE.below("GAMES")["Decisions"].entries
    assert [entry.tag for entry in entries] == list(decisions.QUESTIONS)


def test_the_page_names_the_reasons_for_the_end() -> None:
    reasons = [
        scoring.LAST_TOWER,
        scoring.THREE_ISLANDS,
        scoring.BAG_EMPTY,
        scoring.NO_ASSISTANTS,
    ]
    wanted = f"Its reasons for the end are {', '.join(reasons[:-1])} and {reasons[-1]};"
    assert wanted in PAGE.sections["GAMES"].text


def parts_on_the_page() -> dict[str, list[str]]:
    """By part of the view, its fields; numbered parts by what stands before the number."""
    found: dict[str, list[str]] = {}
    for title, section in PAGE.below("GAMES").items():
        if title == "The view: parts that are one value":
            found |= {each.name.split("/")[0]: [] for each in section.entries}
        elif title.startswith("The view: "):
            name = title.removeprefix("The view: ").split("/")[0]
            found[name] = [entry.tag for entry in section.entries]
    return found


@pytest.mark.parametrize("case", cases(GAME), ids=str)
def test_the_page_has_every_part_of_the_view_with_its_fields(case: Any) -> None:
    described = parts_on_the_page()
    state = begin(case, 0)
    views = [GAME.view(state, None)]
    play_out(GAME, state, Random(str(case)))
    views.append(GAME.view(state, None))
    for view in views:
        for name, part in view.items():
            fields = list(part) if isinstance(part, dict) else []
            joined = name.startswith("island/") and fields == ["head"]
            assert joined or described[name.split("/")[0]] == fields, name
    named = {name.split("/")[0] for name in views[0]}
    assert described.keys() - named == (set() if case.options.expert else {"character"})


def test_the_page_has_the_ranges_of_the_numbered_parts() -> None:
    titles = " ".join(PAGE.below("GAMES"))
    tags = " ".join(
        each.tag for each in PAGE.below("GAMES")["The view: parts that are one value"].entries
    )
    largest = GAME.view(begin(cases(GAME)[-1], 0), None)
    for kind in ("island", "cloud", "entrance", "dining", "school", "character"):
        numbers = [int(name.split("/")[1]) for name in largest if name.startswith(f"{kind}/")]
        assert f"{kind}/{min(numbers)} to {kind}/{max(numbers)}" in f"{titles} {tags}"


def test_the_page_has_every_event_with_its_facts() -> None:
    seen: dict[str, set[str]] = defaultdict(set)
    for file in DATA.glob("eriantys-*.game"):
        for step in record.replay(GAME, record.read(file.read_text("utf-8"))):
            for event in step.events:
                seen[event.kind].add(f"{event.kind} ({', '.join(event.facts)})")
    entries = PAGE.below("GAMES")["Events"].entries
    assert [{entry.tag} for entry in entries] == [seen[kind] for kind in sorted(seen)]
    assert all(entry.text.endswith(".") for entry in entries)
