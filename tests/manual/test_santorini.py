"""The page of the protocol describes Santorini as it is played."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from eriantys.games.santorini import GAME, decisions
from tests.games.play import cases, play_match
from tests.games.santorini.test_invariants import play_with
from tests.manual.exchange import PAGE as FILE
from tests.manual.page import Page

PAGE = Page(FILE)
SECTIONS = PAGE.below("SANTORINI")
VIEW = "Santorini, the view: "


def test_the_page_lists_the_decisions() -> None:
    entries = SECTIONS["Santorini: decisions"].entries
    assert [entry.tag for entry in entries] == list(decisions.QUESTIONS)


@pytest.mark.parametrize("case", cases(GAME), ids=str)
def test_the_page_has_every_part_of_the_view_with_its_fields(case: Any) -> None:
    described: dict[str, list[str]] = {}
    for title, section in SECTIONS.items():
        if title == f"{VIEW}parts that are one value":
            described |= {each.name: [] for each in section.entries}
        elif title.startswith(VIEW):
            name = title.removeprefix(VIEW).split("/")[0]
            described[name] = [entry.tag for entry in section.entries]
    match = play_match(case, 0)
    for state in (match.states[0], match.states[-1]):
        view = GAME.view(state, None)
        for name, part in view.items():
            fields = list(part) if isinstance(part, dict) else []
            assert described[name.split("/")[0]] == fields, name
        assert described.keys() == {name.split("/")[0] for name in view}


def test_the_page_has_every_event_with_its_facts() -> None:
    seen: dict[str, set[str]] = defaultdict(set)
    for god in ("ares", "apollo", "hera", "medusa", "morpheus", "athena", "limus"):
        for number in range(3):
            for _, events in play_with(god, number, hardcore=god in ("athena", "limus")):
                for event in events:
                    seen[event.kind].add(f"{event.kind} ({', '.join(event.facts)})")
    entries = SECTIONS["Santorini: events"].entries
    described = {entry.tag.split(" (")[0]: {entry.tag} for entry in entries}
    assert list(described) == sorted(described)
    assert {kind: described[kind] for kind in seen} == seen
    rare = {"turn cannot be finished", "win denied", "god offered"}
    assert described.keys() - seen.keys() <= rare
