"""The smallest version of `bin/bench bots`: figures come out, whatever they are."""

from __future__ import annotations

import re

import pytest

from eriantys.bots.brain import Budget
from tests.bench import bots


def test_figures_come_out(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "DECISIONS", 4)
    bots.run(rounds=1, seconds=0.01, iterations=4)
    printed = capsys.readouterr().out
    for kind in ("2 players, simple", "2 players, expert", "4 players, simple"):
        assert kind in printed
    for figure in (
        r"greedy +[\d,.]+ decisions/s",
        r"mcts at 4 +[\d,.]+ decisions/s",
        r"its search +[\d,.]+ iterations/s",
        "A/A control",
        r"mcts +copy \d+ %, apply \d+ %, legal \d+ %, guess \d+ %, evaluation \d+ %",
        r"with rules for nothing: [\d.]+ x as fast",
    ):
        assert re.search(figure, printed), printed


def test_what_the_time_goes_into_is_seen() -> None:
    asked = bots.decisions(2, expert=True)
    think = bots.thinking("mcts", asked[:3], Budget(20))
    with bots.looking_in() as seen:
        while seen.total() < 20:
            think()
    assert set(seen) <= {*bots.RULES, "evaluation", "lines", "tree"}
    assert seen["evaluation"] > 0
