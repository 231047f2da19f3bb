"""A full house for a while: the short version of `bin/chaos soak`."""

from __future__ import annotations

import select
from pathlib import Path

import pytest

from tests.chaos import soak

pytestmark = pytest.mark.skipif(
    not hasattr(select, "epoll") or not Path("/proc/self/fd").exists(),
    reason="the load is made for Linux",
)


def test_matches_go_on_one_after_the_other_and_nothing_is_left_of_them(tmp_path: Path) -> None:
    size = soak.Size(matches=3, parts=2, seconds=1.0, rate=60.0)
    figures = soak.measure(tmp_path, size)
    assert [len(late) for late in figures.parts] == [180, 180]
    assert len(figures.memory) == 3
    assert figures.begun_again > 0
    assert figures.connections >= soak.SEATS * size.matches
    assert figures.descriptors[0] == figures.descriptors[1]
    assert figures.code == 0
    assert figures.complaints == []
