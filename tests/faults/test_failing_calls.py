"""A disk that fails at a certain call; `bin/chaos writes` tries many more of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.faults.failing_calls import Manner, break_at_each


@pytest.mark.parametrize(
    ("manner", "calls"),
    [("once", (1, 2, 3, 4, 20, 61)), ("lasting", (1, 2, 3, 30)), ("killed", (2, 3))],
)
def test_whoever_acts_while_the_disk_fails_is_refused_and_nothing_is_lost(
    tmp_path: Path, manner: Manner, calls: Sequence[int]
) -> None:
    figures = break_at_each(tmp_path, "short", calls, manner)
    assert figures.broken == len(calls)
    assert figures.refused + figures.outlived >= len(calls)
    # A write that fails leaves half of it behind, a sync all: both must have been met.
    assert {"write log", "sync log"} <= figures.calls.keys()
