"""Matches of the past must play as they were played."""

from __future__ import annotations

import pytest

from eriantys.games import record
from eriantys.games.masters import GAME, scoring
from tests.games.masters.golden import DATA, SEEDS, case_of, play, states_of, verbs_of

RARE = {"white", "produce leader"}
"""What random players do not get to; the rulings have it."""


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


def test_golden_records_cover_tables_actions_and_endings() -> None:
    matches = [golden(name) for name in SEEDS]
    assert {len(match.players) for match in matches} == {1, 2, 3, 4}
    met = set.union(*map(verbs_of, matches))
    assert met | RARE == {
        *("leader play", "leader discard", "take row", "take column", "white", "put", "back"),
        *("discard", "swap", "move", "buy", "pay", "produce basic", "produce card"),
        *("produce leader", "done", "end"),
    }
    ended = [match.outcome for match in matches if match.outcome]
    assert {(outcome.reason, bool(outcome.winners)) for outcome in ended} == {
        (scoring.FAITH, True),
        (scoring.SEVEN_CARDS, True),
        (scoring.LORENZO, False),
        (scoring.COLOUR_GONE, False),
    }


def test_golden_records_are_what_the_command_would_write() -> None:
    name = "masters-1-won"
    table, seed = SEEDS[name]
    assert play(case_of(table), seed) == golden(name)
