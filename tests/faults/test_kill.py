"""`kill -9` at any instant loses nothing that anybody was told, and every match goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.kills import kill_often

TRIALS, KILLS = 4, 5


@pytest.mark.parametrize("trial", range(TRIALS))
def test_a_killed_server_goes_on_where_it_was(tmp_path: Path, trial: int) -> None:
    figures = kill_often(tmp_path, f"kill/{trial}", KILLS)
    print(figures)
    assert figures.kills == KILLS
    assert figures.acknowledged > 50, "that was no load"
    assert figures.returns > 10, "hardly anybody came back"
