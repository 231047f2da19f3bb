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
        r"[\d,]+ positions a decision; with rules for nothing: [\d.]+ x as fast",
    ):
        assert re.search(figure, printed), printed


def test_every_seam_is_watched() -> None:
    asked = bots.decisions(2, expert=True)
    with bots.watched() as (game, ledger):
        think = ledger.booked("tree", bots.thinking("mcts", asked, Budget(4), game))
        for _ in range(bots.DECISIONS):
            think()
    calls = {part: account.calls for part, account in ledger.accounts.items()}
    assert all(account.seconds > 0 for account in ledger.accounts.values())
    assert calls["tree"] == bots.DECISIONS
    assert min(calls["evaluation"], calls["copy"], calls["apply"]) > calls["lines"] > 0
    bots.thinking("mcts", asked, Budget(4))()
    after = {part: account.calls for part, account in ledger.accounts.items()}
    assert after == calls, "it is still being watched"


def test_time_is_booked_on_what_was_called_last(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("time.perf_counter", lambda: now)
    ledger = bots.Ledger()

    def spend(seconds: float) -> None:
        nonlocal now
        now += seconds

    inner = ledger.booked("copy", spend)

    def outer() -> None:
        spend(1.0)
        inner(5.0)
        spend(2.0)

    spend(0.5)
    ledger.booked("lines", outer)()
    assert ledger.accounts["lines"] == bots.Account(3.0, 1)
    assert ledger.accounts["copy"] == bots.Account(5.0, 1)
    assert ledger.share("copy", "apply") == 5 / 8
