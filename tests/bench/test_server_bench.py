"""The smallest version of `bin/bench server`: figures come out, whatever they are."""

from __future__ import annotations

import re
import select
from pathlib import Path

import cbor2
import pytest

from eriantys.wire.frames import HEADER_SIZE, encode
from tests.bench.server.dialects import Eriantys
from tests.bench.server.report import MISSED, VOID, Report
from tests.bench.server.run import Size, run

needs_epoll = pytest.mark.skipif(
    not hasattr(select, "epoll") or not Path("/proc/self/smaps_rollup").exists(),
    reason="the load is made for Linux",
)
SMALLEST = Size(rounds=1, seconds=0.02, matches=(2,), few=2, idle=3, guests=5, tables=2, bots=2)


@needs_epoll
@pytest.mark.parametrize(
    ("part", "figures"),
    [
        ("moves", ["eriantys .* us of CPU a move", "reference .* us of CPU", "A/A control"]),
        ("latency", ["1 matches", "2 matches", "eriantys .*p50 .* us"]),
        ("memory", ["KiB for a connection in the lobby", "KiB for a match"]),
        ("start", ["eriantys .* ms", "python -c pass .* ms"]),
        ("idle", ["eriantys, 3 idle .* us of CPU a move"]),
        ("ping", ["us of CPU a ping", "a ping costs"]),
        ("bots", ["beside them .*p50 .* us", "decisions of bots"]),
    ],
)
def test_every_part_finds_its_figures(
    part: str,
    figures: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "")  # nothing is fetched for a test
    run([part], SMALLEST, tmp_path)
    printed = capsys.readouterr().out
    assert "FAILED" not in printed
    for figure in figures:
        assert re.search(figure, printed), printed


@pytest.mark.parametrize("number", [1, 23, 24, 255, 256, 65535])
@pytest.mark.parametrize("count", [1, 23, 24, 65])
def test_the_quick_answer_is_one_of_the_legal_actions(number: int, count: int) -> None:
    legal = [f"green {place}" for place in range(count)]
    asked = {"type": "request", "id": number, "kind": "move", "left_ms": 9, "legal": legal}
    data = b"before" + encode(asked) + b"after"
    people = Eriantys()
    chosen = set()
    for _ in range(20 * count):
        answer = people.answer(data, len(b"before"), len(data) - len(b"after"))
        assert answer is not None
        move = cbor2.loads(answer[HEADER_SIZE:])
        assert move == {"type": "move", "request": number, "action": move["action"]}
        chosen.add(move["action"])
    assert chosen <= set(legal)
    assert len(chosen) > count // 2


def test_a_strange_request_has_no_quick_answer() -> None:
    asked = {"type": "request", "id": 7, "kind": "move", "left_ms": 9, "candidates": []}
    data = encode(asked)
    assert Eriantys().answer(data, 0, len(data)) is None


@pytest.mark.parametrize(
    ("again", "reached", "code"),
    [([10.0], True, 0), ([10.0], False, MISSED), ([12.0], True, VOID), ([12.0], False, VOID)],
)
def test_a_goal_counts_only_if_the_control_holds(
    again: list[float], reached: bool, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    report = Report()
    report.heading("something")
    report.control({"one": [10.0], "other": again}, "one", "other")
    report.goal("little", "1", reached=reached)
    assert report.finish() == code
    assert ("UNDECIDED" in capsys.readouterr().out) == (code == VOID)
