"""Matches of the past must play as they were played."""

from __future__ import annotations

import pytest

from eriantys.games import record
from eriantys.games.santorini import GAME
from eriantys.games.santorini.gods import PANTHEON
from tests.games.play import cases
from tests.games.santorini.golden import DATA, SEEDS, gods_played, play, states_of, table


def golden(name: str) -> record.Match:
    return record.read((DATA / f"{name}.game").read_text("utf-8"))


@pytest.mark.parametrize("name", SEEDS)
def test_golden_record_leads_to_the_same_table_at_each_step(name: str) -> None:
    match = golden(name)
    states = (DATA / f"{name}.states").read_text("utf-8").splitlines()
    assert len(states) == len(match.moves)
    for number, (line, expected) in enumerate(zip(states_of(match), states, strict=True), 1):
        assert line == expected, f"after move {number}, {match.moves[number - 1].action}"


@pytest.mark.parametrize("name", SEEDS)
def test_golden_record_is_true(name: str) -> None:
    record.verify(GAME, golden(name))


def test_golden_records_cover_tables_gods_and_endings() -> None:
    assert {kind for kind, _ in SEEDS.values()} == {str(case) for case in cases(GAME)}
    matches = [golden(name) for name in SEEDS]
    assert set.union(*map(gods_played, matches)) == {god.name for god in PANTHEON}
    reasons = {match.outcome.reason for match in matches if match.outcome}
    assert reasons == {"top", "god", "last-standing"}


def test_golden_records_are_what_the_command_would_write() -> None:
    kind, seed = SEEDS["santorini-2"]
    assert play(table(kind), seed) == golden("santorini-2")
