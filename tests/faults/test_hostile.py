"""Peers who mean no good: those who play do not notice them, and nothing is left of them.

The long versions of these are `bin/chaos hostile` and `bin/chaos load`.
"""

from __future__ import annotations

import select
from pathlib import Path

import pytest

from tests.chaos import load
from tests.hostile.attack import attack
from tests.hostile.mob import KINDS

pytestmark = pytest.mark.skipif(
    not hasattr(select, "epoll") or not Path("/proc/self/fd").exists(),
    reason="the load is made for Linux",
)
SHORT_WAITS = ("--frame-wait=1", "--login=2", "--ping=1", "--silence=3.5")
"""So that the last of them is gone before long."""


def test_peers_of_all_kinds_are_sent_away_and_nobody_else_notices(tmp_path: Path) -> None:
    outcome = attack(tmp_path, "short", 200, 1.5, before=2, options=SHORT_WAITS)
    assert outcome.faults == []
    summary = outcome.summary
    assert summary.kinds.keys() == KINDS.keys()
    assert summary.peers == 200
    for code in ("frame-too-large", "too-many-logins", "too-slow"):
        assert summary.met[f"bye {code}"] > 0
    for code in ("malformed", "unknown-type", "bad-proof", "bad-code", "too-fast"):
        assert summary.met[f"error {code}"] > 0
    assert summary.kinds["looks on and never reads"].sent_away >= 3
    assert outcome.matches >= 6
    assert len(outcome.attacked) > 50, "nobody was there to notice"


def test_those_who_dribble_and_never_read_are_gone_and_all_moves_are_heard_of(
    tmp_path: Path,
) -> None:
    size = load.Size(matches=4, dribblers=20, deaf=8, seconds=1.0, rounds=1)
    figures = load.measure(tmp_path, size, ("--frame-wait=0.5", "--ping=1", "--silence=3"))
    assert figures.faults == []
    assert {name: len(rounds) for name, rounds in figures.slowest.items()} == {
        load.ALONE: 1,
        load.AGAIN: 1,
        load.BESIEGED: 1,
    }
    (siege,) = figures.sieges
    dribblers = siege.kinds["dribbles"]
    assert dribblers.peers > 20, "whoever is gone comes anew"
    # A dribbler who comes late to its last byte, on a busy machine, is gone before that.
    assert dribblers.peers >= dribblers.sent_away > 0
    deaf = siege.kinds["looks on and never reads"]
    assert deaf.peers == deaf.sent_away > 0
