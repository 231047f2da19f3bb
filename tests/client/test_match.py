"""One match as its client knows it: the view, the log, the clock and the offers."""

from __future__ import annotations

from typing import Any

from eriantys.client.match import Line, Match
from eriantys.wire.cards import Happening
from eriantys.wire.from_server import Request, Started, State, Update


def started(**more: Any) -> Started:
    told: dict[str, Any] = {
        "match": 7,
        "game": "toy",
        "version": 1,
        "players": ("Ada", "Bruno"),
        "teams": ((0,), (1,)),
        "options": {},
        "guidance": "full",
        "turn_seconds": 60,
        "absence": "wait",
        "undo": True,
        "commitment": b"",
        "nonces": (),
        "number": 4,
        "view": {"table": 1, "pile": [1, 2]},
        "turn": 1,
        "decision": "move",
        "left_ms": 60_000,
        "seat": 0,
    }
    return Started(**(told | more))


def state(**more: Any) -> State:
    told: dict[str, Any] = {
        "match": 7,
        "number": 9,
        "view": {"table": 9},
        "turn": 0,
        "decision": "card",
        "left_ms": 20_000,
    }
    return State(**(told | more))


def update(number: int, **more: Any) -> Update:
    told: dict[str, Any] = {
        "match": 7,
        "number": number,
        "seat": 1,
        "action": "lay 2",
        "events": (Happening("laid", {"card": 2}),),
        "changes": {"pile": [1]},
        "turn": 0,
        "decision": "move",
        "left_ms": 50_000,
    }
    return Update(**(told | more))


def request(number: int, **more: Any) -> Request:
    return Request(number, "move", 40_000, "move", **({"legal": ("lay 1", "pass")} | more))


def test_an_update_is_laid_over_the_view_and_written_into_the_log() -> None:
    match = Match(started(), 100.0)
    changed = match.change
    assert match.take_update(update(5), 101.0)
    assert match.view == {"table": 1, "pile": [1]}
    assert (match.number, match.turn, match.decision) == (5, 0, "move")
    assert match.story == [
        Line(5, 1, "lay 2", (Happening("laid", {"card": 2}),), {"pile": [1]}, {"pile": [1, 2]})
    ]
    assert match.change > changed
    assert match.started.view == {"table": 1, "pile": [1, 2]}, "what was told stays as it was"


def test_an_update_that_was_told_before_changes_nothing() -> None:
    match = Match(started(), 100.0)
    assert match.take_update(update(4, changes={"table": 0}), 101.0)
    assert match.view["table"] == 1
    assert match.story == []


def test_an_update_after_a_gap_is_not_taken() -> None:
    match = Match(started(), 100.0)
    assert not match.take_update(update(6, changes={"table": 0}), 101.0)
    assert (match.number, match.view["table"]) == (4, 1)
    assert match.story == []


def test_a_whole_view_takes_the_place_of_the_old_one() -> None:
    match = Match(started(), 100.0)
    match.take_update(update(5), 101.0)
    match.take_state(state(away=(1,), watchers=("Wanda",)), 110.0)
    assert match.view == {"table": 9}
    assert (match.number, match.turn, match.decision) == (9, 0, "card")
    assert set(match.away) == {1}
    assert match.watchers == ("Wanda",)
    assert len(match.story) == 1, "what happened is still known"
    match.take_state(state(), 111.0)
    assert match.away == {}


def test_a_request_is_gone_as_soon_as_anything_happens() -> None:
    match = Match(started(), 100.0)
    match.take_request(request(5), 100.0)
    assert match.my_turn
    assert match.offers == ("lay 1", "pass")
    match.take_update(update(5), 101.0)
    assert not match.my_turn
    assert match.offers == ()
    match.take_request(request(6), 101.0)
    match.take_state(state(), 102.0)
    assert not match.my_turn


def test_where_there_is_no_guidance_the_candidates_are_offered() -> None:
    match = Match(started(guidance="none"), 100.0)
    match.take_request(request(5, legal=None, candidates=("lay 1", "lay 2")), 100.0)
    assert match.offers == ("lay 1", "lay 2")


def test_the_clock_runs_down_to_nothing() -> None:
    match = Match(started(), 100.0)
    assert match.left(100.0) == 60
    assert match.left(110.5) == 49.5
    assert match.left(500.0) == 0
    match.take_request(request(5), 120.0)
    assert match.left(125.0) == 35


def test_the_clock_stands_as_long_as_nobody_can_act() -> None:
    for stands in ("suspended", "paused"):
        match = Match(started(**{stands: True}), 100.0)
        assert not match.clock_runs
        assert match.left(200.0) == 60
    away = Match(started(away=(1,)), 100.0)
    assert away.left(200.0) == 60
    other_away = Match(started(away=(0,)), 100.0)
    assert other_away.left(130.0) == 30
    over = Match(started(turn=None), 100.0)
    assert not over.clock_runs


def test_a_pause_that_is_told_with_the_match_has_its_end() -> None:
    match = Match(started(paused=True, pause_ms=30_000), 100.0)
    assert match.pause_until == 130.0


def test_everybody_has_a_name_also_nobody() -> None:
    match = Match(started(), 100.0)
    assert [match.name_of(seat) for seat in (0, 1, 2, None)] == [
        "Ada",
        "Bruno",
        "nobody",
        "nobody",
    ]
    assert match.id == 7
    assert not match.watching
    assert Match(started(seat=None), 100.0).watching
