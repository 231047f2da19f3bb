"""Matches of the past must play as they were played."""

from __future__ import annotations

import pytest

from eriantys.games import record
from eriantys.games.eriantys import GAME
from eriantys.games.eriantys.names import CHARACTERS
from tests.games.eriantys.golden import DATA, SEEDS, characters_used, play, states_of
from tests.games.play import cases


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


def test_golden_records_cover_tables_characters_and_endings() -> None:
    matches = [golden(name) for name in SEEDS]
    tables = {(len(match.players), match.options["expert"]) for match in matches}
    assert tables == {(seats, expert) for seats in (2, 3, 4) for expert in ("true", "false")}
    assert set.union(*map(characters_used, matches)) == set(CHARACTERS[1:])
    reasons = {match.outcome.reason for match in matches if match.outcome}
    assert reasons == {"last-tower", "three-islands", "bag-empty", "no-assistants"}


def test_golden_records_are_what_the_command_would_write() -> None:
    name = "eriantys-2"
    table, seed = SEEDS[name]
    case = next(case for case in cases(GAME) if str(case) == table)
    assert play(case, seed) == golden(name)
